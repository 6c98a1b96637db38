import HTTPModel
import Synchronization

/// The way of octets from a source that gives them when it can to a reader that must not wait.
///
/// Bounded: the source is suspended while enough bytes wait. Any thread may use either end.
final class ContentPipe: Sendable {
    /// What the reader gets.
    enum Reading: Equatable {
        /// So many bytes were written.
        case bytes(Int)
        /// Nothing is there yet; the reader is told when there is.
        case wait
        /// The source has ended.
        case end
        /// The source failed; what it said.
        case failure(String)
    }

    private enum End {
        case open
        case finished
        case failed(String)
        case closed
    }

    private struct State {
        var pieces: [Octets] = []
        var byteCount = 0
        var end = End.open
        var isReaderWaiting = false
        var writer: CheckedContinuation<Bool, Never>?
    }

    /// The most bytes that wait before the source is suspended.
    private static let capacity = 256 << 10

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    /// Creates an empty pipe; `wake` is called when a reader that was told to wait can go on.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Adds a piece, and suspends the source until there is room for the next.
    ///
    /// - Throws: `CancellationError` when nobody reads any more.
    func write(_ piece: Octets) async throws {
        guard !piece.isEmpty else { return }
        let (isWaiting, isFull) = state.withLock { state -> (Bool, Bool) in
            state.pieces.append(piece)
            state.byteCount += piece.count
            defer { state.isReaderWaiting = false }
            return (state.isReaderWaiting, state.byteCount >= Self.capacity)
        }
        if isWaiting { wake() }
        guard isFull else {
            try Task.checkCancellation()
            return
        }
        let isOpen = await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                if case .closed = state.end { return false }
                if state.byteCount < Self.capacity { return true }
                state.writer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard isOpen else { throw CancellationError() }
    }

    /// Notes that the source has ended, with what it said when it failed.
    func finish(failure: String? = nil) {
        let isWaiting = state.withLock { state in
            if case .open = state.end {
                state.end = failure.map { .failed($0) } ?? .finished
            }
            defer { state.isReaderWaiting = false }
            return state.isReaderWaiting
        }
        if isWaiting { wake() }
    }

    /// Ends the pipe from the reader's side; the source is told at its next piece.
    func close() {
        let writer = state.withLock { state in
            state.end = .closed
            state.pieces = []
            state.byteCount = 0
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume(returning: false)
    }

    /// Takes bytes that are there into `buffer`, which has room for one at least.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        let (reading, writer) = state.withLock { state in
            let reading = unsafe Self.read(&state, into: buffer)
            var writer: CheckedContinuation<Bool, Never>?
            if state.byteCount < Self.capacity { swap(&writer, &state.writer) }
            return (reading, writer)
        }
        writer?.resume(returning: true)
        return reading
    }

    private static func read(
        _ state: inout State,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> Reading {
        var filled = 0
        while filled < buffer.count, let piece = state.pieces.first {
            let count = min(piece.count, buffer.count - filled)
            unsafe piece.slice(0..<count).withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                    .copyMemory(from: bytes)
            }
            filled += count
            if count == piece.count {
                state.pieces.removeFirst()
            } else {
                state.pieces[0] = piece.slice(count..<piece.count)
            }
        }
        state.byteCount -= filled
        guard filled == 0 else { return .bytes(filled) }
        switch state.end {
        case .open:
            state.isReaderWaiting = true
            return .wait
        case .finished: return .end
        case .failed(let reason): return .failure(reason)
        case .closed: return .end
        }
    }
}
