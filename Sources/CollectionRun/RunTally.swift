/// How the requests of a run ended: all that is kept of a run nobody wants a report of.
package struct RunTally: Sendable, Equatable {
    private var passed = 0
    private var failed = 0
    private var errors = 0
    private var skipped = 0
    /// The most severe code of the results; success when there is none.
    package private(set) var exitCode = ExitCode.success

    /// Creates a tally of no requests.
    package init() {}

    /// How many requests there are.
    package var count: Int { passed + failed + errors + skipped }

    /// How many requests ended this way.
    package func count(_ outcome: RunOutcome) -> Int {
        switch outcome {
        case .passed: passed
        case .failed: failed
        case .error: errors
        case .skipped: skipped
        }
    }

    /// Counts a result.
    package mutating func add(_ result: borrowing RunResult) {
        switch result.outcome {
        case .passed: passed += 1
        case .failed: failed += 1
        case .error: errors += 1
        case .skipped: skipped += 1
        }
        exitCode = exitCode.combined(with: ExitCode(result))
    }

    /// Counts requests that were not run.
    package mutating func add(skipped count: Int) {
        skipped += count
    }
}
