// Writing rows.

extension MarkupScanner {
    /// The most bytes of a row.
    private static let longestRow = 2048

    /// Adds a row.
    mutating func add(
        _ range: Range<Int>,
        _ depth: Int32,
        _ state: MarkupState,
        isVerbatim: Bool = false,
        isCut: Bool = false
    ) {
        rows.append(
            MarkupRow(
                start: range.lowerBound,
                end: range.upperBound,
                partner: rows.count,
                depth: depth,
                state: state,
                isVerbatim: isVerbatim,
                isCut: isCut,
                isEnd: false
            )
        )
    }

    /// Adds the lines of a range, long ones in pieces; those after the first belong to it.
    mutating func addLines(
        _ range: Range<Int>,
        _ depth: Int32,
        _ state: MarkupState,
        isVerbatim: Bool = false
    ) {
        let first = rows.count
        var state = state
        var start = range.lowerBound
        var isCut = false
        repeat {
            let limit = min(start + Self.longestRow + 1, range.upperBound)
            var end = find(0x0A, in: start..<limit)
            var next = end + 1
            if end - start > Self.longestRow {
                let bytes = unsafe UnsafeRawBufferPointer(start: base, count: range.upperBound)
                end = unsafe UTF8Text.boundary(start + Self.longestRow, in: bytes, from: start)
                next = end
            }
            var shown = end
            if unsafe next > end && shown > start && base[shown - 1] == 0x0D { shown -= 1 }
            let isFirst = rows.count == first
            let isKept = isVerbatim || !isFirst
            add(start..<shown, depth, state, isVerbatim: isKept, isCut: isCut)
            isCut = next == end
            if !isFirst { rows[rows.count - 1].partner = first }
            if next < range.upperBound {
                state = unsafe MarkupTokens.state(after: start..<next, base, from: state)
            }
            start = next
        } while start < range.upperBound
        if rows.count > first + 1 { rows[first].partner = rows.count - 1 }
    }

    /// Adds the text collected so far, which ends before `end`.
    mutating func flushRun(upTo end: Int) {
        guard let start = run else { return }
        run = nil
        let last = trimmed(start..<end)
        guard last > start else { return }
        var place = start
        // Blanks do not count in HTML, so every line stands at the level of the text.
        while place < last {
            while unsafe place < last && Self.isBlank(base[place]) { place += 1 }
            let feed = find(0x0A, in: place..<last)
            addLines(place..<max(trimmed(place..<feed), place), depth, .content)
            place = feed + 1
        }
    }
}
