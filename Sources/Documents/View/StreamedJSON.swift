package import HTTPModel

/// JSON that is written while it is read.
///
/// The text is as `renderPlainText` writes it, and the verdict the same; memory is needed for the nesting
/// only, and the first lines are there at once, however long the text is.
package enum StreamedJSON {
    /// How many words are read before what they stand for is written.
    private static let pieceLength = 1 << 14

    /// Whether a body is certainly JSON or a sequence of JSON values, in UTF-8.
    package static func canRender(
        _ body: Octets,
        mediaType: MediaType?,
        charset: TextCharset?
    ) -> Bool {
        guard let mediaType, !body.isEmpty else { return false }
        guard mediaType.isJSON || isSequence(mediaType) else { return false }
        return (charset ?? TextCharset.detect(body, mediaType: mediaType)).isUTF8
    }

    private static func isSequence(_ mediaType: MediaType) -> Bool {
        ResponseDocument.Kind.jsonLinesTypes.contains(mediaType.subtype)
    }

    /// Writes a body, indented.
    ///
    /// - Parameters:
    ///   - body: The text, for which `canRender` holds.
    ///   - mediaType: What the sender says it is.
    ///   - isExact: Whether text goes out byte for byte, as for `renderPlainText`.
    ///   - marks: What is written around each token; `nil` for nothing.
    ///   - pieceLength: How many words are read before they are written.
    ///   - sink: Takes each chunk; the pointer is valid during the call only.
    /// - Returns: The first error; what follows it was written as it is.
    /// - Throws: What `sink` throws.
    package static func render<Failure: Error>(
        _ body: Octets,
        mediaType: MediaType?,
        isExact: Bool = true,
        marks: RoleMarks? = nil,
        pieceLength: Int? = nil,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> JSONFault? {
        let isSequence = mediaType.map(isSequence) ?? false
        // The closure is used during this call only.
        return try unsafe withoutActuallyEscaping(sink) { sink throws(Failure) in
            var output = unsafe PlainTextOutput<Failure>(
                body: body,
                isExact: isExact,
                marks: marks,
                sink: sink
            )
            return try unsafe body.withUnsafeBytes { bytes throws(Failure) in
                var scanner = JSONScanner(
                    isSequence: isSequence,
                    pieceLength: max(pieceLength ?? Self.pieceLength, 16)
                )
                unsafe scanner.extend(to: bytes.bindMemory(to: UInt8.self))
                try render(&scanner, to: &output)
                let failure = scanner.firstFailure ?? scanner.failure
                return failure.map { JSONFault(offset: $0.offset, in: body, detail: $0.detail) }
            }
        }
    }

    private static func render<Failure: Error>(
        _ scanner: inout JSONScanner,
        to output: inout PlainTextOutput<Failure>
    ) throws(Failure) {
        var layout = JSONTextLayout()
        scanner.begin()
        while !scanner.isAtEnd {
            scanner.advance()
            if scanner.failure != nil {
                guard scanner.isFollowedByValues else { break }
                scanner.goOnAsSequence()
            }
            if scanner.hasPiece {
                try scanner.handOn { word, range throws(Failure) in
                    try output.put(word, range, &layout)
                }
            }
        }
        try scanner.handOn { word, range throws(Failure) in
            try output.put(word, range, &layout)
        }
        try output.finish(layout)
        if scanner.failure != nil {
            try output.putText(scanner.understoodEnd..<scanner.count)
        }
        try output.flush()
    }
}

extension JSONScanner {
    /// Whether the only error is that the first value is not the last: another one follows that begins with
    /// a bracket, or all that follows are values.
    fileprivate var isFollowedByValues: Bool {
        guard !isSequence, open < 0, children == 1, used != lastKeyEnd, let failure,
            failure.offset == position, position < count
        else { return false }
        let next = unsafe base[position]
        if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") { return true }
        var rest = JSONScanner(isSequence: true, pieceLength: 1024)
        unsafe rest.extend(
            to: UnsafeBufferPointer(start: base + position, count: count - position)
        )
        rest.begin()
        while rest.failure == nil, rest.firstFailure == nil, !rest.isAtEnd {
            rest.advance()
            if rest.hasPiece { rest.handOn { _, _ in } }
        }
        return rest.failure == nil && rest.firstFailure == nil
    }
}
