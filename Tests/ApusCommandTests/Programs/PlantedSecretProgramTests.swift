import Glibc
import HTTPModel
import TestSupport
import Testing

/// Secrets that go through every command, and come back from the service in every spelling, stand in no
/// file that was written.
@Suite struct PlantedSecretProgramTests {
    /// In a private environment, on the command line, and first seen in a response.
    private static let secrets = [
        "pl4nted/private+value=1", "pl4nted\"given\\value&2", "pl4nted-captured-value-3",
    ]

    /// A service that says back what it was told, as careless ones do.
    private static func service() -> FaultServer {
        FaultServer { request in
            let told =
                request.field("authorization")?.split(separator: " ").last.map(String.init) ?? ""
            let spelled = spellings(of: told).map { "\"\(escaped($0))\"" }.joined(separator: ", ")
            // What was given is said back where it was told.
            let own = request.target.hasPrefix("/first") ? escaped(secrets[1]) : ""
            let body =
                "{\"access_token\": \"\(secrets[2])\", \"told\": [\(spelled)], "
                + "\"own\": \"\(own)\", \"note\": \"\(base64("x:" + secrets[2]))\"}"
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "X-Told: \(told)\r\nX-Told-Encoded: \(percent(told))\r\n"
                + "Set-Cookie: sid=\(base64(secrets[2]))\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    private static func spellings(of text: String) -> [String] {
        [text, percent(text), base64(text), base64("user:" + text), base64("ab" + text + "c")]
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private static func percent(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined()
    }

    private static func base64(_ text: String) -> String { Base64.encode(text.utf8) }

    /// What a file must not hold: the words that tell a secret, in every spelling.
    private static var forbidden: [String] {
        secrets.flatMap { secret -> [String] in
            let inner = ["", "x", "xy"].map { front in
                // What Base64 of a text has in common wherever the text stands.
                let whole = base64(front + secret)
                return String(whole.dropFirst(4).dropLast(4).prefix(12))
            }
            return [secret, escaped(secret), percent(secret)] + inner
        }
    }

    private func collection(_ base: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("http-client.env.json", "{\"dev\": {\"base\": \"\(base)\"}}")
        try folder.write(
            "http-client.private.env.json",
            "{\"dev\": {\"key\": \"\(Self.secrets[0])\"}}"
        )
        try folder.write(
            "api.http",
            """
            ### first
            # @name first
            # @token bearer {{key}}
            # @capture next = jsonpath $.access_token
            # @assert jsonpath $.own == "no {{key}}"
            POST {{base}}/first?api_key={{key}}&given={{given_secret}}
            Content-Type: application/json

            {"password": "{{key}}", "text": "say {{key}}"}

            ### second
            # @name second
            # @token bearer {{next}}
            # @assert jsonpath $.told == {{next}}
            GET {{base}}/second?{{next}}

            """
        )
        return folder
    }

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
        let service = Self.service()
        let folder = try collection(service.base)
        let variables = ["--env", "dev", "--var", "given_secret=" + Self.secrets[1]]
        var said = ""
        for round in 1...2 {
            said += try await apus(
                ["run", "api.http", "--report", "json=run\(round).json"]
                    + ["--report", "junit=run\(round).xml", "--report", "tap=run\(round).tap"]
                    + ["--report", "har=run\(round).har"] + variables,
                in: folder
            )
            said += try await apus(["snapshot", "api.http"] + variables, in: folder)
        }
        said += try await apus(["check", "--report", "json=check.json"] + variables, in: folder)
        said += try await apus(["run", "api.http", "--offline"] + variables, in: folder)
        said += try await apus(["fixtures", "import", "run1.har", "-o", "imported"], in: folder)
        #expect(said.contains("first"))
        try folder.write("said", said)
        try await recordAndServe(service, folder)
        let files = try await ChildProgram.run(
            "/bin/sh",
            ["-c", "find . -type f ! -name http-client.private.env.json"],
            directory: folder.path
        )
        let paths = files.output.split(separator: "\n").map { String($0.dropFirst(2)) }
        #expect(paths.count > 15)
        for path in paths where !path.hasPrefix("api.http") {
            let bytes = try folder.read(path)
            for text in Self.forbidden {
                let isThere = String(decoding: bytes, as: UTF8.self).contains(text)
                #expect(!isThere, "\(path) holds \(text)")
            }
        }
    }

    /// The same through `apus record`, and a mock server that logs.
    private func recordAndServe(_ service: FaultServer, _ folder: TemporaryFolder) async throws {
        for arguments in [
            ["record", "-u", service.base, "--name", "recorded"], ["mock", "--log-json"], ["mock"],
        ] {
            let program = try Apus.start(arguments, in: folder)
            let line = try #require(await program.line { _ in true })
            let origin = String(line.dropFirst("listening on ".count))
            _ = try await ChildProgram.run(
                "/usr/bin/curl",
                [
                    "-sS", "-H", "Authorization: Bearer \(Self.secrets[0])",
                    "-H", "X-Copy: \(Self.base64("a" + Self.secrets[0]))",
                    "--data-binary", "{\"password\": \"\(Self.secrets[0])\"}",
                    "\(origin)/third?api_key=\(Self.percent(Self.secrets[0]))",
                ]
            )
            program.signal(SIGTERM)
            let ending = await program.finish()
            let name = "said-" + arguments.joined().filter { $0.isLetter }
            try folder.write(name, ending.output + ending.diagnostics)
        }
    }
}
