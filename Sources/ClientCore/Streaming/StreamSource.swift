import HTTPModel
import Synchronization

/// What stands behind a `ByteStream`: the content of one hop, and what is known when it has ended.
final class StreamSource: Sendable {
    private struct State {
        /// Content that was there at once and was not read yet.
        var ready: Octets?
        var end: Result<Exchange?, NetworkFailure>?
        var waiting: [CheckedContinuation<Exchange?, Never>] = []
        var exchange: Exchange?
        /// Whether somebody waits for a piece.
        var isReading = false
        var isCancelled = false
        /// Whether content that was cancelled is read to its end here, since nobody else does.
        var isDrained = false

        /// Takes on to read to the end, if that is to be done.
        mutating func claimDrain() -> Bool {
            guard isCancelled, end == nil, !isReading, !isDrained else { return false }
            isDrained = true
            return true
        }
    }

    private let content: HopContent?
    /// The call, whose place among those under way is given back at the end.
    private let context: CallContext?
    private let state: Mutex<State>
    /// The length that the head announced for content without coding, in bytes.
    let expectedLength: Int?

    /// Takes over the hop that `exchange` ended with.
    ///
    /// - Parameters:
    ///   - hop: The hop; its whole response is the content when it brings none on its way.
    ///   - exchange: The exchange so far.
    ///   - context: The call.
    init(_ hop: StreamedHop, exchange: Exchange, context: CallContext) {
        content = hop.content
        self.context = context
        let response = hop.outcome.response
        let fields = response?.fields
        let isCoded = fields?.contains(named: "Content-Encoding") ?? false
        expectedLength = isCoded ? nil : fields?["Content-Length"].flatMap { Int($0) }
        var initial = State(exchange: exchange)
        if hop.content == nil { initial.ready = response?.body }
        let first = initial
        state = Mutex(first)
    }

    /// Takes content that is there already and belongs to no exchange.
    init(_ octets: Octets) {
        content = nil
        context = nil
        expectedLength = octets.count
        state = Mutex(State(ready: octets))
    }

    deinit {
        let waiting = state.withLock { $0.waiting }
        for continuation in waiting { continuation.resume(returning: nil) }
        content?.cancel()
        context?.releasePlace()
    }

    func cancel() {
        guard let content else {
            state.withLock { $0.ready = nil }
            end(.failure(NetworkFailure(.cancelled, phase: .receive)))
            return
        }
        content.cancel()
        let mustDrain = state.withLock { state in
            state.isCancelled = true
            return !state.waiting.isEmpty && state.claimDrain()
        }
        if mustDrain { Task { await drain() } }
    }

    /// Whether somebody waits for the end.
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Reads on to the end of content that was cancelled, which comes at once.
    private func drain() async {
        while (try? await read()) != nil {}
    }

    /// Waits for the next piece; `nil` at the end.
    func next() async throws(NetworkFailure) -> Octets? {
        let mayRead = state.withLock { state in
            guard !state.isDrained else { return false }
            state.isReading = content != nil && state.end == nil
            return true
        }
        if !mayRead { _ = await exchange() }
        return try await read()
    }

    private func read() async throws(NetworkFailure) -> Octets? {
        let (ready, end) = state.withLock { state in
            defer { state.ready = nil }
            return (state.ready, state.end)
        }
        if let ready, !ready.isEmpty { return ready }
        if let end { return try Self.atEnd(end) }
        guard let content else {
            let exchange = state.withLock { $0.exchange }
            return try Self.atEnd(self.end(.success(exchange)))
        }
        let piece = await withTaskCancellationHandler {
            await content.next()
        } onCancel: {
            content.cancel()
        }
        state.withLock { $0.isReading = false }
        switch piece {
        case .octets(let octets): return octets
        case .end(let outcome): return try Self.atEnd(finish(outcome))
        }
    }

    /// Waits until the content has ended, which it does only while somebody reads or once it is
    /// cancelled.
    func exchange() async -> Exchange? {
        let mustDrain = state.withLock { $0.claimDrain() }
        if mustDrain { await drain() }
        return await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Exchange?? in
                guard state.end != nil else {
                    state.waiting.append(continuation)
                    return nil
                }
                return state.exchange
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private static func atEnd(
        _ end: Result<Exchange?, NetworkFailure>
    ) throws(NetworkFailure) -> Octets? {
        _ = try end.get()
        return nil
    }

    /// Puts the hop as it ended in the place of the hop as it began.
    private func finish(_ outcome: HopOutcome) -> Result<Exchange?, NetworkFailure> {
        let exchange = state.withLock { $0.exchange }.map { exchange in
            var exchange = exchange
            var hop = outcome.hop
            if let begun = exchange.hops.last {
                hop.startOffset = begun.startOffset
                hop.attempt = begun.attempt
                hop.redirect = begun.redirect
                hop.retry = begun.retry
                hop.cacheUse = begun.cacheUse
                hop.refusedCookies = begun.refusedCookies
                // The wait for a place is known to the pipeline only.
                let queued = max(.zero, begun.timings.queued - hop.timings.queued)
                hop.timings.queued += queued
                hop.timings.total += queued
                exchange.elapsed += max(.zero, hop.timings.total - begun.timings.total)
                exchange.hops[exchange.hops.count - 1] = hop
            }
            exchange.result = outcome.result
            return exchange
        }
        state.withLock { $0.exchange = exchange }
        return end(outcome.result.map { _ in exchange })
    }

    @discardableResult
    private func end(
        _ result: Result<Exchange?, NetworkFailure>
    ) -> Result<Exchange?, NetworkFailure> {
        let (waiting, exchange, result) = state.withLock { state in
            let end = state.end ?? result
            state.end = end
            if case .failure(let failure) = end { state.exchange?.result = .failure(failure) }
            defer { state.waiting = [] }
            return (state.waiting, state.exchange, end)
        }
        for continuation in waiting { continuation.resume(returning: exchange) }
        context?.releasePlace()
        return result
    }
}
