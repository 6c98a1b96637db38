package import Fixtures
import Glibc
import MockServer

/// What the options of `apus mock` and `apus record` mean.
package enum MockOptions {
    /// How many threads serve when nobody says: two, where there are two processors.
    static var usualThreadCount: Int { min(2, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The wait of `--latency`: `80ms`, `50ms..200ms`, or `p50=40ms,p99=900ms`.
    static func latency(_ arguments: ParsedArguments) throws(UsageError) -> Latency {
        guard let text = arguments.value("latency") else { return .none }
        guard let latency = latency(text) else {
            throw UsageError(
                arguments.subcommand,
                "--latency takes a time such as 80ms, a range such as 50ms..200ms, or "
                    + "percentiles such as p50=40ms,p99=1s, not '\(text)'"
            )
        }
        return latency
    }

    /// The wait that a text says; `nil` for a text of another form.
    package static func latency(_ text: String) -> Latency? {
        if let duration = Duration(readable: text) { return .fixed(duration) }
        if let dots = text.firstRange(of: "..") {
            guard let shortest = Duration(readable: String(text[..<dots.lowerBound])),
                let longest = Duration(readable: String(text[dots.upperBound...])),
                shortest <= longest
            else { return nil }
            return .between(shortest, longest)
        }
        var points: [Latency.Percentile] = []
        for part in text.split(separator: ",") {
            let halves = part.split(separator: "=")
            guard halves.count == 2, halves[0].hasPrefix("p"),
                let percent = Double(halves[0].dropFirst()), percent > 0, percent <= 100,
                let duration = Duration(readable: String(halves[1]))
            else { return nil }
            points.append(Latency.Percentile(percent, duration))
        }
        return Latency(points: points)
    }

    /// The limit of `--bandwidth` in bytes a second: `20000`, `50KB`, `1.5MB/s`.
    static func bandwidth(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
        guard let text = arguments.value("bandwidth") else { return nil }
        guard let rate = bandwidth(text) else {
            throw UsageError(
                arguments.subcommand,
                "--bandwidth takes bytes a second such as 50KB or 1.5MB, not '\(text)'"
            )
        }
        return rate
    }

    /// The bytes a second that a text says; `nil` for a text of another form.
    package static func bandwidth(_ text: String) -> Int? {
        var number = Substring(text.hasSuffix("/s") ? text.dropLast(2) : Substring(text))
        var factor = 1.0
        for (unit, size) in [("MB", 1e6), ("KB", 1e3), ("kB", 1e3), ("B", 1)]
        where number.hasSuffix(unit) {
            number = number.dropLast(unit.count)
            factor = size
            break
        }
        guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let amount = Double(number), amount * factor >= 1, amount * factor < 1e12
        else { return nil }
        return Int(amount * factor)
    }

    /// The certificate of `--cert`.
    static func certificate(_ arguments: ParsedArguments) throws(UsageError) -> MockCertificate {
        guard let text = arguments.value("cert") else { return .good }
        guard let certificate = MockCertificate(rawValue: text) else {
            let known = MockCertificate.allCases.map(\.rawValue)
            throw UsageError(
                arguments.subcommand,
                "--cert takes \(known.joined(separator: ", ")), not '\(text)'"
                    + Suggestion.phrase(for: text, in: known)
            )
        }
        return certificate
    }
}
