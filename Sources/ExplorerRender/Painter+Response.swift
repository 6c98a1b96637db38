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
        guard state.record != nil || state.arrivingBody != nil else {
            drawEmpty(state.emptyResponseText, in: area)
            drawWelcome(in: area)
            return
        }
        drawNote(above: area)
        if let document = state.bodyInView {
            drawDocument(document, in: area)
        } else {
            drawLines(in: area)
        }
        drawInputLines()
        drawBodyEdge()
    }

    /// Says what the body reports, or what is wrong with it, on the line above it.
    private mutating func drawNote(above area: Rectangle) {
        guard let note = state.bodyNote, area.row > layout.responseTabs.endRow else { return }
        write(note.spans, row: area.row - 1, from: area.column + 1, to: area.endColumn)
    }

    private mutating func drawLines(in area: Rectangle) {
        let scroll = state.responseScroll
        let range = scroll.offset..<(scroll.offset + area.rows)
        let lines = state.responseLines(width: area.columns, in: range)
        let search = state.record?.search.flatMap { $0.tab == state.response.tab ? $0 : nil }
        let matches = Set(search?.matches.map(\.lowerBound) ?? [])
        for (number, line) in lines.enumerated() {
            let row = area.row + number
            let index = scroll.offset + number
            write(
                line.spans,
                row: row,
                from: area.column + 1,
                to: area.endColumn,
                skipping: state.record?.firstColumn ?? 0
            )
            if index == scroll.row {
                mark(row: row, in: area, isFocused: isFocused(.response))
            } else if matches.contains(index) {
                let line = Rectangle(row: row, column: area.column, rows: 1, columns: area.columns)
                frame.restyle(line, role: .match)
            }
        }
    }

    private mutating func drawDocument(_ document: ResponseDocument, in area: Rectangle) {
        let scroll = state.bodyScroll(height: area.rows)
        let lines = BodyLines.lines(
            of: document,
            from: scroll,
            size: area.size,
            rowCount: state.bodyRowCount,
            wraps: state.wrapsBody,
            search: state.arrivingBody == nil ? state.record?.search : nil
        )
        let firstColumn = state.arrivingBody == nil ? state.record?.firstColumn ?? 0 : 0
        for (number, line) in lines.enumerated() {
            let row = area.row + number
            let isCursor = line.row == scroll.row && line.line == scroll.line
            if isCursor {
                let whole = Rectangle(row: row, column: area.column, rows: 1, columns: area.columns)
                frame.fill(whole, role: isFocused(.response) ? .selection : .cursorLine)
            }
            write(
                line.spans,
                row: row,
                from: area.column,
                to: area.endColumn,
                skipping: firstColumn
            )
            if isCursor { restyleCursor(row: row, in: area) }
        }
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

    /// Writes where the cursor is in the body, and how the body is shown, into the lower edge.
    private mutating func drawBodyEdge() {
        guard let area = layout.panes[.response], area.rows > 3, area.columns > 24 else { return }
        let row = area.endRow - 1
        var end = area.endColumn - 2
        let tags = state.bodyTags.joined(separator: " · ")
        if !tags.isEmpty, tags.count + 20 < area.columns {
            let start = end - DisplayWidth.columns(of: tags) - 2
            frame.write(" \(tags) ", row: row, column: start, role: .dim)
            end = start - 1
        }
        guard let place = state.bodyPlaceText else { return }
        let room = end - area.column - 4
        guard room > 8 else { return }
        let text = DisplayWidth.columns(of: place) <= room ? place : shortened(place, to: room)
        frame.write(" \(text) ", row: row, column: area.column + 2, role: .dim)
    }

    /// A path with its beginning left out, since its end says more.
    private func shortened(_ path: String, to columns: Int) -> String {
        "…" + DisplayWidth.suffix(of: path, fitting: columns - 1).text
    }

    // MARK: The lines of a filter and a search

    private mutating func drawInputLines() {
        let area = layout.inside(of: .response)
        guard area.rows > 2 else { return }
        var row = area.endRow - 1
        if state.showsSearchLine {
            drawSearch(row: row, in: area)
            row -= 1
        }
        if state.showsFilterLine { drawFilterLine(row: row, in: area) }
    }

    private mutating func drawSearch(row: Int, in area: Rectangle) {
        let search = state.record?.search
        let input = state.response.searchInput
        let isExpression =
            input == nil
            ? search?.isRegularExpression ?? false : state.response.searchesByExpression
        var note = isExpression ? [StyledSpan(" regex ", .hint)] : []
        if let search { note.append(found(by: search)) }
        drawLine(
            mark: "/",
            input: input,
            text: search?.text ?? "",
            note: note,
            row: row,
            in: area
        )
    }

    /// How many matches there are, and at which the cursor is.
    private func found(by search: BodySearch) -> StyledSpan {
        if search.problem != nil { return StyledSpan(" not a regular expression ", .failure) }
        if search.isComplete, search.matches.isEmpty { return StyledSpan(" no match ", .dim) }
        let count = "\(search.matches.count)\(search.isComplete ? "" : "…")"
        guard search.place != nil else { return StyledSpan(" looking… ", .dim) }
        return StyledSpan(" \(search.current + 1) of \(count) ", .dim)
    }

    private mutating func drawFilterLine(row: Int, in area: Rectangle) {
        let filter = state.record?.filter
        var note: [StyledSpan] = []
        if let problem = filter?.problem {
            let room = max(12, area.columns / 2)
            note = [StyledSpan(" " + DisplayWidth.truncated(problem, to: room) + " ", .failure)]
        } else if let outcome = filter?.outcome {
            let values = "\(outcome.count) value\(outcome.count == 1 ? "" : "s")"
            let cut = outcome.isCut ? ", cut" : ""
            let clears = state.response.filterInput == nil && area.columns > 50
            note = [
                StyledSpan(" \(values)\(cut)\(clears ? " · Esc shows all" : "") ", .dim)
            ]
            if let remark = outcome.remark {
                let text = DisplayWidth.truncated(remark, to: max(12, area.columns / 2))
                note.insert(StyledSpan(" \(text) ·", .warning), at: 0)
            }
        } else if filter != nil {
            note = [StyledSpan(" filtering… ", .dim)]
        } else {
            let isXML = state.record?.document?.kind == .xml
            note = [StyledSpan(isXML ? " XPath " : " $… JSONPath · .… jq ", .hint)]
        }
        drawLine(
            mark: "f ",
            input: state.response.filterInput,
            text: filter?.text ?? "",
            note: note,
            row: row,
            in: area
        )
    }

    /// Draws what was typed after a mark, with a note at the right end.
    private mutating func drawLine(
        mark: String,
        input: TextBuffer?,
        text: String,
        note: [StyledSpan],
        row: Int,
        in area: Rectangle
    ) {
        let noteColumns = note.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) }
        let end = max(area.column + mark.count, area.endColumn - noteColumns)
        frame.write(mark, row: row, column: area.column, role: .hintKey)
        if let input {
            drawInput(
                input,
                row: row,
                column: area.column + mark.count,
                columns: end - area.column - mark.count,
                hasCaret: state.popup == nil
            )
        } else {
            write([StyledSpan(text, .match)], row: row, from: area.column + mark.count, to: end)
        }
        write(note, row: row, from: end, to: area.endColumn)
    }
}
