import Synchronization

/// Ends a filter from another thread.
///
/// Belongs to one evaluation; what is cancelled stays so.
package final class FilterCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Creates one that is not cancelled.
    package init() {}

    /// Ends the filter soon, or before it begins.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.stop?()
        }
    }

    /// Whether `cancel` was called.
    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Has `stop` called when it is cancelled during `body`; `stop` never runs after it.
    func watch<Result, Failure: Error>(
        _ stop: @escaping @Sendable () -> Void,
        during body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock { state in
            state.stop = stop
            if state.isCancelled { stop() }
        }
        defer { state.withLock { $0.stop = nil } }
        return try body()
    }
}
