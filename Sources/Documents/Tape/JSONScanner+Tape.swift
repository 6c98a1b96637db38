#if canImport(Glibc)
import Glibc
#endif

// Writing the words and samples of the tape.

extension JSONScanner {
    /// Notes that a child starts at the next word, and on which rows it stands.
    @inline(__always)
    private mutating func beginChild(rowCount: Int) {
        if children & (ChildSample.interval - 1) == 0 && children != 0 {
            childSamples.append(ChildSample(container: open, child: children, node: used))
        }
        children &+= 1
        addRows(rowCount, node: used)
    }

    @inline(__always)
    private mutating func addRows(_ count: Int, node: Int) {
        let first = rows
        rows &+= count
        // The first multiple of the interval at or after `first`.
        var sampled = (first &+ RowSample.interval &- 1) & ~(RowSample.interval &- 1)
        while sampled < rows {
            let piece = Int32(truncatingIfNeeded: sampled &- first)
            rowSamples.append(RowSample(node: node, piece: piece, depth: shownDepth))
            sampled &+= RowSample.interval
        }
    }

    private var shownDepth: Int32 { Int32(clamping: depth) }

    @inline(__always)
    private mutating func reserve() {
        if used &+ 4 > capacity { grow() }
    }

    /// Doubles the room for words.
    private mutating func grow() {
        let larger = capacity * 2
        guard isMapped else {
            unsafe words = Self.allocate(words, larger)
            capacity = larger
            return
        }
        guard let (mapped, room) = unsafe Self.map(larger) else {
            fatalError("out of memory for \(larger) words of a JSON index")
        }
        unsafe mapped.update(from: words, count: used)
        unsafe munmap(words, capacity * MemoryLayout<UInt64>.stride)
        unsafe words = mapped
        capacity = room
    }

    @inline(__always)
    mutating func append(_ kind: TapeWord.Kind, _ start: Int, hasEscape: Bool) {
        let length = position &- start
        let pieces = kind == .string ? LongString.pieces(length) : 1
        if kind == .key || !isObject {
            beginChild(rowCount: pieces)
        } else if pieces > 1 {
            addPieces(pieces)
        }
        reserve()
        let isLong = length >= Int(TapeWord.longLength)
        var word = TapeWord(kind, offset: start)
        word.bits |= (isLong ? TapeWord.longLength : UInt64(truncatingIfNeeded: length)) << 44
        if hasEscape { word.bits |= 1 << 63 }
        unsafe words[used] = word.bits
        used &+= 1
        if isLong {
            unsafe words[used] = UInt64(truncatingIfNeeded: length)
            used &+= 1
        }
        acceptedEnd = position
        if kind == .key {
            lastKey = isLong ? used &- 2 : used &- 1
            lastKeyEnd = used
        }
    }

    /// Adds the rows of a long string after the first, which its key began.
    private mutating func addPieces(_ pieces: Int) {
        let first = rows - 1
        rows += pieces - 1
        var sampled = (first + RowSample.interval) & ~(RowSample.interval - 1)
        while sampled < rows {
            let piece = Int32(truncatingIfNeeded: sampled - first)
            rowSamples.append(RowSample(node: lastKey, piece: piece, depth: shownDepth))
            sampled += RowSample.interval
        }
    }

    @inline(__always)
    mutating func openBracket(_ kind: TapeWord.Kind) {
        if !isObject { beginChild(rowCount: 1) }
        reserve()
        pushLevel()
        unsafe words[used] = TapeWord(kind, offset: position).bits
        depth &+= 1
        open = used
        isObject = kind == .objectOpen
        children = 0
        used &+= 1
        position &+= 1
        acceptedEnd = position
    }

    @inline(__always)
    mutating func closeBracket() -> Expectation? {
        if children > 0 { addRows(1, node: used) }
        reserve()
        let kind = isObject ? TapeWord.Kind.objectClose : .arrayClose
        let distance = UInt64(truncatingIfNeeded: used &- open)
        if distance < TapeWord.farDistance {
            unsafe words[open] |= distance << 44
        } else {
            unsafe words[open] |= TapeWord.farDistance << 44
            farContainers.append(FarContainer(open: open, close: used, children: children))
        }
        unsafe words[used] = TapeWord(kind, offset: position, children: children).bits
        popLevel()
        used &+= 1
        position &+= 1
        acceptedEnd = position
        return .commaOrClose
    }

    /// Notes the innermost bracket among those that are open.
    private mutating func pushLevel() {
        if depth == levelCapacity {
            levelCapacity *= 2
            unsafe levels = Self.allocate(levels, levelCapacity)
        }
        let number = min(children, TapeLevel.manyChildren)
        if number == TapeLevel.manyChildren { manyChildren.append(children) }
        unsafe levels[depth] = TapeLevel(open: open, isObject: isObject, children: number).bits
    }

    /// Goes back to the bracket around the innermost one.
    private mutating func popLevel() {
        depth &-= 1
        let level = unsafe TapeLevel(bits: levels[depth])
        open = level.open
        isObject = level.isObject
        children = level.children
        if children == TapeLevel.manyChildren { children = manyChildren.removeLast() }
    }

    /// Ends the brackets that are open where the text does, and goes back to the top level.
    ///
    /// - Parameter end: The number of words.
    /// - Returns: The brackets and their children, as `TapeLevel`s in their order.
    private mutating func endLevels(at end: Int) -> [UInt64] {
        guard open >= 0 else { return [] }
        // The first level is the top one, the innermost bracket is not among them.
        let innermost = TapeLevel(
            open: open,
            isObject: isObject,
            children: min(children, TapeLevel.manyChildren)
        )
        var unclosed: [UInt64] = []
        unclosed.reserveCapacity(depth)
        for place in 1..<depth { unclosed.append(unsafe levels[place]) }
        unclosed.append(innermost.bits)
        for bits in unclosed {
            unsafe words[TapeLevel(bits: bits).open] |= TapeWord.farDistance << 44
        }
        while depth > 0 {
            if children >= TapeLevel.manyChildren {
                farContainers.append(FarContainer(open: open, close: end, children: children))
            }
            popLevel()
        }
        return unclosed
    }

    mutating func setMark() {
        mark = Mark(
            position: position,
            used: used,
            children: children,
            rows: rows,
            rowSamples: rowSamples.count,
            childSamples: childSamples.count,
            farContainers: farContainers.count
        )
    }

    /// After an error, notes the text up to the line on which values go on as one that is no value.
    ///
    /// Where an object or array was begun, that is the next line that begins one.
    ///
    /// - Returns: `false` when there is no such line; nothing is changed then.
    mutating func passOver() -> Bool {
        let first = unsafe base[mark.position] | 0x20
        let isContainer = first == UInt8(ascii: "{")
        // The error may stand at the start of the very line: the one before it was cut off.
        var end = max(mark.position, position - 1)
        while end < count {
            if unsafe base[end] == 0x0A && end + 1 < count {
                guard isContainer else { break }
                let next = unsafe base[end + 1] | 0x20
                if next == UInt8(ascii: "{") { break }
            }
            end &+= 1
        }
        guard end < count else { return false }
        if firstFailure == nil { firstFailure = failure }
        failure = nil
        invalidCount += 1
        used = mark.used
        open = -1
        isObject = false
        depth = 0
        manyChildren = []
        children = mark.children
        rows = mark.rows
        rowSamples.removeSubrange(mark.rowSamples...)
        childSamples.removeSubrange(mark.childSamples...)
        farContainers.removeSubrange(mark.farContainers...)
        lastKey = -1
        lastKeyEnd = -1
        position = end
        while unsafe position > mark.position + 1 && base[position - 1] <= 0x20 { position -= 1 }
        append(.invalid, mark.position, hasEscape: false)
        return true
    }

    /// Closes the tape where the text stopped making sense and hands it over.
    consuming func finished() -> TapeStorage {
        if failure != nil { dropPendingKey() }
        reserve()
        let end = used
        let unclosed = endLevels(at: end)
        let text = failure == nil ? count : acceptedEnd
        unsafe words[end] = TapeWord(.end, offset: text).bits
        if childSamples.count > 1 { childSamples.sort() }
        if farContainers.count > 1 { farContainers.sort { $0.open < $1.open } }
        var mappedCount = 0
        if isMapped {
            mappedCount = unsafe TapeStorage.trim(words, from: capacity, to: end + 1)
        } else {
            unsafe words = Self.allocate(words, end + 1)
        }
        ownsWords = false
        return unsafe TapeStorage(
            adopting: words,
            mappedCount: mappedCount,
            end: end,
            rowCount: rows,
            rootCount: children,
            rowSamples: rowSamples,
            childSamples: childSamples,
            farContainers: farContainers,
            unclosed: unclosed
        )
    }

    /// Takes a name without a value off the tape, so that every name has one.
    private mutating func dropPendingKey() {
        guard used == lastKeyEnd else { return }
        acceptedEnd = unsafe TapeWord(bits: words[lastKey]).offset
        used = lastKey
        children -= 1
        rows -= 1
        if rowSamples.last?.node == lastKey { rowSamples.removeLast() }
        if childSamples.last?.node == lastKey { childSamples.removeLast() }
    }
}
