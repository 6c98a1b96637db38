import Synchronization

/// Lets one at a time pass, in the order in which they entered.
final class TurnQueue: Sendable {
    private struct State {
        var last: UInt64 = 0
        var order: [UInt64] = []
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var abandoned: Set<UInt64> = []
    }

    private let state = Mutex(State())

    /// Enters the queue; `leave(_:)` must follow, whatever happens.
    func enter() -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.order.append(state.last)
            return state.last
        }
    }

    /// Waits until all that entered earlier have left.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func wait(for number: UInt64) async throws(CancellationError) {
        let isTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.abandoned.contains(number) { return false }
                    if state.order.first == number { return true }
                    state.waiting[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            abandon(number)
        }
        guard isTurn else { throw CancellationError() }
    }

    /// Leaves the queue, and lets the next one pass.
    func leave(_ number: UInt64) {
        let next = state.withLock { state in
            state.order.removeAll { $0 == number }
            state.abandoned.remove(number)
            return state.order.first.flatMap { state.waiting.removeValue(forKey: $0) }
        }
        next?.resume(returning: true)
    }

    private func abandon(_ number: UInt64) {
        let waiter = state.withLock { state in
            state.abandoned.insert(number)
            return state.waiting.removeValue(forKey: number)
        }
        waiter?.resume(returning: false)
    }
}
