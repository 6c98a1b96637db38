import Documents
import Screen

/// Columns of text that line up, also with wide characters.
enum TextTable {
    /// The rows with two spaces between columns, the first one as a heading.
    static func text(_ rows: [[String]], _ paint: Paint) -> String {
        let cells = rows.map { $0.map(TextEscaping.visible) }
        let columns = cells.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            cells.map { column < $0.count ? DisplayWidth.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        var text = ""
        for (index, row) in cells.enumerated() {
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                let shown = isLast ? cell : cell.padded(to: widths[column])
                line += (column == 0 ? "" : "  ") + (index == 0 ? paint(shown, .dim) : shown)
            }
            text += line + "\n"
        }
        return text
    }
}

extension String {
    /// The text with spaces added until it fills `columns` cells.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: self)))
    }
}
