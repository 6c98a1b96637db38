import Explorer
import Screen

extension Painter {
    /// Draws the list of what was sent before, and what it is searched for.
    mutating func drawHistory(_ popup: HistoryPopup, in area: Rectangle) {
        let list = layout.popupList(state)
        drawHistorySearch(popup, in: list)
        let count = popup.shownLines.count
        guard count > 0 else {
            drawEmpty(HistoryLines.emptyText(of: popup), in: list)
            return
        }
        let range = popup.scroll.offset..<min(count, popup.scroll.offset + list.rows)
        let lines = HistoryLines.lines(of: popup, in: range, width: list.columns)
        drawRows(lines, from: range.lowerBound, selected: popup.scroll.row, in: list)
        drawMore(range.upperBound < count, in: area)
    }

    private mutating func drawHistorySearch(_ popup: HistoryPopup, in list: Rectangle) {
        let row = list.row - 1
        guard list.rows >= 0 else { return }
        if let input = popup.input {
            frame.write("/", row: row, column: list.column, role: .hintKey)
            drawInput(
                input,
                row: row,
                column: list.column + 1,
                columns: list.columns - 1,
                hasCaret: true
            )
        } else if !popup.search.isEmpty {
            write(
                [StyledSpan("/", .hintKey), StyledSpan(popup.search, .match)],
                row: row,
                from: list.column,
                to: list.endColumn
            )
        } else {
            write(
                [
                    StyledSpan("/ searches · a ", .dim),
                    StyledSpan(popup.scope == .all ? "shows one request" : "shows all", .dim),
                ],
                row: row,
                from: list.column,
                to: list.endColumn
            )
        }
    }

    /// Draws the list of a run below its sum.
    mutating func drawRun(_ run: FolderRun, in area: Rectangle) {
        let list = layout.popupList(state)
        write(
            RunLines.summary(of: run).spans,
            row: list.row - 1,
            from: list.column,
            to: list.endColumn
        )
        let range = run.scroll.offset..<min(run.rows.count, run.scroll.offset + list.rows)
        let lines = RunLines.lines(of: run, in: range, width: list.columns)
        drawRows(lines, from: range.lowerBound, selected: run.scroll.row, in: list)
        drawMore(range.upperBound < run.rows.count, in: area)
    }

    private mutating func drawRows(
        _ lines: [StyledLine],
        from first: Int,
        selected: Int,
        in list: Rectangle
    ) {
        for (index, line) in lines.enumerated() {
            let row = list.row + index
            write(line.spans, row: row, from: list.column, to: list.endColumn)
            if first + index == selected { mark(row: row, in: list, isFocused: true) }
        }
    }

    private mutating func drawMore(_ hasMore: Bool, in area: Rectangle) {
        guard hasMore else { return }
        frame.write(" ↓ more ", row: area.endRow - 1, column: area.endColumn - 11, role: .dim)
    }
}
