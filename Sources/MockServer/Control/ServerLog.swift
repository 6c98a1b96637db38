import HTTPModel
import Synchronization

/// The last requests of a server and how often it was asked for what, written by each loop in a part
/// of its own.
final class ServerLog: Sendable {
    /// How often a server was asked.
    struct Counts: Sendable {
        /// By the path of the fixture that answered.
        var fixtures: [String: Int] = [:]
        /// By method and path of the request.
        var requests: [Call: Int] = [:]
        /// Requests that no fixture matched.
        var misses: [Call: Int] = [:]

        private static let limit = 10_000

        mutating func note(_ entry: MockLogEntry) {
            if let path = entry.fixturePath { fixtures[path, default: 0] += 1 }
            let call = Call(method: entry.method, path: entry.path)
            // Paths without end must not fill the memory; what is past the limit is one call.
            let key =
                requests.count < Self.limit || requests[call] != nil
                ? call : Call(method: "*", path: "*")
            requests[key, default: 0] += 1
            if entry.isMiss { misses[key, default: 0] += 1 }
        }

        mutating func add(_ other: Counts) {
            fixtures.merge(other.fixtures, uniquingKeysWith: +)
            requests.merge(other.requests, uniquingKeysWith: +)
            misses.merge(other.misses, uniquingKeysWith: +)
        }
    }

    /// What a request asked for.
    struct Call: Hashable, Sendable {
        var method: String
        var path: String
    }

    private final class Part: Sendable {
        let state = Mutex(RequestLog())
    }

    private let parts: [Part]
    private let lastNumber = Atomic(0)

    init(partCount: Int) {
        parts = (0..<partCount).map { _ in Part() }
    }

    /// How many requests there were.
    var count: Int { lastNumber.load(ordering: .relaxed) }

    /// Notes a request that is going to be answered.
    ///
    /// - Returns: Its number, which `finish` takes.
    func begin(_ entry: MockLogEntry, part: Int) -> Int {
        var entry = entry
        entry.number = lastNumber.add(1, ordering: .relaxed).newValue
        parts[part].state.withLock { $0.append(entry) }
        return entry.number
    }

    /// Notes that a request was answered.
    ///
    /// - Returns: The whole entry, or `nil` when it is no longer kept.
    func finish(_ number: Int, duration: Duration, part: Int) -> MockLogEntry? {
        parts[part].state.withLock { $0.finish(number, duration: duration) }
    }

    /// The kept entries, oldest first.
    var entries: [MockLogEntry] {
        parts.flatMap { part in part.state.withLock { $0.kept } }
            .sorted { $0.number < $1.number }
    }

    /// How often was asked for what.
    var counts: Counts {
        var sum = Counts()
        for part in parts { sum.add(part.state.withLock { $0.counts }) }
        return sum
    }

    /// Forgets all entries; counting goes on.
    func clear() {
        for part in parts { part.state.withLock { $0.clear() } }
    }

    /// Forgets all entries and counts.
    func reset() {
        for part in parts { part.state.withLock { $0 = RequestLog() } }
    }
}

/// The last requests of one loop, as many as are worth keeping.
struct RequestLog {
    private var entries: [MockLogEntry] = []
    private var first = 0
    private var bodyBytes = 0
    private(set) var counts = ServerLog.Counts()

    private static let entryLimit = 1_000
    private static let bodyByteLimit = 64 << 20

    /// Adds an entry; its number is higher than all before.
    mutating func append(_ entry: MockLogEntry) {
        entries.append(entry)
        counts.note(entry)
        bodyBytes += entry.body.count
        while entries.count - first > Self.entryLimit
            || (bodyBytes > Self.bodyByteLimit && entries.count - first > 1)
        {
            bodyBytes -= entries[first].body.count
            entries[first].body = Octets()
            entries[first].headOctets = Octets()
            first += 1
        }
        if first > Self.entryLimit {
            entries.removeSubrange(..<first)
            first = 0
        }
    }

    /// Sets the time that an answer took.
    mutating func finish(_ number: Int, duration: Duration) -> MockLogEntry? {
        var position = entries.count - 1
        while position >= first, entries[position].number > number { position -= 1 }
        guard position >= first, entries[position].number == number else { return nil }
        entries[position].duration = duration
        return entries[position]
    }

    /// Forgets all entries; counting goes on.
    mutating func clear() {
        entries = []
        first = 0
        bodyBytes = 0
    }

    /// The kept entries, oldest first.
    var kept: ArraySlice<MockLogEntry> { entries[first...] }
}
