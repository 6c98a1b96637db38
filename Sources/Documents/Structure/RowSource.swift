import HTTPModel

/// Rows of a structure, made when asked for.
///
/// Byte ranges refer to the text as a whole. Every operation takes logarithmic time in the size of the
/// text, and folding time by the number of things that are not folded like the others.
protocol RowSource: Sendable {
    /// The number of rows.
    var count: Int { get }
    /// What is folded, in a form that can be compared.
    var folded: [Int] { get }

    /// The row at `index`, which exists.
    func row(_ index: Int) -> DocumentRow
    /// The row at `index` with nothing cut off and nothing folded, for text that is written out.
    func plainRow(_ index: Int) -> DocumentRow
    /// The row that shows byte `offset`, or the one that hides it; 0 when there are no rows.
    func row(containing offset: Int) -> Int

    /// Opens or closes what the row belongs to.
    mutating func toggleFold(atRow index: Int)
    /// Closes everything.
    mutating func foldAll()
    /// Opens everything.
    mutating func unfoldAll()
    /// Opens what hides byte `offset`.
    mutating func reveal(offset: Int)
}

extension RowSource {
    var folded: [Int] { [] }

    func plainRow(_ index: Int) -> DocumentRow { row(index) }

    mutating func toggleFold(atRow index: Int) {}
    mutating func foldAll() {}
    mutating func unfoldAll() {}
    mutating func reveal(offset: Int) {}
}

extension ResponseDocument {
    /// The row at `index` of a layout that is written out row by row.
    func plainRow(_ index: Int) -> DocumentRow {
        guard mode == .pretty, let structure else { return row(index) }
        return structure.plainRow(index)
    }
}
