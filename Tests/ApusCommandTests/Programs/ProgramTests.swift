import Documents
import Glibc
import HTTPModel
import TestSupport
import Testing

/// The other subcommands as whole programs.
@Suite struct ProgramTests {
    private func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Octets(utf8: text))
    }

    @Test func theVersionIsOneLine() async throws {
        let ending = try await Apus.run("--version")
        #expect(ending.exitCode == 0)
        #expect(ending.output == "apus 0.1.0\n")
    }

    @Test func helpGoesToStdout() async throws {
        for arguments in [["help"], ["--help"], ["help", "exit-codes"], ["run", "--help"]] {
            let ending = try await ChildProgram.run("apus", arguments)
            #expect(ending.exitCode == 0)
            #expect(ending.output.contains("\n"))
            #expect(ending.diagnostics.isEmpty)
        }
        let unknown = try await Apus.run("help", "rnu")
        #expect(unknown.exitCode == 2)
        #expect(unknown.diagnostics.contains("did you mean 'run'?"))
    }

    @Test func theListNamesRequestsAndProblems() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a/good.http", "### one\n# @name one\n# @tag x\nGET {{base}}/one\n")
        try folder.write("bad.http", "### two\nGET http://h.test/\nnot a field\n\n")
        let ending = try await Apus.run("list", "--json", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.contains("bad.http:3:1: "))
        let list = try json(ending.output)
        #expect(list["schema"]?.intValue == 1)
        let one = list["requests"]?.arrayValue?.first { $0["name"]?.stringValue == "one" }
        #expect(one?["id"]?.stringValue == "a/good.http#one")
        #expect(one?["method"]?.stringValue == "GET")
        #expect(one?["url"]?.stringValue == "{{base}}/one")
        #expect(one?["file"]?.stringValue == "a/good.http")
        #expect(one?["line"]?.intValue == 1)
        #expect(one?["tags"] == ["x"])
        let problem = list["problems"]?.arrayValue?.first
        #expect(problem?["file"]?.stringValue == "bad.http")
        #expect(problem?["line"]?.intValue == 3)
        #expect(problem?["column"]?.intValue == 1)
        let good = try await Apus.run("list", "a", in: folder)
        #expect(good.exitCode == 0)
        #expect(good.output == "good.http\n  GET     one                      {{base}}/one #x\n")
    }

    @Test func aMissingPathExitsWithThree() async throws {
        let folder = try TemporaryFolder()
        for arguments in [["list", "nowhere"], ["run", "nowhere.http"], ["mock", "nowhere"]] {
            let ending = try await ChildProgram.run("apus", arguments, directory: folder.path)
            #expect(ending.exitCode == 3)
            #expect(ending.output.isEmpty)
            #expect(ending.diagnostics.contains("nowhere"))
        }
    }

    @Test func theErrorTableIsMachineReadable() async throws {
        let table = try json(try await Apus.run("errors", "--json").output)
        #expect(table["schema"]?.intValue == 1)
        let rule = table["rules"]?.arrayValue?.first { $0["when"]?.stringValue == "status 404" }
        #expect(rule?["apiError"]?.stringValue == "httpError.notFound")
        #expect(rule?["message"]?.stringValue == "Not Found")
        #expect(rule?["retryable"]?.boolValue == false)
        let one = try json(try await Apus.run("errors", "connect.refused", "--json").output)
        #expect(one["apiError"]?.stringValue == "network")
        #expect(one["rules"]?.arrayValue?.last?["fired"]?.boolValue == true)
        #expect(try await Apus.run("errors", "connect.refusd").exitCode == 2)
    }

    @Test func aDocumentIsPrintedReadably() async throws {
        let text = #"{"n":1736184243098437392,"a":[1.00,"é"]}"#
        let pretty = try await Apus.run("view", input: text)
        #expect(pretty.exitCode == 0)
        #expect(
            pretty.output == """
                {
                  "n": 1736184243098437392,
                  "a": [
                    1.00,
                    "é"
                  ]
                }

                """
        )
        #expect(try await Apus.run("view", "-", "--raw", input: text).output == text)
        let filtered = try await Apus.run("view", "--filter", "$.a[*]", input: text)
        #expect(filtered.output == "1.00\n\"é\"\n")
        #expect(try await Apus.run("view", "-f", "$.a[1]", "--raw", input: text).output == "é\n")
        #expect(try await Apus.run("view", "--filter", "$[", input: text).exitCode == 2)
        #expect(try await Apus.run("view", "--raw", "--hex", input: text).exitCode == 2)
    }

    @Test func aBrokenDocumentIsPrintedAndExitsWithThree() async throws {
        let folder = try TemporaryFolder()
        try folder.write("broken.json", "{\"a\": 1,\n \"b\": ?}\n")
        let ending = try await Apus.run("view", "broken.json", "--plain", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.output.contains("\"a\": 1"))
        #expect(ending.diagnostics.hasPrefix("broken.json:2:7: "))
        let piped = try await Apus.run("view", input: "{\"a\": [1,")
        #expect(piped.exitCode == 3)
        #expect(piped.diagnostics.hasPrefix("<stdin>:1:10: "))
    }

    @Test func aReaderThatLeavesIsNoError() async throws {
        let program = ChildProgram.productFolder + "/apus"
        let ending = try await ChildProgram.run(
            "/bin/sh",
            [
                "-c",
                "yes line | head -c 3000000 | \(program) view --type text | head -n 1; echo done",
            ]
        )
        #expect(ending.output == "line\ndone\n")
        #expect(ending.diagnostics.isEmpty)
    }

    @Test func exportedTextIsUnchanged() async throws {
        let folder = try TemporaryFolder()
        let first = "# about\r\n### one\r\n# @name one\r\nGET http://h.test/  \r\n\r\n"
        let second = "### two\n# @name two\nPOST http://h.test/\n\nbody  \n\n"
        try folder.write("a.http", first + second)
        let whole = try await Apus.run("export", "a.http", "--to", "http", in: folder)
        #expect(whole.output == first + second)
        let one = try await Apus.run("export", "a.http#two", "--to", "http", in: folder)
        #expect(one.output == second)
        #expect(try await Apus.run("export", "a.http", in: folder).exitCode == 2)
        try folder.write("only.http", "@base = http://h.test\n@rest={{base}}/r")
        let none = try await Apus.run("export", "only.http", "--to", "http", in: folder)
        #expect(none.exitCode == 0)
        #expect(none.output == "@base = http://h.test\n@rest={{base}}/r")
    }

    @Test func anExportedCommandIsQuotedForTheShell() async throws {
        let folder = try TemporaryFolder()
        let text = "### a\nPUT http://h.test/it's\nX-A: $b\n\n{\"q\": 'x'}"
        try folder.write("a.http", text)
        let ending = try await Apus.run("export", "a.http", "--to", "curl", in: folder)
        #expect(ending.exitCode == 0)
        #expect(ending.output.hasPrefix("curl \\\n  -X 'PUT' \\\n"))
        #expect(ending.output.contains(#"-H 'X-A: $b'"#))
        #expect(ending.output.contains(#"--data-binary '{"q": '\''x'\''}'"#))
    }
}
