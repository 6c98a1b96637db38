/// Texts for numbers that people read.
package enum Formatting {
    /// A duration in three significant figures at most, such as `38 ms`, `1.25 s` or `740 µs`.
    package static func duration(_ duration: Duration) -> String {
        let parts = duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        if microseconds < 1_000 { return "\(microseconds) µs" }
        if microseconds < 10_000 { return decimal(microseconds, over: 1_000, digits: 1) + " ms" }
        if microseconds < 1_000_000 { return "\((microseconds + 500) / 1_000) ms" }
        if microseconds < 60_000_000 {
            return decimal(microseconds, over: 1_000_000, digits: 2) + " s"
        }
        let seconds = microseconds / 1_000_000
        return "\(seconds / 60) min \(seconds % 60) s"
    }

    /// A number of bytes, such as `412 B`, `1.5 KiB` or `60 MiB`.
    package static func bytes(_ count: Int) -> String {
        var divisor: Int64 = 1024
        if count < 1024 { return "\(count) B" }
        for unit in ["KiB", "MiB", "GiB"] {
            let value = Int64(count)
            if value < divisor * 10 { return decimal(value, over: divisor, digits: 1) + " " + unit }
            if value < divisor * 1024 || unit == "GiB" { return "\(value / divisor) \(unit)" }
            divisor *= 1024
        }
        return "\(count) B"
    }

    /// `value / divisor` with up to `digits` digits behind the point, the last one cut off.
    private static func decimal(_ value: Int64, over divisor: Int64, digits: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = value * scale / divisor
        var fraction = String(scaled % scale)
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? "\(scaled / scale)" : "\(scaled / scale).\(fraction)"
    }
}
