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
            rowSamples.append(RowSample(node: node, piece: piece, depth: depth))
            sampled &+= RowSample.interval
        }
    }

    @inline(__always)
    private mutating func reserve() {
        guard used &+ 4 > capacity, !isMapped else { return }
        capacity *= 2
        unsafe words = Self.allocate(words, capacity)
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
            rowSamples.append(RowSample(node: lastKey, piece: piece, depth: depth))
            sampled += RowSample.interval
        }
    }

    @inline(__always)
    mutating func openBracket(_ kind: TapeWord.Kind) {
        if !isObject { beginChild(rowCount: 1) }
        reserve()
        unsafe Self.writeOpening(
            words + used,
            TapeWord(kind, offset: position),
            parent: open,
            parentChildren: children
        )
        open = used
        isObject = kind == .objectOpen
        children = 0
        used &+= 2
        depth &+= 1
        position &+= 1
        acceptedEnd = position
    }

    /// Writes the two words of a bracket that opens, with what is to be known of the one around it.
    @inline(__always)
    static func writeOpening(
        _ place: UnsafeMutablePointer<UInt64>,
        _ word: TapeWord,
        parent: Int,
        parentChildren: Int
    ) {
        let number = UInt64(truncatingIfNeeded: parentChildren)
        unsafe place[0] = word.bits | number << 44
        unsafe place[1] = UInt64(truncatingIfNeeded: parent &+ 1) | (number >> 20) << 40
    }

    @inline(__always)
    mutating func closeBracket() -> Expectation? {
        if children > 0 { addRows(1, node: used) }
        reserve()
        let kind = isObject ? TapeWord.Kind.objectClose : .arrayClose
        unsafe words[used] = TapeWord(kind, offset: position).bits
        sealBracket()
        used &+= 1
        position &+= 1
        acceptedEnd = position
        return .commaOrClose
    }

    /// Completes the words of the innermost bracket and goes back to the one around it.
    @inline(__always)
    private mutating func sealBracket() {
        let parent = unsafe Self.seal(words, open, at: used, children)
        depth &-= 1
        open = parent.open
        isObject = parent.isObject
        children = parent.children
    }

    /// Completes the words of the bracket at `open`, which ends at `close`, and gives the one around it.
    @inline(__always)
    static func seal(
        _ words: UnsafeMutablePointer<UInt64>,
        _ open: Int,
        at close: Int,
        _ children: Int
    ) -> (open: Int, children: Int, isObject: Bool) {
        let first = unsafe words[open]
        let second = unsafe words[open &+ 1]
        let number = UInt64(truncatingIfNeeded: children)
        unsafe words[open] = first & ((1 << 44) &- 1) | number << 44
        unsafe words[open &+ 1] = UInt64(truncatingIfNeeded: close) | (number >> 20) << 40
        let parent = Int(truncatingIfNeeded: second & TapeWord.indexMask) &- 1
        let isObject = unsafe parent >= 0 && TapeWord(bits: words[parent]).kind == .objectOpen
        let parentChildren = (second >> 40) << 20 | first >> 44
        return (parent, Int(truncatingIfNeeded: parentChildren), isObject)
    }

    mutating func setMark() {
        mark = Mark(
            position: position,
            used: used,
            children: children,
            rows: rows,
            rowSamples: rowSamples.count,
            childSamples: childSamples.count
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
        children = mark.children
        rows = mark.rows
        rowSamples.removeSubrange(mark.rowSamples...)
        childSamples.removeSubrange(mark.childSamples...)
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
        while open >= 0 { sealBracket() }
        let text = failure == nil ? count : acceptedEnd
        unsafe words[end] = TapeWord(.end, offset: text).bits
        if childSamples.count > 1 { childSamples.sort() }
        var mappedCount = 0
        if isMapped {
            mappedCount = unsafe TapeStorage.trim(words, from: capacity, to: end + 1)
        } else {
            unsafe words = Self.allocate(words, end + 1)
        }
        return unsafe TapeStorage(
            adopting: words,
            mappedCount: mappedCount,
            end: end,
            rowCount: rows,
            rootCount: children,
            rowSamples: rowSamples,
            childSamples: childSamples
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
