import NetworkClient
import Synchronization

/// The content of a streamed answer, given piece by piece to one reader.
final class MockContent: Sendable {
    private struct State {
        var rest: [Octets]
        var hop: Hop
        var isCancelled = false
    }

    private let result: Result<HTTPResponse, NetworkFailure>
    private let bytesPerSecond: Int?
    private let pause: MockTransport.Pause
    private let state: Mutex<State>

    init(
        _ answer: MockAnswer,
        head: HTTPResponseHead,
        hop: Hop,
        bytesPerSecond: Int?,
        pause: @escaping MockTransport.Pause
    ) {
        var pieces = answer.pieces ?? []
        switch answer.result {
        case .success(let response):
            if answer.pieces == nil { pieces = [response.body] }
            result = .success(HTTPResponse(head: head, trailers: response.trailers))
        case .failure(let failure):
            if answer.pieces == nil { pieces = [failure.partialBody] }
            result = .failure(failure)
        }
        self.bytesPerSecond = bytesPerSecond
        self.pause = pause
        state = Mutex(State(rest: pieces.filter { !$0.isEmpty }, hop: hop))
    }

    /// Ends the content; what is read next is the failure `cancelled`.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// Waits for the next piece or the end.
    func next() async -> HopContent.Piece {
        let piece = state.withLock { state in
            state.isCancelled || state.rest.isEmpty ? nil : state.rest.removeFirst()
        }
        guard let piece else { return .end(end) }
        if let bytesPerSecond {
            let time = Duration.seconds(1) * piece.count / max(bytesPerSecond, 1)
            do {
                try await pause(time)
            } catch {
                cancel()
                return .end(end)
            }
        }
        state.withLock { $0.hop.bytesReceived += piece.count }
        return .octets(piece)
    }

    private var end: HopOutcome {
        let (hop, isCancelled) = state.withLock { ($0.hop, $0.isCancelled) }
        if isCancelled {
            return HopOutcome(hop: hop, failure: NetworkFailure(.cancelled, phase: .receive))
        }
        switch result {
        case .success(let response): return HopOutcome(hop: hop, response: response)
        case .failure(let failure): return HopOutcome(hop: hop, failure: failure)
        }
    }
}
