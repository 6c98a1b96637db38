import ClientCore
import HTTPModel
import TestSupport
import Testing

/// What goes over the wire, byte for byte.
@Suite struct WireTests {
    private let client = HTTPClient()

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test func fieldsGoOutInOrderExactlyAsGiven() async throws {
        let server = FaultServer(answering: Self.ok)
        let fields: HTTPFields = [
            "X-b": "1", "x-B": "2", "Empty": "", "accept": "text/*", "Umlaut": "ü",
        ]
        let request = HTTPRequest(
            .get,
            try TargetURI(server.base + "/a/../b?x=1#f"),
            fields: fields
        )
        let exchange = try await client.send(request)
        let expected = [
            "GET /a/../b?x=1 HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "User-Agent: Apus/0.1.0",
            "Accept-Encoding: gzip, deflate, br, zstd", "X-b: 1", "x-B: 2", "Empty:",
            "accept: text/*", "Umlaut: ü",
        ]
        #expect(server.requests.first?.lines == expected)
        let sent = try #require(exchange.hops.first).sent
        #expect(sent.headOctets.text == server.requests.first?.head)
        #expect(
            sent.fields.map { "\($0.name)=\($0.value)" }.suffix(4) == [
                "x-B=2", "Empty=", "accept=text/*", "Umlaut=ü",
            ]
        )
        #expect(exchange.hops.first?.bytesSent == sent.headOctets.count)
    }

    @Test(arguments: [
        HTTPMethod.get, .head, .post, .put, .patch, .delete, .options, .query,
        HTTPMethod(rawValue: "PURGE") ?? .get,
    ])
    func everyMethodGoesOutAsItIs(_ method: HTTPMethod) async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                let isHead = request.line.hasPrefix("HEAD")
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\(isHead ? "" : "ok")")
            }
        }
        let exchange = try await client.send(HTTPRequest(method, try TargetURI(server.base)))
        #expect(server.requests.first?.line == "\(method) / HTTP/1.1")
        let length = [.post, .put, .patch].contains(method) ? "0" : nil
        #expect(server.requests.first?.field("Content-Length") == length)
        #expect(server.requests.first?.field("Content-Type") == nil)
        #expect(exchange.response?.body.text == (method == .head ? "" : "ok"))
    }

    @Test(arguments: [HTTPMethod.get, .head, .post, .put, .delete])
    func contentGoesOutByteForByte(_ method: HTTPMethod) async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                let isHead = request.line.hasPrefix("HEAD")
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\(isHead ? "" : "ok")")
            }
        }
        let body = Octets((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let request = HTTPRequest(method, try TargetURI(server.base), body: .octets(body))
        let exchange = try await client.send(request)
        let received = try #require(server.requests.first)
        #expect(received.body == body.array)
        #expect(received.lines.last == "Content-Length: 70000")
        #expect(received.field("Expect") == nil && received.field("Content-Type") == nil)
        #expect(exchange.response?.status.rawValue == 200)
        #expect(exchange.hops.first?.bytesSent == received.head.utf8.count + body.count)
    }

    @Test func emptyContentIsAnnounced() async throws {
        let server = FaultServer(answering: Self.ok)
        let request = HTTPRequest(.delete, try TargetURI(server.base), body: .octets(Octets()))
        _ = try await client.send(request)
        #expect(server.requests.first?.field("Content-Length") == "0")
    }

    @Test func aWrongLengthIsCorrectedInPlace() async throws {
        let server = FaultServer(answering: Self.ok)
        let request = HTTPRequest(
            .post,
            try TargetURI(server.base),
            fields: ["Content-Length": "99", "X": "1"],
            body: .octets(Octets(utf8: "abc"))
        )
        _ = try await client.send(request)
        #expect(server.requests.first?.lines.suffix(2) == ["Content-Length: 3", "X: 1"])
        #expect(server.requests.first?.text == "abc")
    }

    @Test func chunkedContentIsFramedByTheTransport() async throws {
        let server = FaultServer(answering: Self.ok)
        let request = HTTPRequest(
            .post,
            try TargetURI(server.base),
            fields: ["Transfer-Encoding": "chunked"],
            body: .octets(Octets(utf8: "abc"))
        )
        _ = try await client.send(request)
        #expect(server.requests.first?.text == "3\r\nabc\r\n0\r\n\r\n")
        #expect(server.requests.first?.field("Content-Length") == nil)
    }

    @Test func connectionsAreUsedAgain() async throws {
        let server = FaultServer(answering: Self.ok)
        let request = HTTPRequest(.get, try TargetURI(server.base))
        // A transport of its own: nobody else's connections push this one out.
        let client = HTTPClient(transport: CurlTransport())
        let first = try await client.send(request)
        let second = try await client.send(request)
        #expect(first.hops.first?.isReusedConnection == false)
        #expect(second.hops.first?.isReusedConnection == true)
        #expect(server.connectionCount == 1)
        #expect(second.hops.first?.remoteAddress == "127.0.0.1:\(server.port)")
    }

    @Test func aRequestIsNotColouredByTheOneBefore() async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                let isHead = request.line.hasPrefix("HEAD")
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\(isHead ? "" : "ok")")
            }
        }
        func request(_ path: String, _ method: HTTPMethod = .get) throws -> HTTPRequest {
            HTTPRequest(method, try TargetURI(server.base + path))
        }
        var field = try request("/field")
        field.fields.append("X-Own", "1")
        var undecoded = try request("/undecoded")
        undecoded.options.isDecoding = false
        var content = try request("/content", .post)
        content.body = .octets(Octets(utf8: "body"))
        let plain = try request("/plain")
        let requests = [
            plain, try request("/plain?again"), plain, field, plain, try request("/h", .head),
            plain, content, plain, undecoded, plain, try request("/d", .delete), plain,
        ]
        let one = HTTPClient(transport: CurlTransport())
        for request in requests {
            let fresh = HTTPClient(transport: CurlTransport())
            let expected = try await fresh.send(request).hops.first?.sent
            let exchange = try await one.send(request)
            #expect(exchange.hops.first?.sent == expected)
            #expect(exchange.response?.status == HTTPStatus(200))
        }
        let heads = server.requests.map(\.head)
        for i in requests.indices { #expect(heads[2 * i] == heads[2 * i + 1]) }
    }

    @Test func aRequestOnAConnectionThatDiedWhileIdleIsSentAgain() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(Self.ok)
            if connection.number == 1 { _ = connection.readRequest() }
        }
        let request = HTTPRequest(.get, try TargetURI(server.base))
        _ = try await client.send(request)
        let second = try await client.send(request)
        #expect(second.response?.body.text == "ok")
        #expect(second.hops.first?.bytesSent == second.hops.first?.sent.headOctets.count)
        #expect(server.connectionCount == 2)
    }

    @Test func userInformationBecomesBasicCredentials() async throws {
        let server = FaultServer(answering: Self.ok)
        let target = try TargetURI("http://us%20er:p%3Aw@127.0.0.1:\(server.port)/")
        let exchange = try await client.send(HTTPRequest(.get, target))
        #expect(server.requests.first?.field("Authorization") == "Basic dXMgZXI6cDp3")
        #expect(exchange.hops.first?.sent.target.userInfo == nil)
    }
}
