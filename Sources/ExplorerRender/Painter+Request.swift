import Collections
import Explorer
import Screen

extension Painter {
    /// Draws the request: method and URL, tabs, and the rows of the tab.
    mutating func drawRequest() {
        guard let request = state.openRequest else {
            let isGone = state.record?.past != nil
            drawEmpty(
                isGone
                    ? "This request is not in the collection any more. Sent shows what was sent."
                    : "Select a request in the tree.",
                in: layout.inside(of: .request)
            )
            return
        }
        drawTarget(method: request.method, url: request.url)
        let tabs = RequestTab.allCases
        drawTabs(
            tabs.map(\.rawValue),
            // The text of the whole request is in no tab.
            selected: state.request.editing?.subject == .requestText
                ? -1 : tabs.firstIndex(of: state.request.tab) ?? 0,
            in: layout.requestTabs
        )
        let area = layout.requestList(state)
        drawAdvice()
        if let editing = state.request.editing, editing.subject.isMultiline {
            drawEditor(editing, in: area)
        } else {
            drawRows(in: area)
        }
        if let problem = state.request.editing?.problem, area.rows >= 0 {
            write(
                [StyledSpan("✗ " + problem, .failure)],
                row: area.endRow,
                from: area.column,
                to: area.endColumn
            )
        }
    }

    private mutating func drawTarget(method: String, url: String) {
        let area = layout.target
        guard area.rows > 0 else { return }
        var column = area.column + 1
        column += frame.write(method, row: area.row, column: column, role: .method) + 1
        if let editing = state.request.editing, editing.subject == .url {
            drawInput(
                editing.buffer,
                row: area.row,
                column: column,
                columns: area.endColumn - column,
                hasCaret: state.popup == nil,
                isTemplate: true
            )
            return
        }
        write(variableSpans(url), row: area.row, from: column, to: area.endColumn)
        if state.request.isOnTarget, state.focus == .request {
            mark(row: area.row, in: area, isFocused: isFocused(.request))
        }
    }

    private mutating func drawRows(in area: Rectangle) {
        let rows = state.requestRows
        let adding = state.isAddingRow
        guard !rows.isEmpty || adding else {
            drawEmpty(state.emptyRequestText, in: area)
            return
        }
        let nameWidth = nameColumns(rows, in: area)
        let first = state.request.scroll.offset
        let total = rows.count + (adding ? 1 : 0)
        for index in first..<min(total, first + area.rows) {
            let row = area.row + index - first
            let isSelected = !state.request.isOnTarget && index == state.request.scroll.row
            if isSelected, let editing = state.request.editing, editing.subject != .url {
                let entry = index < rows.count ? rows[index] : nil
                drawInputs(editing, entry, row: row, nameWidth: nameWidth, in: area)
            } else if index < rows.count {
                draw(rows[index], row: row, nameWidth: nameWidth, in: area)
                if isSelected, state.focus == .request {
                    mark(row: row, in: area, isFocused: isFocused(.request))
                }
            }
        }
    }

    /// How wide the first column is: as the longest name, within a third of the pane.
    private func nameColumns(_ rows: [RequestRow], in area: Rectangle) -> Int {
        let longest = rows.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
        return min(max(longest, 12), max(12, area.columns / 3)) + 2
    }

    private mutating func draw(
        _ entry: RequestRow,
        row: Int,
        nameWidth: Int,
        in area: Rectangle
    ) {
        switch entry.kind {
        case .bodyLine(let line), .queryLine(let line), .variablesLine(let line):
            drawBodyLine(line, entry.value, row: row, in: area)
            return
        default:
            break
        }
        let column = area.column + 1
        let mark = entry.isEnabled ? "  " : "✗ "
        frame.write(mark, row: row, column: column, role: .disabled)
        let nameRole: StyleRole = entry.isEnabled ? role(ofName: entry) : .disabled
        frame.write(
            DisplayWidth.truncated(entry.name, to: nameWidth - 2),
            row: row,
            column: column + 2,
            role: nameRole
        )
        var spans = variableSpans(entry.value)
        if !entry.isEnabled { spans = [StyledSpan(entry.value, .disabled)] }
        if entry.isDefault { spans = [StyledSpan(entry.value, .placeholder)] }
        if let outcome = entry.outcome { spans += [StyledSpan("  "), outcome] }
        write(spans, row: row, from: column + 2 + nameWidth, to: area.endColumn)
    }

    private func role(ofName entry: RequestRow) -> StyleRole {
        switch entry.kind {
        case .queryItem, .field: .key
        case .heading: .heading
        default: .dim
        }
    }

    private mutating func drawBodyLine(_ line: Int, _ text: String, row: Int, in area: Rectangle) {
        let count = state.requestRows.count - 1
        let gutter = Layout.gutterColumns(lineCount: count)
        drawNumber(line + 1, row: row, gutter: gutter, in: area)
        let spans = TabStops.expanded(variableSpans(text))
        write(spans, row: row, from: area.column + gutter, to: area.endColumn)
    }

    mutating func drawNumber(_ number: Int, row: Int, gutter: Int, in area: Rectangle) {
        let text = String(number)
        frame.write(
            text,
            row: row,
            column: area.column + gutter - 1 - text.count,
            role: .comment
        )
    }

    /// Draws the inputs of a row that is edited: a value, or name and value.
    private mutating func drawInputs(
        _ editing: Editing,
        _ entry: RequestRow?,
        row: Int,
        nameWidth: Int,
        in area: Rectangle
    ) {
        let column = area.column + 3
        let valueColumn = column + nameWidth
        let hasCaret = state.popup == nil
        if editing.inputs.count == 2 {
            drawInput(
                editing.inputs[0],
                row: row,
                column: column,
                columns: nameWidth - 1,
                hasCaret: hasCaret && editing.current == 0
            )
        } else {
            let name = entry?.name ?? "Value"
            frame.write(name, row: row, column: column, role: .dim, limit: nameWidth - 1)
        }
        drawInput(
            editing.inputs[editing.inputs.count - 1],
            row: row,
            column: valueColumn,
            columns: area.endColumn - valueColumn,
            hasCaret: hasCaret && editing.current == editing.inputs.count - 1,
            isTemplate: true
        )
    }

    /// Template text with its variables told apart.
    func variableSpans(_ text: String) -> [StyledSpan] {
        TemplateSpans.spans(of: text, knows: { state.knowsVariable($0) })
    }
}
