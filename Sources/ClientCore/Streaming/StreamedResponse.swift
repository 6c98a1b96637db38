public import HTTPModel

/// A response whose head is there and whose content comes as it is read.
public struct StreamedResponse: Sendable {
    /// The head.
    public let head: HTTPResponseHead
    /// The content, codings removed as the request asked.
    public let body: ByteStream
    /// The exchange up to the head: redirects and attempts before it, and a response without body.
    public let opening: Exchange

    init(head: HTTPResponseHead, body: ByteStream, opening: Exchange) {
        self.head = head
        self.body = body
        self.opening = opening
    }

    /// The status.
    public var status: HTTPStatus { head.status }

    /// Waits until the content was read to its end or cancelled, and gives the whole exchange.
    ///
    /// It has the final timings, sizes and trailers, or the failure that ended the content; the body
    /// of its response is empty. Content that nobody reads or cancels never ends.
    public func exchange() async -> Exchange { await body.source.exchange() ?? opening }
}

/// What came of the attempt to open a stream.
public enum StreamOpening: Sendable {
    /// The head of a response came.
    case response(StreamedResponse)
    /// No head came; the exchange has the failure.
    case failure(Exchange, NetworkFailure)
}
