import Synchronization
public import NetworkClient

/// A transport that answers from closures; nothing is sent.
///
/// The newest stub whose matcher holds answers; without one the hop fails with `internal`, naming
/// what was asked for.
///
/// ```swift
/// let transport = MockTransport()
/// transport.stub(.path("/breeds"), with: .json(#"["corgi"]"#))
/// let client = MainNetworkClient(transport: transport)
/// ```
public final class MockTransport: Transport {
    /// Answers a request; what it throws is no failure of the network but `internal`.
    public typealias Handler = @Sendable (PreparedRequest) async throws -> MockAnswer

    private struct Stub {
        let matcher: RequestMatcher
        let handler: Handler
    }

    private struct Content {
        var stubs: [Stub] = []
        var received: [PreparedRequest] = []
    }

    private let content = Mutex(Content())
    private let latency: Duration

    /// The requests so far, oldest first.
    public var received: [PreparedRequest] { content.withLock { $0.received } }

    /// Creates a transport without stubs.
    ///
    /// - Parameter latency: How long each answer takes.
    public init(latency: Duration = .zero) {
        self.latency = latency
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

    /// Answers `request`.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        let stub = content.withLock { content in
            content.received.append(request)
            return content.stubs.last { $0.matcher.holds(for: request) }
        }
        let start = ContinuousClock.now
        let answer = await answer(to: request, by: stub)
        var hop = Hop(sent: request.asSent)
        hop.timings.total = ContinuousClock.now - start
        hop.timings.wait = hop.timings.total
        hop.bytesSent = request.body.count
        switch answer.result {
        case .success(let response):
            hop.bytesReceived = response.body.count
            observer?.hop(
                HopProgress(
                    phase: .receive,
                    bytesSent: hop.bytesSent,
                    bytesReceived: hop.bytesReceived,
                    expectedBytes: hop.bytesReceived,
                    head: response.head,
                    partialBody: response.body
                )
            )
            return HopOutcome(hop: hop, response: response)
        case .failure(let failure):
            hop.bytesReceived = failure.bytesReceived
            return HopOutcome(hop: hop, failure: failure)
        }
    }

    private func answer(to request: PreparedRequest, by stub: Stub?) async -> MockAnswer {
        do {
            if latency > .zero { try await Task.sleep(for: latency) }
            try Task.checkCancellation()
            guard let stub else {
                let detail = "no stub for \(request.method) \(request.target)"
                return .failure(.internal, detail: detail)
            }
            let answer = try await stub.handler(request)
            try Task.checkCancellation()
            return answer
        } catch is CancellationError {
            return .failure(.cancelled)
        } catch let failure as NetworkFailure {
            return MockAnswer(result: .failure(failure))
        } catch {
            return .failure(.internal, detail: "the stub threw \(error)")
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
                return .failure(.internal, detail: "the stub has no answer")
            }
            if answers.count > 1 { answers.removeFirst() }
            return first
        }
    }
}
