import CollectionRun
import Synchronization

/// The way of results to those who show and keep them, one at a time and each once.
///
/// A result may be handed over by whoever comes first: the transfer thread while it waits for the next
/// answer, or the run when that answer is there.
final class HandOver: Sendable {
    /// A result in memory of its own, which passes it on without a copy.
    ///
    /// `@unchecked Sendable` because it has one owner at a time.
    private final class Held: @unchecked Sendable {
        var result: RunResult

        init(_ result: consuming RunResult) {
            self.result = result
        }
    }

    private let waiting = Mutex<Held?>(nil)
    private let take: @Sendable (inout RunResult) -> Void

    /// Creates a way on which nothing waits.
    init(to take: @escaping @Sendable (inout RunResult) -> Void) {
        self.take = take
    }

    /// Lets a result wait; none may be waiting.
    func put(_ result: consuming RunResult) {
        let held = Held(result)
        waiting.withLock { $0 = held }
    }

    /// Hands over the result that waits, if one does.
    func finish() {
        guard let held = waiting.withLock({ $0.take() }) else { return }
        take(&held.result)
    }
}
