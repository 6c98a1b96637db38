import ClientCore
import Files
import Fixtures
import HTTPModel
import MockServer
import TestSupport
import Testing

/// What was stored is served byte for byte.
@Suite struct RoundTripTests {
    private func identical(_ bytes: Octets, type: String) throws {
        let running = try RunningServer()
        let target = try TargetURI("http://api.test/file?page=1")
        let response = HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(200),
                fields: ["Content-Type": type, "X-Twice": "1", "X-Twice": "2"]
            ),
            body: bytes
        )
        let exchange = Exchange(request: HTTPRequest(.get, target), result: .success(response))
        let empty = RedactionPolicy(fieldNames: [], queryNames: [], jsonKeys: [])
        try running.save(Fixture.capturing(exchange, policy: empty))
        let reply = try #require(running.client.get("/file?page=1"))
        #expect(reply.status == 200)
        #expect(reply.body == bytes.array)
        #expect(reply.values("Content-Type") == [type])
        #expect(reply.values("X-Twice") == ["1", "2"])
    }

    @Test func anyBytesComeBackAsTheyWereStored() throws {
        try identical(Octets([UInt8](0...255)), type: "application/octet-stream")
        try identical(
            Octets(utf8: "{\"a\":1.00,\"a\":12345678901234567890}"),
            type: "application/json"
        )
        try identical(Octets(utf8: "\u{FEFF}zero width \u{200B}\r\n\r\n"), type: "text/plain")
        try identical(Octets(), type: "text/plain")
    }

    @Test func realResponsesComeBackAsTheyWereStored() throws {
        let files = Corpus.files(in: "responses")
        // One of every twenty keeps the test short and still meets every folder.
        for (i, file) in files.enumerated() where i % 20 == 0 {
            let bytes = try Corpus.read(file)
            guard bytes.count < 2_000_000 else { continue }
            let type = file.hasSuffix(".json") ? "application/json" : "application/octet-stream"
            try identical(bytes, type: type)
        }
    }

    @Test func whatWasCapturedFromTheServerReplaysTheSame() async throws {
        let running = try RunningServer()
        let target = try TargetURI(running.server.origin + "/hello")
        let first = try await HTTPClient().send(HTTPRequest(.get, target))
        let fixture = Fixture.capturing(first, capturedAt: "2026-01-01T00:00:00Z")
        let replay = FixtureTransport(FixtureSet([fixture]))
        let second = try await HTTPClient(transport: replay).send(HTTPRequest(.get, target))
        #expect(second.response == first.response)
    }

    @Test func curlIsServedToo() async throws {
        let running = try RunningServer()
        try running.save(.init(.post, authority: "a", path: "/up", outcome: .text("got it")))
        let body = String(repeating: "x", count: 200_000)
        try running.folder.write("upload", body)
        let url = "\(running.server.origin)/up"
        let file = running.folder.file("upload")
        for extra in [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]] {
            let curl = try ChildProgram(
                "/usr/bin/curl",
                ["-sS", "--data-binary", "@\(file)", "-w", " %{http_code}", url] + extra
            )
            let ending = await curl.finish()
            #expect(ending.output == "got it 200")
        }
        // An entry may be logged after its response has arrived, but not after the server's end.
        running.server.stop()
        #expect(running.logged.map(\.body.count) == [200_000, 200_000, 200_000])
    }

    @Test func theSampleFixturesAreAllValid() throws {
        // Tests/MockServerTests/RoundTripTests.swift is three levels below the package.
        let package = FilePath.directory(
            of: FilePath.directory(of: FilePath.directory(of: #filePath))
        )
        let root = FilePath.join(package, "Collections/Fixtures")
        let set = try FixtureStore(root: root).load()
        #expect(set.problems == [])
        #expect(set.stored.count > 10)
    }
}
