import Synchronization

/// Something that is going on and can be ended early.
public protocol Cancellable: Sendable {
    /// Whether `cancel()` was called.
    var isCancelled: Bool { get }

    /// Ends what is going on; does nothing the second time, or when it has ended.
    func cancel()
}

extension Sequence where Element == any Cancellable {
    /// Cancels all.
    public func cancel() {
        for element in self { element.cancel() }
    }
}

extension Sequence where Element: Cancellable {
    /// Cancels all.
    public func cancel() {
        for element in self { element.cancel() }
    }
}

/// Work that can be cancelled, also before it is there.
final class CancellableWork: Cancellable {
    private struct State {
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes how to end the work; ends it at once when it was cancelled before.
    func attach(_ cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.cancel = cancel }
            return state.isCancelled
        }
        if isLate { cancel() }
    }

    /// Forgets the work, which has ended.
    func detach() {
        state.withLock { $0.cancel = nil }
    }

    func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            return state.cancel.take()
        }
        cancel?()
    }
}
