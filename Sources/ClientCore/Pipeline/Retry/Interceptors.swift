public import HTTPModel

/// What changes each request before it is sent.
public protocol HTTPRequestAdapter: Sendable {
    /// Gives the request to send instead of `request`; asked anew for every attempt.
    ///
    /// - Throws: `PreparationFailure` when the request cannot be made ready.
    func adapt(
        _ request: HTTPRequest,
        context: CallContext
    ) async throws(PreparationFailure) -> HTTPRequest
}

/// An adapter made of a closure.
public struct RequestModifier: HTTPRequestAdapter {
    private let modify: @Sendable (inout HTTPRequest) throws(PreparationFailure) -> Void

    /// Creates an adapter.
    ///
    /// - Parameter modify: Changes the request, or throws when it cannot be made ready.
    public init(
        _ modify: @escaping @Sendable (inout HTTPRequest) throws(PreparationFailure) -> Void
    ) {
        self.modify = modify
    }

    /// Asks the closure.
    public func adapt(
        _ request: HTTPRequest,
        context: CallContext
    ) async throws(PreparationFailure) -> HTTPRequest {
        var request = request
        try modify(&request)
        return request
    }
}

/// What decides whether a request is sent again.
public protocol HTTPRequestRetrier: Sendable {
    /// Answers the question after an attempt that failed or whose response is refused.
    func retry(_ question: RetryQuestion, context: CallContext) async -> RetryVerdict
}

/// What changes requests and decides about sending them again.
public typealias HTTPRequestInterceptor = HTTPRequestAdapter & HTTPRequestRetrier

/// The question whether to make an attempt again that went wrong.
public struct RetryQuestion: Hashable, Sendable {
    /// The request as adapted for the attempt.
    public var request: HTTPRequest
    /// What came of it; the hops are those of all attempts so far.
    public var exchange: Exchange
    /// What is wrong: the failure, or why the response is refused.
    public var problem: ClientError
    /// How many times the request was sent again so far by the one who asks.
    public var retries: Int
    /// The time since the first attempt began.
    public var elapsed: Duration

    /// Creates a question.
    public init(
        request: HTTPRequest,
        exchange: Exchange,
        problem: ClientError,
        retries: Int = 0,
        elapsed: Duration = .zero
    ) {
        self.request = request
        self.exchange = exchange
        self.problem = problem
        self.retries = retries
        self.elapsed = elapsed
    }

    /// The hops of the attempt.
    public var hops: [Hop] {
        let attempt = exchange.attempts
        return exchange.hops.filter { $0.attempt == attempt }
    }
}

/// The answer to a question about another attempt.
public enum RetryVerdict: Hashable, Sendable {
    /// The next retrier is asked; when nobody else has an opinion, the request is not sent again.
    case pass(reason: String)
    /// The request is sent again after a wait.
    case retry(after: Duration = .zero, reason: String)
    /// The request is not sent again, and nobody else is asked.
    case stop(reason: String)
}

/// Adapters and retriers as one middleware.
///
/// The adapters change the request in order. After an attempt that failed, or whose response the
/// client's validator refuses, the retriers are asked in order, and the first that has an opinion
/// decides. Another attempt runs all adapters anew, on the request as it came in. What was decided,
/// and why, stands in `retry` of the attempt's last hop.
///
/// A request whose content can be read only once is never sent again, and a cancelled call neither.
public struct InterceptorMiddleware: Middleware {
    /// What changes each request, in order.
    public var adapters: [any HTTPRequestAdapter]
    /// Who is asked about another attempt, in order.
    public var retriers: [any HTTPRequestRetrier]

    /// Creates a middleware of adapters and retriers.
    public init(
        adapters: [any HTTPRequestAdapter] = [],
        retriers: [any HTTPRequestRetrier] = []
    ) {
        self.adapters = adapters
        self.retriers = retriers
    }

    /// Creates a middleware of interceptors, each an adapter and a retrier.
    public init(_ interceptors: [any HTTPRequestInterceptor]) {
        adapters = interceptors
        retriers = interceptors
    }

    /// Sends the request, adapted, until no retrier wants another attempt.
    public func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: Next
    ) async throws(PreparationFailure) -> Exchange {
        let start = context.elapsed
        var adapted = try await adapt(request, context: context)
        var retries = 0
        while true {
            var exchange = try await next(adapted)
            guard let problem = context.validator.problem(with: exchange) else { return exchange }
            let question = RetryQuestion(
                request: adapted,
                exchange: exchange,
                problem: problem,
                retries: retries,
                elapsed: context.elapsed - start
            )
            let decision = await decide(question, context: context)
            context.note(decision, on: &exchange)
            guard decision.isRetried else { return exchange }
            do throws(CancellationError) {
                try await context.time.sleep(for: decision.delay)
            } catch {
                return context.cancelledExchange(for: request, while: "waiting to send again")
            }
            do throws(PreparationFailure) {
                adapted = try await adapt(request, context: context)
            } catch {
                // The attempts before are worth more than the reason why there is no other.
                let decision = RetryDecision(isRetried: false, reason: error.detail)
                context.note(decision, on: &exchange)
                return exchange
            }
            retries += 1
        }
    }

    private func adapt(
        _ request: HTTPRequest,
        context: CallContext
    ) async throws(PreparationFailure) -> HTTPRequest {
        var request = request
        for adapter in adapters { request = try await adapter.adapt(request, context: context) }
        return request
    }

    private func decide(_ question: RetryQuestion, context: CallContext) async -> RetryDecision {
        if let reason = Self.obstacle(to: question) {
            return RetryDecision(isRetried: false, reason: reason)
        }
        var reason = "nobody wants another attempt"
        for retrier in retriers {
            switch await retrier.retry(question, context: context) {
            case .pass(let why): reason = why
            case .stop(let why): return RetryDecision(isRetried: false, reason: why)
            case .retry(let delay, let why):
                if let total = question.request.options.timeouts.total,
                    context.elapsed + delay >= total
                {
                    let reason = "\(why), but the limit of \(total) for the call would be passed"
                    return RetryDecision(isRetried: false, reason: reason)
                }
                return RetryDecision(isRetried: true, delay: delay, reason: why)
            }
        }
        return RetryDecision(isRetried: false, reason: reason)
    }

    /// What forbids another attempt, whatever anybody wants.
    private static func obstacle(to question: RetryQuestion) -> String? {
        if question.exchange.failure?.code == .cancelled || Task.isCancelled {
            return "the call was cancelled"
        }
        guard question.request.body.isReplayable else {
            return "the content can be read only once"
        }
        return nil
    }
}

extension CallContext {
    /// The exchange of a call that was cancelled between two attempts, or before the first.
    func cancelledExchange(for request: HTTPRequest, while activity: String) -> Exchange {
        let failure = NetworkFailure(
            .cancelled,
            phase: .prepare,
            elapsed: elapsed,
            detail: "while \(activity)"
        )
        return exchange(for: request, result: .failure(failure))
    }
}
