import Documents
import Glibc
import HTTPModel
import TestSupport
import Testing

/// What was written in a file is what goes over the wire, and what came is what is served again.
@Suite struct ExactBytesTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    /// Runs a file against a server and gives the requests that came.
    private func sent(_ text: (_ base: String) -> String) async throws -> [FaultRequest] {
        let server = FaultServer(answering: Self.ok)
        let folder = try TemporaryFolder()
        try folder.write("api.http", text(server.base))
        let ending = try await Apus.run("run", "api.http", in: folder)
        #expect(ending.exitCode == 0, "\(ending.output)\(ending.diagnostics)")
        return server.requests
    }

    @Test func queryItemsKeepOrderRepetitionAndSpelling() async throws {
        let requests = try await sent { base in
            """
            GET \(base)/one?q=a%3Db%26c%3Dd&p=100%25&q=x%20y

            ###
            GET \(base)/two
                ?q=a%3Db%26c%3Dd
                &p=100%
                &q=x y
                &$filter=a eq 'b'

            """
        }
        #expect(
            requests.map(\.target) == [
                "/one?q=a%3Db%26c%3Dd&p=100%25&q=x%20y",
                "/two?q=a%3Db%26c%3Dd&p=100%&q=x%20y&$filter=a%20eq%20'b'",
            ]
        )
    }

    @Test(arguments: [
        #"{"a":1736184243098437392,"b":1.00,"c":2936.23380448434092597,"a":1234567890123456789012345}"#,
        #"{"query":"query($id: ID!){a(id:$id)}","m":{"$gt":1},"h":"${HOME}"}"#,
        #"{"a":"\n\u00e9 \"dq\" 'sq' $HOME ! `id` é"}"#,
        "  leading and trailing blanks  ",
    ])
    func contentGoesOutAsTyped(_ content: String) async throws {
        let requests = try await sent { "POST \($0)/\nContent-Type: text/plain\n\n\(content)" }
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == [content])
    }

    @Test func escapedBracesAreSentAsBraces() async throws {
        let requests = try await sent { "POST \($0)/\nX-Twice: 1\nX-Twice: 2\n\n\\{{x}} {y}" }
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["{{x}} {y}"])
        let lines = requests.first?.head.split(separator: "\r\n").filter { $0.hasPrefix("X-") }
        #expect(lines == ["X-Twice: 1", "X-Twice: 2"])
    }

    @Test func contentFullOfQuotesComesThroughTheShellAndBack() async throws {
        let content = #"{"a":"\n\u00e9 \"dq\" 'sq' $HOME ${HOME} ! `id` %s \\ é", "b": "@x"}"#
        let server = FaultServer(answering: Self.ok)
        let folder = try TemporaryFolder()
        let text =
            "POST \(server.base)/p?x=a%20b\nContent-Type: application/json\nX-Q: it's \"q\"\n\n"
        try folder.write("api.http", text + content)
        _ = try await Apus.run("run", "api.http", in: folder)
        let exported = try await Apus.run("export", "api.http", "--to", "curl", in: folder)
        #expect(exported.exitCode == 0)
        _ = try await ChildProgram.run("/bin/sh", ["-c", exported.output], directory: folder.path)
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(requests.allSatisfy { $0.text == content })
        #expect(requests.allSatisfy { $0.field("X-Q") == "it's \"q\"" })
        let imported = try await Apus.run("import", "-", in: folder, input: exported.output)
        try folder.write("again.http", imported.output)
        _ = try await Apus.run("run", "again.http", in: folder)
        let last = try #require(server.requests.last)
        #expect(server.requests.count == 3)
        #expect(last.text == content)
        #expect(last.line == requests[0].line)
        #expect(Set(last.lines.dropFirst()) == Set(requests[0].lines.dropFirst()))
    }

    @Test func filePartsGoOutByteForByte() async throws {
        let bytes = Array("{{name}} \\{{x}}\r\n\u{0}é--b\n".utf8) + [0xFF, 0x00, 0x0A]
        let server = FaultServer(answering: Self.ok)
        let folder = try TemporaryFolder()
        try folder.write("d/data.bin", Octets(bytes))
        try folder.write(
            "api.http",
            """
            POST \(server.base)/
            Content-Type: multipart/form-data; boundary=zz

            --zz
            Content-Disposition: form-data; name="f"; filename="größe.bin"
            Content-Type: application/x-thing

            < d/data.bin
            --zz--

            """
        )
        let ending = try await Apus.run("run", "api.http", in: folder)
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        let head =
            "--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"größe.bin\"\r\n"
            + "Content-Type: application/x-thing\r\n\r\n"
        let wanted = Array(head.utf8) + bytes + Array("\r\n--zz--".utf8)
        #expect(server.requests.first?.body.starts(with: wanted) == true)
    }

    /// Records the answer of a server, serves it, and gives what `curl` receives.
    private func served(_ answer: [UInt8], _ options: String...) async throws -> String {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(answer)
        }
        let folder = try TemporaryFolder()
        try folder.write("api.http", "GET \(server.base)/item\n")
        let ending = try await Apus.run("snapshot", "api.http", in: folder)
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        let (mock, origin) = try await Apus.serve(["mock"], in: folder)
        defer { mock.signal(SIGTERM) }
        return try await ChildProgram.run("/usr/bin/curl", ["-s"] + options + ["\(origin)/item"])
            .output
    }

    @Test func aCompressedAnswerIsServedAsAClientCanReadIt() async throws {
        let zipped: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0xAA, 0xCA,
            0x2C, 0x28, 0x48, 0x4D, 0x51, 0xB2, 0x52, 0x28, 0x29, 0x2A, 0x4D, 0xAD, 0xE5, 0x02,
            0x00, 0xAD, 0x56, 0x08, 0xA0, 0x11, 0x00, 0x00, 0x00,
        ]
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
            + "Content-Length: \(zipped.count)\r\n\r\n"
        let answer = Array(head.utf8) + zipped
        #expect(try await served(answer) == "{\"zipped\": true}\n")
        #expect(try await served(answer, "--compressed") == "{\"zipped\": true}\n")
    }

    @Test func cookiesAreServedApartWithTheirAttributes() async throws {
        let answer =
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=short; Path=/\r\nVia: 1.1 x\r\n"
            + "Set-Cookie: seen=2; HttpOnly\r\nVia: 1.1 y\r\nX-Empty:\r\nContent-Length: 2\r\n\r\nok"
        let lines = try await served(Array(answer.utf8), "-i").split(separator: "\r\n")
        #expect(
            lines.filter { $0.hasPrefix("Set-Cookie") } == [
                "Set-Cookie: a=REDACTED-cookie-1; Path=/",
                "Set-Cookie: seen=REDACTED-cookie-2; HttpOnly",
            ]
        )
        #expect(lines.filter { $0.hasPrefix("Via") } == ["Via: 1.1 x", "Via: 1.1 y"])
        #expect(lines.contains("Content-Length: 2"))
        #expect(lines.last == "ok")
    }

    @Test func deadEndsAreToldApartByCodeAndPhase() async throws {
        let server = FaultServer { connection in
            switch connection.readRequest()?.target {
            case "/header-stall": connection.waitForClose()
            case "/body-stall":
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
                connection.waitForClose()
            case "/short": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            case "/noise": connection.send("this is not HTTP\r\n\r\n")
            case "/401":
                connection.send(
                    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
                        + "Content-Length: 0\r\n\r\n"
                )
            default: return
            }
        }
        let folder = try TemporaryFolder()
        try folder.write(
            "dead.http",
            """
            GET http://127.0.0.1:\(refusingPort())/

            ###
            # @timeout 200 ms
            GET \(server.base)/header-stall

            ###
            GET \(server.base)/short

            ###
            GET \(server.base)/noise

            ###
            # @timeout 200 ms
            GET \(server.base)/body-stall

            ###
            GET \(server.base)/401

            """
        )
        let ending = try await Apus.run("run", "dead.http", "--json", in: folder)
        #expect(ending.exitCode == 4)
        let results = try JSONValue(parsing: Octets(utf8: ending.output))["results"]?.arrayValue
        let failures = try #require(results).map { $0["failure"]?["code"]?.stringValue }
        #expect(
            failures == [
                "connect.refused", "timeout.total", "receive.truncated", "receive.malformed",
                "timeout.total", nil,
            ]
        )
        let phases = results?.map { $0["failure"]?["phase"]?.stringValue }
        #expect(phases?.first == "connect")
        #expect(phases?[1] == "wait" && phases?[4] == "receive")
        #expect(results?.last?["status"]?.intValue == 401)
        #expect(results?.last?["outcome"]?.stringValue == "failed")
        #expect(results?.dropLast().allSatisfy { $0["outcome"]?.stringValue == "error" } == true)
    }
}
