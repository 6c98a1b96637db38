package import HTTPModel

// The head of a large body, which is there at once, and the reading of the rest.

extension ResponseDocument {
    /// How many bytes of a head are laid out: more than the largest screen shows, read in a moment.
    package static let usualHeadByteCount = 64 << 10

    /// Lays out the first bytes of a body, as far as they go.
    ///
    /// Whatever the body's length, this takes the time that a short one takes. `body`, and `content` of a
    /// body in UTF-8, are those of the whole; rows are those of the head. The view of a body that has no
    /// structure to be read, as bytes, is whole.
    ///
    /// - Parameters:
    ///   - body: The content, content codings removed.
    ///   - mediaType: What the sender says it is.
    ///   - charset: The charset of the text; `nil` finds it.
    ///   - byteCount: How many bytes are laid out.
    ///   - draft: What was read of the body while it came; the reading of the whole goes on with it.
    package init(
        headOf body: Octets,
        mediaType: MediaType?,
        charset: TextCharset? = nil,
        byteCount: Int = usualHeadByteCount,
        draft: JSONTapeDraft? = nil
    ) {
        let origin = Origin(mediaType: mediaType, charset: charset, draft: draft)
        let part = body.slice(0..<min(byteCount, body.count))
        var charset = charset ?? TextCharset.detect(body, mediaType: mediaType)
        var conversion = charset.isUTF8 ? nil : ConvertedText(part, from: charset)
        var text = conversion?.octets ?? part
        var found = Self.recognizeHead(text, mediaType)
        if found.kind == .binary {
            (conversion, charset, text) = (nil, .utf8, part)
            found.tape = nil
        } else if found.tape == nil {
            found.rows = found.kind.rows(of: text, mediaType, depth: 0)
        }
        self.init(
            body,
            origin,
            TextParts(
                charset: charset,
                conversion: conversion,
                content: conversion?.octets ?? body
            ),
            found,
            mode: nil,
            head: found.kind == .binary ? nil : text.count
        )
    }

    /// What the first bytes of a body are, and the tape of those that make whole tokens.
    private static func recognizeHead(_ text: Octets, _ mediaType: MediaType?) -> Structure {
        let found = Kind.recognize(text, mediaType) { _ throws(Never) in }
        guard let tape = found.1 ?? tapeOfCut(text, mediaType) else {
            return Structure(kind: found.0, tape: nil, rows: nil)
        }
        let kind = found.1 == nil ? Kind.json : found.0
        guard tape.stop != nil else { return Structure(kind: kind, tape: tape, rows: nil) }
        // Little was understood where one long string began, or an error stands: the text says more.
        guard tape.understoodEnd >= text.count / 4 else {
            return Structure(kind: kind, tape: nil, rows: nil)
        }
        let whole = text.slice(0..<tape.understoodEnd)
        return Structure(
            kind: kind,
            tape: JSONTape(whole, isSequence: tape.isSequence),
            rows: nil
        )
    }

    /// The tape of text that looks like JSON and is cut off; `nil` for other text.
    private static func tapeOfCut(_ text: Octets, _ mediaType: MediaType?) -> JSONTape? {
        let saysLittle =
            mediaType.map { ["text/plain", "application/octet-stream"].contains($0.essence) }
            ?? true
        guard saysLittle else { return nil }
        let first = text.first { $0 != 0x20 && ($0 < 0x09 || $0 > 0x0D) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let tape = JSONTape(text)
        return tape.stop == nil || tape.understoodEnd < text.count / 4 ? nil : tape
    }

    /// Reads the whole of the body that this is the head of; `self` when it is the whole.
    ///
    /// Takes time by the length of the body. Layout and folds stay as they are.
    ///
    /// - Parameters:
    ///   - isIndexed: Whether the structure is looked for; without an index the whole is text, and needs
    ///     memory for a number every two kilobytes only.
    ///   - progress: Told now and then how many bytes were read; what it throws ends the reading.
    /// - Returns: The whole, in the same layout.
    /// - Throws: What `progress` throws.
    package func reading<Failure: Error>(
        isIndexed: Bool = true,
        progress: (Int) throws(Failure) -> Void
    ) throws(Failure) -> ResponseDocument {
        guard isHead else { return self }
        var whole = try ResponseDocument(
            body,
            origin,
            mode: mode,
            depth: 0,
            unindexed: isIndexed ? nil : kind,
            progress: progress
        )
        whole.takeLayout(of: self)
        return whole
    }

    /// The whole of the body, read at once.
    package var whole: ResponseDocument { reading { _ throws(Never) in } }

    /// Takes over the layout and the folds of the head of the same body.
    ///
    /// Immediate, unless lines of text are to be found that were not needed when the body was read.
    package mutating func takeLayout(of head: ResponseDocument) {
        hexRowBytes = head.hexRowBytes
        if head.mode != mode { self = changing(mode: head.mode) }
        if head.wrapColumns != wrapColumns { self = wrapping(columns: head.wrapColumns) }
        if let folded = head.folds, folds != nil { folds?.takeOver(folded) }
    }
}
