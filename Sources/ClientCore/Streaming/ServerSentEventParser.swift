public import HTTPModel

/// Reads an event stream that comes in pieces; how it is cut makes no difference.
///
/// - SeeAlso: WHATWG HTML §9.2.5–6 (parsing and interpreting an event stream).
public struct ServerSentEventParser: Sendable {
    private var splitter = LineSplitter(.anyLineEnd)
    private var isAtStart = true
    private var data: [UInt8] = []
    private var hasData = false
    private var event = ""
    private var id: String
    private var retry: Duration?

    /// The id to send as `Last-Event-ID` when connecting again; empty when there is none.
    public private(set) var lastEventID: String
    /// The time to wait before connecting again; `nil` when the stream has not said.
    public private(set) var reconnectionTime: Duration?
    /// How many octets are kept for an event that has not ended.
    public var pendingCount: Int { splitter.pendingCount + data.count }

    /// Creates a parser at the start of a stream.
    ///
    /// - Parameter lastEventID: The id that the stream continues after; empty for none.
    public init(lastEventID: String = "") {
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// Takes a piece.
    ///
    /// - Returns: The events that ended in it. An event that the stream does not end is none.
    public mutating func push(_ piece: Octets) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for line in splitter.push(piece) {
            if let event = read(line) { events.append(event) }
        }
        return events
    }

    /// Takes a line; an empty one ends an event.
    private mutating func read(_ whole: Octets) -> ServerSentEvent? {
        var line = whole
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.slice(3..<line.count) }
        }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        guard colon != 0 else { return nil }
        let name = line.slice(0..<(colon ?? line.count))
        var value = line.slice((colon.map { $0 + 1 } ?? line.count)..<line.count)
        if value.first == 0x20 { value = value.slice(1..<value.count) }
        take(field: name.text, value)
        return nil
    }

    private mutating func take(field name: String, _ value: Octets) {
        switch name {
        case "data":
            if hasData { data.append(0x0A) }
            data.append(contentsOf: value)
            hasData = true
        case "event":
            event = value.text
        case "id" where !value.contains(0):
            id = value.text
        case "retry" where !value.isEmpty && value.allSatisfy({ (0x30...0x39).contains($0) }):
            guard let milliseconds = Int(value.text) else { return }
            retry = .milliseconds(milliseconds)
            reconnectionTime = retry
        default:
            break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = id
        defer {
            data = []
            hasData = false
            event = ""
        }
        guard hasData else { return nil }
        defer { retry = nil }
        return ServerSentEvent(
            id: id,
            event: event.isEmpty ? "message" : event,
            data: String(decoding: data, as: UTF8.self),
            retry: retry
        )
    }
}
