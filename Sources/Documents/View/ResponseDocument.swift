package import HTTPModel

/// A message body as rows to look at, made when asked for.
///
/// A value: folding changes this copy only. Comparing two documents of one body is immediate.
package struct ResponseDocument: Sendable, Equatable {
    /// How the body is laid out.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// By its structure; as `raw` where there is none to show.
        case pretty
        /// Its text, line by line.
        case raw
        /// Bytes, ``ResponseDocument/hexRowBytes`` a row.
        case hex
    }

    /// What the body is.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// One JSON value.
        case json
        /// JSON values one after another.
        case jsonLines
        /// XML or HTML.
        case xml
        /// Comma- or tab-separated values.
        case table
        /// Names and values of a form, percent-encoded.
        case form
        /// Parts with heads of their own.
        case multipart
        /// Server-sent events.
        case events
        /// Other text.
        case text
        /// Not text.
        case binary
    }

    /// The body as it came.
    package let body: Octets
    /// The text of the body in UTF-8, which all byte ranges refer to; the body itself unless it came in
    /// another charset.
    package let content: Octets
    /// The charset of the body.
    package let charset: TextCharset
    /// What the body is.
    package let kind: Kind
    /// How it is laid out.
    package private(set) var mode: Mode
    /// How many bytes a row of the hex view has: 16, or 8 where columns are few.
    package var hexRowBytes = 16
    /// The columns after which lines of text are wrapped; `nil` leaves them long.
    package private(set) var wrapColumns: Int?
    /// The index over a body that is JSON, valid or not; over a head, that of its part that is laid out.
    package let tape: JSONTape?
    /// How many bytes from the start are laid out while the whole was not read; `nil` when it was.
    package let headByteCount: Int?
    /// What is needed to read the whole of a head.
    let origin: Origin

    /// What the body says in short, when it reports an error in a known form.
    package let headline: DocumentHeadline?

    /// How `content` was made of a body in another charset.
    let conversion: ConvertedText?
    var folds: FoldLayout?
    /// The rows of a structure that is no JSON.
    var structure: (any RowSource)?
    /// The rows of the whole text, once they were needed.
    private(set) var text: TextRows?
    /// The rows of the whole text, wrapped, once they were needed.
    private(set) var wrapped: WrappedRows?
    /// The rows of what follows the part of a faulty JSON body that was understood.
    let rest: TextRows?

    /// The first error of JSON or XML; the rows after it show the rest, of JSON as text.
    ///
    /// In a sequence, lines that are no JSON stand between the others. A head has none: where it breaks
    /// off is no fault of it.
    package var fault: JSONFault? { isHead ? nil : tape?.fault ?? structure?.fault }

    /// Whether only the head of the body is laid out.
    package var isHead: Bool { headByteCount != nil }

    /// What a document was made with.
    struct Origin: Sendable {
        var mediaType: MediaType?
        /// The charset that was asked for; `nil` when the body says it.
        var charset: TextCharset?
        /// What was read of the body while it came.
        var draft: JSONTapeDraft?
    }

    /// How many places of the body are not in its charset; `content` has U+FFFD for each.
    package var undecodableCount: Int { conversion?.undecodableCount ?? 0 }

    /// The offset in `body` of the first byte that is not in its charset.
    package var firstUndecodable: Int? { conversion?.firstUndecodable }

    /// Creates the view of a body.
    ///
    /// - Parameters:
    ///   - body: The content, content codings removed.
    ///   - mediaType: What the sender says it is; content decides when it is `nil` or says little.
    ///   - mode: The layout; `nil` picks `.hex` for binary content and `.pretty` for the rest.
    ///   - charset: The charset of the text; `nil` finds it by `TextCharset.detect`.
    package init(
        body: Octets,
        mediaType: MediaType?,
        mode: Mode? = nil,
        charset: TextCharset? = nil
    ) {
        self.init(body: body, mediaType: mediaType, mode: mode, charset: charset, depth: 0)
    }

    /// Creates the view of a body that is nested in others, `depth` levels deep.
    init(body: Octets, mediaType: MediaType?, mode: Mode?, charset: TextCharset?, depth: Int) {
        self.init(
            body,
            Origin(mediaType: mediaType, charset: charset),
            mode: mode,
            depth: depth
        ) { _ throws(Never) in }
    }

    /// Reads a whole body.
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - origin: What the sender or the person says it is.
    ///   - mode: The layout; `nil` picks one.
    ///   - depth: How deep it is nested in others.
    ///   - unindexed: What the body is when its structure is not to be looked for; text is all there is
    ///     then.
    ///   - progress: Told now and then how many bytes were read; what it throws ends the reading.
    /// - Throws: What `progress` throws.
    init<Failure: Error>(
        _ body: Octets,
        _ origin: Origin,
        mode: Mode?,
        depth: Int,
        unindexed: Kind? = nil,
        progress: (Int) throws(Failure) -> Void
    ) throws(Failure) {
        var charset = origin.charset ?? TextCharset.detect(body, mediaType: origin.mediaType)
        var conversion = charset.isUTF8 ? nil : ConvertedText(body, from: charset)
        let text = conversion?.octets ?? body
        var found: (Kind, JSONTape?) = (unindexed ?? .text, nil)
        if unindexed == nil {
            found = try Kind.recognize(
                text,
                origin.mediaType,
                draft: origin.draft,
                progress: progress
            )
        }
        if found.0 == .binary, conversion != nil {
            conversion = nil
            charset = .utf8
            found = (.binary, nil)
        }
        let content = conversion?.octets ?? body
        let structure =
            unindexed == nil ? found.0.rows(of: content, origin.mediaType, depth: depth) : nil
        self.init(
            body,
            origin,
            TextParts(charset: charset, conversion: conversion, content: content),
            Structure(kind: found.0, tape: found.1, rows: structure),
            mode: mode,
            head: nil
        )
    }

    /// The text of a body and how it came to be.
    struct TextParts {
        var charset: TextCharset
        var conversion: ConvertedText?
        var content: Octets
    }

    /// What was found in a body.
    struct Structure {
        var kind: Kind
        var tape: JSONTape?
        var rows: (any RowSource)?
    }

    /// Lays out what was read.
    init(
        _ body: Octets,
        _ origin: Origin,
        _ text: TextParts,
        _ structure: Structure,
        mode: Mode?,
        head: Int?
    ) {
        self.body = body
        self.origin = origin
        headByteCount = head
        kind = structure.kind
        let tape = structure.tape
        self.tape = tape
        headline = tape.flatMap { DocumentHeadline($0, origin.mediaType) }
        charset = text.charset
        conversion = text.conversion
        let content = text.content
        self.content = content
        self.mode = mode ?? (structure.kind == .binary ? .hex : .pretty)
        folds = tape.map { FoldLayout($0.storage) }
        rest = tape.flatMap { tape in
            tape.stop == nil || head != nil
                ? nil : TextRows(content, range: Self.restStart(tape)..<content.count)
        }
        self.structure = structure.rows
        prepareText()
    }

    /// Where the text that was not understood starts, blanks before it left out.
    private static func restStart(_ tape: JSONTape) -> Int {
        var start = tape.understoodEnd
        while start < tape.octets.count, [0x20, 0x09, 0x0A, 0x0D].contains(tape.octets[start]) {
            start += 1
        }
        return start
    }

    /// Whether rows follow the structure of JSON.
    var isStructured: Bool { mode == .pretty && tape != nil }

    private mutating func prepareText() {
        guard mode != .hex, !isStructured, mode == .raw || structure == nil else { return }
        let end = min(headByteCount ?? content.count, content.count)
        if let columns = wrapColumns {
            guard wrapped?.columns != columns else { return }
            wrapped = WrappedRows(content.slice(0..<end), columns: columns)
        } else if text == nil {
            text = TextRows(content, range: 0..<end)
        }
    }

    /// The columns that rows of `bytes` bytes take in the hex view of a body below 4 GiB.
    package static func hexColumns(bytes: Int) -> Int {
        10 + bytes * 4 + (bytes > 8 ? 2 : 1)
    }

    /// The same body in another layout; folds are kept for when it is pretty again.
    package func changing(mode: Mode) -> ResponseDocument {
        var copy = self
        copy.mode = mode
        copy.prepareText()
        return copy
    }

    /// The same body with lines of text wrapped after so many columns, at least 8, or not at all.
    ///
    /// Reads the text once when a width is new; the rows are found in logarithmic time then.
    package func wrapping(columns: Int?) -> ResponseDocument {
        var copy = self
        copy.wrapColumns = columns.map { max($0, 8) }
        copy.prepareText()
        return copy
    }

    /// Equal when the same bytes are shown in the same way.
    package static func == (left: ResponseDocument, right: ResponseDocument) -> Bool {
        left.mode == right.mode && left.hexRowBytes == right.hexRowBytes && left.kind == right.kind
            && left.charset == right.charset && left.wrapColumns == right.wrapColumns
            && left.headByteCount == right.headByteCount
            && left.hasSameFolds(as: right)
            && left.body == right.body
    }

    private func hasSameFolds(as other: ResponseDocument) -> Bool {
        guard structure?.folded == other.structure?.folded else { return false }
        guard let folds, let others = other.folds else { return folds == nil && other.folds == nil }
        return folds.isOpenByDefault == others.isOpenByDefault
            && folds.exceptions == others.exceptions
    }
}
