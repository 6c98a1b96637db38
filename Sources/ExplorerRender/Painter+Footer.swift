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
        for placed in FooterHints.placed(for: state, in: area) {
            let start = placed.columns.lowerBound
            let column =
                start + frame.write(placed.hint.key, row: area.row, column: start, role: .hintKey)
                + 1
            frame.write(placed.hint.title, row: area.row, column: column, role: .hint)
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
}
