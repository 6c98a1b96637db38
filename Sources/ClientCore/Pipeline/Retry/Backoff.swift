/// How long to wait before sending again.
public enum Backoff: Hashable, Sendable {
    /// Always as long.
    case constant(Duration)
    /// `base` before the first retry, `factor` times as long before each further one, at most `cap`.
    ///
    /// With full jitter the wait is a random part of that, from nothing to all, so that many clients
    /// that failed together do not come back together.
    case exponential(
        base: Duration = .milliseconds(500),
        factor: Double = 2,
        cap: Duration = .seconds(30),
        hasFullJitter: Bool = true
    )

    /// The wait before a retry.
    ///
    /// - Parameters:
    ///   - retry: Which retry, from 1.
    ///   - random: Called once when there is jitter; gives a number from 0 up to 1.
    /// - Returns: The wait, never negative.
    public func delay(beforeRetry retry: Int, random: () -> Double) -> Duration {
        switch self {
        case .constant(let delay):
            return max(delay, .zero)
        case .exponential(let base, let factor, let cap, let hasFullJitter):
            var delay = max(base, .zero)
            for _ in 1..<max(retry, 1) where delay < cap {
                // Divided before multiplied: a product past the range of `Duration` would trap.
                delay = delay > cap / max(factor, 1) ? cap : delay * max(factor, 1)
            }
            delay = max(min(delay, cap), .zero)
            return hasFullJitter ? delay * min(max(random(), 0), 1) : delay
        }
    }
}
