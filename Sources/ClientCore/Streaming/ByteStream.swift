public import HTTPModel
import Synchronization

/// The content of a response, piece by piece as it comes.
///
/// For one reader: what one iterator was given, another does not get. While nobody reads, no more
/// than about half a megabyte is received ahead. When the last copy goes before the end, the hop is
/// cancelled.
public struct ByteStream: AsyncSequence, Sendable {
    /// A piece of content; not empty, its size says nothing.
    public typealias Element = Octets
    /// Why the content does not come whole.
    public typealias Failure = NetworkFailure

    let source: StreamSource

    init(_ source: StreamSource) {
        self.source = source
    }

    /// Creates a stream of content that is there already.
    public init(_ octets: Octets) {
        source = StreamSource(octets)
    }

    /// Gives the content from where it was read last.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// The reader of a stream.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: StreamSource

        /// Waits for the next piece; `nil` at the end.
        ///
        /// - Throws: Why the content does not come whole; `cancelled` when the task was cancelled,
        ///   which ends the hop.
        public func next() async throws(NetworkFailure) -> Octets? {
            try await source.next()
        }

        /// Waits for the next piece; `nil` at the end.
        public func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkFailure) -> Octets? {
            try await source.next()
        }
    }

    /// Whether somebody waits for the exchange as it ends.
    package var isAwaited: Bool { source.isAwaited }

    /// Ends the hop; what is read next is the failure `cancelled`.
    public func cancel() { source.cancel() }

    /// Reads what is left into one piece.
    ///
    /// - Parameter limit: The most bytes to take; more ends the hop. `nil` for no limit.
    /// - Returns: What is left, in one piece.
    /// - Throws: Why the content does not come whole; `receive.tooLarge` above the limit.
    public func collect(upTo limit: Int? = nil) async throws(NetworkFailure) -> Octets {
        let expected = source.expectedLength.map { Swift.min($0, 64 << 20) }
        let collected = Mutex(OctetBuilder(expecting: expected))
        while let piece = try await source.next() {
            let count = collected.withLock { builder in
                unsafe piece.withUnsafeBytes { unsafe builder.append($0) }
                return builder.count
            }
            if let limit, count > limit {
                source.cancel()
                let detail = "limit \(limit) bytes"
                throw NetworkFailure(.receiveTooLarge, phase: .receive, detail: detail)
            }
        }
        return collected.withLock { $0.snapshot() }
    }

    /// Reads at most `limit` bytes, and leaves the rest, which ends the hop.
    func prefix(upTo limit: Int) async throws(NetworkFailure) -> Octets {
        var bytes: [UInt8] = []
        while bytes.count < limit, let piece = try await source.next() {
            bytes += piece.prefix(limit - bytes.count)
        }
        if bytes.count >= limit { source.cancel() }
        return Octets(bytes)
    }
}
