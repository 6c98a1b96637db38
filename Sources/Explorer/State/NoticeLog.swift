/// A time of day where the person is.
package struct TimeOfDay: Equatable, Sendable {
    /// The seconds since midnight, from 0.
    package var seconds: Int

    /// Creates a time.
    package init(seconds: Int) { self.seconds = seconds }

    /// The time as `14:05:09`.
    package var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}

/// What the program told, so that it can still be read when the next key has taken it away.
package struct NoticeLog: Equatable, Sendable {
    /// A notice with its time.
    package struct Entry: Equatable, Sendable {
        /// When it was told; `nil` when no clock was read.
        package var time: TimeOfDay?
        /// What was told.
        package var notice: Notice
    }

    /// What was told, oldest first.
    package private(set) var entries: [Entry] = []

    /// How many entries are kept.
    private static let limit = 500

    /// Creates an empty log.
    package init() {}

    /// Adds a notice.
    mutating func add(_ notice: Notice, at time: TimeOfDay?) {
        entries.append(Entry(time: time, notice: notice))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
