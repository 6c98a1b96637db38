import ClientCore
import Synchronization

/// A clock that only moves when somebody sleeps or a test moves it.
///
/// By default a sleep takes no real time: the clock jumps. A held clock keeps sleepers until
/// `advance(by:)` has gone past their time.
final class ManualTime: TimeSource {
    private struct Sleeper {
        var id: Int
        var wake: Duration
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now = Duration.seconds(1000)
        var slept: [Duration] = []
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var nextID = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let secondsSinceEpoch: Int64
    private let isHeld: Bool
    private let state = Mutex(State())

    init(isHeld: Bool = false, secondsSinceEpoch: Int64 = 784_111_777) {
        self.isHeld = isHeld
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    var now: Duration { state.withLock { $0.now } }

    /// All waits asked for, in order.
    var slept: [Duration] { state.withLock { $0.slept } }

    func sleep(for duration: Duration) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        guard isHeld else {
            state.withLock { state in
                state.slept.append(duration)
                state.now += max(duration, .zero)
            }
            return
        }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isDone = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    state.slept.append(duration)
                    guard !state.cancelled.contains(id) else { return true }
                    let wake = state.now + duration
                    state.sleepers.append(Sleeper(id: id, wake: wake, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(returning: false) }
                tellWatchers()
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                state.cancelled.insert(id)
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(returning: false)
        }
        if !isDone { throw CancellationError() }
    }

    /// Moves the clock, and wakes whose time has come.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now += duration
            let now = state.now
            let woken = state.sleepers.filter { $0.wake <= now }
            state.sleepers.removeAll { $0.wake <= now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }

    /// Returns when so many sleeps were begun in all.
    func sleeps(_ count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.append((count, continuation)) }
            tellWatchers()
        }
    }

    private func tellWatchers() {
        let told = state.withLock { state in
            let count = state.slept.count
            let told = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return told
        }
        for watcher in told { watcher.continuation.resume() }
    }
}
