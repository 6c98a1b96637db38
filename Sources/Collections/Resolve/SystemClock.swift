import Glibc

/// The machine's clock.
enum SystemClock {
    /// Nanoseconds since 1970.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// How many seconds the machine's local time is ahead of UTC at a moment.
    static func zoneOffset(at seconds: Int64) -> Int {
        var moment = time_t(seconds)
        var local = tm()
        localtime_r(&moment, &local)
        return local.tm_gmtoff
    }
}
