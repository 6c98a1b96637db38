public import HTTPModel

/// The events of a server, over as many connections as it takes; for one reader.
///
/// When a connection ends, another is made after a while, with the `Last-Event-ID` of what came.
///
/// - SeeAlso: WHATWG HTML §9.2.3 (the processing model of event sources).
public struct EventSource: AsyncSequence, Sendable {
    /// How connections follow one another.
    public struct Options: Hashable, Sendable {
        /// The time before the next connection, until the server sets another.
        public var retryDelay = Duration.seconds(3)
        /// How many attempts without an event in between are too many; `nil` for no limit.
        public var attemptLimit: Int?
        /// The id that the events are to follow; empty for none.
        public var lastEventID = ""

        /// Creates the default options: three seconds, no limit.
        public init() {}
    }

    let client: HTTPClient
    let request: HTTPRequest
    let options: Options

    /// Starts without a connection.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            source: self,
            delay: options.retryDelay,
            parser: ServerSentEventParser(lastEventID: options.lastEventID)
        )
    }

    /// The reader of the events.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: EventSource
        fileprivate var delay: Duration
        fileprivate var parser: ServerSentEventParser
        fileprivate var body: ByteStream?
        fileprivate var ready: ArraySlice<ServerSentEvent> = []
        fileprivate var attempts = 0
        fileprivate var isAtEnd = false

        /// Waits for the next event, connecting again when needed.
        ///
        /// - Returns: `nil` when the server says that there are no more, by a 204, and after an error.
        /// - Throws: `EventSourceError` when the answer is no event stream, `NetworkFailure` when
        ///   it does not help to try again, the attempts are used up or an event is above
        ///   `ByteStream.elementLimit`, `PreparationFailure` when the request cannot be made ready.
        public mutating func next() async throws -> ServerSentEvent? {
            guard !isAtEnd else { return nil }
            isAtEnd = true
            let event = try await following()
            isAtEnd = event == nil
            return event
        }

        private mutating func following() async throws -> ServerSentEvent? {
            while true {
                if let event = ready.popFirst() { return event }
                do {
                    guard let body = try await connection() else { return nil }
                    if let piece = try await body.makeAsyncIterator().next() {
                        try take(piece, of: body)
                        continue
                    }
                    self.body = nil
                    try noteEnd(nil)
                } catch let failure as NetworkFailure where failure.isTransient {
                    body = nil
                    try noteEnd(failure)
                }
                try await source.client.configuration.time.sleep(for: delay)
            }
        }

        private mutating func take(_ piece: Octets, of body: ByteStream) throws(NetworkFailure) {
            let events = parser.push(piece)
            try body.checkElements(events, pending: parser.pendingCount)
            ready = events[...]
            if !ready.isEmpty { attempts = 0 }
            if let time = parser.reconnectionTime { delay = time }
        }

        private func noteEnd(_ failure: NetworkFailure?) throws {
            guard let limit = source.options.attemptLimit, attempts >= limit else { return }
            throw failure
                ?? NetworkFailure(
                    .receiveTruncated,
                    phase: .receive,
                    detail: "\(attempts) connections without an event"
                )
        }

        /// The connection there is, or a new one; `nil` when there is nothing more to come.
        private mutating func connection() async throws -> ByteStream? {
            if let body { return body }
            attempts += 1
            let id = parser.lastEventID
            parser = ServerSentEventParser(lastEventID: id)
            let response = try await source.client.stream(source.request(after: id))
            if response.status.rawValue == 204 { return nil }
            guard response.status.rawValue == 200,
                response.head.mediaType?.essence == "text/event-stream"
            else { throw EventSourceError(head: response.head) }
            body = response.body
            return response.body
        }
    }

    private func request(after id: String) -> HTTPRequest {
        var request = request
        for (name, value) in [("Accept", "text/event-stream"), ("Cache-Control", "no-store")]
        where !request.fields.contains(named: name) {
            request.fields.append(name, value)
        }
        if !id.isEmpty { request.fields["Last-Event-ID"] = id }
        return request
    }
}

/// An answer that is no event stream.
public struct EventSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The head that came.
    public let head: HTTPResponseHead

    /// What came instead.
    public var description: String {
        let type = head.mediaType?.essence ?? "no media type"
        return "the server answered \(head.status.rawValue) with \(type), which is no event stream"
    }
}

extension HTTPClient {
    /// The events that `request` leads to, over as many connections as it takes.
    ///
    /// Nothing is sent before the first event is asked for. The request's idle limit ends a silent
    /// connection, after which the next is made.
    ///
    /// - Parameters:
    ///   - request: What to ask for; `Accept` and `Last-Event-ID` are added.
    ///   - options: How connections follow one another.
    /// - Returns: The events.
    public func events(
        _ request: HTTPRequest,
        options: EventSource.Options = EventSource.Options()
    ) -> EventSource {
        EventSource(client: self, request: request, options: options)
    }
}
