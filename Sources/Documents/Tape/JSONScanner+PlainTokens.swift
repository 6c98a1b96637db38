// Finding where strings and numbers of the usual kind end, eight bytes a step.

extension JSONScanner {
    @inline(__always)
    static func four(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
        unsafe UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    }

    @inline(__always)
    private static func eight(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// The end of the number at `start`; 0 when it is wrong, has an exponent, or comes near the end.
    @inline(__always)
    static func numberEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
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
    static func stringEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
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
