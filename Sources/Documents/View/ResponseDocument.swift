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
        /// Other text.
        case text
        /// Not text.
        case binary
    }

    /// The body.
    package let body: Octets
    /// What the body is.
    package let kind: Kind
    /// How it is laid out.
    package private(set) var mode: Mode
    /// How many bytes a row of the hex view has: 16, or 8 where columns are few.
    package var hexRowBytes = 16
    /// The index over a body that is JSON, valid or not.
    package let tape: JSONTape?

    private var folds: FoldLayout?
    /// The rows of the whole text, once they were needed.
    private var text: TextRows?
    /// The rows of what follows the part of a faulty JSON body that was understood.
    private let rest: TextRows?

    /// The first error of a JSON body; the rows after it show the rest as text.
    package var fault: JSONFault? { tape?.fault }

    /// Creates the view of a body.
    ///
    /// - Parameters:
    ///   - body: The content, content codings removed.
    ///   - mediaType: What the sender says it is; content decides when it is `nil` or says little.
    ///   - mode: The layout; `nil` picks `.hex` for binary content and `.pretty` for the rest.
    package init(body: Octets, mediaType: MediaType?, mode: Mode? = nil) {
        self.body = body
        (kind, tape) = Kind.recognize(body, mediaType)
        self.mode = mode ?? (kind == .binary ? .hex : .pretty)
        folds = tape.map { FoldLayout($0.storage) }
        rest = tape.flatMap { tape in
            tape.fault == nil
                ? nil : TextRows(body, range: Self.restStart(tape)..<body.count)
        }
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

    private var isStructured: Bool { mode == .pretty && tape != nil }

    private mutating func prepareText() {
        if mode != .hex && !isStructured && text == nil {
            text = TextRows(body, range: 0..<body.count)
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

    /// Equal when the same bytes are shown in the same way.
    package static func == (left: ResponseDocument, right: ResponseDocument) -> Bool {
        left.mode == right.mode && left.hexRowBytes == right.hexRowBytes && left.kind == right.kind
            && left.hasSameFolds(as: right)
            && left.body == right.body
    }

    private func hasSameFolds(as other: ResponseDocument) -> Bool {
        guard let folds, let others = other.folds else { return folds == nil && other.folds == nil }
        return folds.isOpenByDefault == others.isOpenByDefault
            && folds.exceptions == others.exceptions
    }
}

// MARK: - Rows

extension ResponseDocument {
    /// The number of rows.
    package var rowCount: Int {
        if mode == .hex { return HexRows.count(body, width: hexRowBytes) }
        guard isStructured, let folds else { return text?.count ?? 0 }
        return folds.rowCount + (rest.map { $0.count + 1 } ?? 0)
    }

    /// The row at `index`, in logarithmic time.
    package func row(_ index: Int) -> DocumentRow {
        precondition(index >= 0 && index < rowCount, "index is outside the document")
        if mode == .hex { return HexRows.row(index, of: body, width: hexRowBytes) }
        guard isStructured, let folds, let tape else {
            guard let text else { return DocumentRow(spans: [], byteRange: 0..<0) }
            return textRow(index, of: text, .text)
        }
        if index < folds.rowCount {
            return JSONRowBuilder(tape: tape, folds: folds).row(folds.row(index))
        }
        guard let rest, index > folds.rowCount else { return faultRow() }
        return textRow(index - folds.rowCount - 1, of: rest, .invalid)
    }

    private func textRow(_ index: Int, of rows: TextRows, _ role: DocumentRole) -> DocumentRow {
        let row = rows.row(index)
        var builder = SpanBuilder(body)
        builder.add(row.range, role)
        return DocumentRow(
            spans: builder.spans,
            byteRange: row.range,
            isContinuation: row.isContinuation
        )
    }

    private func faultRow() -> DocumentRow {
        guard let fault else { return DocumentRow(spans: [], byteRange: 0..<0) }
        let text = "not JSON from here: \(fault)"
        return DocumentRow(
            spans: [DocumentSpan(text, .comment)],
            byteRange: fault.offset..<fault.offset
        )
    }

    /// The row that shows byte `offset`, or the closed one that hides it; 0 in an empty document.
    package func row(containing offset: Int) -> Int {
        if mode == .hex { return HexRows.row(containing: offset, of: body, width: hexRowBytes) }
        guard isStructured, let folds, let tape else { return text?.row(containing: offset) ?? 0 }
        if let rest, offset >= rest.range.lowerBound || folds.rowCount == 0 {
            return min(folds.rowCount + 1 + rest.row(containing: offset), rowCount - 1)
        }
        let place = token(at: offset, in: tape)
        return folds.row(of: place.token, piece: place.piece)
    }

    private func token(at offset: Int, in tape: JSONTape) -> (token: Int, piece: Int) {
        let token = tape.storage.token(at: offset)
        guard tape.storage[token].kind == .string else { return (token, 0) }
        let range = tape.storage.tokenRange(token)
        return (token, LongString.piece(at: offset, of: range, in: body))
    }

    /// The normalized JSONPath of the value on the row, or `nil` where there is none.
    ///
    /// The values of JSON lines count as elements of an array.
    package func path(atRow index: Int) -> String? {
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount else {
            return nil
        }
        return tape.path(of: folds.row(index).start)
    }

    /// The bytes of the whole value on the row, or `nil` where there is none.
    package func valueRange(atRow index: Int) -> Range<Int>? {
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount else {
            return nil
        }
        return value(of: folds.row(index), in: tape).map { tape.storage.range(of: $0.value) }
    }

    /// The row that opens the container around the row, or `nil` at the top level.
    package func enclosingRow(of index: Int) -> Int? {
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount,
            let child = value(of: folds.row(index), in: tape), child.container >= 0
        else { return nil }
        return folds.row(of: child.container, piece: 0)
    }

    /// The child a row shows: the container, for its closing bracket.
    private func value(of row: TapeRow, in tape: JSONTape) -> TapeChild? {
        tape.storage.lineage(of: row.start).last
    }
}

// MARK: - Folding

extension ResponseDocument {
    /// Opens or closes what the row holds; does nothing on a row that cannot be folded.
    ///
    /// A closing bracket stands for its container, a piece of a long string for the string.
    package mutating func toggleFold(atRow index: Int) {
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount,
            let child = value(of: folds.row(index), in: tape), folds.isFoldable(child.value)
        else { return }
        self.folds?.toggle(child.value)
    }

    /// Closes everything below the top level.
    package mutating func foldAll() {
        folds?.closeAll()
    }

    /// Opens everything.
    package mutating func unfoldAll() {
        folds?.openAll()
    }

    /// Opens what hides byte `offset`.
    ///
    /// - Returns: The row that shows it.
    @discardableResult
    package mutating func reveal(offset: Int) -> Int {
        guard isStructured, let tape, let folds, folds.rowCount > 0,
            offset < rest?.range.lowerBound ?? .max
        else { return row(containing: offset) }
        let place = token(at: offset, in: tape)
        let isOnFirstPiece = place.piece == 0
        let hiding = tape.storage.lineage(of: place.token).map(\.value).filter { value in
            value < place.token || value == place.token && !isOnFirstPiece
        }
        self.folds?.open(hiding)
        return row(containing: offset)
    }
}
