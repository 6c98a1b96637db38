package import HTTPModel

extension HTTPClient {
    /// Makes one hop of a call.
    package typealias HopSender =
        @Sendable (PreparedRequest, (any HopObserver)?) async -> HopOutcome

    /// Sends `request` through the middlewares, and tells the monitors.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - context: The call, just begun.
    ///   - sendHop: Makes each hop; its observer must learn of the head when it comes.
    /// - Returns: The exchange, with the hops of all attempts.
    /// - Throws: `PreparationFailure` when the request cannot be made ready to send.
    package func run(
        _ request: HTTPRequest,
        context: CallContext,
        sendHop: @escaping HopSender
    ) async throws(PreparationFailure) -> Exchange {
        var next: Next = { (request) async throws(PreparationFailure) -> Exchange in
            try await attempt(request, context: context, sendHop: sendHop)
        }
        for middleware in configuration.middlewares.reversed() {
            let inner = next
            next = { (request) async throws(PreparationFailure) -> Exchange in
                try await middleware.intercept(request, context: context, next: inner)
            }
        }
        context.tell(.started(request))
        do {
            var exchange = try await next(request)
            exchange.request = request
            exchange.elapsed = context.elapsed
            context.tell(.finished(exchange))
            return exchange
        } catch {
            context.tell(.refused(error))
            throw error
        }
    }

    /// Makes one attempt: the token, then hop after hop while there are redirects.
    private func attempt(
        _ request: HTTPRequest,
        context: CallContext,
        sendHop: HopSender
    ) async throws(PreparationFailure) -> Exchange {
        let number = context.beginAttempt()
        context.tell(.adapted(request))
        let prepared = try RequestPreparation.prepare(
            request,
            token: context.token,
            configuration
        )
        var machine = ExchangeMachine(
            request,
            prepared: prepared,
            configuration: configuration,
            attempt: number
        )
        var action = machine.start(at: context.elapsed)
        while true {
            switch action {
            case .send(let hop):
                context.tell(.sending(hop))
                let outcome = await send(hop, context: context, sendHop: sendHop)
                action = machine.received(outcome, at: context.elapsed)
                if let decision = machine.lastDecision { context.tell(.redirected(decision)) }
            case .finish(var exchange):
                exchange.hops = context.keep(exchange.hops)
                return exchange
            }
        }
    }

    /// Makes one hop when there is a place for it, and sees to it that monitors learn of its head.
    private func send(
        _ hop: PreparedRequest,
        context: CallContext,
        sendHop: HopSender
    ) async -> HopOutcome {
        guard let concurrency = configuration.concurrency else {
            return await observed(hop, context: context, sendHop: sendHop)
        }
        // A response that another hop makes needless must not hold the place that hop waits for.
        context.releasePlace()
        var hop = hop
        let start = context.elapsed
        let place: ConcurrencyLimiter.Place
        do throws(NetworkFailure) {
            place = try await concurrency.place(for: hop, time: context.time)
        } catch {
            var waited = Hop(sent: hop.asSent)
            waited.timings.queued = context.elapsed - start
            waited.timings.total = waited.timings.queued
            return HopOutcome(hop: waited, failure: error)
        }
        let queued = context.elapsed - start
        if let left = hop.totalTimeLeft { hop.totalTimeLeft = left - queued }
        var outcome = await observed(hop, context: context, sendHop: sendHop)
        outcome.hop.timings.queued += queued
        outcome.hop.timings.total += queued
        context.hold(place, isBusy: context.delivery == .stream && outcome.response != nil)
        return outcome
    }

    /// Makes one hop, and tells the monitors of its head.
    private func observed(
        _ hop: PreparedRequest,
        context: CallContext,
        sendHop: HopSender
    ) async -> HopOutcome {
        guard !context.monitors.isEmpty else { return await sendHop(hop, context.observer) }
        let report = HeadReport(context)
        let outcome = await sendHop(hop, report)
        if let head = outcome.hop.responseHead { report.report(head) }
        return outcome
    }
}
