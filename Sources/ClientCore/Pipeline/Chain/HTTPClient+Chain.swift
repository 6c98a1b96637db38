import HTTPModel

extension HTTPClient {
    /// Makes one hop of a call.
    typealias HopSender =
        @Sendable (PreparedRequest, (any HopObserver)?) async -> HopOutcome

    /// Sends `request` through the middlewares, and tells the monitors.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - context: The call, just begun.
    ///   - sendHop: Makes each hop; its observer must learn of the head when it comes.
    /// - Returns: The exchange, with the hops of all attempts.
    /// - Throws: `PreparationFailure` when the request cannot be made ready to send.
    func run(
        _ request: HTTPRequest,
        token: Token?,
        context: CallContext,
        sendHop: @escaping HopSender
    ) async throws(PreparationFailure) -> Exchange {
        var next: Next = { (request) async throws(PreparationFailure) -> Exchange in
            try await attempt(request, token: token, context: context, sendHop: sendHop)
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
        token: Token?,
        context: CallContext,
        sendHop: HopSender
    ) async throws(PreparationFailure) -> Exchange {
        let number = context.beginAttempt()
        context.tell(.adapted(request))
        let preparation = RequestPreparation(configuration: configuration)
        let prepared = try preparation.prepare(request, token: context.token ?? token)
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

    /// Makes one hop, and sees to it that monitors learn of its head.
    private func send(
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
