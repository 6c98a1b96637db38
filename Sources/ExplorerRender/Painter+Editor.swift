import Explorer
import Screen

extension Painter {
    /// Draws an editor of several lines with line numbers, scrolled sideways as far as the caret needs.
    mutating func drawEditor(_ editing: Editing, in area: Rectangle) {
        let lines = editing.buffer.lines
        let caret = editing.buffer.caret
        let text = editorText(editing, in: area)
        let before = TabStops.columns(of: lines[caret.line].text.prefix(caret.column))
        let skipped = max(0, before - max(1, text.columns) + 1)
        for index in editing.topLine..<min(lines.count, editing.topLine + max(0, area.rows)) {
            let row = area.row + index - editing.topLine
            drawNumber(index + 1, row: row, gutter: text.column - area.column, in: area)
            let line = lines[index].text
            write(
                TabStops.expanded(spans(of: line, in: editing.subject)),
                row: row,
                from: text.column,
                to: text.endColumn,
                skipping: skipped
            )
            guard let selected = editing.buffer.selectedColumns(ofLine: index) else { continue }
            let start = TabStops.columns(of: line.prefix(selected.lowerBound))
            var end = TabStops.columns(of: line.prefix(selected.upperBound))
            // A selected line end takes a cell.
            if selected.upperBound > line.count { end += 1 }
            let cells = Rectangle(row: row, column: text.column, rows: 1, columns: text.columns)
            select(start - skipped..<end - skipped, in: cells)
        }
        guard state.popup == nil else { return }
        frame.cursor = Position(
            row: area.row + caret.line - editing.topLine,
            column: text.column + before - skipped
        )
    }

    /// A line of an editor; in the text of a request, separators and comments stand back.
    private func spans(of line: String, in subject: Editing.Subject) -> [StyledSpan] {
        let spans = variableSpans(line)
        guard subject == .requestText else { return spans }
        let role: StyleRole
        if line.hasPrefix("###") {
            role = .heading
        } else if line.hasPrefix("#") || line.hasPrefix("//") {
            role = .comment
        } else {
            return spans
        }
        return spans.map { StyledSpan($0.text, $0.role == .plain ? role : $0.role) }
    }

    /// The area without line numbers.
    private func editorText(_ editing: Editing, in area: Rectangle) -> Rectangle {
        let gutter = Layout.gutterColumns(lineCount: editing.buffer.lines.count)
        return Rectangle(
            row: area.row,
            column: area.column + gutter,
            rows: area.rows,
            columns: max(0, area.columns - gutter)
        )
    }

    /// Writes what there is to say about the text or row at the cursor into the pane's bottom edge.
    mutating func drawAdvice() {
        guard let pane = layout.panes[.request], pane.rows > 3 else { return }
        let advice = state.requestAdvice
        guard !advice.isEmpty else { return }
        let row = pane.endRow - 1
        let start = pane.column + 2
        let end = pane.endColumn - 2
        let column = write([StyledSpan(" ")] + advice, row: row, from: start, to: end - 1)
        frame.write(" ", row: row, column: column)
    }

    /// Draws what can stand at the caret below it, or above where there is no room.
    mutating func drawSuggestions() {
        guard state.popup == nil, let editing = state.request.editing,
            let suggestions = editing.suggestions, let cursor = frame.cursor
        else { return }
        let items = suggestions.items
        let rows = min(items.count, Suggestions.shownRows)
        let shown = items[
            suggestions.scroll.offset..<min(items.count, suggestions.scroll.offset + rows)
        ]
        let title = shown.map { DisplayWidth.columns(of: $0.title) }.max() ?? 0
        let detail = shown.map { DisplayWidth.columns(of: $0.detail) }.max() ?? 0
        let columns = min(layout.screen.columns, title + (detail == 0 ? 0 : detail + 2) + 2)
        let typed = editing.buffer.caret.column - suggestions.start.column
        let below = layout.footer.row - cursor.row - 1
        let row = below >= rows || below >= cursor.row ? cursor.row + 1 : cursor.row - rows
        let left = max(0, min(cursor.column - typed - 1, layout.screen.columns - columns))
        let area = Rectangle(row: row, column: left, rows: rows, columns: columns)
        frame.fill(area)
        for (index, item) in shown.enumerated() where area.row + index < layout.footer.row {
            write(
                [
                    StyledSpan(
                        item.title
                            + String(
                                repeating: " ",
                                count: title - DisplayWidth.columns(of: item.title)
                            )
                    ),
                    StyledSpan("  " + item.detail, .dim),
                ],
                row: area.row + index,
                from: area.column + 1,
                to: area.endColumn
            )
            if suggestions.scroll.offset + index == suggestions.scroll.row {
                mark(row: area.row + index, in: area, isFocused: true)
            }
        }
        frame.raise(area)
    }
}
