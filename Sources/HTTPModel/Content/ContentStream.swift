import Synchronization

/// Content that a program gives piece by piece while it is sent.
///
/// Nothing is read before the connection is there, and no more than is sent soon. Two streams are
/// equal when they are copies of one another.
public struct ContentStream: Sendable {
    /// Takes one piece; suspends while there is no room for it.
    public typealias Sink = @Sendable (Octets) async throws -> Void

    /// How many bytes the source gives; `nil` when nobody knows, which HTTP/1.1 sends in chunks.
    public let length: Int?
    /// Whether the source can start again at its first byte.
    public let isReplayable: Bool
    private let source: Source

    private final class Source: Sendable {
        let produce: @Sendable (Sink) async throws -> Void
        let isUsed = Atomic(false)

        init(_ produce: @escaping @Sendable (Sink) async throws -> Void) {
            self.produce = produce
        }
    }

    /// Creates content from a sequence, which is read once.
    ///
    /// - Parameters:
    ///   - length: How many bytes it will give, or `nil` when nobody knows.
    ///   - sequence: The pieces in order; empty ones are skipped.
    public init<Pieces: AsyncSequence & Sendable>(length: Int? = nil, _ sequence: Pieces)
    where Pieces.Element == Octets {
        self.length = length
        isReplayable = false
        source = Source { sink in
            for try await piece in sequence { try await sink(piece) }
        }
    }

    /// Creates content from a source that gives a new sequence each time the content is sent.
    ///
    /// - Parameters:
    ///   - length: How many bytes each sequence gives, or `nil` when nobody knows.
    ///   - makeSequence: Starts at the first byte each time.
    public init<Pieces: AsyncSequence & SendableMetatype>(
        length: Int? = nil,
        replaying makeSequence: @escaping @Sendable () -> Pieces
    ) where Pieces.Element == Octets {
        self.length = length
        isReplayable = true
        source = Source { sink in
            for try await piece in makeSequence() { try await sink(piece) }
        }
    }

    /// Reads the source from its first byte to its end, and hands each piece to `sink`.
    ///
    /// - Throws: What the source or `sink` throws; `ContentStreamError` when the source was read
    ///   before and cannot start again.
    public func produce(into sink: Sink) async throws {
        let wasUsed = source.isUsed.exchange(true, ordering: .acquiringAndReleasing)
        guard isReplayable || !wasUsed else { throw ContentStreamError.alreadyRead }
        try await source.produce(sink)
    }
}

extension ContentStream: Hashable {
    /// Whether both are copies of one stream.
    public static func == (left: ContentStream, right: ContentStream) -> Bool {
        left.source === right.source
    }

    /// Hashes the identity of the source.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
    }
}

/// Why a stream gives no content.
public enum ContentStreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source can be read once, and was.
    case alreadyRead

    /// What is wrong and what would be right.
    public var description: String {
        "the source of the content can be read only once; give one that starts anew each time"
    }
}
