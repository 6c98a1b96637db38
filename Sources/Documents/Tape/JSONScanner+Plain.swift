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
        var depth: Int32
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
                } else if byte == (cursor.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    unsafe close(&cursor, words)
                } else {
                    break reading
                }
            case .key, .keyOrClose:
                if byte == UInt8(ascii: "}") && expected == .keyOrClose {
                    unsafe close(&cursor, words)
                    expected = .commaOrClose
                    continue
                }
                guard byte == UInt8(ascii: "\""),
                    unsafe readName(&cursor, base, words, limit)
                else { break reading }
                expected = .value
            case .elementOrClose where byte == UInt8(ascii: "]"):
                unsafe close(&cursor, words)
                expected = .commaOrClose
            case .value, .elementOrClose:
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                    unsafe open(&cursor, words, isObject: byte == UInt8(ascii: "{"))
                    expected = byte == UInt8(ascii: "{") ? .keyOrClose : .elementOrClose
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
    private mutating func noteRow(_ node: Int, _ depth: Int32) {
        rowSamples.append(RowSample(node: node, piece: 0, depth: depth))
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

    @inline(__always)
    private mutating func open(
        _ cursor: inout Cursor,
        _ words: UnsafeMutablePointer<UInt64>,
        isObject: Bool
    ) {
        if !cursor.isObject { addChild(&cursor) }
        let kind = isObject ? TapeWord.Kind.objectOpen : .arrayOpen
        unsafe Self.writeOpening(
            words + cursor.used,
            TapeWord(kind, offset: cursor.position),
            parent: cursor.open,
            parentChildren: cursor.children
        )
        cursor.open = cursor.used
        cursor.isObject = isObject
        cursor.children = 0
        cursor.used &+= 2
        cursor.depth &+= 1
        cursor.position &+= 1
        cursor.acceptedEnd = cursor.position
    }

    @inline(__always)
    private mutating func close(_ cursor: inout Cursor, _ words: UnsafeMutablePointer<UInt64>) {
        if cursor.children > 0 { addRow(&cursor) }
        let kind = cursor.isObject ? TapeWord.Kind.objectClose : .arrayClose
        unsafe words[cursor.used] = TapeWord(kind, offset: cursor.position).bits
        let parent = unsafe Self.seal(words, cursor.open, at: cursor.used, cursor.children)
        cursor.open = parent.open
        cursor.children = parent.children
        cursor.isObject = parent.isObject
        cursor.used &+= 1
        cursor.depth &-= 1
        cursor.position &+= 1
        cursor.acceptedEnd = cursor.position
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

    @inline(__always)
    private static func four(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
        unsafe UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    }

    @inline(__always)
    private static func eight(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// The end of the number at `start`; 0 when it is wrong, has an exponent, or comes near the end.
    @inline(__always)
    private static func numberEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
        var place = start
        if unsafe base[place] == UInt8(ascii: "-") { place &+= 1 }
        let first = unsafe base[place] &- 0x30
        guard first <= 9 else { return 0 }
        place &+= 1
        if first == 0 {
            guard unsafe base[place] &- 0x30 > 9 else { return 0 }
        } else {
            place = unsafe digitsEnd(base, place, limit)
        }
        if unsafe base[place] == UInt8(ascii: ".") {
            let fraction = place &+ 1
            place = unsafe digitsEnd(base, fraction, limit)
            guard place > fraction else { return 0 }
        }
        guard place < limit, unsafe base[place] | 0x20 != UInt8(ascii: "e") else { return 0 }
        return place
    }

    /// The first place from `start` on that is no digit, eight bytes a step; not far beyond `limit`.
    @inline(__always)
    private static func digitsEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
        var place = start
        while place < limit {
            let digits = unsafe eight(base + place) ^ 0x3030_3030_3030_3030
            // The high bit of each byte is set exactly where the byte is no digit.
            let others =
                (((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | digits)
                & 0x8080_8080_8080_8080
            if others != 0 { return place &+ others.trailingZeroBitCount >> 3 }
            place &+= 8
        }
        return place
    }

    /// Twice the end of the string whose content is at `start`, plus one when it has an escape; 0 when
    /// it is wrong or comes near the end.
    @inline(__always)
    private static func stringEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
        var place = start
        while place < limit {
            let marks = unsafe Self.marks(eight(base + place))
            if marks == 0 {
                place &+= 8
                continue
            }
            place &+= marks.trailingZeroBitCount >> 3
            if unsafe base[place] == UInt8(ascii: "\"") { return (place &+ 1) << 1 }
            return unsafe markedStringEnd(base, place, limit)
        }
        return 0
    }

    /// Has a high bit at the first byte that is a quote, backslash, control character or no ASCII.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        return
            (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- 0x2020_2020_2020_2020) & ~word) | word) & 0x8080_8080_8080_8080
    }

    /// The same for a string that has more than plain characters, from the first other one on.
    @inline(never)
    private static func markedStringEnd(
        _ base: UnsafePointer<UInt8>,
        _ start: Int,
        _ limit: Int
    ) -> Int {
        var place = start
        var escapes = 0
        while place < limit {
            let byte = unsafe base[place]
            if byte == UInt8(ascii: "\"") { return (place &+ 1) << 1 | escapes }
            if byte >= 0x80 {
                // There are four bytes: the tail is longer.
                let length = unsafe UTF8Text.length(base + place, 4)
                guard length > 0 else { return 0 }
                place &+= length
                continue
            }
            if byte == UInt8(ascii: "\\") {
                let length = unsafe escapeLength(base + place)
                guard length > 0 else { return 0 }
                escapes = 1
                place &+= length
                continue
            }
            guard byte >= 0x20 else { return 0 }
            let marks = unsafe Self.marks(eight(base + place))
            place &+= marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
        }
        return 0
    }

    /// The length of the escape at `bytes`, of which six can be read; 0 when it is wrong.
    @inline(__always)
    private static func escapeLength(_ bytes: UnsafePointer<UInt8>) -> Int {
        switch unsafe bytes[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            let isValid =
                unsafe ByteText.isHexadecimal(bytes[2])
                && ByteText.isHexadecimal(bytes[3]) && ByteText.isHexadecimal(bytes[4])
                && ByteText.isHexadecimal(bytes[5])
            return isValid ? 6 : 0
        default:
            return 0
        }
    }
}
