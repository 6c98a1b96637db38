import NetworkClient
import Synchronization

/// The content of a streamed answer, given piece by piece to one reader, with the limits of its request.
final class MockContent: Sendable {
    private struct State {
        var rest: [Octets]
        var hop: Hop
        /// What ended the content early.
        var stop: NetworkFailure?
    }

    private let result: Result<HTTPResponse, NetworkFailure>
    private let head: HTTPResponseHead
    private let options: RequestOptions
    /// The most time for the whole hop, its wait included.
    private let total: Duration?
    private let bytesPerSecond: Int?
    private let pause: MockTransport.Pause
    private let state: Mutex<State>

    init(
        _ answer: MockAnswer,
        to request: PreparedRequest,
        head: HTTPResponseHead,
        hop: Hop,
        bytesPerSecond: Int?,
        pause: @escaping MockTransport.Pause
    ) {
        var pieces = answer.pieces ?? []
        switch answer.result {
        case .success(let response):
            if answer.pieces == nil { pieces = [response.body] }
            if request.method == .head { pieces = [] }
            result = .success(HTTPResponse(head: head, trailers: response.trailers))
        case .failure(let failure):
            if answer.pieces == nil { pieces = [failure.partialBody] }
            result = .failure(failure)
        }
        self.head = head
        options = request.options
        total = request.totalTimeLeft ?? request.options.timeouts.total
        self.bytesPerSecond = bytesPerSecond
        self.pause = pause
        state = Mutex(State(rest: pieces.filter { !$0.isEmpty }, hop: hop))
    }

    /// Ends the content; what is read next is the failure `cancelled`.
    func cancel() { stop(.cancelled) }

    /// Waits for the next piece or the end.
    func next() async -> HopContent.Piece {
        let piece = state.withLock { state in
            state.stop != nil || state.rest.isEmpty ? nil : state.rest.removeFirst()
        }
        guard let piece else { return .end(end) }
        if let bytesPerSecond {
            let time = Duration.seconds(1) * piece.count / max(bytesPerSecond, 1)
            if let code = await pass(time) {
                stop(code)
                return .end(end)
            }
        }
        if isAboveLimit(piece.count) { stop(.receiveTooLarge) }
        return take(piece) ? .octets(piece) : .end(end)
    }

    private func isAboveLimit(_ count: Int) -> Bool {
        guard let limit = options.contentLimitInBytes else { return false }
        return state.withLock { $0.hop.bytesReceived + count > limit }
    }

    /// Counts a piece; `false` when the content has ended in the meantime.
    private func take(_ piece: Octets) -> Bool {
        state.withLock { state in
            guard state.stop == nil else { return false }
            state.hop.bytesReceived += piece.count
            return true
        }
    }

    /// Lets `time` pass, but no more than the limits allow.
    ///
    /// - Returns: The limit that was met or the cancellation; `nil` when the time is over.
    private func pass(_ time: Duration) async -> NetworkFailure.Code? {
        var (time, met) = (time, NetworkFailure.Code?.none)
        if let idle = options.timeouts.idle, idle < time { (time, met) = (idle, .timeoutBody) }
        let elapsed = state.withLock { $0.hop.timings.total }
        if let total, total - elapsed < time { (time, met) = (total - elapsed, .timeoutTotal) }
        do {
            if time > .zero { try await pause(time) }
            try Task.checkCancellation()
        } catch {
            return .cancelled
        }
        state.withLock { [time] state in
            state.hop.timings.receive += time
            state.hop.timings.total += time
        }
        return met
    }

    private func stop(_ code: NetworkFailure.Code) {
        state.withLock { state in
            guard state.stop == nil else { return }
            state.stop = NetworkFailure(
                code,
                phase: .receive,
                elapsed: state.hop.timings.total,
                bytesSent: state.hop.bytesSent,
                bytesReceived: state.hop.bytesReceived,
                partialHead: head
            )
        }
    }

    private var end: HopOutcome {
        let (hop, stop) = state.withLock { ($0.hop, $0.stop) }
        if let stop { return HopOutcome(hop: hop, failure: stop) }
        switch result {
        case .success(let response): return HopOutcome(hop: hop, response: response)
        case .failure(let failure): return HopOutcome(hop: hop, failure: failure)
        }
    }
}
