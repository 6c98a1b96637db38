package import HTTPModel

/// The kind of a JSON value.
package enum JSONKind: String, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}

/// An index over JSON text: where every value starts and ends, without copying any of it.
///
/// Key order, duplicate keys, number spelling and escapes stay as written, because the bytes are the
/// only record of them. A key, a scalar and a bracket take 8 bytes each, brackets that stand far apart 24
/// more; the text is read once, without recursion.
///
/// Decisions where RFC 8259 leaves them to the reader: a byte order mark at the start is skipped; the
/// text must be UTF-8; `\u` escapes of lone surrogates are accepted and kept; numbers may have any size;
/// nesting may have any depth; names may repeat.
///
/// - SeeAlso: RFC 8259.
package struct JSONTape: Sendable, Equatable {
    /// The text.
    package let octets: Octets
    /// The first error, or `nil` when the text is valid.
    ///
    /// After an error the tape holds what was understood; containers that were open end there. In a
    /// sequence, values after a line that is no JSON are read all the same.
    package let fault: JSONFault?
    /// The error at which reading ended; `nil` when the tape reaches to the end of the text.
    package let stop: JSONFault?
    /// How many pieces of a sequence were passed over because they are no values.
    package let invalidCount: Int
    /// Whether values may follow one another at the top level.
    package let isSequence: Bool

    /// The words of the index.
    package let storage: TapeStorage

    /// Reads the text to its end or to its first error.
    package init(_ octets: Octets) {
        self.init(octets, isSequence: false)
    }

    /// Reads the text to its end or to its first error.
    ///
    /// - Parameters:
    ///   - octets: The text.
    ///   - isSequence: Whether values may follow one another, with or without blanks between them, as
    ///     in newline-delimited JSON.
    package init(_ octets: Octets, isSequence: Bool) {
        self.init(octets, isSequence: isSequence) { _ throws(Never) in }
    }

    /// Reads the text to its end or to its first error, and tells how far it is.
    ///
    /// - Parameters:
    ///   - octets: The text.
    ///   - isSequence: Whether values may follow one another at the top level.
    ///   - progress: Told now and then how many bytes were read; what it throws ends the reading.
    /// - Throws: What `progress` throws.
    init<Failure: Error>(
        _ octets: Octets,
        isSequence: Bool,
        progress: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        var scanner = JSONScanner(isSequence: isSequence, expecting: octets.count)
        try unsafe octets.withUnsafeBytes { bytes throws(Failure) in
            unsafe scanner.extend(to: bytes.bindMemory(to: UInt8.self))
            scanner.begin()
            try scanner.readOn(progress)
        }
        self.init(octets, scanner)
    }

    /// Reads the rest of a text, of which `scanner` has read the beginning.
    ///
    /// - Throws: What `progress` throws.
    init<Failure: Error>(
        _ octets: Octets,
        goingOn scanner: consuming JSONScanner,
        progress: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        var scanner = scanner
        try unsafe octets.withUnsafeBytes { bytes throws(Failure) in
            unsafe scanner.extend(to: bytes.bindMemory(to: UInt8.self))
            try scanner.readOn(progress)
        }
        self.init(octets, scanner)
    }

    /// Takes over what was read of a text.
    private init(_ octets: Octets, _ scanner: consuming JSONScanner) {
        self.octets = octets
        isSequence = scanner.isSequence
        invalidCount = scanner.invalidCount
        let last = scanner.failure
        let first = scanner.firstFailure ?? last
        storage = scanner.finished()
        fault = first.map { JSONFault(offset: $0.offset, in: octets, detail: $0.detail) }
        stop =
            first?.offset == last?.offset
            ? fault : last.map { JSONFault(offset: $0.offset, in: octets, detail: $0.detail) }
    }

    /// Where the part that was understood ends; the number of bytes when all was.
    package var understoodEnd: Int { storage[storage.end].offset }

    /// The number of values at the top level: 1 for valid JSON that is no sequence.
    package var rootCount: Int { storage.rootCount }

    /// Equal when the texts are, read in the same way; immediate for copies.
    package static func == (left: JSONTape, right: JSONTape) -> Bool {
        left.storage === right.storage
            || left.isSequence == right.isSequence && left.octets == right.octets
    }
}

extension TapeStorage {
    /// The kind of the value at `index`.
    func jsonKind(_ index: Int) -> JSONKind {
        switch self[index].kind {
        case .string, .key: .string
        case .number: .number
        case .true, .false: .bool
        case .null, .invalid, .end: .null
        case .objectOpen, .objectClose: .object
        case .arrayOpen, .arrayClose: .array
        }
    }
}
