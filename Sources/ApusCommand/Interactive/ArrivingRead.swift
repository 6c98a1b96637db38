import ClientCore
import Documents
import HTTPModel
import Synchronization

/// Reads the JSON of a large body while it comes, beside the transfer, so that it can be folded soon after
/// its last byte.
///
/// Told of the progress on the transfer's thread; the reading has a thread of its own, and takes up what
/// came meanwhile when it is through with what was there.
final class ArrivingRead: Sendable {
    private struct State {
        var draft: JSONTapeDraft?
        /// What came and was not read.
        var newest: Octets?
        var expectedCount = 0
        var isRunning = false
        /// Whether the draft was taken, or cannot be used.
        var isEnded = false
    }

    /// Less is read in a moment when all of it is there.
    private static let leastCount = 1 << 20

    private let state = Mutex(State())

    /// Takes note of what came.
    func note(_ progress: HopProgress) {
        guard let body = progress.partialBody, body.count >= Self.leastCount,
            progress.head?.mediaType?.isJSON ?? false
        else { return }
        let isIdle = state.withLock { state in
            guard !state.isEnded else { return false }
            state.newest = body
            state.expectedCount = max(progress.expectedBytes ?? 0, body.count)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isIdle else { return }
        Task.detached(executorPreference: WorkThreads.shared) { self.run() }
    }

    /// What was read, for the reading of the whole to go on with; nothing more is read here.
    func take() -> JSONTapeDraft? {
        state.withLock { state in
            state.isEnded = true
            state.newest = nil
            return state.draft
        }
    }

    private func run() {
        let limit = SystemMemory.indexedByteLimit
        while let (draft, text) = next(limit) {
            // Another attempt, or a body that had to move, is read from its start.
            if !draft.read(text) { state.withLock { $0.draft = nil } }
        }
    }

    /// What is to be read next; `nil` when there is nothing.
    private func next(_ limit: Int) -> (JSONTapeDraft, Octets)? {
        state.withLock { state in
            guard let text = state.newest, state.expectedCount <= limit else {
                state.isRunning = false
                return nil
            }
            state.newest = nil
            let draft = state.draft ?? JSONTapeDraft(expecting: state.expectedCount)
            state.draft = draft
            return (draft, text)
        }
    }
}
