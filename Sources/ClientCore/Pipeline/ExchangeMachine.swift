import HTTPModel

/// One exchange as a machine: takes what happened, and says what to do.
///
/// The legal course is `start`, then `received` for each hop until the action is `finish`. Nothing
/// here waits or sends. Each attempt of a call has a machine of its own; times are counted from the
/// start of the call. Cookies are decided for each hop by its target alone: what the jar adds to one is
/// no part of the request that a redirect carries on. The same holds for a signature, which is made for
/// each hop.
struct ExchangeMachine {
    /// What the driver is to do.
    enum Action: Equatable {
        /// Make this hop, and report its outcome.
        case send(PreparedRequest)
        /// The exchange is over.
        case finish(Exchange)
    }

    private let request: HTTPRequest
    private let attempt: Int
    private let jar: CookieJar?
    private let time: any TimeSource
    private let hook: (@Sendable (RedirectProposal) -> RedirectChoice)?
    /// The request under way, without cookies of the jar, and where the token stands in the first one.
    private var ready: RequestPreparation.Result
    /// The requests that were answered by a redirect, with their cookies.
    private var visited: [PreparedRequest] = []
    /// The request under way with cookies of the jar; `nil` when it carries none.
    private var carrying: PreparedRequest?
    private var hops: [Hop] = []
    private var hopStart = Duration.zero

    /// What was decided about the response last received, when it was a redirect.
    var lastDecision: RedirectDecision? { hops.last?.redirect }

    /// Prepares the exchange for `request`, which became `prepared`.
    init(
        _ request: HTTPRequest,
        prepared: consuming RequestPreparation.Result,
        configuration: borrowing HTTPClient.Configuration = HTTPClient.Configuration(),
        attempt: Int = 1
    ) {
        self.attempt = attempt
        jar = request.options.usesCookieJar ? configuration.cookieJar : nil
        hook = configuration.redirectHook
        time = configuration.time
        self.request = request
        ready = prepared
    }

    /// The target of the first hop, to whose origin credentials are bound.
    private var first: TargetURI { visited.first?.target ?? ready.request.target }

    /// Begins the exchange, `elapsed` after the call began.
    mutating func start(at elapsed: Duration = .zero) -> Action { send(at: elapsed) }

    /// Takes the outcome of the hop last asked for.
    ///
    /// - Parameters:
    ///   - outcome: What came of it.
    ///   - elapsed: Time since the start of the call.
    /// - Returns: The next hop, or the whole exchange.
    mutating func received(_ outcome: consuming HopOutcome, at elapsed: Duration) -> Action {
        var (hop, response) = outcome.parts()
        hop.startOffset = hopStart
        hop.attempt = attempt
        if let jar, let head = hop.responseHead {
            hop.refusedCookies = jar.receive(head.fields, from: ready.request.target)
        }
        guard case .some(let response) = consume response else {
            let failure = hop.failure ?? NetworkFailure(.internal, phase: .receive)
            hops.append(consume hop)
            return finish(.failure(failure), at: elapsed)
        }
        guard RedirectPolicy.isRedirect(response.head) else {
            hops.append(consume hop)
            return finish(.success(response), at: elapsed)
        }
        return redirected(response, hop: hop, at: elapsed)
    }

    private mutating func redirected(
        _ response: HTTPResponse,
        hop: Hop,
        at elapsed: Duration
    ) -> Action {
        let policy = RedirectPolicy(
            firstOrigin: first.origin,
            options: request.options.redirects,
            placement: ready.placement
        )
        switch policy.decide(on: response.head, to: ready.request, followed: hops.count) {
        case .deliver(let decision):
            return deliver(response, hop: hop, decision, at: elapsed)
        case .refuse(let code, let detail, let decision):
            var hop = hop
            hop.redirect = decision
            return refuse(code, detail: detail, response: response, hop: hop, at: elapsed)
        case .follow(let next, let decision):
            return follow(next, decision, response: response, hop: hop, at: elapsed)
        }
    }

    private mutating func deliver(
        _ response: HTTPResponse,
        hop: Hop,
        _ decision: RedirectDecision?,
        at elapsed: Duration
    ) -> Action {
        var hop = hop
        hop.redirect = decision
        hops.append(hop)
        return finish(.success(response), at: elapsed)
    }

    private mutating func follow(
        _ proposed: PreparedRequest,
        _ decision: RedirectDecision,
        response: HTTPResponse,
        hop: Hop,
        at elapsed: Duration
    ) -> Action {
        var (next, decision, hop) = (proposed, decision, hop)
        let choice = hook?(
            RedirectProposal(
                response: response.head,
                request: ready.request,
                next: next,
                decision: decision,
                followed: hops.count
            )
        )
        switch choice {
        case .follow, nil: break
        case .stop:
            decision.next = nil
            decision.dropped = []
            decision.reason = "stopped by the program"
            return deliver(response, hop: hop, decision, at: elapsed)
        case .send(let chosen):
            decision.note(chosen, insteadOf: next)
            next = chosen
            next.frame()
        }
        visited.append(carrying ?? ready.request)
        // With cookies set on the way, the same target may answer differently: no cycle then.
        guard !visited.contains(next.carryingCookies(of: jar) ?? next) else {
            decision.next = nil
            decision.dropped = []
            decision.reason = "the same request was sent before: a cycle"
            hop.redirect = decision
            return refuse(
                .redirectLimit,
                detail: decision.reason,
                response: response,
                hop: hop,
                at: elapsed
            )
        }
        hop.redirect = decision
        hops.append(hop)
        ready.request = next
        return send(at: elapsed)
    }

    private mutating func send(at elapsed: Duration) -> Action {
        hopStart = elapsed
        carrying = ready.request.carryingCookies(of: jar)
        var timed: PreparedRequest
        if case .some(let request) = carrying { timed = request } else { timed = ready.request }
        timed.sign(at: HTTPDate(secondsSince1970: time.secondsSinceEpoch))
        if let total = request.options.timeouts.total {
            guard elapsed < total else {
                let failure = NetworkFailure(
                    .timeoutTotal,
                    phase: hops.isEmpty ? .prepare : .redirect,
                    elapsed: elapsed,
                    detail: "limit \(total)"
                )
                return finish(.failure(failure), at: elapsed)
            }
            timed.totalTimeLeft = total - elapsed
        }
        return .send(consume timed)
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

extension RedirectDecision {
    /// Notes that a program chose another request than the one proposed.
    fileprivate mutating func note(_ chosen: PreparedRequest, insteadOf proposed: PreparedRequest) {
        next = chosen.target
        reason += ", changed by the program"
        dropped.removeAll { chosen.fields.contains(named: $0.name) }
        for field in proposed.fields
        where !chosen.fields.contains(named: field.name)
            && !dropped.contains(where: { HTTPToken.equalsIgnoringCase($0.name, field.name) })
        {
            dropped.append(Dropped(field.name, .choice))
        }
    }
}
