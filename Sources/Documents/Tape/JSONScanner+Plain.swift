// Reading the tokens that nearly all text consists of, with the whole state in registers.
//
// What is rare – long strings, exponents, blanks before a colon, the last bytes of the text, every
// error – is left to `step`, which reads one token at leisure and finds the exact fault.

extension JSONScanner {
    /// The bytes at the end that are left to `step`, so that eight bytes can always be loaded.
    private static let tail = 16

    /// The state while all goes well; changes of `self` are for what is rare.
    private struct Cursor {
        var position: Int
        var used: Int
        var open: Int
        var children: Int
        var rows: Int
        /// The next row of which a sample is due.
        var nextSample: Int
        var depth: Int
        var isObject: Bool
        var acceptedEnd: Int
        var lastKey: Int
    }

    /// Reads on until a token is not of the usual kind, and gives what is expected there.
    mutating func runPlain(_ start: Expectation) -> Expectation {
        var cursor = Cursor(
            position: position,
            used: used,
            open: open,
            children: children,
            rows: rows,
            nextSample: (rows &+ RowSample.interval &- 1) & ~(RowSample.interval &- 1),
            depth: depth,
            isObject: isObject,
            acceptedEnd: acceptedEnd,
            lastKey: lastKey
        )
        let expected = readPlain(start, &cursor)
        position = cursor.position
        used = cursor.used
        open = cursor.open
        children = cursor.children
        rows = cursor.rows
        depth = cursor.depth
        isObject = cursor.isObject
        acceptedEnd = cursor.acceptedEnd
        if cursor.lastKey != lastKey {
            lastKey = cursor.lastKey
            lastKeyEnd = lastKey &+ 1
        }
        return expected
    }

    @inline(__always)
    private mutating func readPlain(_ start: Expectation, _ result: inout Cursor) -> Expectation {
        let base = unsafe base
        let words = unsafe words
        let levels = unsafe levels
        let limit = count &- Self.tail
        let room = min(capacity &- 4, pieceLimit)
        var cursor = result
        var expected = start
        reading: while cursor.position < limit && cursor.used < room {
            let byte = unsafe base[cursor.position]
            if byte <= 0x20 {
                guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
                cursor.position &+= 1
                continue
            }
            switch expected {
            case .commaOrClose:
                guard cursor.open >= 0 else { break reading }
                if byte == UInt8(ascii: ",") {
                    cursor.position &+= 1
                    expected = cursor.isObject ? .key : .value
                } else {
                    guard byte == (cursor.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")),
                        unsafe close(&cursor, words, levels)
                    else { break reading }
                }
            case .key, .keyOrClose:
                if byte == UInt8(ascii: "}") && expected == .keyOrClose {
                    guard unsafe close(&cursor, words, levels) else { break reading }
                    expected = .commaOrClose
                    continue
                }
                guard byte == UInt8(ascii: "\""),
                    unsafe readName(&cursor, base, words, limit)
                else { break reading }
                expected = .value
            case .elementOrClose where byte == UInt8(ascii: "]"):
                guard unsafe close(&cursor, words, levels) else { break reading }
                expected = .commaOrClose
            case .value, .elementOrClose:
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                    let isObject = byte == UInt8(ascii: "{")
                    guard unsafe open(&cursor, words, levels, isObject: isObject) else {
                        break reading
                    }
                    expected = isObject ? .keyOrClose : .elementOrClose
                } else {
                    guard unsafe readScalar(byte, &cursor, base, words, limit) else {
                        break reading
                    }
                    expected = .commaOrClose
                }
            }
        }
        result = cursor
        return expected
    }

    // MARK: Words

    @inline(never)
    private mutating func noteChild(_ container: Int, _ child: Int, _ node: Int) {
        childSamples.append(ChildSample(container: container, child: child, node: node))
    }

    @inline(never)
    private mutating func noteRow(_ node: Int, _ depth: Int) {
        rowSamples.append(RowSample(node: node, piece: 0, depth: Int32(clamping: depth)))
    }

    /// Counts a row that starts at the next word.
    @inline(__always)
    private mutating func addRow(_ cursor: inout Cursor) {
        if cursor.rows == cursor.nextSample {
            noteRow(cursor.used, cursor.depth)
            cursor.nextSample &+= RowSample.interval
        }
        cursor.rows &+= 1
    }

    /// Counts a child that starts at the next word, and its row.
    @inline(__always)
    private mutating func addChild(_ cursor: inout Cursor) {
        if cursor.children & (ChildSample.interval &- 1) == 0 && cursor.children != 0 {
            noteChild(cursor.open, cursor.children, cursor.used)
        }
        cursor.children &+= 1
        addRow(&cursor)
    }

    /// Begins a container; `false` leaves it to `step`: there is no room to note the one around it.
    @inline(__always)
    private mutating func open(
        _ cursor: inout Cursor,
        _ words: UnsafeMutablePointer<UInt64>,
        _ levels: UnsafeMutablePointer<UInt64>,
        isObject: Bool
    ) -> Bool {
        guard cursor.depth < levelCapacity, cursor.children < TapeLevel.manyChildren &- 1 else {
            return false
        }
        if !cursor.isObject { addChild(&cursor) }
        let kind = isObject ? TapeWord.Kind.objectOpen : .arrayOpen
        let level = TapeLevel(
            open: cursor.open,
            isObject: cursor.isObject,
            children: cursor.children
        )
        unsafe levels[cursor.depth] = level.bits
        unsafe words[cursor.used] = TapeWord(kind, offset: cursor.position).bits
        cursor.open = cursor.used
        cursor.isObject = isObject
        cursor.children = 0
        cursor.used &+= 1
        cursor.depth &+= 1
        cursor.position &+= 1
        cursor.acceptedEnd = cursor.position
        return true
    }

    /// Ends a container; `false` leaves it to `step`: more is to be noted than fits into its words.
    @inline(__always)
    private mutating func close(
        _ cursor: inout Cursor,
        _ words: UnsafeMutablePointer<UInt64>,
        _ levels: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        let distance = UInt64(truncatingIfNeeded: cursor.used &- cursor.open)
        let level = unsafe TapeLevel(bits: levels[cursor.depth &- 1])
        guard distance < TapeWord.farDistance, level.children != TapeLevel.manyChildren else {
            return false
        }
        if cursor.children > 0 { addRow(&cursor) }
        let kind = cursor.isObject ? TapeWord.Kind.objectClose : .arrayClose
        let word = TapeWord(kind, offset: cursor.position, children: cursor.children)
        unsafe words[cursor.used] = word.bits
        unsafe words[cursor.open] |= distance << 44
        cursor.open = level.open
        cursor.children = level.children
        cursor.isObject = level.isObject
        cursor.used &+= 1
        cursor.depth &-= 1
        cursor.position &+= 1
        cursor.acceptedEnd = cursor.position
        return true
    }

    // MARK: Tokens

    /// Reads a name and the colon right after it; `false` leaves it to `step`.
    @inline(__always)
    private mutating func readName(
        _ cursor: inout Cursor,
        _ base: UnsafePointer<UInt8>,
        _ words: UnsafeMutablePointer<UInt64>,
        _ limit: Int
    ) -> Bool {
        let start = cursor.position
        let found = unsafe Self.stringEnd(base, start &+ 1, limit)
        let end = found >> 1
        guard found != 0, unsafe base[end] == UInt8(ascii: ":"),
            end &- start < Int(TapeWord.longLength)
        else { return false }
        addChild(&cursor)
        let word = TapeWord(.key, offset: start, length: end &- start, hasEscape: found & 1 != 0)
        unsafe words[cursor.used] = word.bits
        cursor.lastKey = cursor.used
        cursor.used &+= 1
        cursor.acceptedEnd = end
        cursor.position = end &+ 1
        return true
    }

    /// Reads a string, number or literal; `false` leaves it to `step`.
    @inline(__always)
    private mutating func readScalar(
        _ byte: UInt8,
        _ cursor: inout Cursor,
        _ base: UnsafePointer<UInt8>,
        _ words: UnsafeMutablePointer<UInt64>,
        _ limit: Int
    ) -> Bool {
        let start = cursor.position
        let end: Int
        let kind: TapeWord.Kind
        var hasEscape = false
        switch byte {
        case UInt8(ascii: "\""):
            // Longer ones take several rows.
            let nearest = min(limit, start &+ LongString.pieceLength)
            let found = unsafe Self.stringEnd(base, start &+ 1, nearest)
            end = found >> 1
            hasEscape = found & 1 != 0
            kind = .string
            guard found != 0, end &- start <= LongString.pieceLength else { return false }
        case UInt8(ascii: "t"):
            guard unsafe Self.four(base + start) == 0x6575_7274 else { return false }
            end = start &+ 4
            kind = .true
        case UInt8(ascii: "n"):
            guard unsafe Self.four(base + start) == 0x6C6C_756E else { return false }
            end = start &+ 4
            kind = .null
        case UInt8(ascii: "f"):
            guard unsafe Self.four(base + (start &+ 1)) == 0x6573_6C61 else { return false }
            end = start &+ 5
            kind = .false
        default:
            end = unsafe Self.numberEnd(base, start, limit)
            kind = .number
            guard end != 0 else { return false }
        }
        if !cursor.isObject { addChild(&cursor) }
        let word = TapeWord(kind, offset: start, length: end &- start, hasEscape: hasEscape)
        unsafe words[cursor.used] = word.bits
        cursor.used &+= 1
        cursor.acceptedEnd = end
        cursor.position = end
        return true
    }
}
