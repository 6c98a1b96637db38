import ClientCore
import HTTPModel
import Synchronization
import TestSupport
import Testing

/// Responses whose content is read as it comes.
@Suite struct StreamTests {
    private let client = HTTPClient(transport: CurlTransport())

    private func get(_ server: FaultServer, _ path: String = "/") throws -> HTTPRequest {
        HTTPRequest(.get, try TargetURI(server.base + path))
    }

    @Test func theHeadComesBeforeTheContent() async throws {
        let mayGoOn = TestGate()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            mayGoOn.block()
            connection.send("2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n")
        }
        let response = try await client.stream(get(server))
        #expect(response.status.rawValue == 200)
        let reader = response.body.makeAsyncIterator()
        #expect(try await reader.next()?.text == "abc")
        mayGoOn.open()
        #expect(try await reader.next()?.text == "de")
        #expect(try await reader.next() == nil)
        #expect(try await reader.next() == nil)
        let exchange = await response.exchange()
        #expect(exchange.response?.trailers["X-Sum"] == "5")
        #expect(exchange.response?.body.isEmpty == true)
        #expect(exchange.hops.count == 1 && exchange.attempts == 1)
        #expect(exchange.hops[0].bytesReceived > 60)
    }

    @Test func aSlowReaderHoldsTheServerUp() async throws {
        let total = 48 << 20
        let sent = Mutex(0)
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 64 << 10)
            for _ in 0..<(total / piece.count) {
                guard connection.send(piece) else { return }
                sent.withLock { $0 += piece.count }
            }
        }
        var request = try get(server)
        request.options.timeouts.idle = .seconds(20)
        let response = try await client.stream(request)
        var received = 0
        var farthest = 0
        for try await piece in response.body {
            received += piece.count
            #expect(piece.first == 7)
            farthest = max(farthest, sent.withLock { $0 } - received)
        }
        #expect(received == total)
        // What the sockets hold, and a little more.
        #expect(farthest < 20 << 20)
        #expect(await response.exchange().response != nil)
    }

    @Test func contentThatNobodyReadsStaysWithTheServer() async throws {
        let total = 96 << 20
        let sent = Mutex(0)
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 64 << 10)
            for _ in 0..<(total / piece.count) {
                guard connection.send(piece) else { return }
                sent.withLock { $0 += piece.count }
            }
        }
        let other = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = try get(server)
        request.options.timeouts.idle = .seconds(20)
        let response = try await client.stream(request)
        // Other requests on the same thread are answered until the server gets nothing more away.
        var (before, repeats) = (-1, 0)
        while repeats < 100 {
            #expect(try await client.send(get(other)).response != nil)
            let now = sent.withLock { $0 }
            repeats = now == before ? repeats + 1 : 0
            before = now
        }
        // What the sockets hold, and a little more.
        #expect(before < 20 << 20)
        response.body.cancel()
    }

    @Test(.timeLimit(.minutes(1)))
    func aStreamThatIsCancelledHasAnExchangeWithoutAReader() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
            connection.waitForClose()
        }
        let cancelled = try await client.stream(get(server))
        cancelled.body.cancel()
        #expect(await cancelled.exchange().failure?.code == .cancelled)
        let waiting = try await client.stream(get(server))
        let exchange = Task { await waiting.exchange() }
        while !waiting.body.isAwaited { await Task.yield() }
        waiting.body.cancel()
        #expect(await exchange.value.hops.last?.failure?.code == .cancelled)
    }

    @Test func whatEndedWellIsNotSpoiltByALaterCancel() async throws {
        let transport = StubTransport { _ in
            HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(200)), body: Octets(utf8: "a"))
        }
        let request = HTTPRequest(.get, try TargetURI("http://a.test"))
        let response = try await HTTPClient(transport: transport).stream(request)
        #expect(try await response.body.collect().text == "a")
        response.body.cancel()
        #expect(await response.exchange().response != nil)
    }

    @Test func droppingTheStreamEndsTheConnection() async throws {
        let isClosed = TestGate()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
            connection.waitForClose()
            isClosed.open()
        }
        do {
            let response = try await client.stream(get(server))
            #expect(response.status.rawValue == 200)
        }
        await isClosed.wait()
    }

    @Test func cancellingTheReaderEndsTheStream() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
            connection.waitForClose()
        }
        let response = try await client.stream(get(server))
        let hasRead = TestGate()
        let task = Task { () -> NetworkFailure.Code? in
            do {
                for try await _ in response.body { hasRead.open() }
                return nil
            } catch {
                return (error as? NetworkFailure)?.code
            }
        }
        await hasRead.wait()
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await response.exchange().failure?.code == .cancelled)
    }

    @Test func contentThatEndsEarlyThrowsAtItsEnd() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        }
        let response = try await client.stream(get(server))
        let reader = response.body.makeAsyncIterator()
        #expect(try await reader.next()?.text == "abc")
        let failure = await #expect(throws: NetworkFailure.self) { _ = try await reader.next() }
        #expect(failure?.code == .receiveTruncated)
        let exchange = await response.exchange()
        #expect(exchange.failure?.code == .receiveTruncated)
        #expect(exchange.hops.last?.failure?.code == .receiveTruncated)
    }

    @Test func aFailureBeforeTheHeadIsThrown() async throws {
        let failure = await #expect(throws: NetworkFailure.self) {
            let target = try TargetURI("http://127.0.0.1:\(refusingPort())")
            _ = try await client.stream(HTTPRequest(.get, target))
        }
        #expect(failure?.code == .connectRefused)
    }

    @Test func redirectsAreFollowedBeforeTheStream() async throws {
        let server = FaultServer { request in
            request.target == "/"
                ? "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 4\r\n\r\ngone"
                : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere"
        }
        let response = try await client.stream(get(server))
        #expect(try await response.body.collect().text == "here")
        let exchange = await response.exchange()
        #expect(exchange.hops.map { $0.responseHead?.status.rawValue } == [302, 200])
        // The content of the redirect was read, so its connection serves again.
        #expect(server.connectionCount == 1)
    }

    @Test func emptyContentEndsAtOnce() async throws {
        let server = FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let response = try await client.stream(get(server))
        #expect(try await response.body.collect().isEmpty)
        #expect(await response.exchange().response?.status.rawValue == 204)
    }

    @Test func transportsThatReceiveAllAtOnceStreamToo() async throws {
        struct Whole: Transport {
            func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome
            {
                let head = HTTPResponseHead(status: HTTPStatus(200))
                let response = HTTPResponse(head: head, body: Octets(utf8: "data: 1\n\n"))
                return HopOutcome(hop: Hop(sent: request.asSent), response: response)
            }
        }
        let client = HTTPClient(transport: Whole())
        let target = try TargetURI("http://a.test")
        let response = try await client.stream(HTTPRequest(.get, target))
        #expect(response.opening.response?.body.isEmpty == true)
        var events: [ServerSentEvent] = []
        for try await event in response.body.serverSentEvents { events.append(event) }
        #expect(events == [ServerSentEvent(data: "1")])
        #expect(await response.exchange().response != nil)
    }

    @Test func collectingStopsAtItsLimit() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        #expect(try await client.stream(get(server)).body.collect(upTo: 5).text == "hello")
        let failure = await #expect(throws: NetworkFailure.self) {
            _ = try await client.stream(get(server)).body.collect(upTo: 4)
        }
        #expect(failure?.code == .receiveTooLarge)
    }

    @Test func linesAndJSONLinesComeOneByOne() async throws {
        let server = FaultServer { request in
            let body =
                request.target == "/j" ? "{\"a\":1}\n\n[2]\r\n\"last\"" : "eins\r\nzwei\n\ndrei"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        var lines: [String] = []
        for try await line in try await client.stream(get(server)).body.lines { lines.append(line) }
        #expect(lines == ["eins", "zwei", "", "drei"])
        var values: [String] = []
        for try await value in try await client.stream(get(server, "/j")).body.jsonLines {
            values.append(value.text)
        }
        #expect(values == ["{\"a\":1}", "[2]", "\"last\""])
    }
}
