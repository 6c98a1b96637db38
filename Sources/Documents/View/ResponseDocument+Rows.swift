import HTTPModel

extension ResponseDocument {
    /// The number of rows.
    package var rowCount: Int {
        if mode == .hex { return HexRows.count(body, width: hexRowBytes) }
        if let shown { return shown.count }
        guard isStructured, let folds else { return lineCount }
        return folds.rowCount + (rest.map { $0.count + 1 } ?? 0)
    }

    /// The row at `index`, in logarithmic time.
    package func row(_ index: Int) -> DocumentRow {
        precondition(index >= 0 && index < rowCount, "index is outside the document")
        if mode == .hex { return hexRow(index) }
        if let shown { return shown.row(index) }
        guard isStructured, let folds, let tape else { return line(index) }
        if index < folds.rowCount {
            return JSONRowBuilder(tape: tape, folds: folds).row(folds.row(index))
        }
        guard let rest, index > folds.rowCount else { return faultRow() }
        return textRow(rest.row(index - folds.rowCount - 1), .invalid)
    }

    /// The rows that follow a structure that is no JSON, when they are shown.
    private var shown: (any RowSource)? { mode == .pretty ? structure : nil }

    private var lineCount: Int { wrapColumns == nil ? text?.count ?? 0 : wrapped?.count ?? 0 }

    private func line(_ index: Int) -> DocumentRow {
        guard let row = wrapColumns == nil ? text?.row(index) : wrapped?.row(index) else {
            return DocumentRow(spans: [], byteRange: 0..<0)
        }
        return textRow(row, .text)
    }

    /// A row of the bytes as they came; its range is that of the text made of them.
    private func hexRow(_ index: Int) -> DocumentRow {
        var row = HexRows.row(index, of: body, width: hexRowBytes)
        guard let conversion, !isHead else { return row }
        let lower = conversion.converted(row.byteRange.lowerBound)
        let upper = conversion.converted(row.byteRange.upperBound)
        row.byteRange = lower..<max(lower, upper)
        for place in row.spans.indices { row.spans[place].byteRange = nil }
        return row
    }

    private func textRow(
        _ row: (range: Range<Int>, isContinuation: Bool),
        _ role: DocumentRole
    ) -> DocumentRow {
        var builder = SpanBuilder(content)
        builder.add(row.range, role)
        return DocumentRow(
            spans: builder.spans,
            byteRange: row.range,
            isContinuation: row.isContinuation
        )
    }

    private func faultRow() -> DocumentRow {
        guard let fault = tape?.stop else { return DocumentRow(spans: [], byteRange: 0..<0) }
        let text = "not JSON from here: \(fault)"
        return DocumentRow(
            spans: [DocumentSpan(text, .comment)],
            byteRange: fault.offset..<fault.offset
        )
    }

    /// The row that shows byte `offset`, or the closed one that hides it; 0 in an empty document.
    package func row(containing offset: Int) -> Int {
        if mode == .hex {
            let place = isHead ? offset : conversion?.original(offset) ?? offset
            return HexRows.row(containing: place, of: body, width: hexRowBytes)
        }
        if let shown { return shown.row(containing: offset) }
        guard isStructured, let folds, let tape else {
            return wrapColumns == nil
                ? text?.row(containing: offset) ?? 0 : wrapped?.row(containing: offset) ?? 0
        }
        if let rest, offset >= rest.range.lowerBound || folds.rowCount == 0 {
            return min(folds.rowCount + 1 + rest.row(containing: offset), rowCount - 1)
        }
        let place = token(at: offset, in: tape)
        return folds.row(of: place.token, piece: place.piece)
    }

    func token(at offset: Int, in tape: JSONTape) -> (token: Int, piece: Int) {
        let token = tape.storage.token(at: offset)
        guard tape.storage[token].kind == .string else { return (token, 0) }
        let range = tape.storage.tokenRange(token)
        return (token, LongString.piece(at: offset, of: range, in: content))
    }

    /// The normalized JSONPath of the value on the row, or `nil` where there is none.
    ///
    /// The values of JSON lines count as elements of an array. There is none either where values are
    /// nested so deeply that nobody would read it.
    package func path(atRow index: Int) -> String? {
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount else {
            return nil
        }
        let row = folds.row(index)
        return row.depth > Self.deepestPath ? nil : tape.path(of: row.start)
    }

    /// Paths of values below this level are not told.
    private static let deepestPath = 512

    /// The bytes of the whole value on the row, or `nil` where there is none.
    package func valueRange(atRow index: Int) -> Range<Int>? {
        if let shown {
            return index >= 0 && index < shown.count ? shown.valueRange(atRow: index) : nil
        }
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount else {
            return nil
        }
        return value(of: folds.row(index), in: tape).map { tape.storage.range(of: $0.value) }
    }

    /// The row that opens the container around the row, or `nil` at the top level.
    package func enclosingRow(of index: Int) -> Int? {
        if let shown {
            return index >= 0 && index < shown.count ? shown.enclosingRow(of: index) : nil
        }
        guard isStructured, let folds, let tape, index >= 0, index < folds.rowCount,
            let child = value(of: folds.row(index), in: tape), child.container >= 0
        else { return nil }
        return folds.row(of: child.container, piece: 0)
    }

    /// The child a row shows: the container, for its closing bracket.
    func value(of row: TapeRow, in tape: JSONTape) -> TapeChild? {
        tape.storage.lineage(of: row.start).last
    }
}
