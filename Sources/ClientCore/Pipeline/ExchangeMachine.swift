import HTTPModel

/// One exchange as a machine: takes what happened, and says what to do.
///
/// The legal course is `start`, then `received` for each hop until the action is `finish`. Nothing
/// here waits, sends or reads a clock. Each attempt of a call has a machine of its own; times are
/// counted from the start of the call.
struct ExchangeMachine {
    /// What the driver is to do.
    enum Action: Equatable {
        /// Make this hop, and report its outcome.
        case send(PreparedRequest)
        /// The exchange is over.
        case finish(Exchange)
    }

    private let request: HTTPRequest
    private let policy: RedirectPolicy
    private let attempt: Int
    private var current: PreparedRequest
    private var visited: [PreparedRequest] = []
    private var hops: [Hop] = []
    private var hopStart = Duration.zero

    /// What was decided about the response last received, when it was a redirect.
    var lastDecision: RedirectDecision? { hops.last?.redirect }

    /// Prepares the exchange for `request`, which became `prepared`.
    init(_ request: HTTPRequest, prepared: RequestPreparation.Result, attempt: Int = 1) {
        self.request = request
        self.attempt = attempt
        current = prepared.request
        policy = RedirectPolicy(
            firstOrigin: prepared.request.target.origin,
            limit: request.options.redirectLimit,
            placement: prepared.placement
        )
    }

    /// Begins the exchange, `elapsed` after the call began.
    mutating func start(at elapsed: Duration = .zero) -> Action { send(current, at: elapsed) }

    /// Takes the outcome of the hop last asked for.
    ///
    /// - Parameters:
    ///   - outcome: What came of it.
    ///   - elapsed: Time since the start of the call.
    /// - Returns: The next hop, or the whole exchange.
    mutating func received(_ outcome: HopOutcome, at elapsed: Duration) -> Action {
        var hop = outcome.hop
        hop.startOffset = hopStart
        hop.attempt = attempt
        guard let response = outcome.response else {
            hops.append(hop)
            let failure = hop.failure ?? NetworkFailure(.internal, phase: .receive)
            return finish(.failure(failure), at: elapsed)
        }
        let verdict = policy.decide(
            on: response.head,
            to: current,
            followed: hops.count,
            visited: visited
        )
        switch verdict {
        case .deliver(let decision):
            hop.redirect = decision
            hops.append(hop)
            return finish(.success(response), at: elapsed)
        case .refuse(let code, let detail, let decision):
            hop.redirect = decision
            return refuse(code, detail: detail, response: response, hop: hop, at: elapsed)
        case .follow(let next, let decision):
            hop.redirect = decision
            hops.append(hop)
            return send(next, at: elapsed)
        }
    }

    private mutating func send(_ next: PreparedRequest, at elapsed: Duration) -> Action {
        visited.append(next)
        current = next
        hopStart = elapsed
        var timed = next
        if let total = request.options.timeouts.total {
            guard elapsed < total else {
                let failure = NetworkFailure(
                    .timeoutTotal,
                    phase: visited.count > 1 ? .redirect : .prepare,
                    elapsed: elapsed,
                    detail: "limit \(total)"
                )
                return finish(.failure(failure), at: elapsed)
            }
            timed.totalTimeLeft = total - elapsed
        }
        return .send(timed)
    }

    private mutating func refuse(
        _ code: NetworkFailure.Code,
        detail: String,
        response: HTTPResponse,
        hop: Hop,
        at elapsed: Duration
    ) -> Action {
        let failure = NetworkFailure(
            code,
            phase: .redirect,
            elapsed: hop.timings.total,
            bytesSent: hop.bytesSent,
            bytesReceived: hop.bytesReceived,
            detail: detail,
            partialHead: response.head,
            partialBody: response.body
        )
        var hop = hop
        hop.failure = failure
        hops.append(hop)
        return finish(.failure(failure), at: elapsed)
    }

    private func finish(
        _ result: Result<HTTPResponse, NetworkFailure>,
        at elapsed: Duration
    ) -> Action {
        .finish(Exchange(request: request, hops: hops, result: result, elapsed: elapsed))
    }
}
