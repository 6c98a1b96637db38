import CollectionRun
import Synchronization

/// What is kept of the results of a run that were given away.
///
/// Safe to share.
final class RunRecord: Sendable {
    /// What is kept of a result.
    enum Keeping {
        /// All that came.
        case everything
        /// What reports other than archives show: no content, no fields.
        case reported
        /// Nothing but how it ended.
        case outcome
    }

    /// What was kept.
    struct Content: Sendable {
        /// How the requests ended.
        var tally = RunTally()
        /// The results in order; none when only outcomes are kept.
        var results: [RunResult] = []
    }

    private let keeping: Keeping
    private let state: Mutex<Content>

    /// Creates a record of no results.
    init(_ keeping: Keeping, expecting count: Int) {
        self.keeping = keeping
        var content = Content()
        if keeping != .outcome { content.results.reserveCapacity(min(count, 100_000)) }
        state = Mutex(content)
    }

    /// What was kept so far.
    var content: Content { state.withLock { $0 } }

    /// Counts a result, and keeps of it what is to be kept.
    func add(_ result: inout RunResult) {
        state.withLock { $0.tally.add(result) }
        guard keeping != .outcome else { return }
        if keeping == .reported { result.dropUnreported() }
        state.withLock { $0.results.append(result) }
    }
}
