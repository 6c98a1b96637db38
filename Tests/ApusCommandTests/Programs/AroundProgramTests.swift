import Documents
import Explorer
import Files
import HTTPModel
import TestSupport
import Testing

/// `apus keys`, `apus doctor` and `apus completions`, as programs.
@Suite struct AroundProgramTests {
    private func folder(_ configuration: String?) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        guard let configuration else { return folder }
        try FileSystem.createDirectories(folder.file(".config/apus"))
        try folder.write(".config/apus/config.json", configuration)
        return folder
    }

    private func environment(_ folder: TemporaryFolder) -> [String: String] {
        ["HOME": folder.path, "XDG_STATE_HOME": folder.file("state")]
    }

    @Test func keysShowWhatIsInForceAndWhereItIsFrom() async throws {
        let folder = try folder(#"{"keys": {"everywhere": {"send": ["F5", "g s"]}}}"#)
        let ending = try await Apus.run("keys", in: folder, environment: environment(folder))
        #expect(ending.exitCode == 0)
        let lines = ending.output.split(separator: "\n")
        let send = lines.first { $0.contains(" send  ") && $0.hasPrefix("everywhere") }
        #expect(send?.contains("F5, g s") == true)
        #expect(send?.contains("~/.config/apus/config.json:1:26") == true)
        #expect(
            ending.output.contains("g (everywhere) begins g s, so it is not moveToTop any more")
        )
    }

    @Test func aFaultInTheConfigurationNamesItsPlaceAndExitsWithThree() async throws {
        let folder = try folder("{\n  keys: {tree: {sned: 's'}},\n}")
        let ending = try await Apus.run("keys", in: folder, environment: environment(folder))
        #expect(ending.exitCode == 3)
        #expect(
            ending.diagnostics == "~/.config/apus/config.json:2:17: unknown command 'sned'; "
                + "did you mean 'send'?\n"
        )
        let json = try await Apus.run(
            "keys",
            "--json",
            in: folder,
            environment: environment(folder)
        )
        let value = try JSONValue(parsing: Octets(utf8: json.output))
        #expect(value["schema"]?.intValue == 1)
        #expect(value["problems"]?.arrayValue?.first?["line"]?.intValue == 2)
        #expect(json.diagnostics.isEmpty)
        #expect((value["bindings"]?.arrayValue?.count ?? 0) > 50)
    }

    @Test func theConfigurationFolderIsThatOfTheEnvironment() async throws {
        let folder = try TemporaryFolder()
        try FileSystem.createDirectories(folder.file("xdg/apus"))
        try folder.write("xdg/apus/config.json", "{theme: 'nightmare'}")
        var environment = environment(folder)
        environment["XDG_CONFIG_HOME"] = folder.file("xdg")
        let ending = try await Apus.run("keys", in: folder, environment: environment)
        #expect(ending.diagnostics.hasPrefix("~/xdg/apus/config.json:1:2: unknown theme"))
    }

    @Test func theConfigurationOfTheReadmeIsRight() throws {
        let text = try FileSystem.read(ExplorerScenario.projectFolder + "/README.md").text
        let start = try #require(text.firstRange(of: "```\n{\n"))
        let rest = text[text.index(start.lowerBound, offsetBy: 4)...]
        let end = try #require(rest.firstRange(of: "```"))
        let folder = try folder(String(rest[..<end.lowerBound]))
        let path = folder.file(".config/apus/config.json")
        let configuration = Configuration(try FileSystem.read(path), file: "config.json")
        #expect(configuration.problems.isEmpty)
        #expect(configuration.themeName == "mine")
        #expect(
            configuration.keymap.keys(for: .send, in: [.everywhere]).map(\.label) == ["F5", "g s"]
        )
    }

    @Test func theDoctorLooksAtEverythingAndHidesCredentials() async throws {
        let folder = try folder(nil)
        var environment = environment(folder)
        environment["https_proxy"] = "http://me:s3cret@proxy.test:3128"
        environment["TERM"] = "xterm-256color"
        let ending = try await Apus.run("doctor", "--json", in: folder, environment: environment)
        let value = try JSONValue(parsing: Octets(utf8: ending.output))
        let checks = value["checks"]?.arrayValue ?? []
        func check(_ id: String) -> JSONValue? { checks.first { $0["id"]?.stringValue == id } }
        #expect(check("terminal.type")?["value"]?.stringValue == "xterm-256color")
        #expect(check("terminal.colours")?["value"]?.stringValue == "256")
        #expect(check("libraries.libcurl")?["value"]?.stringValue?.contains("libcurl/") == true)
        #expect(check("network.proxy")?["value"]?.stringValue == "http://…@proxy.test:3128")
        #expect(check("settings.config")?["status"]?.stringValue == "ok")
        #expect(!ending.output.contains("s3cret"))
        let problems = checks.count { $0["status"]?.stringValue == "problem" }
        #expect(ending.exitCode == (problems == 0 ? 0 : 3))
    }

    @Test func theDoctorTellsWhatIsWrongAndExitsWithThree() async throws {
        let folder = try folder("{keys: {tree: {open: 'Ctrl-m'}}}")
        try FileSystem.createDirectories(folder.file("state/apus"))
        var environment = environment(folder)
        environment["TERM"] = "no-such-terminal"
        environment["SSL_CERT_FILE"] = "/nowhere.pem"
        environment["HTTP_PROXY"] = "http://proxy.test"
        let ending = try await Apus.run("doctor", in: folder, environment: environment)
        #expect(ending.exitCode == 3)
        for text in [
            "no-such-terminal: not described on this system", "/nowhere.pem: cannot be read",
            "cannot be told from Enter", "not heeded", "3 problems",
        ] {
            #expect(ending.output.contains(text), "\(text)")
        }
    }

    @Test(arguments: [
        (["ru"], "run"), (["run", "--fail"], "--fail-fast"), (["--of"], "--offline"),
        (["export", "--to"], "curl har http"), (["completions", "f"], "fish"),
        (["help", "exit"], "exit-codes"),
    ])
    func bashCompletesFromTheTable(words: [String], wanted: String) async throws {
        let script = try await Apus.run("completions", "bash").output
        var line = words
        if words.last == "--to" { line.append("") }
        let folder = try TemporaryFolder()
        try folder.write("apus.bash", script)
        let list = (["apus"] + line).map { "'\($0)'" }.joined(separator: " ")
        let test = """
            source ./apus.bash && COMP_WORDS=(\(list)) && COMP_CWORD=\(line.count) && _apus \
            && printf '%s\\n' "${COMPREPLY[@]}" | sort | tr '\\n' ' '
            """
        let ending = try await ChildProgram.run(
            "/bin/bash",
            ["-c", test],
            directory: folder.path
        )
        #expect(ending.diagnostics.isEmpty)
        #expect(ending.output.contains(wanted), "\(ending.output)")
    }

    @Test func otherShellsAreRefusedWithTheirNames() async throws {
        let ending = try await Apus.run("completions", "fis")
        #expect(ending.exitCode == 2)
        #expect(ending.diagnostics.contains("did you mean 'fish'?"))
        for shell in ["zsh", "fish"] {
            let script = try await Apus.run("completions", shell).output
            for word in ["run", "history", "fail-fast", "exit-codes"] {
                #expect(script.contains(word), "\(word) in \(shell)")
            }
        }
    }
}
