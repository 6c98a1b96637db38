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
    /// The first error of the text; `nil` when there is none or when anything goes.
    var fault: JSONFault? { get }

    /// The row at `index`, which exists.
    func row(_ index: Int) -> DocumentRow
    /// The row at `index` with nothing cut off and nothing folded, for text that is written out.
    func plainRow(_ index: Int) -> DocumentRow
    /// The row that shows byte `offset`, or the one that hides it; 0 when there are no rows.
    func row(containing offset: Int) -> Int
    /// The row of what is around the row; `nil` at the top level.
    func enclosingRow(of index: Int) -> Int?
    /// The bytes of the whole of what the row belongs to; `nil` where nothing has an end.
    func valueRange(atRow index: Int) -> Range<Int>?

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

    var fault: JSONFault? { nil }

    func plainRow(_ index: Int) -> DocumentRow { row(index) }

    func enclosingRow(of index: Int) -> Int? { nil }

    func valueRange(atRow index: Int) -> Range<Int>? { nil }

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
