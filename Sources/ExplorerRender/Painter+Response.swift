import Documents
import Explorer
import Screen

extension Painter {
    /// Draws the response: tabs and the rows of the tab.
    mutating func drawResponse() {
        let tabs = ResponseTab.allCases
        drawTabs(
            tabs.map(\.rawValue),
            selected: tabs.firstIndex(of: state.response.tab) ?? 0,
            in: layout.responseTabs
        )
        let area = layout.responseList(state)
        guard let record = state.record else {
            drawEmpty(state.emptyResponseText, in: area)
            drawWelcome(in: area)
            return
        }
        let scroll = record.scrolls[state.response.tab] ?? Scroll()
        if state.response.tab == .body, let document = record.document {
            drawDocument(document, record, scroll, in: area)
        } else {
            drawLines(scroll, record, in: area)
        }
        drawSearch(record)
    }

    private mutating func drawLines(
        _ scroll: Scroll,
        _ record: ResponseRecord,
        in area: Rectangle
    ) {
        let lines = state.responseLines(width: area.columns)
        let matches = record.search.flatMap { $0.tab == state.response.tab ? $0 : nil }
        for index in scroll.offset..<min(lines.count, scroll.offset + area.rows) {
            let row = area.row + index - scroll.offset
            write(
                lines[index].spans,
                row: row,
                from: area.column + 1,
                to: area.endColumn,
                skipping: record.firstColumn
            )
            if index == scroll.row {
                mark(row: row, in: area, isFocused: isFocused(.response))
            } else if let matches, matches.matches.contains(where: { $0.lowerBound == index }) {
                let line = Rectangle(row: row, column: area.column, rows: 1, columns: area.columns)
                frame.restyle(line, role: .match)
            }
        }
    }

    private mutating func drawDocument(
        _ document: ResponseDocument,
        _ record: ResponseRecord,
        _ scroll: Scroll,
        in area: Rectangle
    ) {
        for index in scroll.offset..<min(document.rowCount, scroll.offset + area.rows) {
            let line = document.row(index)
            let row = area.row + index - scroll.offset
            let isCursor = index == scroll.row
            if isCursor {
                let whole = Rectangle(row: row, column: area.column, rows: 1, columns: area.columns)
                frame.fill(whole, role: isFocused(.response) ? .selection : .cursorLine)
            }
            var spans = [
                StyledSpan(String(repeating: "  ", count: line.indent)),
                StyledSpan(foldMark(of: line), .dim),
            ]
            for span in line.spans { spans += split(span, by: record.search) }
            if let count = foldedCount(of: line) { spans.append(StyledSpan("  " + count, .dim)) }
            write(
                spans,
                row: row,
                from: area.column,
                to: area.endColumn,
                skipping: record.firstColumn
            )
            if isCursor { restyleCursor(row: row, in: area) }
        }
    }

    /// What stands before a row: open or closed; nothing before the bracket that ends a value.
    private func foldMark(of line: DocumentRow) -> String {
        if let first = line.spans.first?.text.first, first == "}" || first == "]" { return "  " }
        switch line.fold {
        case .none: return "  "
        case .open: return "▾ "
        case .closed: return "▸ "
        }
    }

    /// How much a closed row hides; `nil` for others.
    private func foldedCount(of line: DocumentRow) -> String? {
        guard case .closed(let count) = line.fold else { return nil }
        func has(_ bracket: String) -> Bool {
            line.spans.contains { $0.role == .punctuation && $0.text.hasPrefix(bracket) }
        }
        let noun = has("[") ? "element" : has("{") ? "member" : "more row"
        return "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Marks the cursor's row but for the matches in it.
    private mutating func restyleCursor(row: Int, in area: Rectangle) {
        let role: StyleRole = isFocused(.response) ? .selection : .cursorLine
        for column in area.column..<area.endColumn {
            let present = frame[row, column].role
            guard present != .match, present != .currentMatch else { continue }
            frame.restyle(Rectangle(row: row, column: column, rows: 1, columns: 1), role: role)
        }
    }

    /// Splits a piece where matches begin and end.
    private func split(
        _ span: DocumentSpan,
        by search: ResponseRecord.Search?
    ) -> [StyledSpan] {
        let role = Self.role(of: span.role)
        guard let search, search.tab == .body, let range = span.byteRange,
            span.text.utf8.count == range.count,
            let first = firstMatch(in: search.matches, endingAfter: range.lowerBound)
        else { return [StyledSpan(span.text, role)] }
        let bytes = Array(span.text.utf8)
        var spans: [StyledSpan] = []
        var position = range.lowerBound
        func add(until end: Int, _ role: StyleRole) {
            guard end > position else { return }
            let slice = bytes[(position - range.lowerBound)..<(end - range.lowerBound)]
            spans.append(StyledSpan(String(decoding: slice, as: UTF8.self), role))
            position = end
        }
        for index in first..<search.matches.count {
            let match = search.matches[index]
            guard match.lowerBound < range.upperBound else { break }
            add(until: max(match.lowerBound, position), role)
            let isCurrent = index == search.current
            add(until: min(match.upperBound, range.upperBound), isCurrent ? .currentMatch : .match)
        }
        add(until: range.upperBound, role)
        return spans
    }

    /// The first of the ordered matches that ends after `offset`, by bisection.
    private func firstMatch(in matches: [Range<Int>], endingAfter offset: Int) -> Int? {
        var low = 0
        var high = matches.count
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < matches.count ? low : nil
    }

    private static func role(of role: DocumentRole) -> StyleRole {
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

    private mutating func drawSearch(_ record: ResponseRecord) {
        let area = layout.inside(of: .response)
        let row = area.endRow - 1
        guard area.rows > 1 else { return }
        var count = ""
        if let search = record.search {
            count =
                search.matches.isEmpty
                ? " no match " : " \(search.current + 1) of \(search.matches.count) "
        }
        if let input = state.response.searchInput {
            frame.write("/", row: row, column: area.column, role: .hintKey)
            drawInput(
                input,
                row: row,
                column: area.column + 1,
                columns: area.columns - 1 - count.count,
                hasCaret: state.popup == nil
            )
        } else if let search = record.search {
            write(
                [StyledSpan("/", .hintKey), StyledSpan(search.text, .match)],
                row: row,
                from: area.column,
                to: area.endColumn - count.count
            )
        }
        frame.write(count, row: row, column: area.endColumn - count.count, role: .dim)
    }
}
