/// How far a download or an upload has come.
///
/// In one transfer `completed` only grows, and no two reports are alike.
public struct TransferProgress: Hashable, Sendable {
    /// The bytes of content that are done, those of an earlier part included.
    public var completed: Int
    /// The bytes of content in all; `nil` when nobody knows.
    public var total: Int?
    /// The present speed in bytes a second; 0 while it is not known.
    public var bytesPerSecond: Double
    /// The time that is left at this speed; `nil` when it is not known.
    public var eta: Duration?

    /// Creates a report.
    public init(completed: Int, total: Int?, bytesPerSecond: Double = 0, eta: Duration? = nil) {
        self.completed = completed
        self.total = total
        self.bytesPerSecond = bytesPerSecond
        self.eta = eta
    }

    /// The part that is done, from 0 to 1; `nil` when the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : min(1, Double(completed) / Double(total))
    }
}

/// Makes reports of progress out of counts of bytes and moments.
public struct ProgressMeter: Sendable {
    private let start: Int
    private var last: (count: Int, time: Duration)?
    private var reported: (completed: Int, total: Int?)?
    private var speed = 0.0

    /// The time over which the speed is averaged, in seconds.
    private static let smoothing = 1.0

    /// Creates a meter.
    ///
    /// - Parameter start: The bytes that were done before, which do not count for the speed.
    public init(start: Int = 0) {
        self.start = start
    }

    /// Takes the state at a moment.
    ///
    /// - Parameters:
    ///   - completed: The bytes done, `start` included; less than before is ignored.
    ///   - total: The bytes in all, if known.
    ///   - time: The time since any fixed moment; it does not go back.
    /// - Returns: A report, when there is anything new.
    public mutating func update(
        completed: Int,
        total: Int?,
        at time: Duration
    ) -> TransferProgress? {
        let completed = max(completed, reported?.completed ?? start)
        if let reported, reported.completed == completed, reported.total == total { return nil }
        let before = last ?? (start, time)
        let seconds = (time - before.time) / .seconds(1)
        if seconds > 0 {
            let present = Double(completed - before.count) / seconds
            let weight = last == nil || speed == 0 ? 1 : seconds / (seconds + Self.smoothing)
            speed += (present - speed) * weight
            last = (completed, time)
        } else if last == nil {
            last = before
        }
        reported = (completed, total)
        var eta: Duration?
        if let total, speed > 0 {
            eta = .milliseconds(Int64(min(Double(max(0, total - completed)) / speed * 1_000, 1e15)))
        }
        return TransferProgress(
            completed: completed,
            total: total,
            bytesPerSecond: speed,
            eta: eta
        )
    }
}
