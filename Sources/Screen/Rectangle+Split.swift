/// How much of a split area one part gets.
package enum Extent: Hashable, Sendable {
    /// Exactly so many cells while there is room.
    case fixed(Int)
    /// A share of what the fixed parts leave, by weight; a weight below 1 counts as 1.
    case weight(Int)
}

extension Rectangle {
    /// Splits the area into side-by-side parts.
    ///
    /// Fixed parts get their columns first, from the left; the rest is shared by weight, and what
    /// does not divide goes to the leftmost. Parts that find no room have zero columns.
    ///
    /// - Returns: As many rectangles as `parts`, from left to right, without gap or overlap.
    package func splitColumns(_ parts: [Extent]) -> [Rectangle] {
        var column = column
        return shares(of: columns, among: parts).map { count in
            defer { column += count }
            return Rectangle(row: row, column: column, rows: rows, columns: count)
        }
    }

    /// Splits the area into parts on top of each other, as `splitColumns` does side by side.
    ///
    /// - Returns: As many rectangles as `parts`, from top to bottom, without gap or overlap.
    package func splitRows(_ parts: [Extent]) -> [Rectangle] {
        var row = row
        return shares(of: rows, among: parts).map { count in
            defer { row += count }
            return Rectangle(row: row, column: column, rows: count, columns: columns)
        }
    }
}

/// Divides `total` cells among parts: fixed ones first, the rest by weight.
private func shares(of total: Int, among parts: [Extent]) -> [Int] {
    var left = total
    var result = [Int](repeating: 0, count: parts.count)
    var weightSum = 0
    for (index, part) in parts.enumerated() {
        switch part {
        case .fixed(let count):
            result[index] = min(max(0, count), left)
            left -= result[index]
        case .weight(let weight):
            weightSum += max(1, weight)
        }
    }
    guard weightSum > 0 else { return result }
    var spare = left
    for case (let index, .weight(let weight)) in parts.enumerated() {
        result[index] = left * max(1, weight) / weightSum
        spare -= result[index]
    }
    for case (let index, .weight) in parts.enumerated() where spare > 0 {
        result[index] += 1
        spare -= 1
    }
    return result
}
