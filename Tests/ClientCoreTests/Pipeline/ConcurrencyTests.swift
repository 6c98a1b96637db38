import ClientCore
import HTTPModel
import Synchronization
import Testing

/// A transport whose hops end when the test says so.
private final class HeldTransport: Transport {
    private struct State {
        var held: [(target: String, continuation: CheckedContinuation<Void, Never>)] = []
        var most = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// The most hops that were under way at once.
    var most: Int { state.withLock { $0.most } }

    /// The targets of the hops under way, in order.
    var held: [String] { state.withLock { $0.held.map(\.target) } }

    func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.held.append((request.target.text, continuation))
                state.most = max(state.most, state.held.count)
            }
            tellWatchers()
        }
        let response = HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(200)))
        return HopOutcome(hop: Hop(sent: request.asSent), response: response)
    }

    /// Ends the hop that began first.
    func release() {
        state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }?.continuation.resume()
    }

    /// Returns when so many hops are under way.
    func holds(_ count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.append((count, continuation)) }
            tellWatchers()
        }
    }

    private func tellWatchers() {
        let told = state.withLock { state in
            let count = state.held.count
            let told = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return told
        }
        for watcher in told { watcher.continuation.resume() }
    }
}

@Suite struct ConcurrencyTests {
    private func limited(
        _ transport: any Transport,
        _ limiter: ConcurrencyLimiter,
        time: ManualTime = ManualTime()
    ) -> HTTPClient {
        var client = client(transport, time: time)
        client.configuration.concurrency = limiter
        return client
    }

    private func request(_ url: String) throws -> HTTPRequest {
        HTTPRequest(.get, try TargetURI(url))
    }

    /// Starts calls one after the other, each when the one before runs or waits.
    private func start(
        _ urls: [String],
        _ client: HTTPClient,
        _ limiter: ConcurrencyLimiter
    ) async throws -> [Task<Exchange, any Error>] {
        var tasks: [Task<Exchange, any Error>] = []
        for url in urls {
            let request = try request(url)
            tasks.append(Task { try await client.send(request) })
            while limiter.runningCount + limiter.waitingCount < tasks.count { await Task.yield() }
        }
        return tasks
    }

    @Test func thoseBeyondTheLimitWaitInTheirOrder() async throws {
        let transport = HeldTransport()
        let limiter = ConcurrencyLimiter(total: 2)
        let urls = (1...5).map { "http://h\($0).test/" }
        let tasks = try await start(urls, limited(transport, limiter), limiter)
        await transport.holds(2)
        #expect(limiter.waitingCount == 3)
        var begun = Set(transport.held)
        #expect(begun == Set(urls[..<2]))
        for url in urls[2...] {
            transport.release()
            await transport.holds(2)
            begun.formUnion(transport.held)
            #expect(begun.contains(url))
        }
        transport.release()
        transport.release()
        for task in tasks { #expect(try await task.value.failure == nil) }
        #expect(transport.most == 2)
        #expect(limiter.runningCount == 0)
    }

    @Test func aBusyHostLetsOthersPass() async throws {
        let transport = HeldTransport()
        let limiter = ConcurrencyLimiter(total: 2, perHost: 1)
        let urls = ["http://a.test/1", "http://a.test/2", "http://b.test/"]
        let tasks = try await start(urls, limited(transport, limiter), limiter)
        await transport.holds(2)
        #expect(Set(transport.held) == ["http://a.test/1", "http://b.test/"])
        for _ in 0..<2 { transport.release() }
        await transport.holds(1)
        transport.release()
        for task in tasks { #expect(try await task.value.failure == nil) }
    }

    @Test func theWaitIsQueuedInTheTimings() async throws {
        let time = ManualTime()
        let transport = HeldTransport()
        let limiter = ConcurrencyLimiter(total: 1)
        let urls = ["http://a.test/", "http://b.test/"]
        let tasks = try await start(urls, limited(transport, limiter, time: time), limiter)
        await transport.holds(1)
        time.advance(by: .seconds(3))
        transport.release()
        await transport.holds(1)
        transport.release()
        #expect(try await tasks[0].value.timings.queued == .zero)
        let second = try await tasks[1].value
        #expect(second.timings.queued == .seconds(3))
        #expect(second.hops[0].timings.total == .seconds(3))
        #expect(second.hops[0].startOffset == .zero)
    }

    @Test func whoWaitsCanBeCancelled() async throws {
        let transport = HeldTransport()
        let limiter = ConcurrencyLimiter(total: 1)
        let urls = ["http://a.test/", "http://b.test/", "http://c.test/"]
        let tasks = try await start(urls, limited(transport, limiter), limiter)
        tasks[1].cancel()
        let cancelled = try await tasks[1].value
        #expect(cancelled.failure?.code == .cancelled)
        #expect(cancelled.failure?.detail == "while waiting for a free place")
        await transport.holds(1)
        transport.release()
        await transport.holds(1)
        #expect(transport.held == ["http://c.test/"])
        transport.release()
        #expect(try await tasks[2].value.failure == nil)
    }

    @Test func whoWaitsDoesNotWaitPastTheTotalLimit() async throws {
        let time = ManualTime(isHeld: true)
        let transport = HeldTransport()
        let limiter = ConcurrencyLimiter(total: 1)
        let client = limited(transport, limiter, time: time)
        let first = try await start(["http://a.test/"], client, limiter)
        var hurried = try request("http://b.test/")
        hurried.options.timeouts.total = .seconds(2)
        let second = Task { try await client.send(hurried) }
        await time.sleeps(1)
        time.advance(by: .seconds(2))
        let exchange = try await second.value
        #expect(exchange.failure?.code == .timeoutTotal)
        #expect(exchange.timings.queued == .seconds(2))
        await transport.holds(1)
        transport.release()
        #expect(try await first[0].value.failure == nil)
        #expect(limiter.runningCount == 0)
    }

    @Test func aResponseThatIsStreamedHoldsItsPlaceUntilTheNextHop() async throws {
        let limiter = ConcurrencyLimiter(total: 1)
        var client = client(
            ScriptTransport([.status(503), .status(302, ["Location": "/b"]), .status(200)]),
            RetryPolicy(backoff: .constant(.zero))
        )
        client.configuration.concurrency = limiter
        let transport = client.transport
        let context = CallContext(delivery: .stream, time: ManualTime())
        let exchange = try await client.run(get(), context: context) { hop, observer in
            await transport.send(hop, observer: observer)
        }
        #expect(exchange.response?.status == HTTPStatus(200))
        #expect(limiter.runningCount == 1)
        context.releasePlace()
        #expect(limiter.runningCount == 0)
    }

    @Test func theHopsOfARetryQueueAnew() async throws {
        let limiter = ConcurrencyLimiter(total: 1)
        var client = client(
            ScriptTransport([.status(503), .status(302, ["Location": "/b"]), .status(200)]),
            RetryPolicy(backoff: .constant(.zero))
        )
        client.configuration.concurrency = limiter
        let exchange = try await client.send(get())
        #expect(exchange.response?.status == HTTPStatus(200))
        #expect(limiter.runningCount == 0)
    }
}

@Suite struct CoalescingTests {
    @Test func identicalRequestsAreSentOnce() async throws {
        let gate = Gate()
        let transport = ScriptTransport([
            .closure { _ in
                await gate.wait()
                return .status(200, [:], "one")
            }
        ])
        let middleware = CoalescingMiddleware()
        let client = client(transport, middleware)
        let request = try get()
        let tasks = (0..<5).map { _ in Task { try await client.send(request) } }
        while middleware.waitingCount(for: request) < 5 { await Task.yield() }
        gate.open()
        for task in tasks {
            #expect(try await task.value.response?.body == Octets(Array("one".utf8)))
        }
        #expect(transport.sent.count == 1)
        #expect(middleware.count == 0)
        _ = try await client.send(request)
        #expect(transport.sent.count == 2)
    }

    @Test func whoIsCancelledLeavesTheOthers() async throws {
        let gate = Gate()
        let transport = ScriptTransport([
            .closure { _ in
                await gate.wait()
                return Task.isCancelled ? .failure(.cancelled, .wait) : .status(200)
            }
        ])
        let middleware = CoalescingMiddleware()
        let client = client(transport, middleware)
        let request = try get()
        let first = Task { try await client.send(request) }
        while middleware.waitingCount(for: request) < 1 { await Task.yield() }
        let second = Task { try await client.send(request) }
        while middleware.waitingCount(for: request) < 2 { await Task.yield() }
        first.cancel()
        #expect(try await first.value.failure?.code == .cancelled)
        gate.open()
        #expect(try await second.value.failure == nil)
        #expect(transport.sent.count == 1)
    }

    @Test func whenAllAreCancelledTheRequestIsToo() async throws {
        let gate = Gate()
        let wasCancelled = Mutex(false)
        let transport = ScriptTransport([
            .closure { _ in
                await withTaskCancellationHandler {
                    await gate.wait()
                } onCancel: {
                    wasCancelled.withLock { $0 = true }
                    gate.open()
                }
                return .failure(.cancelled, .wait)
            }
        ])
        let middleware = CoalescingMiddleware()
        let client = client(transport, middleware)
        let request = try get()
        let task = Task { try await client.send(request) }
        while transport.sent.isEmpty { await Task.yield() }
        task.cancel()
        #expect(try await task.value.failure?.code == .cancelled)
        await gate.wait()
        #expect(wasCancelled.withLock { $0 })
    }

    @Test func requestsThatDifferInTokenOrFieldsAreNot() async throws {
        let gate = Gate()
        let transport = ScriptTransport([
            .closure { _ in
                await gate.wait()
                return .status(200)
            }
        ])
        let client = client(transport, CoalescingMiddleware())
        let plain = try get()
        var other = plain
        other.fields.append("Accept", "text/html")
        var users = [plain, plain]
        users[0].options.authentication = .basic(user: "me", password: "a")
        users[1].options.authentication = .basic(user: "me", password: "b")
        var named = plain
        named.target = try TargetURI("http://me:a@api.test/")
        let requests: [(HTTPRequest, Token?)] = [
            (plain, nil), (other, nil), (plain, .bearer("a")), (plain, .bearer("b")),
            (users[0], nil), (users[1], nil), (named, nil),
        ]
        let tasks = requests.map { request, token in
            Task { try await client.send(request, token: token) }
        }
        while transport.sent.count < requests.count { await Task.yield() }
        gate.open()
        for task in tasks { #expect(try await task.value.failure == nil) }
    }

    @Test func whatChangesSomethingIsSentEachTime() async throws {
        let gate = Gate()
        let transport = ScriptTransport([
            .closure { _ in
                await gate.wait()
                return .status(200)
            }
        ])
        let client = client(transport, CoalescingMiddleware())
        let request = HTTPRequest(.post, try TargetURI("http://api.test/"))
        let tasks = (0..<2).map { _ in Task { try await client.send(request) } }
        while transport.sent.count < 2 { await Task.yield() }
        gate.open()
        for task in tasks { #expect(try await task.value.failure == nil) }
    }

    @Test func aRefusalReachesEverybody() async throws {
        let gate = Gate()
        let transport = ScriptTransport([.status(200)])
        let middleware = CoalescingMiddleware()
        let waiting = ClosureMiddleware { (request, _, next) async throws(PreparationFailure) in
            await gate.wait()
            return try await next(request)
        }
        let client = client(transport, middleware, waiting)
        var request = try get()
        request.fields.append("X", "a\nb")
        let refused = request
        let tasks = (0..<3).map { _ in Task { try await client.send(refused) } }
        while middleware.waitingCount(for: refused) < 3 { await Task.yield() }
        gate.open()
        for task in tasks {
            await #expect(throws: PreparationFailure.self) { try await task.value }
        }
        #expect(transport.sent.isEmpty && middleware.count == 0)
    }
}
