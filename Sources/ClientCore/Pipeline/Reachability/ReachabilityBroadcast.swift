import Synchronization

/// A truth value with many readers, who hear of its changes.
final class ReachabilityBroadcast: Sendable {
    private struct State {
        var isReachable: Bool
        var nextID = 0
        var readers: [Int: AsyncStream<Bool>.Continuation] = [:]
    }

    private let state: Mutex<State>

    init(_ isReachable: Bool) {
        state = Mutex(State(isReachable: isReachable))
    }

    deinit {
        for reader in state.withLock({ $0.readers.values }) { reader.finish() }
    }

    var isReachable: Bool { state.withLock { $0.isReachable } }

    var changes: AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                state.nextID += 1
                state.readers[state.nextID] = continuation
                continuation.yield(state.isReachable)
                return state.nextID
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.readers.removeValue(forKey: id) }
            }
        }
    }

    func set(_ isReachable: Bool) {
        state.withLock { state in
            guard state.isReachable != isReachable else { return }
            state.isReachable = isReachable
            // Within the lock, so that two changes reach everybody in their order.
            for reader in state.readers.values { reader.yield(isReachable) }
        }
    }
}
