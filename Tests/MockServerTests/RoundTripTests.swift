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

    private static let types = [
        "json": "application/json", "xml": "application/xml", "html": "text/html",
        "txt": "text/plain; charset=utf-8", "png": "image/png", "sse": "text/event-stream",
        "ndjson": "application/x-ndjson", "svg": "image/svg+xml",
    ]
    private static let codings = ["gz": "gzip", "br": "br", "zst": "zstd", "zz": "deflate"]

    /// What a server would have answered with a file of the corpus, content coding on.
    private static func response(of file: String) throws -> HTTPResponse {
        let ext = FilePath.fileExtension(of: file)
        let bytes = try Corpus.read(file)
        var fields: HTTPFields = [
            "Content-Type": types[ext] ?? "application/octet-stream",
            "Content-Length": "\(bytes.count)", "X-Twice": "1", "ETag": "\"\(bytes.count)\"",
            "x-twice": "two, three", "X-Empty": "",
        ]
        if let coding = codings[ext] { fields.append("Content-Encoding", coding) }
        return HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200), fields: fields),
            body: bytes
        )
    }

    /// Stores every response of the corpus, serves them, and lets curl fetch them.
    @Test func everyRealResponseComesBackFromCurlAsItWasStored() async throws {
        let files = Corpus.files(in: "responses")
        guard !files.isEmpty else { return }
        #expect(files.count >= 637)
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.file("Fixtures"))
        let empty = RedactionPolicy(fieldNames: [], queryNames: [], jsonKeys: [])
        for (i, file) in files.enumerated() {
            let target = try TargetURI("http://corpus.test/\(i % 7)/r\(i)?file=\(i)")
            var request = HTTPRequest(.get, target)
            request.options.isDecoding = false
            let exchange = Exchange(
                request: request,
                result: .success(try Self.response(of: file))
            )
            try store.save(Fixture.capturing(exchange, policy: empty))
        }
        var configuration = MockServerConfiguration(root: folder.path)
        configuration.threadCount = 2
        let server = try MockServer(configuration)
        server.start()
        defer { server.stop() }
        let orders = files.indices.map { i in
            "url = \"\(server.origin)/\(i % 7)/r\(i)?file=\(i)\"\noutput = \"b\(i)\"\n"
                + "dump-header = \"h\(i)\"\n"
        }
        try folder.write("orders", orders.joined(separator: "next\n"))
        let curl = try await ChildProgram.run(
            "/usr/bin/curl",
            ["-sS", "-K", "orders"],
            directory: folder.path,
            limit: .seconds(120)
        )
        #expect(curl.exitCode == 0, "\(curl.diagnostics)")
        for (i, file) in files.enumerated() {
            let expected = try Self.response(of: file)
            let body = FileSystem.exists(folder.file("b\(i)")) ? try folder.read("b\(i)") : Octets()
            #expect(SHA256.hash(body) == SHA256.hash(expected.body), "\(file)")
            let lines = try folder.read("h\(i)").text.split(separator: "\r\n").map(String.init)
            #expect(lines.first == "HTTP/1.1 200 OK")
            let fields = lines.dropFirst().filter { !$0.hasPrefix("Date: ") }
            #expect(fields == expected.fields.map { "\($0.name): \($0.value)" }, "\(file)")
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
