extension Frame {
    /// Returns the frame as a golden `.screen` text.
    ///
    /// Three parts: `COLUMNSxROWS cursor ROW,COLUMN` (or `cursor none`), the text plane and the role
    /// plane, each row between bars that guard trailing blanks. The second cell of a wide grapheme
    /// is absent from the text plane and `~` in the role plane. When something stands on the raised
    /// background a third plane marks those cells with `^`.
    package func screenText() -> String {
        var text = "\(size.columns)x\(size.rows) cursor "
        if let cursor { text += "\(cursor.row),\(cursor.column)\n" } else { text += "none\n" }
        appendPlane(to: &text) { $0.width == 0 ? nil : $0.character }
        appendPlane(to: &text) { $0.width == 0 ? "~" : $0.role.letter }
        if cells.contains(where: \.isRaised) {
            appendPlane(to: &text) { $0.isRaised ? "^" : " " }
        }
        return text
    }

    /// Returns one row as text, without trailing blanks.
    package func text(ofRow row: Int) -> String {
        guard row >= 0, row < size.rows else { return "" }
        var text = ""
        for cell in cells[row * size.columns..<(row + 1) * size.columns] where cell.width > 0 {
            text.append(cell.character)
        }
        while text.last == " " { text.removeLast() }
        return text
    }

    private func appendPlane(to text: inout String, _ character: (Cell) -> Character?) {
        for row in 0..<size.rows {
            text += "|"
            for column in 0..<size.columns {
                if let character = character(self[row, column]) { text.append(character) }
            }
            text += "|\n"
        }
    }
}
