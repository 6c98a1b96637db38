import Glibc

/// Times of the history as people write and read them.
enum LocalTime {
    /// A time in microseconds since 1970 on the clock of this place, such as `2026-11-30 12:05:09`.
    static func text(_ microseconds: Int64) -> String {
        var instant = time_t(microseconds / 1_000_000)
        var parts = tm()
        localtime_r(&instant, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    /// Reads a day, a day with a time, both of this place, or an age such as `30d`, `12h` or `15m`.
    ///
    /// - Parameters:
    ///   - text: `2026-11-30`, `2026-11-30 12:05`, `2026-11-30T12:05:09` or a number with a unit.
    ///   - now: The time now, in microseconds since 1970.
    /// - Returns: Microseconds since 1970; `nil` for a text of another form.
    static func microseconds(reading text: String, now: Int64) -> Int64? {
        let units: [(Character, Int64)] = [("d", 86_400), ("h", 3_600), ("m", 60)]
        if let unit = units.first(where: { text.last == $0.0 }), let count = Int64(text.dropLast()),
            (0...100_000).contains(count)
        {
            return now - count * unit.1 * 1_000_000
        }
        let numbers = text.split(omittingEmptySubsequences: false) { "-T :".contains($0) }
        let values = numbers.compactMap { Int32($0) }
        guard values.count == numbers.count, [3, 5, 6].contains(values.count), numbers[0].count == 4
        else { return nil }
        let limits: [ClosedRange<Int32>] = [1970...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
        guard zip(values, limits).allSatisfy({ $1.contains($0) }) else { return nil }
        var parts = tm()
        parts.tm_year = values[0] - 1900
        parts.tm_mon = values[1] - 1
        parts.tm_mday = values[2]
        if values.count > 3 {
            parts.tm_hour = values[3]
            parts.tm_min = values[4]
            parts.tm_sec = values.count > 5 ? values[5] : 0
        }
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        return seconds < 0 ? nil : Int64(seconds) * 1_000_000
    }
}
