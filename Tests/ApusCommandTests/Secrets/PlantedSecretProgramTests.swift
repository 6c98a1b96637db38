import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// Secrets that go through every command, and come back from the service in every spelling, stand in no
/// file that was written and in no text that was said.
@Suite struct PlantedSecretProgramTests {
    private static let variables = [
        "--env", "dev", "--var", "given_secret=" + PlantedSecrets.given,
    ]

    private func apus(_ arguments: [String], in folder: TemporaryFolder) async throws -> String {
        let ending = try await Apus.run(
            arguments,
            in: folder,
            environment: [
                "HOME": folder.file("home"), "XDG_STATE_HOME": folder.file("state"),
                "XDG_DATA_HOME": folder.file("data"), "XDG_CACHE_HOME": folder.file("cache"),
            ]
        )
        return ending.output + ending.diagnostics
    }

    @Test func aSecretStandsInNoFileAndNoText() async throws {
        let service = PlantedSecrets.service()
        let folder = try TemporaryFolder()
        try PlantedSecrets.write(to: folder, base: service.base)
        var said = ""
        for round in 1...2 {
            said += try await apus(
                ["run", "api.http", "--history", "--report", "json=run\(round).json"]
                    + ["--report", "junit=run\(round).xml", "--report", "tap=run\(round).tap"]
                    + ["--report", "har=run\(round).har"] + Self.variables,
                in: folder
            )
            said += try await apus(["snapshot", "api.http"] + Self.variables, in: folder)
        }
        #expect(FileSystem.exists(folder.file("state/apus")))
        for arguments in [
            ["check", "--report", "json=check.json", "--report", "junit=check.xml"],
            ["run", "api.http", "--offline"], ["show", "api.http"], ["export", "--to", "har"],
        ] {
            said += try await apus(arguments + Self.variables, in: folder)
        }
        for arguments in [
            ["history"], ["history", "show", "1"], ["history", "show", "2"],
            ["fixtures", "import", "run1.har", "-o", "imported"],
        ] {
            said += try await apus(arguments, in: folder)
        }
        #expect(said.contains("first"))
        try folder.write("said", said)
        try await recordAndServe(service, folder)
        let paths = try await PlantedSecrets.files(in: folder)
        #expect(paths.count > 20)
        for path in paths where !path.hasPrefix("api.http") {
            try PlantedSecrets.expectNone(in: folder, path)
        }
    }

    /// The same through `apus record`, and a mock server that logs.
    private func recordAndServe(_ service: FaultServer, _ folder: TemporaryFolder) async throws {
        let secret = PlantedSecrets.variable
        for arguments in [
            ["record", "-u", service.base, "--name", "recorded"], ["mock", "--log-json"], ["mock"],
        ] {
            let (program, origin) = try await Apus.serve(arguments, in: folder)
            _ = try await ChildProgram.run(
                "/usr/bin/curl",
                [
                    "-sS", "-H", "Authorization: Bearer \(secret)",
                    "-H", "X-Copy: \(PlantedSecrets.base64("a" + secret))",
                    "-H", "Cookie: login=\(PlantedSecrets.cookie)",
                    "--data-binary",
                    "{\"password\": \"\(secret)\", \"secret\": \"\(PlantedSecrets.literal)\"}",
                    "\(origin)/third?api_key=\(PlantedSecrets.percent(secret))",
                ]
            )
            program.signal(SIGTERM)
            let ending = await program.finish()
            let name = "said-" + arguments.joined().filter { $0.isLetter }
            try folder.write(name, ending.output + ending.diagnostics)
        }
    }

    @Test func theLintTellsWhereASecretStandsAndNotWhichItIs() async throws {
        let folder = try TemporaryFolder()
        try PlantedSecrets.write(to: folder, base: "http://api.test")
        let secret = PlantedSecrets.variable
        let spellings = [
            secret, PlantedSecrets.percent(secret), PlantedSecrets.base64("ab" + secret),
            "{\"password\": \"\(PlantedSecrets.literal)\"}",
        ]
        for (number, spelling) in spellings.enumerated() {
            try folder.write("Fixtures/api.test/\(number)/GET.200.json", spelling)
        }
        let ending = try await Apus.run("fixtures", "lint", in: folder)
        #expect(ending.exitCode == 3)
        for number in spellings.indices {
            #expect(ending.output.contains("api.test/\(number)/GET.200.json:1"))
        }
        try folder.write("said", ending.output + ending.diagnostics)
        try PlantedSecrets.expectNone(in: folder, "said")
    }
}
