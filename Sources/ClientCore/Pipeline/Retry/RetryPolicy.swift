public import HTTPModel

/// Which requests are sent again, how often and after which wait.
///
/// Put into `HTTPClient.Configuration.middlewares` it sends again by itself; among the retriers of an
/// `InterceptorMiddleware` it is one opinion of several.
///
/// A request is sent again when its method is among `methods` and the response's status among
/// `statuses`, or the failure's code among `failureCodes`. When nothing of it was sent, because no
/// connection could be made or a kept one turned out dead, its method does not matter.
public struct RetryPolicy: HTTPRequestRetrier, Middleware {
    /// The most retries after the first attempt.
    public var limit: Int
    /// How long to wait when the server does not say.
    public var backoff: Backoff
    /// The methods that may be sent again; `nil` means those that are idempotent (RFC 9110 §9.2.2).
    public var methods: Set<HTTPMethod>?
    /// The statuses after which to send again.
    public var statuses: Set<Int>
    /// The failures after which to send again.
    public var failureCodes: Set<NetworkFailure.Code>
    /// Whether `Retry-After` sets the wait.
    public var honoursRetryAfter: Bool
    /// The longest wait that `Retry-After` can set; a longer one is cut to this.
    public var retryAfterCap: Duration
    /// No wait may end later than this after the start of the first attempt; `nil` for no limit.
    public var totalBudget: Duration?
    /// The retries that all calls have together; `nil` for no limit.
    public var budget: RetryBudget?
    /// Gives a number from 0 up to 1 for the jitter.
    public var random: @Sendable () -> Double
    /// Asked first; what it passes on, the policy decides, within its limits.
    public var hook: (@Sendable (RetryQuestion) async -> RetryVerdict)?

    /// The statuses of the default policy: those that may pass by themselves.
    public static let standardStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// The failures of the default policy: the transient ones, but not an exhausted total limit.
    public static let standardFailureCodes = Set(
        NetworkFailure.Code.allCases.filter { $0.isTransient && $0 != .timeoutTotal }
    )

    /// Creates a policy.
    public init(
        limit: Int = 2,
        backoff: Backoff = .exponential(),
        methods: Set<HTTPMethod>? = nil,
        statuses: Set<Int> = RetryPolicy.standardStatuses,
        failureCodes: Set<NetworkFailure.Code> = RetryPolicy.standardFailureCodes,
        honoursRetryAfter: Bool = true,
        retryAfterCap: Duration = .seconds(60),
        totalBudget: Duration? = nil,
        budget: RetryBudget? = nil,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        hook: (@Sendable (RetryQuestion) async -> RetryVerdict)? = nil
    ) {
        self.limit = limit
        self.backoff = backoff
        self.methods = methods
        self.statuses = statuses
        self.failureCodes = failureCodes
        self.honoursRetryAfter = honoursRetryAfter
        self.retryAfterCap = retryAfterCap
        self.totalBudget = totalBudget
        self.budget = budget
        self.random = random
        self.hook = hook
    }

    /// A policy that sends again only when the connection was lost or could not be made.
    ///
    /// - Parameter limit: The most retries after the first attempt.
    /// - Returns: The policy; no status makes it send again.
    public static func connectionLost(limit: Int = 2) -> RetryPolicy {
        RetryPolicy(
            limit: limit,
            statuses: [],
            failureCodes: [
                .connectRefused, .connectUnreachable, .sendReset, .receiveReset, .receiveTruncated,
            ]
        )
    }

    /// Sends the request, and again as the policy says.
    public func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: Next
    ) async throws(PreparationFailure) -> Exchange {
        let middleware = InterceptorMiddleware(retriers: [self])
        return try await middleware.intercept(request, context: context, next: next)
    }

    /// Decides by the rules of the policy.
    public func retry(_ question: RetryQuestion, context: CallContext) async -> RetryVerdict {
        if let hook {
            switch await hook(question) {
            case .pass: break
            case .stop(let reason): return .stop(reason: reason)
            case .retry(let delay, let reason):
                return limited(question, delay: delay, reason: reason, context: context)
            }
        }
        switch cause(of: question) {
        case .failure(let obstacle): return .pass(reason: obstacle.reason)
        case .success(let cause):
            let (delay, reason) = wait(for: question, because: cause, context: context)
            return limited(question, delay: delay, reason: reason, context: context)
        }
    }

    private struct Obstacle: Error {
        var reason: String
    }

    /// Why the attempt may be made again, or why not.
    private func cause(of question: RetryQuestion) -> Result<String, Obstacle> {
        let cause: String
        if let failure = question.exchange.failure {
            cause = failure.code.rawValue
            guard failureCodes.contains(failure.code) else {
                return .failure(Obstacle(reason: "\(cause) does not pass by itself"))
            }
            if question.wasNeverSent { return .success("\(cause), nothing was sent") }
        } else {
            guard let status = question.exchange.response?.status else {
                return .failure(Obstacle(reason: "no response"))
            }
            cause = "status \(status.rawValue)"
            guard statuses.contains(status.rawValue) else {
                return .failure(Obstacle(reason: "\(cause) does not pass by itself"))
            }
        }
        let method = question.request.method
        if let methods {
            guard methods.contains(method) else {
                return .failure(Obstacle(reason: "\(method) is not sent again after \(cause)"))
            }
        } else if !method.isIdempotent {
            return .failure(Obstacle(reason: "\(method) is not idempotent, after \(cause)"))
        }
        return .success(cause)
    }

    /// How long to wait, and why, the wait included.
    private func wait(
        for question: RetryQuestion,
        because cause: String,
        context: CallContext
    ) -> (delay: Duration, reason: String) {
        if honoursRetryAfter,
            let asked = question.exchange.response?.head.retryAfter(
                now: context.time.secondsSinceEpoch
            )
        {
            let delay = min(asked, retryAfterCap)
            let cut = delay < asked ? ", cut to \(retryAfterCap)" : ""
            return (delay, "\(cause), the server asks to wait \(asked)\(cut)")
        }
        return (backoff.delay(beforeRetry: question.retries + 1, random: random), cause)
    }

    /// Allows the retry unless a limit forbids it.
    private func limited(
        _ question: RetryQuestion,
        delay: Duration,
        reason: String,
        context: CallContext
    ) -> RetryVerdict {
        guard question.retries < limit else {
            return .stop(reason: "\(reason), but the limit of \(limit) retries is reached")
        }
        if let totalBudget, question.elapsed + delay > totalBudget {
            return .stop(reason: "\(reason), but the budget of \(totalBudget) would be passed")
        }
        // Known here already, so that no retry is taken from the others that is not made.
        if let total = question.request.options.timeouts.total, context.elapsed + delay >= total {
            return .stop(
                reason: "\(reason), but the limit of \(total) for the call would be passed"
            )
        }
        if let budget, !budget.take(at: context.time.now) {
            return .stop(reason: "\(reason), but the retries of all calls are used up")
        }
        return .retry(after: delay, reason: reason)
    }
}

extension RetryQuestion {
    /// Whether nothing of the attempt's request can have reached a server.
    ///
    /// So when no connection was made, or when a kept connection turned out to be closed before any
    /// octet went out. An attempt that was redirected has been sent.
    var wasNeverSent: Bool {
        guard let failure = exchange.failure, hops.count <= 1 else { return false }
        switch failure.phase {
        case .prepare, .resolve, .connect, .tls: return true
        case .send:
            let bytesSent = max(failure.bytesSent, hops.last?.bytesSent ?? 0)
            return bytesSent == 0 && failure.bytesReceived == 0
        case .wait, .receive, .decode, .redirect: return false
        }
    }
}
