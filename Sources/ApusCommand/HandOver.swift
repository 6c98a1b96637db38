import CollectionRun
import Synchronization

/// A result on its way to those who show and keep it, once.
///
/// It may be handed over by whoever comes first: the transfer thread while it waits for the next
/// answer, or the run when that answer is there.
final class HandOver: Sendable {
    private let waiting: Mutex<RunResult?>
    private let take: @Sendable (consuming RunResult) -> Void

    /// Holds `result` until `finish`.
    init(_ result: consuming RunResult, to take: @escaping @Sendable (consuming RunResult) -> Void)
    {
        waiting = Mutex(result)
        self.take = take
    }

    /// Hands the result over, unless that was done.
    func finish() {
        let result = waiting.withLock { $0.take() }
        if let result { take(result) }
    }
}
