import Synchronization

/// A limit on the retries of all calls together: a bucket of tokens.
///
/// Each retry takes a token; one comes back after every `interval` up to `capacity`. When a server is
/// down for everybody, calls then fail after their first attempt instead of adding to its load.
public final class RetryBudget: Sendable {
    /// The most tokens the bucket holds.
    public let capacity: Int
    /// After how long a token comes back.
    public let interval: Duration

    private struct State {
        var tokens: Int
        var filled: Duration?
    }

    private let state: Mutex<State>

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - capacity: The most retries at once; at least 0.
    ///   - interval: After how long another one is allowed.
    public init(capacity: Int = 10, interval: Duration = .seconds(1)) {
        self.capacity = max(capacity, 0)
        self.interval = interval
        state = Mutex(State(tokens: max(capacity, 0)))
    }

    /// Takes a token if there is one.
    func take(at now: Duration) -> Bool {
        state.withLock { state in
            fill(&state, at: now)
            guard state.tokens > 0 else { return false }
            state.tokens -= 1
            return true
        }
    }

    private func fill(_ state: inout State, at now: Duration) {
        guard let filled = state.filled, interval > .zero else {
            state.filled = now
            if interval <= .zero { state.tokens = capacity }
            return
        }
        let due = Int(max(0, min((now - filled) / interval, Double(capacity))))
        guard due > 0 else { return }
        state.tokens = min(capacity, state.tokens + due)
        // A full bucket loses what would overflow; else the rest of an interval counts on.
        state.filled = state.tokens == capacity ? now : filled + interval * due
    }
}
