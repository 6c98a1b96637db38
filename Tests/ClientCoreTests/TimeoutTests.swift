import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Limits below a second act in every phase, and say which one it was.
@Suite struct TimeoutTests {
    /// For limits that count from the start, which a busy machine may delay.
    private static let startLimit = Duration.milliseconds(400)

    private func failure(
        at base: String,
        content: Octets? = nil,
        limit: Duration = .milliseconds(100),
        total: Duration? = nil,
        _ change: (inout RequestOptions.Timeouts) -> Void = { _ in }
    ) async throws -> NetworkFailure {
        var options = RequestOptions()
        change(&options.timeouts)
        let outcome = await CurlTransport.shared.send(
            PreparedRequest(
                method: content == nil ? .get : .post,
                target: try TargetURI(base),
                content: content.map { .octets($0) },
                options: options,
                totalTimeLeft: total
            )
        )
        let failure = try #require(outcome.hop.failure)
        #expect(failure.elapsed >= limit && failure.elapsed < .seconds(20))
        #expect(failure.detail == "limit \(limit)")
        #expect(outcome.hop.timings.total == failure.elapsed)
        return failure
    }

    @Test func connecting() async throws {
        let port = UnansweringPort()
        let failure = try await failure(
            at: "http://127.0.0.1:\(port.port)",
            limit: Self.startLimit
        ) {
            $0.connect = Self.startLimit
        }
        #expect(failure.code == .connectTimeout)
        #expect([.resolve, .connect].contains(failure.phase))
    }

    @Test func theTLSHandshake() async throws {
        let server = FaultServer { $0.waitForClose() }
        let failure = try await failure(
            at: "https://127.0.0.1:\(server.port)",
            limit: Self.startLimit
        ) {
            $0.connect = Self.startLimit
        }
        #expect(failure.code == .connectTimeout)
        #expect([.resolve, .connect, .tls].contains(failure.phase))
    }

    @Test func sending() async throws {
        let closed = TestGate()
        let server = FaultServer { connection in
            _ = connection.readHead()
            closed.block()
        }
        let content = Octets([UInt8](repeating: 1, count: 16 << 20))
        let failure = try await failure(at: server.base, content: content) {
            $0.idle = .milliseconds(100)
        }
        closed.open()
        #expect(failure.code == .timeoutBody && failure.phase == .send)
        #expect(failure.bytesSent > 0 && failure.bytesSent < content.count)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX: 1\r\n"])
    func theHead(_ beginning: String) async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.send(beginning)
            connection.waitForClose()
        }
        let failure = try await failure(at: server.base, limit: Self.startLimit) {
            $0.headers = Self.startLimit
        }
        #expect(failure.code == .timeoutHeaders && failure.phase == .wait)
        #expect([0, beginning.utf8.count].contains(failure.bytesReceived))
        #expect(failure.partialHead == nil)
    }

    @Test func theContent() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            connection.waitForClose()
        }
        let failure = try await failure(at: server.base) { $0.idle = .milliseconds(100) }
        #expect(failure.code == .timeoutBody && failure.phase == .receive)
        #expect(failure.partialBody.text == "hello" && failure.partialHead?.status.rawValue == 200)
    }

    @Test func everything() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let failure = try await failure(
            at: server.base,
            limit: Self.startLimit,
            total: Self.startLimit
        )
        #expect(failure.code == .timeoutTotal)
    }

    @Test func theTotalCountsOverAllHops() async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/end" { return connection.waitForClose() }
                connection.send("HTTP/1.1 302 F\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var request = HTTPRequest(.get, try TargetURI(server.base))
        request.options.timeouts.total = Self.startLimit
        let exchange = try await HTTPClient().send(request)
        #expect(exchange.failure?.code == .timeoutTotal)
        #expect(exchange.elapsed >= Self.startLimit && exchange.elapsed < .seconds(20))
    }

    @Test func eachHopGetsWhatIsLeftOfTheTotal() async throws {
        let transport = StubTransport(redirects: ["http://a.test/1": (302, "/2")])
        var request = HTTPRequest(.get, try TargetURI("http://a.test/1"))
        request.options.timeouts.total = .seconds(60)
        let exchange = try await HTTPClient(transport: transport).send(request)
        let left = transport.sent.compactMap(\.totalTimeLeft)
        #expect(left.count == 2 && left[0] == .seconds(60) && left[1] < left[0])
        #expect(exchange.hops[1].startOffset == .seconds(60) - left[1])
    }

    @Test func aTotalThatIsUsedUpEndsBetweenHops() async throws {
        let transport = StubTransport(redirects: ["http://a.test/1": (302, "/2")])
        var request = HTTPRequest(.get, try TargetURI("http://a.test/1"))
        request.options.timeouts.total = .nanoseconds(1)
        let exchange = try await HTTPClient(transport: transport).send(request)
        #expect(exchange.failure?.code == .timeoutTotal && exchange.failure?.phase == .redirect)
        #expect(transport.sent.count == 1)
    }
}
