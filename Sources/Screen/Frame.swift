/// A full screen of cells, addressed by row and column from the top left, both from 0.
///
/// A plain value: drawing fills one, a terminal paints it. Writing outside is clipped, never a trap.
package struct Frame: Hashable, Sendable {
    /// The frame's size, fixed at creation.
    package let size: Size
    /// Where the terminal's cursor stands; `nil` hides it.
    package var cursor: Position?
    /// The cells row by row.
    package private(set) var cells: [Cell]

    /// Creates a frame of blanks.
    package init(size: Size) {
        self.size = size
        cells = [Cell](repeating: .blank, count: size.rows * size.columns)
    }

    /// The cell at a place inside the frame; outside, reading gives a blank.
    package subscript(row: Int, column: Int) -> Cell {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return .blank }
        return cells[row * size.columns + column]
    }

    /// Writes text on one row, from `column` to the right.
    ///
    /// Cells on the raised background stay there. Clips at the frame's edges and at `limit`; a wide grapheme that does not fit whole is left
    /// out. Characters that a terminal would obey are drawn as visible symbols in role `control`.
    ///
    /// - Parameters:
    ///   - text: What to write; line breaks are controls like others.
    ///   - row: The row; outside of the frame nothing is written.
    ///   - column: Where the first cell goes; may be negative, then the text's start is cut.
    ///   - role: What the text means.
    ///   - limit: The most columns to use, or `nil` for no limit but the edge.
    /// - Returns: The columns used, counted from `column`.
    @discardableResult
    package mutating func write(
        _ text: some StringProtocol,
        row: Int,
        column: Int,
        role: StyleRole = .plain,
        limit: Int? = nil
    ) -> Int {
        var end = size.columns
        if let limit { end = min(end, column + max(0, limit)) }
        guard row >= 0, row < size.rows, column < end else { return 0 }
        var next = column
        for character in text {
            if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
                guard next < end else { break }
                put(character, width: 1, row: row, column: next, role: role)
                next += 1
            } else if let visible = VisibleForm.of(character) {
                guard next + visible.columns <= end else { break }
                for symbol in visible.text {
                    put(symbol, width: 1, row: row, column: next, role: .control)
                    next += 1
                }
            } else {
                let width = DisplayWidth.columns(of: character)
                guard next + width <= end else { break }
                put(character, width: width, row: row, column: next, role: role)
                next += width
            }
        }
        return next - column
    }

    /// Fills an area with one character of width 1, by default blanks.
    package mutating func fill(
        _ area: Rectangle,
        role: StyleRole = .plain,
        character: Character = " "
    ) {
        let area = area.intersection(Rectangle(size))
        guard !area.isEmpty, DisplayWidth.columns(of: character) == 1 else { return }
        let cell = Cell(character: character, role: role)
        for row in area.row..<area.endRow {
            splitWide(row: row, column: area.column)
            splitWide(row: row, column: area.endColumn)
            let start = row * size.columns
            for index in start + area.column..<start + area.endColumn { cells[index] = cell }
        }
    }

    /// Puts an area on the raised background, keeping what it shows; filling it ends that.
    package mutating func raise(_ area: Rectangle) {
        update(area) { $0.isRaised = true }
    }

    /// Gives an area another role, keeping what it shows.
    package mutating func restyle(_ area: Rectangle, role: StyleRole) {
        update(area) { $0.role = role }
    }

    private mutating func update(_ area: Rectangle, change: (inout Cell) -> Void) {
        let area = area.intersection(Rectangle(size))
        guard !area.isEmpty else { return }
        for row in area.row..<area.endRow {
            let start = row * size.columns
            for index in start + area.column..<start + area.endColumn { change(&cells[index]) }
        }
    }

    /// Puts one grapheme; a place left of the frame is cut, halves of wide ones become blanks.
    mutating func put(_ character: Character, width: Int, row: Int, column: Int, role: StyleRole) {
        guard row >= 0, row < size.rows, column + width <= size.columns, column + width > 0 else {
            return
        }
        splitWide(row: row, column: column)
        splitWide(row: row, column: column + width)
        let index = row * size.columns + column
        if column < 0 {
            // The right half of a wide grapheme that starts left of the edge.
            cells[index + 1] = Cell(role: role, isRaised: cells[index + 1].isRaised)
            return
        }
        let isRaised = cells[index].isRaised
        cells[index] = Cell(
            character: character,
            role: role,
            width: UInt8(width),
            isRaised: isRaised
        )
        if width == 2 { cells[index + 1] = Cell(role: role, width: 0, isRaised: isRaised) }
    }

    /// Blanks a wide grapheme that the border before `column` would cut in two.
    private mutating func splitWide(row: Int, column: Int) {
        guard column > 0, column < size.columns else { return }
        let index = row * size.columns + column
        guard cells[index].width == 0 else { return }
        cells[index - 1] = Cell(role: cells[index - 1].role, isRaised: cells[index - 1].isRaised)
        cells[index] = Cell(role: cells[index].role, isRaised: cells[index].isRaised)
    }
}
