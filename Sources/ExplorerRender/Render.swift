import Collections
package import Explorer
package import Screen

/// Draws the explorer: a frame that depends on nothing but its parameters.
///
/// - Parameters:
///   - state: What to show.
///   - layout: Where to show it; the layout of the same state.
/// - Returns: A frame of the layout's size.
package func render(_ state: ExplorerState, _ layout: Layout) -> Frame {
    var frame = Frame(size: layout.screen.size)
    guard layout.arrangement != .tiny else {
        let size = layout.screen.size
        let wanted = Layout.minimum
        let text = "apus needs \(wanted.columns)×\(wanted.rows), not \(size.columns)×\(size.rows)"
        let lines = DisplayWidth.wrapped(text, columns: size.columns)
        for (row, line) in lines.enumerated() where row < size.rows {
            frame.write(line, row: row, column: 0, role: .warning)
        }
        return frame
    }
    var painter = Painter(frame: frame, state: state, layout: layout)
    painter.drawPanes()
    painter.drawJump()
    painter.drawFooter()
    painter.drawSuggestions()
    painter.drawPopup()
    return painter.frame
}

/// A frame on its way, with what is drawn into it; split by pane over files.
struct Painter {
    var frame: Frame
    let state: ExplorerState
    let layout: Layout

    mutating func drawPanes() {
        for pane in Pane.allCases where pane != state.focus { drawBorder(of: pane) }
        // The focused border last, so that it is whole where panes meet.
        drawBorder(of: state.focus)
        if layout.panes[.tree] != nil { drawTree() }
        if layout.panes[.request] != nil { drawRequest() }
        if layout.panes[.response] != nil { drawResponse() }
    }

    /// Whether a pane gets the keys; none does while a popup is open.
    func isFocused(_ pane: Pane) -> Bool {
        state.focus == pane && state.popup == nil
    }

    private mutating func drawBorder(of pane: Pane) {
        guard let area = layout.panes[pane] else { return }
        let isFocused = state.focus == pane
        let mark = isFocused ? "◆ " : ""
        frame.fill(area)
        frame.drawBox(
            area,
            title: mark + title(of: pane),
            role: isFocused ? .focusedBorder : .border,
            titleRole: isFocused ? .title : .heading
        )
        drawCorner(of: pane, area)
    }

    private func title(of pane: Pane) -> String {
        switch pane {
        case .tree:
            return state.collection?.name ?? "Collections"
        case .request:
            guard let request = state.openRequest, let key = state.request.key else {
                return "Request"
            }
            return request.name + (state.isUnsaved(key.file) ? " ●" : "")
        case .response:
            return "Response"
        }
    }

    /// Writes what belongs at the right end of a pane's top edge.
    private mutating func drawCorner(of pane: Pane, _ area: Rectangle) {
        switch pane {
        case .tree:
            break
        case .request:
            guard let label = layout.environmentLabel(state) else { return }
            frame.write(
                " \(label.text) ",
                row: label.area.row,
                column: label.area.column,
                role: .variable
            )
        case .response:
            drawHeadline(in: area)
        }
    }

    /// Puts what came back, or how far it is, in place of the response pane's title.
    private mutating func drawHeadline(in area: Rectangle) {
        let past = state.currentSending == nil ? state.record?.past : nil
        let badge = past.map { "history \($0.time) · " } ?? ""
        let room =
            area.columns - (state.focus == .response ? 8 : 6) - DisplayWidth.columns(of: badge)
        var spans =
            state.currentSending?.headlineSpans(fitting: room)
            ?? state.record?.headlineSpans(fitting: room) ?? []
        if !badge.isEmpty { spans.insert(StyledSpan(badge, .modified), at: 0) }
        guard !spans.isEmpty, area.columns > 8 else { return }
        let mark = state.focus == .response ? " ◆ " : " "
        let role: StyleRole = state.focus == .response ? .title : .heading
        var column = area.column + 2
        column += frame.write(mark, row: area.row, column: column, role: role)
        column = write(spans, row: area.row, from: column, to: area.endColumn - 3)
        frame.write(" ", row: area.row, column: column)
    }

    /// Draws the first hints below the line that says why there is no response.
    mutating func drawWelcome(in area: Rectangle) {
        guard state.isWelcoming, state.currentSending == nil, state.openRequest != nil else {
            return
        }
        let first = area.row + 3
        for (index, line) in WelcomeLines.lines(for: state).enumerated()
        where first + index < area.endRow {
            write(line.spans, row: first + index, from: area.column + 1, to: area.endColumn)
        }
    }

    /// Draws the labels to jump to over what they lead to.
    mutating func drawJump() {
        guard let jump = state.jump else { return }
        for target in jump.candidates {
            let typed = jump.typed.count
            frame.write(
                jump.typed,
                row: target.position.row,
                column: target.position.column,
                role: .match
            )
            frame.write(
                target.label.dropFirst(typed),
                row: target.position.row,
                column: target.position.column + typed,
                role: .currentMatch
            )
        }
        frame.cursor = nil
    }

    // MARK: Lines

    /// Writes pieces from left to right; the last that fits is cut with `…`.
    ///
    /// - Returns: The column after the last cell written.
    @discardableResult
    mutating func write(
        _ spans: [StyledSpan],
        row: Int,
        from start: Int,
        to end: Int,
        skipping skipped: Int = 0
    ) -> Int {
        var column = start - skipped
        for span in spans {
            var text = span.text[...]
            if column < start {
                let cut = DisplayWidth.prefix(of: text, fitting: start - column)
                text = text[cut.text.endIndex...]
                column += cut.columns
                if column < start {
                    guard !text.isEmpty else { continue }
                    // Half of a wide character is cut off.
                    column += DisplayWidth.columns(of: text.removeFirst())
                }
            }
            guard column < end else { break }
            // Rows of a raw body are long, so none is measured as a whole.
            if skipped == 0, !DisplayWidth.fits(text, in: end - column) {
                let cut = DisplayWidth.truncated(String(text), to: end - column)
                column += frame.write(cut, row: row, column: column, role: span.role)
                break
            }
            column += frame.write(
                text,
                row: row,
                column: column,
                role: span.role,
                limit: end - column
            )
        }
        return max(column, start)
    }

    /// Marks the row with the cursor over its whole width.
    mutating func mark(row: Int, in area: Rectangle, isFocused: Bool) {
        let line = Rectangle(row: row, column: area.column, rows: 1, columns: area.columns)
        frame.restyle(line, role: isFocused ? .selection : .cursorLine)
    }

    /// Draws a row of tabs.
    mutating func drawTabs(_ titles: [String], selected: Int, in row: Rectangle) {
        guard row.rows > 0 else { return }
        let places = Layout.tabColumns(titles, selected: selected, in: row)
        // Tabs for which there is no room are told of at the ends.
        if places.first?.isEmpty ?? false {
            frame.write("…", row: row.row, column: row.column, role: .tab)
        }
        if places.last?.isEmpty ?? false {
            frame.write("…", row: row.row, column: row.endColumn - 1, role: .tab)
        }
        for (index, columns) in places.enumerated() where !columns.isEmpty {
            let isSelected = index == selected
            frame.write(
                titles[index],
                row: row.row,
                column: columns.lowerBound,
                role: isSelected ? .selectedTab : .tab,
                limit: columns.count
            )
            if isSelected, columns.lowerBound > row.column {
                frame.write("›", row: row.row, column: columns.lowerBound - 1, role: .selectedTab)
            }
        }
    }

    /// Says what an empty area means.
    mutating func drawEmpty(_ text: String, in area: Rectangle) {
        guard area.rows > 0 else { return }
        let first = area.row + min(1, area.rows - 1)
        for (index, line) in DisplayWidth.wrapped(text, columns: area.columns - 2).enumerated()
        where first + index < area.endRow {
            frame.write(line, row: first + index, column: area.column + 1, role: .placeholder)
        }
    }

    /// Marks columns of a line as selected, counted from the line's start.
    mutating func select(_ columns: Range<Int>, in area: Rectangle) {
        let start = max(0, columns.lowerBound)
        let end = min(area.columns, columns.upperBound)
        guard start < end else { return }
        let line = Rectangle(
            row: area.row,
            column: area.column + start,
            rows: 1,
            columns: end - start
        )
        frame.restyle(line, role: .selection)
    }

    /// Draws an input of one line and, when it has the caret, puts the cursor there.
    mutating func drawInput(
        _ buffer: TextBuffer,
        row: Int,
        column: Int,
        columns: Int,
        hasCaret: Bool,
        isSecret: Bool = false,
        isTemplate: Bool = false
    ) {
        guard columns > 0 else { return }
        let text = isSecret ? String(repeating: "•", count: buffer.text.count) : buffer.text
        let before = DisplayWidth.columns(of: text.prefix(buffer.caret.column))
        // The caret needs a cell of its own behind the last character.
        let skipped = max(0, before - columns + 1)
        let area = Rectangle(row: row, column: column, rows: 1, columns: columns)
        frame.fill(area, role: .input)
        var spans = [StyledSpan(text, .input)]
        if isTemplate {
            spans = variableSpans(text).map {
                StyledSpan($0.text, $0.role == .plain ? .input : $0.role)
            }
        }
        write(spans, row: row, from: column, to: column + columns, skipping: skipped)
        if hasCaret, !isSecret, let selected = buffer.selectedColumns(ofLine: 0) {
            let start = DisplayWidth.columns(of: text.prefix(selected.lowerBound))
            let end = DisplayWidth.columns(of: text.prefix(selected.upperBound))
            select(start - skipped..<end - skipped, in: area)
        }
        if hasCaret { frame.cursor = Position(row: row, column: column + before - skipped) }
    }
}
