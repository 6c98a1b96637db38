import Documents
import Glibc
import HTTPModel
import TestSupport
import Testing

/// `apus record` as a whole program, between curl and a service.
@Suite struct RecordProgramTests {
    /// `{"token": "planted-in-gzip", "id": 17}`, gzipped.
    private static func gzipped() async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write("plain", #"{"token": "planted-in-gzip", "id": 17}"#)
        _ = try await ChildProgram.run("/bin/sh", ["-c", "gzip -n plain"], directory: folder.path)
        return try folder.read("plain.gz").array
    }

    private func service() async throws -> FaultServer {
        let gzipped = try await Self.gzipped()
        return FaultServer { connection in
            while let request = connection.readRequest() {
                let path = request.target.prefix { $0 != "?" }
                switch path {
                case "/v1/login":
                    let isCoded = request.field("accept-encoding")?.contains("gzip") == true
                    let coding = isCoded ? "Content-Encoding: gzip\r\n" : ""
                    connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(coding)"
                            + "Set-Cookie: sid=planted-cookie; Domain=api.test; Secure\r\n"
                            + "Content-Length: \(gzipped.count)\r\n\r\n"
                    )
                    connection.send(gzipped)
                case "/v1/moved":
                    let host = request.field("host") ?? ""
                    connection.send(
                        "HTTP/1.1 302 Found\r\nLocation: http://\(host)/v1/users/17\r\n"
                            + "Content-Length: 0\r\n\r\n"
                    )
                case "/v1/cut":
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
                    connection.finish()
                default:
                    let text =
                        "{\"path\": \"\(path)\", \"auth\": \"\(request.field("authorization") ?? "")\"}"
                    connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
                    )
                }
            }
        }
    }

    @Test func whatGoesThroughIsKeptWithoutSecretsAndServedAgain() async throws {
        let service = try await service()
        let folder = try TemporaryFolder()
        let (record, origin) = try await Apus.serve(
            ["record", "--upstream", service.base + "/v1", "--name", "api"],
            in: folder
        )
        let bearer = "Authorization: Bearer planted-bearer"
        let user = try await Curl.run(
            "-H",
            bearer,
            "\(origin)/users/17?api_key=planted-key",
            in: folder
        )
        // The client gets what the service sent, the credential it echoes included.
        #expect(
            user.output
                == #"{"path": "/v1/users/17", "auth": "Bearer planted-bearer"} 200"#,
            "\(user.diagnostics)"
        )
        for id in ["17", "18", "18"] {
            _ = try await Curl.run(
                "-H",
                bearer,
                "\(origin)/users/\(id)?api_key=planted-key",
                in: folder
            )
        }
        let login = try await Curl.run(
            "--compressed",
            "-i",
            "-d",
            #"{"user": "ann", "password": "planted-word"}"#,
            "-H",
            "Content-Type: application/json",
            "\(origin)/login",
            in: folder
        )
        #expect(login.output.contains(#"{"token": "planted-in-gzip", "id": 17}"#))
        #expect(login.output.contains("Content-Encoding: gzip"))
        #expect(login.output.contains("Set-Cookie: sid=planted-cookie\r\n"))
        let moved = try await Curl.run("-i", "\(origin)/moved", in: folder)
        #expect(moved.output.contains("Location: \(origin)/v1/users/17\r\n"))
        #expect(try await Curl.run("\(origin)/cut", in: folder).exitCode == 18)
        record.signal(SIGTERM)
        let ending = await record.finish()
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        #expect(ending.diagnostics.contains("7 exchanges"))
        #expect(!ending.output.contains("planted"))

        let holders = try await ChildProgram.run(
            "/bin/sh",
            [
                "-c",
                "grep -rlaE 'planted|cGxhbnRlZ' Fixtures api.http; find Fixtures -type f | wc -l",
            ],
            directory: folder.path
        )
        // Two users, one for all users, login, moved and cut: a head each, and content for four.
        #expect(holders.output.filter { !$0.isWhitespace } == "11", "\(holders.output)")

        let text = try folder.read("api.http").text
        #expect(text.hasPrefix("@base = \(service.base)/v1\n@userId = 17\n"), "\(text)")
        #expect(text.contains("\nGET {{base}}/users/{{userId}}?api_key={{apiKey}}\n"))
        #expect(text.contains("\n# @token bearer {{token}}\n"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("### ") }.count == 4)
        try await servesAndReplays(folder, service)
    }

    /// What was recorded answers curl, and the saved requests, without the service.
    private func servesAndReplays(_ folder: TemporaryFolder, _ service: FaultServer) async throws {
        let count = service.connectionCount
        let (mock, origin) = try await Apus.serve(["mock"], in: folder)
        defer { mock.signal(SIGTERM) }
        let key = "?api_key=k"
        for (path, expected) in [
            ("/v1/users/18", "/v1/users/18"), ("/v1/users/99", "/v1/users/17"),
        ] {
            let answer = try await Curl.run(
                "-H",
                "Authorization: x",
                origin + path + key,
                in: folder
            )
            #expect(answer.output.contains("\"path\": \"\(expected)\""), "\(answer.output)")
        }
        #expect(try await Curl.run("\(origin)/v1/cut", in: folder).exitCode == 18)
        let run = try await Apus.run(
            ["run", "api.http#getUsersById", "--offline", "--var", "token=t", "--var", "apiKey=k"],
            in: folder
        )
        #expect(run.exitCode == 0, "\(run.output)\(run.diagnostics)")
        #expect(service.connectionCount == count)
    }

    @Test func aRecordingGoesOnInAFileThatIsThere() async throws {
        let service = try await service()
        let folder = try TemporaryFolder()
        try folder.write(
            "api.http",
            "@base = \(service.base)\n# mine\n\n### kept\n# @name getA\nGET {{base}}/a   \n"
        )
        let before = try folder.read("api.http").text
        let (record, origin) = try await Apus.serve(
            ["record", "-u", service.base, "--name", "api.http", "--exact", "-q"],
            in: folder
        )
        for path in ["/a", "/b/1", "/b/2", "/b/2?page=1"] {
            _ = try await Curl.run(origin + path, in: folder)
        }
        record.signal(SIGINT)
        #expect(await record.finish().exitCode == 130)
        let after = try folder.read("api.http").text
        let added = after.replacing("@bId = 1\n", with: "")
        #expect(added.hasPrefix(before))
        #expect(after.split(separator: "\n").filter { $0.hasPrefix("### ") }.count == 3)
        #expect(throws: (any Error).self) { try folder.read("Fixtures/x") }
        let listed = try await Apus.run(["list"], in: folder)
        #expect(listed.exitCode == 0, "\(listed.output)\(listed.diagnostics)")
    }

    @Test func aServiceThatIsGoneIsA502ThatNamesTheCause() async throws {
        let folder = try TemporaryFolder()
        let upstream = "http://127.0.0.1:\(refusingPort())"
        let (record, origin) = try await Apus.serve(
            ["record", "-u", upstream, "--name", "gone"],
            in: folder
        )
        let answer = try await Curl.run("\(origin)/x", in: folder)
        #expect(answer.output.contains("connect.refused"))
        #expect(answer.output.hasSuffix(" 502"))
        record.signal(SIGTERM)
        #expect(await record.finish().exitCode == 0)
        let kept = try await ChildProgram.run(
            "/bin/sh",
            ["-c", "find Fixtures -name 'GET.connect.refused.meta.json'"],
            directory: folder.path
        )
        #expect(kept.output.hasSuffix("/x/GET.connect.refused.meta.json\n"))
    }

    @Test func withoutAServiceThereIsNothingToRecord() async throws {
        let folder = try TemporaryFolder()
        #expect(try await Apus.run(["record"], in: folder).exitCode == 2)
        #expect(try await Apus.run(["record", "-u", "ftp://x"], in: folder).exitCode == 2)
        #expect(
            try await Apus.run(["record", "-u", "http://x", "--into", "none"], in: folder).exitCode
                == 3
        )
    }
}
