/// The columns that characters take on a terminal, as `SpanBuilder` shows them.
///
/// Where it depends on what stands before (tabs, joiners), the most it can be.
enum DisplayColumns {
    /// The columns of one character.
    static func width(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value >= 0x20 && value < 0x7F { return 1 }
        if value == 0x09 { return 4 }
        if TextEscaping.isHidden(scalar) {
            return value <= 0x7F ? 1 : value > 0xFFFFF ? 10 : value > 0xFFFF ? 9 : 8
        }
        if value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return isWide(value) || scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// The end of the longest run of whole characters from `start` that fits into `columns`, and the
    /// columns it takes; at least one character, and no more than up to a line feed or `limit`.
    static func end(
        _ bytes: UnsafeRawBufferPointer,
        from start: Int,
        to limit: Int,
        columns: Int
    ) -> (end: Int, used: Int) {
        guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else {
            return (start, 0)
        }
        var index = start
        var used = 0
        while index < limit {
            let plain = unsafe plainCount(base + index, min(limit - index, columns - used))
            index &+= plain
            used &+= plain
            guard index < limit else { break }
            let byte = unsafe base[index]
            if byte == 0x0A { break }
            let length = unsafe UTF8Text.length(base + index, limit - index)
            let width =
                length == 0 ? 4 : unsafe Self.width(of: UTF8Text.scalar(base + index, length))
            if used + width > columns && index > start { break }
            used += width
            index += max(length, 1)
        }
        return (index, used)
    }

    /// How many of the first bytes are printable ASCII, eight bytes a step.
    @inline(__always)
    private static func plainCount(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = 0
        while index &+ 8 <= count {
            let word = unsafe UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
            let deletes = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let found =
                (((word &- 0x2020_2020_2020_2020) & ~word) | ((deletes &- ones) & ~deletes) | word)
                & highs
            if found != 0 { break }
            index &+= 8
        }
        while index < count {
            let byte = unsafe bytes[index]
            guard byte >= 0x20 && byte < 0x7F else { break }
            index &+= 1
        }
        return index
    }
}
