import Synchronization
public import NetworkClient

/// A transport that answers from closures; nothing is sent.
///
/// The newest stub whose matcher holds answers; without one the hop fails with `internal`, naming
/// what was asked for and what is stubbed. Limits of time and size hold as on the wire.
///
/// ```swift
/// let transport = MockTransport()
/// transport.stub([.method(.get), .path("/breeds")], with: .json(#"["corgi"]"#))
/// let client = MainNetworkClient(transport: transport)
/// …
/// try transport.verify(.path("/breeds"), calls: .exactly(1))
/// ```
public final class MockTransport: Transport {
    /// Answers a request; what it throws is no failure of the network but `internal`.
    public typealias Handler = @Sendable (PreparedRequest) async throws -> MockAnswer

    /// Lets time pass.
    public typealias Pause = @Sendable (Duration) async throws -> Void

    private struct Stub {
        let matcher: RequestMatcher
        let handler: Handler
    }

    private struct Content {
        var stubs: [Stub] = []
        var received: [PreparedRequest] = []
        var injected: [MockAnswer] = []
    }

    private let content = Mutex(Content())
    private let latency: Duration
    private let bytesPerSecond: Int?
    private let pause: Pause

    /// The requests so far, oldest first; their content is in memory.
    public var received: [PreparedRequest] { content.withLock { $0.received } }

    /// Creates a transport without stubs.
    ///
    /// - Parameters:
    ///   - latency: The time before the first byte of each answer.
    ///   - bytesPerSecond: How fast content comes; `nil` for at once.
    ///   - pause: How time passes; tests give their own to wait for nothing.
    public init(
        latency: Duration = .zero,
        bytesPerSecond: Int? = nil,
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) {
        self.latency = latency
        self.bytesPerSecond = bytesPerSecond
        self.pause = pause
    }

    /// Creates a transport that answers every request by `handler`.
    public convenience init(latency: Duration = .zero, _ handler: @escaping Handler) {
        self.init(latency: latency)
        stub(.any, by: handler)
    }

    /// Answers requests that `matcher` holds for by `handler`, before all stubs so far.
    public func stub(_ matcher: RequestMatcher, by handler: @escaping Handler) {
        content.withLock { $0.stubs.append(Stub(matcher: matcher, handler: handler)) }
    }

    /// Answers requests that `matcher` holds for with `answers` in turn; the last one repeats.
    public func stub(_ matcher: RequestMatcher, with answers: MockAnswer...) {
        let rest = MockAnswers(answers)
        stub(matcher) { _ in rest.next() }
    }

    /// Fails the next requests, whichever they are, before the stubs answer again.
    ///
    /// - Parameters:
    ///   - code: The cause.
    ///   - count: How many requests fail.
    public func failNext(_ code: NetworkFailure.Code, count: Int = 1) {
        failNext(with: .failure(code), count: count)
    }

    /// Gives the next requests, whichever they are, this answer before the stubs answer again.
    public func failNext(with answer: MockAnswer, count: Int = 1) {
        content.withLock { $0.injected += Array(repeating: answer, count: max(count, 0)) }
    }

    /// Removes all stubs and forgets the requests so far.
    public func reset() {
        content.withLock { $0 = Content() }
    }

    /// Answers `request`; content from files and streams is read first, as on the wire.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        var request = request
        let answer = await answer(to: &request)
        var delivery = delivery(of: answer, to: request)
        return await delivery.deliver(answer.result, to: observer)
    }

    /// Answers `request` with the head first; the content comes in the answer's pieces.
    public func stream(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> StreamedHop {
        var request = request
        let answer = await answer(to: &request)
        var delivery = delivery(of: answer, to: request)
        let whole = answer.result
        guard let head = answer.head else {
            return StreamedHop(outcome: await delivery.deliver(whole, to: observer))
        }
        let begun = await delivery.deliver(.success(HTTPResponse(head: head)), to: observer)
        guard begun.response != nil else { return StreamedHop(outcome: begun) }
        let content = MockContent(
            answer,
            to: request,
            head: head,
            hop: begun.hop,
            bytesPerSecond: answer.bytesPerSecond ?? bytesPerSecond,
            pause: pause
        )
        return StreamedHop(
            outcome: begun,
            content: HopContent(next: { await content.next() }, cancel: { content.cancel() })
        )
    }

    private func delivery(of answer: MockAnswer, to request: PreparedRequest) -> MockDelivery {
        MockDelivery(
            request: request,
            latency: answer.latency ?? latency,
            bytesPerSecond: answer.bytesPerSecond ?? bytesPerSecond,
            pause: pause
        )
    }

    /// Reads the content of `request` into memory, notes it, and finds its answer.
    private func answer(to request: inout PreparedRequest) async -> MockAnswer {
        do throws(NetworkFailure) {
            request.content = try await request.content?.inMemory()
        } catch {
            content.withLock { [request] in $0.received.append(request) }
            return MockAnswer(result: .failure(error))
        }
        let (injected, stub, stubs) = content.withLock { [request] content in
            content.received.append(request)
            let injected = content.injected.isEmpty ? nil : content.injected.removeFirst()
            let stub = content.stubs.last { $0.matcher.holds(for: request) }
            return (injected, stub, content.stubs.map(\.matcher.description))
        }
        if let injected { return injected }
        return await answer(to: request, by: stub, stubs: stubs)
    }

    private func answer(
        to request: PreparedRequest,
        by stub: Stub?,
        stubs: [String]
    ) async -> MockAnswer {
        do {
            try Task.checkCancellation()
            guard let stub else {
                var detail = "no stub for \(request.method) \(request.target)"
                if !stubs.isEmpty { detail += "; stubs: " + stubs.joined(separator: "; ") }
                return .failure(.internal, phase: .prepare, detail: detail)
            }
            let answer = try await stub.handler(request)
            try Task.checkCancellation()
            return answer
        } catch is CancellationError {
            return .failure(.cancelled, phase: .wait)
        } catch let failure as NetworkFailure {
            return MockAnswer(result: .failure(failure))
        } catch {
            return .failure(.internal, phase: .wait, detail: "the stub threw \(error)")
        }
    }
}

/// Answers that are given one after the other.
private final class MockAnswers: Sendable {
    private let rest: Mutex<[MockAnswer]>

    init(_ answers: [MockAnswer]) {
        rest = Mutex(answers)
    }

    func next() -> MockAnswer {
        rest.withLock { answers in
            guard let first = answers.first else {
                return .failure(.internal, phase: .wait, detail: "the stub has no answer")
            }
            if answers.count > 1 { answers.removeFirst() }
            return first
        }
    }
}
