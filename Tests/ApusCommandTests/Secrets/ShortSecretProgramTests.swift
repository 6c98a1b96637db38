import Files
import HTTPModel
import TestSupport
import Testing

/// Secrets of a letter or two cannot be looked for in texts, but where they were put in is known.
@Suite struct ShortSecretProgramTests {
    private static let requests = """
        ### everywhere
        # @name everywhere
        # @token header X-Token t1-{{pin}}-
        # @assert jsonpath $.a == {{pin}}
        POST {{base}}/p1-{{pin}}-/{{pin}}?q1={{pin}}&k={{$uuid}}
        Content-Type: application/json
        X-Field: f1-{{pin}}-
        X-Whole: {{pin}}

        {"b1": "{{pin}}", "text": "b2-{{pin}}-", "number": {{number}}, "plain": "PIN"}

        ### places
        # @name places
        # @token query own PIN
        GET http://u1:PIN@HOST/x
        Accept: text/plain

        """

    /// A collection whose private environment holds a secret; `PIN` in the request is the secret itself.
    private func collection(_ secret: String, _ base: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let host = String(base.dropFirst("http://".count))
        let text = Self.requests.replacing("PIN", with: secret).replacing("HOST", with: host)
        try folder.write("api.http", text)
        try folder.write("http-client.env.json", "{\"dev\": {\"base\": \"\(base)\"}}")
        try folder.write(
            "http-client.private.env.json",
            "{\"dev\": {\"pin\": \"\(secret)\", \"number\": \"17\"}}"
        )
        return folder
    }

    /// What nothing that was said or kept may hold.
    private func forbidden(_ secret: String) -> [String] {
        ["p1-", "f1-", "t1-", "b2-"].map { $0 + secret + "-" }
            + ["q1=", "own=", "u1:", "X-Whole: "].map { $0 + secret }
            + ["\"b1\": \"\(secret)\"", "-/\(secret)?", "\"number\": 17", "== \(secret)\""]
            + ["\"value\": \"\(secret)\"", "own=\(PlantedSecrets.percent(secret))"]
    }

    private func apus(_ arguments: [String], in folder: TemporaryFolder) async throws -> String {
        let ending = try await Apus.run(
            arguments,
            in: folder,
            environment: [
                "HOME": folder.file("home"), "XDG_STATE_HOME": folder.file("state"),
            ]
        )
        return ending.output + ending.diagnostics
    }

    private func service() -> FaultServer {
        FaultServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"c\": 1}"
        }
    }

    @Test(arguments: ["q", "42", "zqx", "é", "%&"])
    func aShortSecretIsHiddenWhereItWasPutIn(_ secret: String) async throws {
        let service = service()
        let folder = try collection(secret, service.base)
        var said = ""
        for arguments in [
            ["show", "api.http#everywhere"], ["show", "api.http#everywhere", "--json"],
            ["show", "api.http#places"], ["export", "api.http#everywhere", "--to", "curl"],
            [
                "run", "api.http", "--history", "--report", "json=run.json", "--report",
                "junit=run.xml", "--report", "tap=run.tap", "--report", "har=run.har",
            ],
            ["run", "api.http", "--dry-run"], ["snapshot", "api.http"], ["check", "--json"],
            ["history"], ["history", "show", "1"], ["history", "show", "2"],
            ["history", "resend", "1"], ["history", "show", "3"],
            ["history", "show", "3", "--json"],
        ] {
            let isAboutOne = arguments[0] == "history" && arguments.last != "1"
            said += try await apus(arguments + (isAboutOne ? [] : ["--env", "dev"]), in: folder)
        }
        #expect(said.contains("p1-•••-/•••?q1=•••&k="), "\(said)")
        #expect(said.contains("p1-REDACTED-secret-"), "\(said)")
        try folder.write("said", said)
        // The service got what was meant.
        let sent = service.requests.filter { $0.target.hasPrefix("/p1-") }
        #expect(sent.count >= 3)
        let encoded = PercentEncoding.decode(sent[0].target[...])
        #expect(encoded.hasPrefix("/p1-\(secret)-/\(secret)?q1="))
        for path in try await PlantedSecrets.files(in: folder) where path != "api.http" {
            let text = String(decoding: try folder.read(path), as: UTF8.self)
            for word in forbidden(secret) {
                let isThere = text.contains(word)
                #expect(!isThere, "\(path) holds \(word)")
            }
        }
    }
}
