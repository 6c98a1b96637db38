import Glibc

/// The time as the pipeline sees it: a clock that never goes back, the date, and waiting.
///
/// Retries, limits and deadlines take all time from here, so a test that brings its own source waits
/// for nothing.
public protocol TimeSource: Sendable {
    /// The time since an arbitrary moment that stays the same; it never goes back.
    var now: Duration { get }

    /// The date as whole seconds since 1970-01-01 00:00:00 UTC.
    var secondsSinceEpoch: Int64 { get }

    /// Waits; not at all for a duration of zero or less.
    ///
    /// - Throws: `CancellationError` at once when the task is cancelled.
    func sleep(for duration: Duration) async throws(CancellationError)
}

/// The time of the system.
public struct SystemTime: TimeSource {
    /// Creates the source; all are alike.
    public init() {}

    /// The time of the monotonic clock.
    public var now: Duration { .nanoseconds(MonotonicTime.now.nanoseconds) }

    /// The date of the real-time clock.
    public var secondsSinceEpoch: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    /// Waits with the task suspended.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        do {
            try await Task.sleep(for: duration)
        } catch {
            throw CancellationError()
        }
    }
}
