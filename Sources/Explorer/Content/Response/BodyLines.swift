import ClientCore
import CollectionRun
import Collections
package import Documents
import HTTPModel
package import Screen

/// The rows of a body as lines of the screen.
package enum BodyLines {
    /// One line of the screen: which row of the body it is, and which line of the row.
    package struct Line: Equatable, Sendable {
        /// The row of the document.
        package var row: Int
        /// Which line of the row, from 0; above 0 only where rows go on in further lines.
        package var line: Int
        /// What is drawn.
        package var spans: [StyledSpan]
    }

    /// The lines that an area shows.
    ///
    /// - Parameters:
    ///   - document: The body.
    ///   - scroll: The first row and line.
    ///   - size: The rows and columns of the area.
    ///   - rowCount: The number of rows that may be shown.
    ///   - wraps: Whether long rows go on in further lines.
    ///   - search: Whose matches stand out.
    /// - Returns: At most as many lines as the area has rows.
    package static func lines(
        of document: ResponseDocument,
        from scroll: Scroll,
        size: Size,
        rowCount: Int,
        wraps: Bool,
        search: BodySearch? = nil
    ) -> [Line] {
        var lines: [Line] = []
        var row = scroll.offset
        while row < min(rowCount, document.rowCount), lines.count < size.rows {
            let content = document.row(row)
            let spans = spans(of: content, in: document, search)
            if wraps {
                let parts = wrapped(spans, indent: content.indent, columns: size.columns)
                for (line, part) in parts.enumerated()
                where row > scroll.offset || line >= scroll.offsetLine {
                    lines.append(Line(row: row, line: line, spans: part))
                }
            } else {
                lines.append(Line(row: row, line: 0, spans: spans))
            }
            row += 1
        }
        return Array(lines.prefix(size.rows))
    }

    /// How many lines a row takes.
    static func count(ofRow row: Int, of document: ResponseDocument, columns: Int) -> Int {
        guard row >= 0, row < document.rowCount else { return 1 }
        let content = document.row(row)
        return wrapped(
            spans(of: content, in: document, nil),
            indent: content.indent,
            columns: columns
        ).count
    }

    // MARK: One row

    /// The pieces of a row: indent, the mark of a fold, the text, and how much is folded.
    static func spans(
        of line: DocumentRow,
        in document: ResponseDocument,
        _ search: BodySearch?
    ) -> [StyledSpan] {
        var spans = [
            StyledSpan(String(repeating: "  ", count: min(line.indent, deepestIndent))),
            StyledSpan(foldMark(of: line, in: document), .dim),
        ]
        for span in line.spans { spans += split(span, by: search) }
        if let count = foldedCount(of: line) { spans.append(StyledSpan("  " + count, .dim)) }
        return spans
    }

    /// Deeper rows are indented no further, so that a thousand open brackets do not take a screen each.
    static let deepestIndent = 400

    /// What stands before a row: open or closed; nothing before the bracket that ends a value, and
    /// nothing inside an event or a part, which folds by its head.
    private static func foldMark(of line: DocumentRow, in document: ResponseDocument) -> String {
        let hasSections = document.kind == .events || document.kind == .multipart
        if hasSections, document.mode == .pretty, line.indent > 0 { return "  " }
        if let first = line.spans.first?.text.first, first == "}" || first == "]" { return "  " }
        if document.kind == .xml, line.text.hasPrefix("</") { return "  " }
        switch line.fold {
        case .none: return "  "
        case .open: return "▾ "
        case .closed: return "▸ "
        }
    }

    /// How much a closed row hides; `nil` for others.
    private static func foldedCount(of line: DocumentRow) -> String? {
        guard case .closed(let count) = line.fold else { return nil }
        func has(_ bracket: String) -> Bool {
            line.spans.contains { $0.role == .punctuation && $0.text.hasPrefix(bracket) }
        }
        let noun = has("[") ? "element" : has("{") ? "member" : "more row"
        return "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Splits a piece where matches begin and end.
    private static func split(_ span: DocumentSpan, by search: BodySearch?) -> [StyledSpan] {
        let role = Self.role(of: span.role)
        guard let search, search.tab == .body, let range = span.byteRange,
            span.text.utf8.count == range.count
        else { return [StyledSpan(span.text, role)] }
        let first = search.firstMatch(endingAfter: range.lowerBound)
        let bytes = Array(span.text.utf8)
        var spans: [StyledSpan] = []
        var position = range.lowerBound
        func add(until end: Int, _ role: StyleRole) {
            guard end > position else { return }
            let slice = bytes[(position - range.lowerBound)..<(end - range.lowerBound)]
            spans.append(StyledSpan(String(decoding: slice, as: UTF8.self), role))
            position = end
        }
        for match in search.matches[first...].prefix(bytes.count + 1) {
            guard match.lowerBound < range.upperBound else { break }
            add(until: max(match.lowerBound, position), role)
            let isCurrent = match == search.place
            add(until: min(match.upperBound, range.upperBound), isCurrent ? .currentMatch : .match)
        }
        if position == range.lowerBound, let place = search.place, place.overlaps(range) {
            // The match at the cursor is known before the others are.
            add(until: max(place.lowerBound, position), role)
            add(until: min(place.upperBound, range.upperBound), .currentMatch)
        }
        add(until: range.upperBound, role)
        return spans
    }

    /// The style of a piece of a document.
    static func role(of role: DocumentRole) -> StyleRole {
        switch role {
        case .key: .key
        case .string: .string
        case .number: .number
        case .literal: .literal
        case .punctuation: .punctuation
        case .text: .plain
        case .comment: .comment
        case .hexOffset: .hexOffset
        case .hexByte: .hexByte
        case .control: .control
        case .invalid: .invalid
        }
    }

    // MARK: Wrapping

    /// Breaks a row into lines of at most `columns`, the further ones indented as its text is.
    static func wrapped(
        _ spans: [StyledSpan],
        indent: Int,
        columns: Int
    ) -> [[StyledSpan]] {
        let hang = min(2 * indent + 4, columns / 2)
        var lines: [[StyledSpan]] = []
        var line: [StyledSpan] = []
        var used = 0
        for span in spans {
            var rest = span.text[...]
            while true {
                let room = columns - used
                let head = DisplayWidth.prefix(of: rest, fitting: max(0, room))
                if !head.text.isEmpty {
                    line.append(StyledSpan(String(head.text), span.role))
                    used += head.columns
                    rest = rest[head.text.endIndex...]
                }
                guard !rest.isEmpty else { break }
                if head.text.isEmpty, used <= hang, !line.isEmpty || columns < 2 {
                    // Not even one character fits: it is cut rather than looked for for ever.
                    line.append(StyledSpan(String(rest.removeFirst()), span.role))
                    continue
                }
                lines.append(line)
                line = [StyledSpan(String(repeating: " ", count: hang))]
                used = hang
            }
        }
        lines.append(line)
        return lines
    }
}

extension BodySearch {
    /// The number of the first match that ends after `offset`; the number of matches when none does.
    func firstMatch(endingAfter offset: Int) -> Int {
        var low = 0
        var high = matches.count
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// MARK: - Scrolling by lines

extension Scroll {
    /// Moves the cursor by lines of the screen, where rows take several.
    ///
    /// - Parameters:
    ///   - count: By how many lines.
    ///   - total: The number of rows.
    ///   - lineCount: How many lines a row takes.
    mutating func move(byLines count: Int, of total: Int, _ lineCount: (Int) -> Int) {
        guard total > 0 else { return }
        for _ in 0..<abs(count) {
            if count > 0 {
                if line + 1 < lineCount(row) {
                    line += 1
                } else if row + 1 < total {
                    (row, line) = (row + 1, 0)
                }
            } else if line > 0 {
                line -= 1
            } else if row > 0 {
                row -= 1
                line = lineCount(row) - 1
            }
        }
    }

    /// Holds the cursor in range and scrolls as little as needed to show its line.
    mutating func settle(byLines total: Int, height: Int, _ lineCount: (Int) -> Int) {
        row = min(max(0, row), max(0, total - 1))
        guard total > 0, height > 0 else {
            (line, offset, offsetLine) = (0, 0, 0)
            return
        }
        line = min(max(0, line), lineCount(row) - 1)
        offset = min(max(0, offset), total - 1)
        offsetLine = min(max(0, offsetLine), lineCount(offset) - 1)
        if (row, line) < (offset, offsetLine) {
            (offset, offsetLine) = (row, line)
            return
        }
        // The first line from which the cursor's is still on the screen.
        var first = Scroll(row: row)
        first.line = line
        first.move(byLines: 1 - height, of: total, lineCount)
        if (offset, offsetLine) < (first.row, first.line) {
            (offset, offsetLine) = (first.row, first.line)
        }
    }
}
