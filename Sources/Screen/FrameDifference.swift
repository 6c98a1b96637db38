/// A stretch of cells on one row.
package struct CellRun: Hashable, Sendable {
    /// The row.
    package var row: Int
    /// The columns, never empty; wide graphemes are whole in it.
    package var columns: Range<Int>

    /// Creates a run.
    package init(row: Int, columns: Range<Int>) {
        self.row = row
        self.columns = columns
    }
}

extension Frame {
    /// Returns the runs of cells to repaint when `old` is on the screen, from top to bottom and
    /// left to right.
    ///
    /// Everything when sizes differ or `old` is `nil`. Runs apart by few equal cells are one, since
    /// moving the cursor costs as much as painting them. A run covers whole graphemes of both
    /// frames.
    package func changes(from old: Frame?) -> [CellRun] {
        guard let old, old.size == size else {
            guard size.columns > 0 else { return [] }
            return (0..<size.rows).map { CellRun(row: $0, columns: 0..<size.columns) }
        }
        var runs: [CellRun] = []
        let columns = size.columns
        cells.withUnsafeBufferPointer { new in
            old.cells.withUnsafeBufferPointer { old in
                for row in 0..<size.rows {
                    appendRuns(row: row, columns: columns, new: new, old: old, to: &runs)
                }
            }
        }
        return runs
    }
}

/// Appends the runs in which one row differs.
private func appendRuns(
    row: Int,
    columns: Int,
    new: UnsafeBufferPointer<Cell>,
    old: UnsafeBufferPointer<Cell>,
    to runs: inout [CellRun]
) {
    let start = row * columns
    var column = 0
    while column < columns {
        guard new[start + column] != old[start + column] else {
            column += 1
            continue
        }
        var first = column
        while first > 0, new[start + first].width == 0 || old[start + first].width == 0 {
            first -= 1
        }
        var end = column + 1
        while end < columns, new[start + end].width == 0 || old[start + end].width == 0 {
            end += 1
        }
        if let last = runs.last, last.row == row, first - last.columns.upperBound <= 4 {
            runs[runs.count - 1].columns =
                last.columns.lowerBound..<max(end, last.columns.upperBound)
        } else {
            runs.append(CellRun(row: row, columns: first..<end))
        }
        column = end
    }
}
