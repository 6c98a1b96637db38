/// One event of an event stream.
///
/// - SeeAlso: WHATWG HTML §9.2 (server-sent events).
public struct ServerSentEvent: Hashable, Sendable {
    /// The id of the last event that had one, this one included; empty when none had.
    public var id: String
    /// The type of the event: `message` when the stream names none.
    public var event: String
    /// The data; lines are separated by LF.
    public var data: String
    /// The time to wait before connecting again, when it was set since the event before.
    public var retry: Duration?

    /// Creates an event.
    public init(id: String = "", event: String = "message", data: String, retry: Duration? = nil) {
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }
}
