import Glibc

/// Instants as text.
package enum Timestamp {
    /// The current instant in UTC, such as `2026-11-30T06:00:00Z`.
    package static var now: String { text(secondsSince1970: Int(time(nil))) }

    /// The current instant in seconds since 1970.
    package static var secondsSince1970: Double {
        var instant = timespec()
        clock_gettime(CLOCK_REALTIME, &instant)
        return Double(instant.tv_sec) + Double(instant.tv_nsec) / 1e9
    }

    /// The current instant in microseconds since 1970.
    package static var microsecondsSince1970: Int64 {
        var instant = timespec()
        clock_gettime(CLOCK_REALTIME, &instant)
        return Int64(instant.tv_sec) * 1_000_000 + Int64(instant.tv_nsec) / 1_000
    }

    /// An instant in UTC to the second (RFC 3339).
    package static func text(secondsSince1970 seconds: Int) -> String {
        var instant = time_t(seconds)
        var parts = tm()
        gmtime_r(&instant, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
