/// Single bytes as text.
enum ByteText {
    /// Whether `byte` is a hexadecimal digit.
    @inline(__always)
    static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 5
    }

    /// The value of a hexadecimal digit; meaningless for other bytes.
    static func value(ofDigit byte: UInt8) -> UInt32 {
        UInt32(byte <= 0x39 ? byte &- 0x30 : (byte | 0x20) &- 0x61 &+ 10)
    }

    /// Two upper-case digits.
    static func digits(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 0x10 ? "0" + text : text
    }

    /// Two digits after `0x`.
    static func hexadecimal(_ byte: UInt8) -> String { "0x" + digits(byte) }

    /// A byte for a message: the character in single quotes, or its number.
    static func described(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x0A: "a line break"
        default: "byte \(hexadecimal(byte))"
        }
    }
}

/// Reading UTF-8 from memory.
///
/// - SeeAlso: RFC 3629 §4; Unicode Standard table 3-7.
enum UTF8Text {
    /// The length of the well-formed character at `bytes`, 1 to 4; 0 when it is not one.
    ///
    /// At most `count` bytes are read, which is above 0.
    @inline(__always)
    static func length(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let first = unsafe bytes[0]
        if first < 0x80 { return 1 }
        guard first >= 0xC2, first <= 0xF4, count >= 2 else { return 0 }
        let second = unsafe bytes[1]
        if first < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
        let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
        let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
        guard second >= lowest, second <= highest, count >= 3 else { return 0 }
        guard unsafe bytes[2] & 0xC0 == 0x80 else { return 0 }
        if first < 0xF0 { return 3 }
        guard unsafe count >= 4 && bytes[3] & 0xC0 == 0x80 else { return 0 }
        return 4
    }

    /// The character of `length` bytes at `bytes`, which is well-formed.
    @inline(__always)
    static func scalar(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Unicode.Scalar {
        let first = unsafe UInt32(bytes[0])
        var value = length == 1 ? first : first & (0x7F >> UInt32(length))
        for index in 1..<max(length, 1) {
            value = unsafe value << 6 | UInt32(bytes[index] & 0x3F)
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// `offset`, or the start of the character that it would cut in two.
    static func boundary(_ offset: Int, in bytes: UnsafeRawBufferPointer, from lower: Int) -> Int {
        guard offset < bytes.count else { return offset }
        var start = offset
        while unsafe start > lower && offset - start < 4 && bytes[start] & 0xC0 == 0x80 {
            start -= 1
        }
        return offset - start < 4 ? start : offset
    }
}
