import Explorer
import Screen

extension Painter {
    /// Draws the line at the bottom: a notice, or the keys that matter now.
    mutating func drawFooter() {
        let area = layout.footer
        guard area.rows > 0 else { return }
        if let notice = state.notice {
            let (mark, role): (String, StyleRole) =
                switch notice.kind {
                case .success: ("✓ ", .success)
                case .neutral: ("· ", .hint)
                case .problem: ("✗ ", .failure)
                }
            drawNotice(mark, notice.text, role, in: area)
            return
        }
        var column = area.column + 1
        for hint in fitting(FooterHints.hints(for: state), in: area.columns - 1) {
            column += frame.write(hint.key, row: area.row, column: column, role: .hintKey) + 1
            column += frame.write(hint.title, row: area.row, column: column, role: .hint) + 2
        }
    }

    /// Draws a notice; one that is longer than the line grows upwards over the panes.
    private mutating func drawNotice(
        _ mark: String,
        _ text: String,
        _ role: StyleRole,
        in area: Rectangle
    ) {
        let most = max(1, min(Self.mostNoticeRows, area.row))
        let width = max(1, area.columns - 4)
        let lines = DisplayWidth.wrapped(text, columns: width)
        let rows = min(lines.count, most)
        let top = area.row - rows + 1
        let whole = Rectangle(row: top, column: area.column, rows: rows, columns: area.columns)
        frame.fill(whole)
        frame.raise(whole)
        for (index, line) in lines.prefix(rows).enumerated() {
            let isCut = index == rows - 1 && rows < lines.count
            let start = index == 0 ? " " + mark : "   "
            write(
                [
                    StyledSpan(start, role),
                    StyledSpan(isCut ? line + " " + lines[rows] : line, role),
                ],
                row: top + index,
                from: area.column,
                to: area.endColumn
            )
        }
    }

    /// A notice never covers more than this.
    private static var mostNoticeRows: Int { 4 }

    /// The hints for which there is room; when it is short, help is the last that goes.
    private func fitting(_ hints: [FooterHints.Hint], in columns: Int) -> [FooterHints.Hint] {
        func width(_ hint: FooterHints.Hint) -> Int {
            DisplayWidth.columns(of: hint.key) + DisplayWidth.columns(of: hint.title) + 3
        }
        let total = hints.reduce(-2) { $0 + width($1) }
        if total <= columns { return hints }
        let help = hints.last { $0.title == Command.help.hint }
        var left = columns + 2 - (help.map(width) ?? 0)
        var kept: [FooterHints.Hint] = []
        for hint in hints where hint != help {
            guard width(hint) <= left else { break }
            left -= width(hint)
            kept.append(hint)
        }
        if let help, columns + 2 >= width(help) { kept.append(help) }
        return kept
    }
}
