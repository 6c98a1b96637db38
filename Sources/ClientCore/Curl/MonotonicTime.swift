import Glibc

/// An instant of the system's monotonic clock, in nanoseconds; cheap to read and to compare.
struct MonotonicTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since an arbitrary start.
    var nanoseconds: Int64

    /// The present.
    static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// An instant that does not come.
    static let never = MonotonicTime(nanoseconds: .max)

    /// The instant so many nanoseconds later; `never` when that is past the end of time.
    func adding(_ nanoseconds: Int64) -> MonotonicTime {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return overflow ? .never : MonotonicTime(nanoseconds: sum)
    }

    /// The time from `right` to `left`.
    static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded toward zero and limited to what fits.
    var wholeNanoseconds: Int64 {
        // Up to some hours, all but the two powers that a nanosecond is made of goes by shifting, which
        // spares a division of 128 bits.
        if let part = UInt64(exactly: attoseconds >> 9) { return Int64(part / 1_953_125) }
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow2 ? (seconds < 0 ? .min : .max) : sum
    }
}
