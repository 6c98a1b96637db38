/// How long an answer is waited for, each time anew.
public enum Latency: Hashable, Sendable {
    /// Always this long.
    case fixed(Duration)
    /// Any time between two, each as likely.
    case between(Duration, Duration)
    /// So that each share of the answers takes at most its time; sorted by share.
    ///
    /// Between two points the time is interpolated, from zero below the first; above the last it is the
    /// last's.
    case percentiles([Percentile])

    /// A share of the answers and how long they take at most.
    public struct Percentile: Hashable, Sendable {
        /// The share, above 0 and at most 100.
        public var percent: Double
        /// How long that share takes at most.
        public var duration: Duration

        /// Creates a point.
        public init(_ percent: Double, _ duration: Duration) {
            self.percent = percent
            self.duration = duration
        }
    }

    /// No wait.
    public static let none = Latency.fixed(.zero)

    /// The wait that the share `position` of all answers does not exceed.
    ///
    /// - Parameter position: From 0 to 1; a random number gives a random wait of this distribution.
    /// - Returns: The wait.
    public func duration(at position: Double) -> Duration {
        let position = min(max(position, 0), 1)
        switch self {
        case .fixed(let duration): return duration
        case .between(let shortest, let longest):
            return shortest + (longest - shortest) * position
        case .percentiles(let points):
            var lower = Percentile(0, .zero)
            for upper in points {
                if position * 100 <= upper.percent {
                    let width = upper.percent - lower.percent
                    let part = width > 0 ? (position * 100 - lower.percent) / width : 1
                    return lower.duration + (upper.duration - lower.duration) * part
                }
                lower = upper
            }
            return lower.duration
        }
    }

    /// A wait drawn at random.
    package func drawn() -> Duration {
        if case .fixed(let duration) = self { return duration }
        return duration(at: Double.random(in: 0..<1))
    }
}
