/// Which rows of a JSON document are shown, given what is folded.
///
/// Containers with children and long strings can be folded. All are open, or all are closed, but for the
/// exceptions, which people make one key press at a time. From the exceptions follow segments: runs of
/// rows that can be found by counting. So a change costs time by the number of exceptions, and finding a
/// row by its logarithm, whatever the size of the document.
struct FoldLayout: Sendable {
    /// A run of rows shown one after another.
    struct Segment: Sendable {
        /// What the rows show.
        enum Content: Sendable {
            /// Rows of the fully opened view, from this one on.
            case opened(first: Int)
            /// Children of a container, one row each, from this one on.
            case children(container: Int, first: Int)
            /// The pieces after the first of the long string that starts a row at this tape index.
            case pieces(start: Int)
            /// A closing bracket.
            case closing(Int)
        }

        /// The number of the first row.
        var firstRow: Int
        var content: Content
        var depth: Int
        /// The tape index of the first row; for pieces, of what follows the string's first word.
        var firstToken: Int
    }

    private let tape: TapeStorage
    private(set) var isOpenByDefault = true
    /// The values, as sorted tape indices, that are not as all others are.
    private(set) var exceptions: [Int] = []
    private var segments: [Segment] = []
    private(set) var rowCount = 0

    init(_ tape: TapeStorage) {
        self.tape = tape
        rebuild()
    }

    // MARK: Folding

    /// Whether the value at `value` has more than one row when open.
    func isFoldable(_ value: Int) -> Bool {
        let word = tape[value]
        if word.isOpen { return tape.hasChildren(value) }
        return word.kind == .string && LongString.pieces(tape.length(value)) > 1
    }

    /// Whether the foldable value at `value` is open.
    func isOpen(_ value: Int) -> Bool {
        let place = Self.place(of: value, in: exceptions)
        let isException = place < exceptions.count && exceptions[place] == value
        return isOpenByDefault != isException
    }

    /// Opens a closed value, closes an open one.
    mutating func toggle(_ value: Int) {
        flip(value)
        rebuild()
    }

    /// Opens the given values.
    mutating func open(_ values: [Int]) {
        let closed = values.filter { isFoldable($0) && !isOpen($0) }
        guard !closed.isEmpty else { return }
        for value in closed { flip(value) }
        rebuild()
    }

    /// Closes everything, but leaves a single value at the top level open.
    mutating func closeAll() {
        isOpenByDefault = false
        exceptions = tape.rootCount == 1 && isFoldable(0) && tape[0].isOpen ? [0] : []
        rebuild()
    }

    /// Opens everything.
    mutating func openAll() {
        isOpenByDefault = true
        exceptions = []
        rebuild()
    }

    /// Folds what is folded in the layout of the start of the same text.
    mutating func takeOver(_ head: FoldLayout) {
        isOpenByDefault = head.isOpenByDefault
        exceptions = head.exceptions.filter { $0 < tape.end }
        rebuild()
    }

    private mutating func flip(_ value: Int) {
        let place = Self.place(of: value, in: exceptions)
        if place < exceptions.count && exceptions[place] == value {
            exceptions.remove(at: place)
        } else {
            exceptions.insert(value, at: place)
        }
    }

    private static func place(of value: Int, in sorted: [Int]) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Rows

    /// What the row number `row` shows.
    func row(_ row: Int) -> TapeRow {
        let segment = segments[lastSegment { $0.firstRow <= row }]
        let offset = row - segment.firstRow
        switch segment.content {
        case .opened(let first):
            return tape.row(first + offset)
        case .children(let container, let first):
            let start = tape.child(first + offset, of: container)
            return TapeRow(start: start, piece: 0, depth: segment.depth)
        case .pieces(let start):
            return TapeRow(start: start, piece: offset + 1, depth: segment.depth)
        case .closing(let bracket):
            return TapeRow(start: bracket, piece: 0, depth: segment.depth)
        }
    }

    /// The row that shows the token at `index`, or the closed one that hides it.
    ///
    /// - Parameters:
    ///   - index: A tape index.
    ///   - piece: Which piece of a long string is wanted.
    /// - Returns: A row number.
    func row(of index: Int, piece: Int) -> Int {
        guard rowCount > 0 else { return 0 }
        return isOpenByDefault
            ? visibleRow(ofOpened: tape.firstRow(of: index) + piece)
            : rowAmongChildren(of: index, piece: piece)
    }

    private func visibleRow(ofOpened row: Int) -> Int {
        let number = lastSegment { segment in
            if case .opened(let first) = segment.content { return first <= row }
            return false
        }
        let segment = segments[number]
        guard case .opened(let first) = segment.content else { return 0 }
        let end = number + 1 < segments.count ? segments[number + 1].firstRow : rowCount
        return min(segment.firstRow + row - first, end - 1)
    }

    private func rowAmongChildren(of index: Int, piece: Int) -> Int {
        let lineage = tape.lineage(of: index)
        guard let innermost = lineage.last else { return rowCount - 1 }
        let shown = lineage.first { isFoldable($0.value) && !isOpen($0.value) } ?? innermost
        let isShownOpen = isFoldable(shown.value) && isOpen(shown.value)
        // A closing bracket, or a piece of an open string, has a row of its own.
        if isShownOpen && tape[index].isClose {
            return segments[lastSegment { $0.firstToken <= index }].firstRow
        }
        let segment = segments[lastSegment { $0.firstToken <= shown.start }]
        guard case .children(_, let first) = segment.content else { return segment.firstRow }
        let row = segment.firstRow + shown.position - first
        return isShownOpen && tape[shown.value].kind == .string ? row + piece : row
    }

    /// The last segment for which `isBefore` holds; it must hold for a prefix of them.
    private func lastSegment(where isBefore: (Segment) -> Bool) -> Int {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(segments[middle]) { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    // MARK: Segments

    private mutating func rebuild() {
        segments = []
        rowCount = 0
        guard tape.rootCount > 0 else { return }
        if isOpenByDefault { rebuildOpened() } else { rebuildClosed() }
    }

    private mutating func add(_ content: Segment.Content, _ count: Int, depth: Int, token: Int) {
        guard count > 0 else { return }
        segments.append(
            Segment(firstRow: rowCount, content: content, depth: depth, firstToken: token)
        )
        rowCount += count
    }

    /// Everything is open but the exceptions.
    private mutating func rebuildOpened() {
        var next = 0
        for value in exceptions {
            let row = tape.firstRow(of: value)
            guard row >= next else { continue }
            add(.opened(first: next), row + 1 - next, depth: 0, token: 0)
            next = row + rowsWhenOpen(value)
        }
        add(.opened(first: next), tape.rowCount - next, depth: 0, token: 0)
    }

    /// The number of rows of a foldable value when all in it is open.
    private func rowsWhenOpen(_ value: Int) -> Int {
        guard tape[value].isOpen else { return LongString.pieces(tape.length(value)) }
        let close = tape.close(of: value)
        let last = close == tape.end ? tape.rowCount - 1 : tape.firstRow(of: close)
        return last - tape.firstRow(of: value) + 1
    }

    /// A container that is open while everything else is closed.
    private struct OpenContainer {
        var container: Int
        /// The next child to show.
        var next: Int
        var depth: Int
    }

    /// Everything is closed but the exceptions.
    private mutating func rebuildClosed() {
        var stack = [OpenContainer(container: -1, next: 0, depth: 0)]
        for value in exceptions {
            while let top = stack.last, top.container >= 0, tape.close(of: top.container) < value {
                finish(top)
                stack.removeLast()
            }
            guard let top = stack.last,
                let child = tape.child(containing: value, in: top.container),
                child.value == value
            else { continue }
            addChildren(of: top, upTo: child.position + 1)
            stack[stack.count - 1].next = child.position + 1
            if tape[value].isOpen {
                stack.append(OpenContainer(container: value, next: 0, depth: top.depth + 1))
            } else {
                let pieces = LongString.pieces(tape.length(value)) - 1
                add(.pieces(start: child.start), pieces, depth: top.depth, token: value + 1)
            }
        }
        while let top = stack.popLast() { finish(top) }
    }

    private mutating func addChildren(of open: OpenContainer, upTo end: Int) {
        guard end > open.next else { return }
        let token = tape.child(open.next, of: open.container)
        let content = Segment.Content.children(container: open.container, first: open.next)
        add(content, end - open.next, depth: open.depth, token: token)
    }

    /// Shows the children that are left and the closing bracket.
    private mutating func finish(_ open: OpenContainer) {
        addChildren(of: open, upTo: tape.childCount(of: open.container))
        guard open.container >= 0 else { return }
        let close = tape.close(of: open.container)
        guard close != tape.end else { return }
        add(.closing(close), 1, depth: open.depth - 1, token: close)
    }
}
