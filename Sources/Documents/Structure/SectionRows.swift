/// Things of several rows each, one after another: events, parts.
protocol SectionContent: Sendable {
    /// The number of sections.
    var count: Int { get }
    /// The bytes of a section.
    func range(of section: Int) -> Range<Int>
    /// The number of rows of an open section, at least 1.
    func rowCount(of section: Int) -> Int
    /// A row of a section: 0 is its head, which is also what stands for it when it is closed. When
    /// `isPlain`, nothing may be cut off.
    func row(_ row: Int, of section: Int, isPlain: Bool) -> DocumentRow
    /// The row of a section that shows byte `offset`.
    func row(of section: Int, containing offset: Int) -> Int
}

/// The rows of sections that can be folded.
///
/// All are open, or all are closed, but for the exceptions.
struct SectionRows<Content: SectionContent>: RowSource {
    private let content: Content
    /// The first row of each section when all are open, and the number of rows.
    private let openStarts: [Int]
    private var isOpenByDefault = true
    /// The sections that are not as the others are, sorted.
    private var exceptions: [Int] = []
    /// How many rows the exceptions before each one, and all of them, add.
    private var added: [Int] = [0]

    init(_ content: Content) {
        self.content = content
        var starts = [0]
        starts.reserveCapacity(content.count + 1)
        var rows = 0
        for section in 0..<content.count {
            rows += content.rowCount(of: section)
            starts.append(rows)
        }
        openStarts = starts
    }

    var count: Int { start(of: content.count) }

    var folded: [Int] { (isOpenByDefault ? [-1] : [-2]) + exceptions }

    // MARK: Rows

    /// The first row of a section.
    private func start(of section: Int) -> Int {
        let base = isOpenByDefault ? openStarts[section] : section
        return base + added[place(of: section)]
    }

    /// The number of exceptions before a section.
    private func place(of section: Int) -> Int {
        var low = 0
        var high = exceptions.count
        while low < high {
            let middle = (low + high) / 2
            if exceptions[middle] < section { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isException(_ section: Int) -> Bool {
        let place = place(of: section)
        return place < exceptions.count && exceptions[place] == section
    }

    private func isOpen(_ section: Int) -> Bool { isOpenByDefault != isException(section) }

    /// The last section for which `isBefore` holds; it must hold for a prefix of them.
    private func last(where isBefore: (Int) -> Bool) -> Int {
        var low = 0
        var high = content.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    func row(_ index: Int) -> DocumentRow {
        let section = last { start(of: $0) <= index }
        var row = content.row(index - start(of: section), of: section, isPlain: false)
        let hidden = openStarts[section + 1] - openStarts[section] - 1
        guard hidden > 0 else { return row }
        if isOpen(section) {
            row.fold = .open
        } else {
            row.fold = .closed(hiddenCount: hidden)
            row.byteRange = content.range(of: section)
        }
        return row
    }

    func plainRow(_ index: Int) -> DocumentRow {
        let section = last { start(of: $0) <= index }
        return content.row(index - start(of: section), of: section, isPlain: true)
    }

    func row(containing offset: Int) -> Int {
        guard content.count > 0 else { return 0 }
        let section = last { content.range(of: $0).lowerBound <= offset }
        let first = start(of: section)
        guard isOpen(section) else { return first }
        let rows = content.rowCount(of: section)
        return first + min(max(content.row(of: section, containing: offset), 0), rows - 1)
    }

    // MARK: Folding

    mutating func toggleFold(atRow index: Int) {
        let section = last { start(of: $0) <= index }
        guard content.rowCount(of: section) > 1 else { return }
        flip(section)
    }

    mutating func foldAll() {
        isOpenByDefault = false
        exceptions = []
        added = [0]
    }

    mutating func unfoldAll() {
        isOpenByDefault = true
        exceptions = []
        added = [0]
    }

    mutating func reveal(offset: Int) {
        guard content.count > 0 else { return }
        let section = last { content.range(of: $0).lowerBound <= offset }
        if !isOpen(section) { flip(section) }
    }

    private mutating func flip(_ section: Int) {
        let place = place(of: section)
        if place < exceptions.count && exceptions[place] == section {
            exceptions.remove(at: place)
        } else {
            exceptions.insert(section, at: place)
        }
        added = [0]
        for exception in exceptions {
            let hidden = openStarts[exception + 1] - openStarts[exception] - 1
            added.append((added.last ?? 0) + (isOpenByDefault ? -hidden : hidden))
        }
    }
}
