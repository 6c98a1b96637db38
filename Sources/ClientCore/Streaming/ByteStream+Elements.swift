public import HTTPModel

/// Elements read from a `ByteStream`, such as lines or events; for one reader.
public struct ByteStreamElements<Element: Sendable>: AsyncSequence, Sendable {
    /// Why the elements end early.
    public typealias Failure = NetworkFailure

    /// Reads pieces into elements.
    struct Reader {
        /// Takes a piece and gives the elements that ended in it.
        var push: (Octets) throws(NetworkFailure) -> [Element]
        /// Takes the end and gives what it ends.
        var finish: () throws(NetworkFailure) -> Element?
    }

    private let stream: ByteStream
    private let makeReader: @Sendable () -> Reader

    init(_ stream: ByteStream, _ makeReader: @escaping @Sendable () -> Reader) {
        self.stream = stream
        self.makeReader = makeReader
    }

    /// Starts to read where the stream was read last.
    public func makeAsyncIterator() -> Iterator {
        Iterator(bytes: stream.makeAsyncIterator(), reader: makeReader())
    }

    /// The reader of the elements.
    public struct Iterator: AsyncIteratorProtocol {
        let bytes: ByteStream.Iterator
        let reader: Reader
        private var ready: ArraySlice<Element> = []
        private var isAtEnd = false

        init(bytes: ByteStream.Iterator, reader: Reader) {
            self.bytes = bytes
            self.reader = reader
        }

        /// Waits for the next element; `nil` at the end.
        ///
        /// - Throws: Why the content does not come whole, or `receive.tooLarge` for an element
        ///   above the limit, which ends the hop.
        public mutating func next() async throws(NetworkFailure) -> Element? {
            while true {
                if let element = ready.popFirst() { return element }
                guard !isAtEnd else { return nil }
                guard let piece = try await bytes.next() else {
                    isAtEnd = true
                    return try reader.finish()
                }
                ready = try reader.push(piece)[...]
            }
        }

        /// Waits for the next element; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkFailure) -> Element? {
            try await next()
        }
    }
}

extension ByteStream {
    /// The most bytes of one line or event when nobody says otherwise.
    public static let elementLimit = 16 << 20

    /// The lines as text, without their ends; ill-formed UTF-8 becomes U+FFFD.
    ///
    /// CR LF, LF and CR end a line; a last line needs no end.
    public var lines: ByteStreamElements<String> {
        lineOctets(.anyLineEnd) { $0.text }
    }

    /// The values of JSON Lines, each as the octets of its line; blank lines are left out.
    ///
    /// - SeeAlso: <https://jsonlines.org>
    public var jsonLines: ByteStreamElements<Octets> {
        lineOctets(.lineFeed) { line in
            line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : line
        }
    }

    /// The values of a JSON text sequence, each as the octets of its text.
    ///
    /// - SeeAlso: RFC 7464, `application/json-seq`.
    public var jsonSequence: ByteStreamElements<Octets> {
        ByteStreamElements(self) {
            let state = Box(JSONSequenceSplitter())
            return ByteStreamElements.Reader { piece throws(NetworkFailure) in
                let texts = state.value.push(piece)
                let longest = texts.lazy.map(\.count).max() ?? 0
                try self.check(Swift.max(longest, state.value.pendingCount))
                return texts
            } finish: {
                state.value.finish()
            }
        }
    }

    /// The events of an event stream.
    public var serverSentEvents: ByteStreamElements<ServerSentEvent> {
        ByteStreamElements(self) {
            let state = Box(ServerSentEventParser())
            return ByteStreamElements.Reader { piece throws(NetworkFailure) in
                let events = state.value.push(piece)
                try self.checkElements(events, pending: state.value.pendingCount)
                return events
            } finish: {
                nil
            }
        }
    }

    private func lineOctets<Element>(
        _ ending: LineSplitter.Ending,
        _ transform: @escaping @Sendable (Octets) -> Element?
    ) -> ByteStreamElements<Element> {
        ByteStreamElements(self) {
            let state = Box(LineSplitter(ending))
            return ByteStreamElements.Reader { piece throws(NetworkFailure) in
                let lines = state.value.push(piece)
                let longest = lines.lazy.map(\.count).max() ?? 0
                try self.check(Swift.max(longest, state.value.pendingCount))
                return lines.compactMap(transform)
            } finish: {
                state.value.finish().flatMap(transform)
            }
        }
    }

    /// Ends the hop when an event, or what is there of the next one, is above the limit.
    func checkElements(
        _ events: [ServerSentEvent],
        pending: Int
    ) throws(NetworkFailure) {
        let longest = events.lazy.map(\.data.utf8.count).max() ?? 0
        try check(Swift.max(longest, pending))
    }

    private func check(_ count: Int) throws(NetworkFailure) {
        guard count > Self.elementLimit else { return }
        cancel()
        throw NetworkFailure(
            .receiveTooLarge,
            phase: .receive,
            detail: "a line or event above \(Self.elementLimit) bytes"
        )
    }
}

/// A place for a value that closures share.
private final class Box<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
