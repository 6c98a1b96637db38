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
            write(
                [StyledSpan(" " + mark + notice.text, role)],
                row: area.row,
                from: area.column,
                to: area.endColumn
            )
            return
        }
        var column = area.column + 1
        for hint in FooterHints.hints(for: state) {
            let width =
                DisplayWidth.columns(of: hint.key) + DisplayWidth.columns(of: hint.title) + 1
            guard column + width <= area.endColumn else { break }
            column += frame.write(hint.key, row: area.row, column: column, role: .hintKey) + 1
            column += frame.write(hint.title, row: area.row, column: column, role: .hint) + 2
        }
    }
}
