public import HTTPModel

/// What came of a hop whose content is still to come.
public struct StreamedHop: Sendable {
    /// The head or the failure; with `content`, the response's body is empty.
    public var outcome: HopOutcome
    /// Gives the content; `nil` when all of it is in `outcome`.
    public var content: HopContent?

    /// Creates the beginning of a hop.
    public init(outcome: HopOutcome, content: HopContent? = nil) {
        self.outcome = outcome
        self.content = content
    }
}

/// The content of one response on its way, for one reader.
public struct HopContent: Sendable {
    /// What the reader gets.
    public enum Piece: Sendable {
        /// The next octets, codings removed as the request asked; not empty.
        case octets(Octets)
        /// The end: the whole hop, with trailers and timings, or its failure.
        case end(HopOutcome)
    }

    private let take: @Sendable () async -> Piece
    private let stop: @Sendable () -> Void

    /// Creates content from its two ends.
    ///
    /// - Parameters:
    ///   - next: Waits for the next piece; after the end it gives the end again.
    ///   - cancel: Ends the hop, from any thread; what is read next is the failure `cancelled`.
    public init(
        next: @escaping @Sendable () async -> Piece,
        cancel: @escaping @Sendable () -> Void
    ) {
        take = next
        stop = cancel
    }

    /// Waits for the next piece.
    public func next() async -> Piece { await take() }

    /// Ends the hop if it has not ended.
    public func cancel() { stop() }
}

extension Transport {
    /// Sends `request` and receives all of its response, for transports that know no other way.
    public func stream(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> StreamedHop {
        StreamedHop(outcome: await send(request, observer: observer))
    }
}
