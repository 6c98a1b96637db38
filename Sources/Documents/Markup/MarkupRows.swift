import HTTPModel

/// The rows of XML or HTML.
///
/// All are open, or all below the root are closed, but for the exceptions. What is shown is runs of rows
/// one after another, so that a row is found in logarithmic time.
struct MarkupRows: RowSource {
    /// Rows shown one after another.
    private struct Segment {
        /// The number of the first one on the screen.
        var shown: Int
        /// Its number when all are open.
        var row: Int
    }

    private let octets: Octets
    let rows: [MarkupRow]
    /// The first error; HTML has none.
    let fault: JSONFault?
    private let faultRow: Int
    let dialect: MarkupDialect

    private var isOpenByDefault = true
    /// The first rows, sorted, of what is not as the others are.
    private var exceptions: [Int] = []
    private var segments: [Segment] = []
    private(set) var count = 0

    init(_ octets: Octets, _ dialect: MarkupDialect) {
        self.octets = octets
        self.dialect = dialect
        let (rows, failure) = unsafe octets.withUnsafeBytes { bytes in
            var scanner = unsafe MarkupScanner(bytes.bindMemory(to: UInt8.self), dialect)
            let hasMark = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF])
            scanner.run(from: hasMark ? 3 : 0)
            return (scanner.rows, scanner.failure)
        }
        self.rows = rows
        fault = failure.map { JSONFault(offset: $0.offset, in: octets, detail: $0.detail) }
        faultRow = fault.map { Self.row(containing: $0.offset, in: rows) } ?? -1
        rebuild()
    }

    var folded: [Int] { (isOpenByDefault ? [-1] : [-2]) + exceptions }

    /// The last row that starts at byte `offset` or before it.
    private static func row(containing offset: Int, in rows: [MarkupRow]) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    // MARK: Rows

    /// The number, when all are open, of a row that is shown.
    private func open(_ index: Int) -> Int {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].shown <= index { low = middle + 1 } else { high = middle }
        }
        let segment = segments[low - 1]
        return segment.row + index - segment.shown
    }

    func row(_ index: Int) -> DocumentRow {
        let number = open(index)
        var row = build(number, isClosed: !isOpen(number))
        if number == faultRow, let fault {
            row.spans.append(DocumentSpan("  not well-formed: \(fault)", .comment))
        }
        return row
    }

    func plainRow(_ index: Int) -> DocumentRow { build(index, isClosed: false) }

    private func isFoldable(_ row: Int) -> Bool { rows[row].partner > row }

    private func isOpen(_ row: Int) -> Bool {
        guard isFoldable(row) else { return true }
        let place = place(of: row)
        let isException = place < exceptions.count && exceptions[place] == row
        return isOpenByDefault != isException
    }

    private func build(_ number: Int, isClosed: Bool) -> DocumentRow {
        let row = rows[number]
        var builder = SpanBuilder(octets)
        add(row, to: &builder)
        var fold = FoldState.none
        var end = row.end
        if isFoldable(number) {
            fold = isClosed ? .closed(hiddenCount: row.partner - number) : .open
            if isClosed {
                let last = rows[row.partner]
                builder.add("…", .comment)
                if last.isEnd && last.partner == number { add(last, to: &builder) }
                end = last.end
            }
        } else if row.partner < number {
            fold = .open
        }
        return DocumentRow(
            spans: builder.spans,
            indent: row.isVerbatim ? 0 : Int(row.depth),
            fold: fold,
            byteRange: row.start..<end,
            isContinuation: row.isCut
        )
    }

    private func add(_ row: MarkupRow, to builder: inout SpanBuilder) {
        unsafe octets.withUnsafeBytes { bytes in
            guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            var tokens = unsafe MarkupTokens(base, row.start, row.end, row.state)
            while let token = tokens.next() { builder.add(token.range, Self.role(token.kind)) }
        }
    }

    private static func role(_ kind: MarkupTokens.Kind) -> DocumentRole {
        switch kind {
        case .text, .blank: .text
        case .reference, .attributeName: .literal
        case .elementName: .key
        case .attributeValue: .string
        case .punctuation: .punctuation
        case .comment, .instruction: .comment
        }
    }

    func row(containing offset: Int) -> Int {
        guard count > 0 else { return 0 }
        return shown(Self.row(containing: offset, in: rows))
    }

    /// The row on the screen that shows a row, or hides it.
    private func shown(_ row: Int) -> Int {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].row <= row { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let segment = segments[low - 1]
        let end = low < segments.count ? segments[low].shown : count
        return min(segment.shown + row - segment.row, end - 1)
    }

    // MARK: Elements

    /// The first row of what a row belongs to: itself, unless it is a last row or one in between.
    private func owner(_ row: Int) -> Int { min(rows[row].partner, row) }

    /// The first row of the element around that of `row`.
    private func parent(_ row: Int) -> Int? {
        let depth = rows[row].depth
        var place = owner(row) - 1
        while place >= 0 {
            let first = owner(place)
            if isFoldable(first), rows[first].partner >= row, rows[first].depth < depth {
                return first
            }
            place = first - 1
        }
        return nil
    }

    func enclosingRow(of index: Int) -> Int? {
        let row = open(index)
        let first = owner(row)
        return (first < row ? first : parent(row)).map(shown)
    }

    func valueRange(atRow index: Int) -> Range<Int>? {
        let first = owner(open(index))
        return rows[first].start..<rows[max(rows[first].partner, first)].end
    }

    // MARK: Folding

    private func place(of row: Int) -> Int {
        var low = 0
        var high = exceptions.count
        while low < high {
            let middle = (low + high) / 2
            if exceptions[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func flip(_ row: Int) {
        let place = place(of: row)
        if place < exceptions.count && exceptions[place] == row {
            exceptions.remove(at: place)
        } else {
            exceptions.insert(row, at: place)
        }
    }

    mutating func toggleFold(atRow index: Int) {
        let first = owner(open(index))
        guard isFoldable(first) else { return }
        flip(first)
        rebuild()
    }

    mutating func foldAll() {
        isOpenByDefault = false
        // A document is one element, which stays open.
        var top: [Int] = []
        var row = 0
        while row < rows.count && top.count < 2 {
            let last = max(rows[row].partner, row)
            if last > row && rows[last].isEnd { top.append(row) }
            row = last + 1
        }
        exceptions = top.count == 1 ? top : []
        rebuild()
    }

    mutating func unfoldAll() {
        isOpenByDefault = true
        exceptions = []
        rebuild()
    }

    mutating func reveal(offset: Int) {
        guard !rows.isEmpty else { return }
        let target = Self.row(containing: offset, in: rows)
        var closed: [Int] = []
        var current = owner(target) < target ? owner(target) : parent(target)
        while let row = current {
            if !isOpen(row) { closed.append(row) }
            current = parent(row)
        }
        guard !closed.isEmpty else { return }
        for row in closed { flip(row) }
        rebuild()
    }

    private mutating func rebuild() {
        segments = []
        count = 0
        var row = 0
        var begun = 0
        func add(upTo end: Int, _ segments: inout [Segment], _ count: inout Int) {
            guard end > begun else { return }
            segments.append(Segment(shown: count, row: begun))
            count += end - begun
        }
        if isOpenByDefault {
            for closed in exceptions where closed >= begun {
                add(upTo: closed + 1, &segments, &count)
                begun = rows[closed].partner + 1
            }
        } else {
            while row < rows.count {
                if isFoldable(row) && !isOpen(row) {
                    add(upTo: row + 1, &segments, &count)
                    row = rows[row].partner
                    begun = row + 1
                }
                row += 1
            }
        }
        add(upTo: rows.count, &segments, &count)
    }
}
