import Documents
import Glibc
import HTTPModel
import TestSupport
import Testing

/// `apus mock` with its options, as a whole program that curl talks to.
@Suite struct MockServingProgramTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("Fixtures/api.test/hello/GET.200.json", #"{"hello": "world"}"#)
        return folder
    }

    @Test func callsAreVerifiedWithTheirOwnExitCode() async throws {
        let folder = try folder()
        let (mock, origin) = try await Apus.serve(["mock", "--quiet"], in: folder)
        for path in ["/hello", "/hello?x=1", "/nothing"] {
            _ = try await Curl.run("\(origin)\(path)", in: folder)
        }
        func verify(_ rules: String...) async throws -> ChildProgram.Ending {
            try await Apus.run(["mock", "verify", origin] + rules, in: folder)
        }
        let good = try await verify("GET /hello = 2", "GET /{any} >= 3", "POST /hello = 0")
        #expect(good.exitCode == 0, "\(good.output)\(good.diagnostics)")
        #expect(good.output.contains("ok GET /hello = 2: 2 times\n"))
        let bad = try await verify("GET /hello = 1", "--no-misses")
        #expect(bad.exitCode == 1)
        #expect(bad.output.contains("failed GET /hello = 1: 2 times\n"))
        #expect(bad.output.contains("failed no misses: once\n"))
        #expect(bad.diagnostics.contains("no fixture matched GET /nothing"))
        #expect(try await verify().exitCode == 3)
        #expect(try await verify("hello").exitCode == 2)
        try folder.write(
            "Fixtures/api.test/due/GET.200.meta.json",
            """
            {"apusFixture": 1, "request": {"method": "GET", "authority": "api.test", "path": "/due"},
             "response": {"status": 200, "fields": []}, "expectedCalls": {"min": 1, "max": 2}}
            """
        )
        let early = try await verify("--json")
        #expect(early.exitCode == 1)
        _ = try await Curl.run("\(origin)/due", in: folder)
        let due = try await verify("--json")
        #expect(due.exitCode == 0)
        let json = try JSONValue(parsing: Octets(utf8: due.output))
        #expect(json["schema"]?.intValue == 1)
        #expect(json["checks"]?.arrayValue?.first?["count"]?.intValue == 1)
        mock.signal(SIGTERM)
        #expect(await mock.finish().output == "listening on \(origin)\n")
        #expect(try await verify("GET /hello").exitCode == 4)
    }

    @Test func thePortSpeaksTLSForEveryHost() async throws {
        let folder = try folder()
        let (mock, origin) = try await Apus.serve(["mock", "--ca", "ca.pem"], in: folder)
        let port = origin.split(separator: ":").last ?? ""
        let direct = try await Curl.run(
            "--cacert",
            "ca.pem",
            "https://127.0.0.1:\(port)/hello",
            in: folder
        )
        #expect(direct.output == #"{"hello": "world"} 200"#, "\(direct.diagnostics)")
        let named = try await Curl.run(
            "--cacert",
            "ca.pem",
            "-x",
            origin,
            "https://api.test/hello",
            in: folder
        )
        #expect(named.output == #"{"hello": "world"} 200"#, "\(named.diagnostics)")
        let untrusted = try await Curl.run("https://localhost:\(port)/hello", in: folder)
        #expect(untrusted.exitCode == 60)
        mock.signal(SIGTERM)
    }

    @Test func aKindOfCertificateIsChosen() async throws {
        let folder = try folder()
        let (mock, origin) = try await Apus.serve(
            ["mock", "--ca", "ca.pem", "--cert", "expired"],
            in: folder
        )
        let port = origin.split(separator: ":").last ?? ""
        let ending = try await Curl.run(
            "--cacert",
            "ca.pem",
            "https://localhost:\(port)/hello",
            in: folder
        )
        #expect(ending.exitCode == 60)
        #expect(ending.diagnostics.contains("expired"))
        #expect(try await Apus.run("mock", "--cert", "odd", in: folder).exitCode == 2)
        mock.signal(SIGTERM)
    }

    @Test func aDescriptionOfAnAPIIsServedAndEnforced() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "api.yaml",
            """
            openapi: 3.0.3
            info: {title: T, version: "1"}
            paths:
              /rooms/{id}:
                get:
                  parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                  responses:
                    "200": {content: {application/json: {example: {"id": 7}}}}
                    "404": {content: {application/json: {example: {"error": "none"}}}}
            """
        )
        let (mock, origin) = try await Apus.serve(["mock", "api.yaml"], in: folder)
        let good = try await Curl.run("\(origin)/rooms/7", in: folder)
        #expect(good.output.filter { !$0.isWhitespace } == #"{"id":7}200"#)
        let variant = try await Curl.run("-H", "Apus-Variant: 404", "\(origin)/rooms/7", in: folder)
        #expect(variant.output.filter { !$0.isWhitespace } == #"{"error":"none"}404"#)
        let bad = try await Curl.run("\(origin)/rooms/seven", in: folder)
        #expect(bad.output.contains("path id: is a string, not integer"))
        #expect(bad.output.hasSuffix(" 400"))
        try folder.write("broken.yaml", "openapi: 3.0.3\ninfo: [")
        #expect(try await Apus.run("mock", "broken.yaml", in: folder).exitCode == 3)
        mock.signal(SIGTERM)
    }

    @Test func theLinesOfTheLogHoldNoSecret() async throws {
        let folder = try folder()
        try folder.write("http-client.private.env.json", #"{"dev": {"code": "planted-code"}}"#)
        for option in ["--log-json", "--color=never"] {
            let (mock, origin) = try await Apus.serve(["mock", option], in: folder)
            _ = try await Curl.run(
                "\(origin)/hello?access_token=planted-query&x=planted%2Dcode",
                "-H",
                "Authorization: Bearer planted-bearer",
                "-d",
                #"{"password": "planted-word", "x": "planted-code"}"#,
                "-X",
                "GET",
                in: folder
            )
            mock.signal(SIGTERM)
            let output = await mock.finish().output
            #expect(output.contains("/hello?access_token=REDACTED-"))
            #expect(!output.contains("planted"), "\(output)")
        }
        let (mock, origin) = try await Apus.serve(["mock", "--show-secrets"], in: folder)
        _ = try await Curl.run("\(origin)/hello?access_token=planted-query", in: folder)
        mock.signal(SIGTERM)
        #expect(await mock.finish().output.contains("planted-query"))
    }
}
