extension Frame {
    /// Draws the border of an area with single lines, and a title into its top edge.
    ///
    /// A border cell already there is joined, so that boxes that share an edge meet in `├`, `┬` or
    /// `┼`. An area of fewer than two rows or columns draws nothing.
    ///
    /// - Parameters:
    ///   - area: The border's outer rows and columns; may reach beyond the frame.
    ///   - title: Text from the third cell of the top edge; empty for none. Cut with `…`.
    ///   - role: The role of the lines.
    ///   - titleRole: The role of the title.
    package mutating func drawBox(
        _ area: Rectangle,
        title: String = "",
        role: StyleRole = .border,
        titleRole: StyleRole = .title
    ) {
        guard area.rows >= 2, area.columns >= 2 else { return }
        let bottom = area.endRow - 1
        let right = area.endColumn - 1
        for column in area.column + 1..<right {
            join([.left, .right], row: area.row, column: column, role: role)
            join([.left, .right], row: bottom, column: column, role: role)
        }
        for row in area.row + 1..<bottom {
            join([.up, .down], row: row, column: area.column, role: role)
            join([.up, .down], row: row, column: right, role: role)
        }
        join([.right, .down], row: area.row, column: area.column, role: role)
        join([.left, .down], row: area.row, column: right, role: role)
        join([.right, .up], row: bottom, column: area.column, role: role)
        join([.left, .up], row: bottom, column: right, role: role)
        writeTitle(title, row: area.row, column: area.column, columns: area.columns, titleRole)
    }

    /// Draws a horizontal line through an area's row, joined with its left and right borders.
    ///
    /// - Parameters:
    ///   - row: Which row of the frame.
    ///   - area: The box that the line divides: the line goes from its first to its last column.
    ///   - title: Text from the third cell of the line; empty for none.
    ///   - role: The role of the line.
    ///   - titleRole: The role of the title.
    package mutating func drawDivider(
        row: Int,
        in area: Rectangle,
        title: String = "",
        role: StyleRole = .border,
        titleRole: StyleRole = .title
    ) {
        guard area.columns >= 2 else { return }
        let right = area.endColumn - 1
        join([.right], row: row, column: area.column, role: role)
        join([.left], row: row, column: right, role: role)
        for column in area.column + 1..<right {
            join([.left, .right], row: row, column: column, role: role)
        }
        writeTitle(title, row: row, column: area.column, columns: area.columns, titleRole)
    }

    /// Draws a vertical line down an area's column, joined with its top and bottom borders.
    package mutating func drawDivider(
        column: Int,
        in area: Rectangle,
        role: StyleRole = .border
    ) {
        guard area.rows >= 2 else { return }
        let bottom = area.endRow - 1
        join([.down], row: area.row, column: column, role: role)
        join([.up], row: bottom, column: column, role: role)
        for row in area.row + 1..<bottom {
            join([.up, .down], row: row, column: column, role: role)
        }
    }

    private mutating func writeTitle(
        _ title: String,
        row: Int,
        column: Int,
        columns: Int,
        _ role: StyleRole
    ) {
        let room = columns - 4
        guard !title.isEmpty, room >= 3 else { return }
        write(
            " " + DisplayWidth.truncated(title, to: room - 2) + " ",
            row: row,
            column: column + 2,
            role: role
        )
    }

    /// Adds line ends to a cell: to those of the line character it has, or in place of other text.
    private mutating func join(_ ends: LineEnds, row: Int, column: Int, role: StyleRole) {
        let present = LineEnds(character: self[row, column].character)
        put(present.union(ends).character, width: 1, row: row, column: column, role: role)
    }
}

/// The sides of a cell to which a line character reaches.
private struct LineEnds: OptionSet {
    let rawValue: Int

    static let up = LineEnds(rawValue: 1)
    static let down = LineEnds(rawValue: 2)
    static let left = LineEnds(rawValue: 4)
    static let right = LineEnds(rawValue: 8)

    /// Line characters by raw value; single ends are drawn as whole lines.
    private static let characters: [Character] = [
        " ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼",
    ]

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates the ends of a line character; those of any other character are none.
    init(character: Character) {
        switch character {
        case "│": self.init(rawValue: 3)
        case "─": self.init(rawValue: 12)
        default:
            let index = LineEnds.characters.firstIndex(of: character) ?? 0
            self.init(rawValue: index)
        }
    }

    /// The line character with these ends.
    var character: Character { LineEnds.characters[rawValue & 15] }
}
