import HTTPModel
import Synchronization

/// The way of a response's content from the transfer thread to its reader: bounded, for one reader.
///
/// The transfer thread pushes until it is told that there is enough; the reader has it go on when
/// little is left.
final class ContentChannel: Sendable {
    private struct State {
        var pieces: [Octets] = []
        var byteCount = 0
        var end: HopOutcome?
        var isHeld = false
        var reader: CheckedContinuation<Void, Never>?
    }

    /// So many bytes are enough for now.
    private static let highMark = 512 << 10
    /// With so few left, more is wanted.
    private static let lowMark = 128 << 10

    private let state = Mutex(State())
    private let goOn: @Sendable () -> Void

    /// Creates an empty channel; `goOn` is called when a transfer that was held can push again.
    init(goOn: @escaping @Sendable () -> Void) {
        self.goOn = goOn
    }

    /// Asks whether there is room for more; when not, the transfer is held until `goOn` is called.
    func hasRoom() -> Bool {
        state.withLock { state in
            guard state.byteCount >= Self.highMark else { return true }
            state.isHeld = true
            return false
        }
    }

    /// Adds octets, which are copied, and may be more than there is room for.
    func push(_ bytes: UnsafeRawBufferPointer) {
        let piece = unsafe Octets(bytes)
        let reader = state.withLock { state in
            state.pieces.append(piece)
            state.byteCount += piece.count
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// Ends the channel; what was pushed before can still be read.
    func finish(_ outcome: HopOutcome) {
        let reader = state.withLock { state in
            state.end = outcome
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// Drops what was pushed and not read, so that the end comes next.
    func drop() {
        state.withLock { state in
            state.pieces = []
            state.byteCount = 0
        }
    }

    /// The outcome, once the hop has ended; octets may still be there.
    var end: HopOutcome? { state.withLock { $0.end } }

    /// Waits for the next piece; after the end it is given again.
    func next() async -> HopContent.Piece {
        while true {
            if let piece = takeNow() { return piece }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.pieces.isEmpty || state.end != nil { return true }
                    state.reader = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    private func takeNow() -> HopContent.Piece? {
        let (piece, mustGoOn) = state.withLock { state -> (HopContent.Piece?, Bool) in
            guard !state.pieces.isEmpty else { return (state.end.map { .end($0) }, false) }
            let octets = state.pieces.removeFirst()
            state.byteCount -= octets.count
            guard state.isHeld, state.byteCount <= Self.lowMark else {
                return (.octets(octets), false)
            }
            state.isHeld = false
            return (.octets(octets), true)
        }
        if mustGoOn { goOn() }
        return piece
    }
}
