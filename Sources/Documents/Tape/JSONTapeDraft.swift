package import HTTPModel
import Synchronization

/// The index of JSON text that is still arriving, as far as it came.
///
/// What comes is read beside the transfer, so that little is left to read when the last of it is there. The
/// index and its faults are those of the whole text read at once. Texts must share memory with the ones
/// before, as the snapshots of one `OctetBuilder` do unless it had to move; the draft of another text is
/// of no use.
package final class JSONTapeDraft: Sendable {
    private struct State: ~Copyable, Sendable {
        /// `nil` before there was enough to begin with, and when the tape was made.
        var scanner: JSONScanner?
        /// What was read last, which keeps the memory.
        var text = Octets()
        /// How long the text has to be before reading on is of use.
        var wantedCount: Int
        /// Whether the tape was made, or given up.
        var isEnded = false
    }

    private let state: Mutex<State>
    /// Whether somebody waits for the whole tape.
    private let isWanted = Atomic(false)
    private let expectedCount: Int

    /// Creates a draft of nothing.
    ///
    /// - Parameters:
    ///   - expectedCount: How long the text will be, in bytes; 0 when that is not known.
    ///   - leastCount: With how many bytes reading begins, at least 3.
    package init(expecting expectedCount: Int, leastCount: Int = 64 << 10) {
        self.expectedCount = expectedCount
        state = Mutex(State(wantedCount: max(leastCount, 3)))
    }

    /// Reads what came: a text that begins with the one before.
    ///
    /// - Returns: `false` when it is another text, or the tape was made.
    package func read(_ text: Octets) -> Bool {
        state.withLock { state in
            guard !state.isEnded, Self.isStart(state.text, of: text) else { return false }
            guard text.count >= state.wantedCount else { return true }
            state.text = text
            var scanner =
                state.scanner.take() ?? JSONScanner(isSequence: false, expecting: expectedCount)
            let isSettled = unsafe text.withUnsafeBytes { bytes in
                unsafe scanner.extend(to: bytes.bindMemory(to: UInt8.self))
                if scanner.position == 0 { scanner.begin() }
                return scanner.readSettled { isWanted.load(ordering: .relaxed) }
            }
            // What is long, or wrong, is looked at again when there is twice as much of it.
            let left = isSettled ? 0 : text.count - scanner.position
            state.wantedCount = text.count + left
            state.scanner = consume scanner
            return true
        }
    }

    /// Reads the rest, and makes the tape.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - progress: Told now and then how many bytes were read; what it throws ends the reading.
    /// - Returns: The tape; `nil` when nothing of this text was read before.
    /// - Throws: What `progress` throws.
    func finish<Failure: Error>(
        _ text: Octets,
        progress: (Int) throws(Failure) -> Void
    ) throws(Failure) -> JSONTape? {
        isWanted.store(true, ordering: .relaxed)
        let begun = state.withLock { state -> JSONScanner? in
            let isSame = !state.isEnded && Self.isStart(state.text, of: text)
            state.isEnded = true
            state.text = Octets()
            guard isSame else { return nil }
            return state.scanner.take()
        }
        guard let scanner = consume begun else { return nil }
        return try JSONTape(text, goingOn: scanner, progress: progress)
    }

    /// Whether a text begins with another one by its place in memory.
    private static func isStart(_ start: Octets, of text: Octets) -> Bool {
        guard start.count <= text.count else { return false }
        guard !start.isEmpty else { return true }
        return unsafe start.withUnsafeBytes { first in
            unsafe text.withUnsafeBytes { unsafe first.baseAddress == $0.baseAddress }
        }
    }
}
