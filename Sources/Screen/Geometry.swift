/// How many rows and columns of cells an area has.
package struct Size: Hashable, Sendable {
    /// The number of rows; never negative.
    package var rows: Int
    /// The number of columns; never negative.
    package var columns: Int

    /// Creates a size; negative counts become 0.
    package init(rows: Int, columns: Int) {
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }
}

/// A cell's place, counted from the top left, both from 0.
package struct Position: Hashable, Sendable {
    /// The row, from 0 at the top.
    package var row: Int
    /// The column, from 0 at the left.
    package var column: Int

    /// Creates a position; it may lie outside of any screen.
    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// An area of cells, possibly empty.
package struct Rectangle: Hashable, Sendable {
    /// The top row.
    package var row: Int
    /// The left column.
    package var column: Int
    /// The number of rows; never negative.
    package var rows: Int
    /// The number of columns; never negative.
    package var columns: Int

    /// Creates a rectangle; negative counts become 0.
    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    /// Creates the rectangle that covers a screen of `size`.
    package init(_ size: Size) {
        self.init(row: 0, column: 0, rows: size.rows, columns: size.columns)
    }

    /// The row after the last one.
    package var endRow: Int { row + rows }
    /// The column after the last one.
    package var endColumn: Int { column + columns }
    /// The rectangle's size.
    package var size: Size { Size(rows: rows, columns: columns) }
    /// Whether no cell lies in the rectangle.
    package var isEmpty: Bool { rows == 0 || columns == 0 }

    /// Tells whether `position` is one of the rectangle's cells.
    package func contains(_ position: Position) -> Bool {
        position.row >= row && position.row < endRow && position.column >= column
            && position.column < endColumn
    }

    /// Returns the cells both rectangles have; empty when they are apart.
    package func intersection(_ other: Rectangle) -> Rectangle {
        let top = max(row, other.row)
        let left = max(column, other.column)
        return Rectangle(
            row: top,
            column: left,
            rows: min(endRow, other.endRow) - top,
            columns: min(endColumn, other.endColumn) - left
        )
    }

    /// Returns the rectangle without `rows` at top and bottom and `columns` at either side.
    ///
    /// A rectangle too small for that becomes empty.
    package func inset(rows: Int = 1, columns: Int = 1) -> Rectangle {
        Rectangle(
            row: row + rows,
            column: column + columns,
            rows: self.rows - 2 * rows,
            columns: self.columns - 2 * columns
        )
    }

    /// Returns a rectangle of at most `size` in the middle of this one, for popups.
    package func centred(_ size: Size) -> Rectangle {
        let rows = min(size.rows, self.rows)
        let columns = min(size.columns, self.columns)
        return Rectangle(
            row: row + (self.rows - rows) / 2,
            column: column + (self.columns - columns) / 2,
            rows: rows,
            columns: columns
        )
    }
}
