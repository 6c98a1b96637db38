import Synchronization

/// One piece of work whose outcome several tasks wait for.
///
/// It runs in a task of its own: a waiter that is cancelled goes away alone. Whoever starts the work
/// is its first member; others join. When the last member has left before the end, work that
/// `endsWhenAbandoned` is cancelled.
final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var task: Task<Void, Never>?
        var members = 1
        var isAbandoned = false
        var nextID = 0
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let endsWhenAbandoned: Bool
    private let state = Mutex(State())

    /// Starts `work`; the caller is a member and must call `wait` once.
    init(endsWhenAbandoned: Bool, _ work: @escaping @Sendable () async -> Value) {
        self.endsWhenAbandoned = endsWhenAbandoned
        let task = Task { self.finish(await work()) }
        state.withLock { state in
            if state.value == nil { state.task = task }
        }
    }

    /// How many wait for the outcome, or are about to.
    var memberCount: Int { state.withLock { $0.members } }

    /// Becomes a member, who must call `wait` once; `false` when the work was given up.
    func join() -> Bool {
        state.withLock { state in
            guard !state.isAbandoned else { return false }
            state.members += 1
            return true
        }
    }

    /// Waits for the outcome, and is no member any more after that.
    ///
    /// - Throws: `CancellationError` at once when the waiting task is cancelled.
    func wait() async throws(CancellationError) -> Value {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let value = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(id, continuation)
            }
        } onCancel: {
            cancel(id)
        }
        leave(id)
        guard let value else { throw CancellationError() }
        return value
    }

    private func enter(_ id: Int, _ continuation: CheckedContinuation<Value?, Never>) {
        let answer = state.withLock { state -> Value?? in
            if let value = state.value { return value }
            if state.cancelled.contains(id) { return .some(nil) }
            state.waiters[id] = continuation
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state in
            state.cancelled.insert(id)
            return state.waiters.removeValue(forKey: id)
        }
        waiter?.resume(returning: nil)
    }

    private func leave(_ id: Int) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            state.cancelled.remove(id)
            state.members -= 1
            guard state.members == 0, state.value == nil, endsWhenAbandoned else { return nil }
            state.isAbandoned = true
            return state.task
        }
        abandoned?.cancel()
    }

    private func finish(_ value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            state.task = nil
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }
}
