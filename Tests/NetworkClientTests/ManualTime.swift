import NetworkClient
import Synchronization

/// A clock whose waits end at once, or when the test says so; it notes how long they would last.
final class ManualTime: TimeSource {
    private struct State {
        var now = Duration.zero
        var waits: [Duration] = []
        var isHolding: Bool
        var held: [Int: CheckedContinuation<Bool, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>
    private let began: AsyncStream<Duration>
    private let begin: AsyncStream<Duration>.Continuation

    /// Creates a clock; `isHolding` makes waits last until `release()`.
    init(isHolding: Bool = false) {
        state = Mutex(State(isHolding: isHolding))
        (began, begin) = AsyncStream.makeStream()
    }

    /// How long each wait so far would last, in order.
    var waits: [Duration] { state.withLock { $0.waits } }

    var now: Duration { state.withLock { $0.now } }
    var secondsSinceEpoch: Int64 { 0 }

    /// Waits until something waits for this clock.
    func waitForWait() async {
        for await _ in began { return }
    }

    /// Ends all waits, those to come included.
    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [:] }
            return state.held.values.map { $0 }
        }
        for continuation in held { continuation.resume(returning: true) }
    }

    func sleep(for duration: Duration) async throws(CancellationError) {
        guard !Task.isCancelled else { throw CancellationError() }
        let number = state.withLock { state in
            state.waits.append(duration)
            state.now += duration
            return state.waits.count
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.cancelled.contains(number) { return false }
                    guard state.isHolding else { return true }
                    state.held[number] = continuation
                    return nil
                }
                begin.yield(duration)
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(number)
                return state.held.removeValue(forKey: number)
            }
            continuation?.resume(returning: false)
        }
        guard isOver else { throw CancellationError() }
    }
}
