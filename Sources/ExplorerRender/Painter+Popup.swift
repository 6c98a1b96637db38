import Explorer
import Screen

extension Painter {
    /// Draws the popup over everything else.
    mutating func drawPopup() {
        guard let popup = state.popup, let area = layout.popup else { return }
        frame.fill(area)
        frame.drawBox(area, title: title(of: popup), role: .popupBorder, titleRole: .title)
        switch popup {
        case .choice(let choice): drawChoice(choice, in: area)
        case .help(let pane, let scroll):
            draw(
                HelpLines.lines(
                    for: pane,
                    in: state,
                    width: layout.popupList(state).columns
                ),
                scroll,
                in: area
            )
        case .log(let scroll):
            let width = layout.popupList(state).columns
            draw(LogLines.lines(of: state.log, width: width), scroll, in: area)
        case .dialog(let dialog): drawDialog(dialog, in: area)
        case .input(let input): drawInputPopup(input, in: area)
        case .reading(let reading):
            draw(reading.lines, reading.scroll, in: area)
        case .snapshot(let preview):
            draw(SnapshotLines.lines(of: preview), preview.scroll, in: area)
        case .history(let history): drawHistory(history, in: area)
        case .run: if let run = state.run { drawRun(run, in: area) }
        }
        frame.raise(area)
    }

    private func title(of popup: Popup) -> String {
        switch popup {
        case .choice(let choice): choice.title
        case .help: "Help · Esc closes, j and k scroll"
        case .dialog(let dialog): dialog.title
        case .input(let input): input.title
        case .snapshot: "Save snapshot"
        case .log: "Log · the latest first"
        case .history(let history): HistoryLines.title(of: history)
        case .run: state.run.map { RunLines.title(of: $0) } ?? "Run"
        case .reading(let reading): reading.title
        }
    }

    private mutating func draw(_ lines: [StyledLine], _ scroll: Scroll, in area: Rectangle) {
        let list = layout.popupList(state)
        for index in scroll.offset..<min(lines.count, scroll.offset + list.rows) {
            write(
                lines[index].spans,
                row: list.row + index - scroll.offset,
                from: list.column,
                to: list.endColumn
            )
        }
        if lines.count > scroll.offset + list.rows {
            frame.write(" ↓ more ", row: area.endRow - 1, column: area.endColumn - 11, role: .dim)
        }
    }

    private mutating func drawChoice(_ choice: Choice, in area: Rectangle) {
        let list = layout.popupList(state)
        frame.write("›", row: list.row - 1, column: list.column - 1, role: .hintKey)
        drawInput(
            choice.input,
            row: list.row - 1,
            column: list.column + 1,
            columns: list.columns - 1,
            hasCaret: true
        )
        guard !choice.matches.isEmpty else {
            let text = choice.allowsOther ? "Enter takes the text as it is." : "Nothing matches."
            frame.write(text, row: list.row, column: list.column + 1, role: .placeholder)
            return
        }
        let pattern = FuzzyPattern(choice.input.text, findsScattered: choice.findsScattered)
        let total = choice.matches.count
        for index in choice.scroll.offset..<min(total, choice.scroll.offset + list.rows) {
            let row = list.row + index - choice.scroll.offset
            draw(choice.items[choice.matches[index]], of: choice, pattern, row: row, in: list)
            if index == choice.scroll.row { mark(row: row, in: list, isFocused: true) }
        }
    }

    /// Draws one thing to choose: its title with the letters that were typed, its keys, and what it is
    /// or why it cannot be chosen.
    private mutating func draw(
        _ item: Choice.Item,
        of choice: Choice,
        _ pattern: FuzzyPattern,
        row: Int,
        in list: Rectangle
    ) {
        let isAvailable = item.reasonUnavailable == nil
        let titleWidth = min(max(choice.columns.title, 10), max(10, list.columns / 2)) + 2
        let keysWidth = choice.columns.keys == 0 ? 0 : min(choice.columns.keys, 12) + 2
        var spans: [StyledSpan] = []
        let places = pattern.places(in: item.title)
        for (place, character) in item.title.enumerated() {
            let role: StyleRole =
                places.contains(place) ? .match : isAvailable ? .plain : .disabled
            if spans.last?.role == role {
                spans[spans.count - 1].text.append(character)
            } else {
                spans.append(StyledSpan(String(character), role))
            }
        }
        let start = list.column + 1
        write(spans, row: row, from: start, to: start + titleWidth - 1)
        write(
            [StyledSpan(item.keys, isAvailable ? .hintKey : .disabled)],
            row: row,
            from: start + titleWidth,
            to: start + titleWidth + max(0, keysWidth - 1)
        )
        write(
            [StyledSpan(item.reasonUnavailable ?? item.detail, isAvailable ? .dim : .disabled)],
            row: row,
            from: start + titleWidth + keysWidth,
            to: list.endColumn
        )
    }

    private mutating func drawDialog(_ dialog: Dialog, in area: Rectangle) {
        let list = layout.popupList(state)
        let lines = Layout.dialogLines(dialog, columns: list.columns)
        for (index, line) in lines.enumerated() where index < list.rows - 1 {
            write(
                [StyledSpan(line)],
                row: list.row + index,
                from: list.column,
                to: list.endColumn
            )
        }
        let row = area.endRow - 2
        let columns = Layout.answerColumns(dialog, in: list)
        for (index, answer) in dialog.answers.enumerated() {
            let isSelected = index == dialog.selected
            let column = columns[index].lowerBound
            write(
                [
                    StyledSpan(isSelected ? "[" : " ", isSelected ? .selection : .plain),
                    StyledSpan(String(answer.key), isSelected ? .selection : .hintKey),
                    StyledSpan(" " + answer.title, isSelected ? .selection : .plain),
                    StyledSpan(isSelected ? "]" : " ", isSelected ? .selection : .plain),
                ],
                row: row,
                from: column,
                to: list.endColumn
            )
        }
    }

    private mutating func drawInputPopup(_ input: InputPopup, in area: Rectangle) {
        let list = layout.popupList(state)
        write(
            [StyledSpan(input.prompt, .dim)],
            row: list.row,
            from: list.column,
            to: list.endColumn
        )
        guard list.rows > 1 else { return }
        drawInput(
            input.input,
            row: list.row + 1,
            column: list.column,
            columns: list.columns,
            hasCaret: true,
            isSecret: input.isSecret
        )
        guard let problem = input.problem, list.rows > 2 else { return }
        write(
            [StyledSpan("✗ " + problem, .failure)],
            row: list.row + 2,
            from: list.column,
            to: list.endColumn
        )
    }
}
