import HTTPModel

/// Makes the rows of the pretty view of JSON.
struct JSONRowBuilder {
    let tape: JSONTape
    let folds: FoldLayout

    /// The bytes of a name or a folded string that are shown.
    private static let shownLength = 2048

    /// The row as it is shown.
    func row(_ place: TapeRow) -> DocumentRow {
        let storage = tape.storage
        var builder = SpanBuilder(tape.octets)
        if storage[place.start].isClose {
            let range = storage.tokenRange(place.start)
            builder.add(bracket(place.start), at: range)
            addComma(&builder, after: place.start + 1, depth: place.depth)
            let fold = FoldState.open
            return DocumentRow(
                spans: builder.spans,
                indent: place.depth,
                fold: fold,
                byteRange: range
            )
        }
        let value = storage.value(at: place.start)
        var first = storage.tokenRange(value).lowerBound
        if value != place.start && place.piece == 0 {
            let key = storage.tokenRange(place.start)
            first = key.lowerBound
            builder.add(key, .key, limit: Self.shownLength)
            builder.add(": ")
        }
        if storage[value].isOpen { return containerRow(value, place, from: first, &builder) }
        if folds.isFoldable(value) { return stringRow(value, place, from: first, &builder) }
        let range = storage.tokenRange(value)
        if storage[value].kind == .invalid {
            builder.add(range, .invalid, limit: Self.shownLength)
            // Of a line that was cut off, the error may stand where the next one begins.
            let next = storage[min(storage.after(value), storage.end)].offset
            if let fault = tape.fault, (range.lowerBound...next).contains(fault.offset) {
                builder.add("  not JSON: \(fault)", .comment)
            }
        } else {
            builder.add(range, role(of: value))
        }
        addComma(&builder, after: storage.after(value), depth: place.depth)
        return DocumentRow(
            spans: builder.spans,
            indent: place.depth,
            byteRange: first..<range.upperBound
        )
    }

    private func containerRow(
        _ value: Int,
        _ place: TapeRow,
        from first: Int,
        _ builder: inout SpanBuilder
    ) -> DocumentRow {
        let storage = tape.storage
        let opening = storage.tokenRange(value)
        let close = storage.close(of: value)
        builder.add(bracket(value), at: opening)
        let isFoldable = folds.isFoldable(value)
        if isFoldable && folds.isOpen(value) {
            return DocumentRow(
                spans: builder.spans,
                indent: place.depth,
                fold: .open,
                byteRange: first..<opening.upperBound
            )
        }
        if isFoldable { builder.add("…", .comment) }
        if close != storage.end {
            builder.add(bracket(close), at: storage.tokenRange(close))
            addComma(&builder, after: close + 1, depth: place.depth)
        }
        return DocumentRow(
            spans: builder.spans,
            indent: place.depth,
            fold: isFoldable ? .closed(hiddenCount: storage.childCount(of: value)) : .none,
            byteRange: first..<storage.range(of: value).upperBound
        )
    }

    /// A row of a string that has several.
    private func stringRow(
        _ value: Int,
        _ place: TapeRow,
        from first: Int,
        _ builder: inout SpanBuilder
    ) -> DocumentRow {
        let range = tape.storage.tokenRange(value)
        let count = LongString.pieces(range.count)
        let isOpen = folds.isOpen(value)
        let shown = LongString.range(ofPiece: place.piece, of: range, in: tape.octets)
        builder.add(shown, .string)
        let isLast = place.piece == count - 1 || !isOpen
        if !isOpen { builder.add("…", .comment) }
        if isLast { addComma(&builder, after: tape.storage.after(value), depth: place.depth) }
        let start = place.piece == 0 ? first : shown.lowerBound
        return DocumentRow(
            spans: builder.spans,
            indent: place.depth,
            fold: isOpen ? .open : .closed(hiddenCount: count - 1),
            byteRange: start..<(isOpen ? shown.upperBound : range.upperBound),
            isContinuation: place.piece > 0
        )
    }

    private func addComma(_ builder: inout SpanBuilder, after next: Int, depth: Int) {
        guard depth > 0, next < tape.storage.end, !tape.storage[next].isClose else { return }
        builder.add(",")
    }

    private func bracket(_ index: Int) -> String {
        switch tape.storage[index].kind {
        case .objectOpen: "{"
        case .objectClose: "}"
        case .arrayOpen: "["
        default: "]"
        }
    }

    private func role(of value: Int) -> DocumentRole {
        switch tape.storage[value].kind {
        case .string: .string
        case .number: .number
        default: .literal
        }
    }
}

extension LongString {
    /// The bytes of one piece of the string at `range`.
    static func range(ofPiece piece: Int, of range: Range<Int>, in octets: Octets) -> Range<Int> {
        unsafe octets.withUnsafeBytes { bytes in
            let lower = range.lowerBound + piece * pieceLength
            let upper = min(lower + pieceLength, range.upperBound)
            let start = unsafe UTF8Text.boundary(lower, in: bytes, from: range.lowerBound)
            guard upper < range.upperBound else { return start..<upper }
            return unsafe start..<UTF8Text.boundary(upper, in: bytes, from: range.lowerBound)
        }
    }

    /// The piece of the string at `range` that shows byte `offset`.
    static func piece(at offset: Int, of range: Range<Int>, in octets: Octets) -> Int {
        let count = pieces(range.count)
        let piece = min(max((offset - range.lowerBound) / pieceLength, 0), count - 1)
        guard piece + 1 < count else { return piece }
        let next = Self.range(ofPiece: piece + 1, of: range, in: octets)
        return next.lowerBound <= offset ? piece + 1 : piece
    }
}
