// Reading the tokens of JSON text: blanks, strings, numbers and literals.

extension JSONScanner {
    @inline(__always)
    mutating func skipBlank() {
        while position < count {
            let byte = unsafe base[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                return
            }
            position &+= 1
        }
    }

    /// Reads the string whose opening quote stands at `position`.
    ///
    /// - Returns: Whether it has an escape; `nil` after an error.
    @inline(__always)
    mutating func scanString() -> Bool? {
        let start = position
        var hasEscape = false
        position &+= 1
        while true {
            skipPlainBytes()
            guard position < count else {
                position = count
                fail("the text ends inside a string that starts at byte \(start)")
                return nil
            }
            let byte = unsafe base[position]
            if byte == UInt8(ascii: "\"") {
                position &+= 1
                return hasEscape
            }
            if byte == UInt8(ascii: "\\") {
                hasEscape = true
                guard scanEscape() else { return nil }
            } else if byte >= 0x80 {
                guard scanCharacter() else { return nil }
            } else {
                fail("control character \(ByteText.hexadecimal(byte)) in a string must be escaped")
                return nil
            }
        }
    }

    /// Moves to the next quote, backslash, control character or non-ASCII byte, eight bytes a step.
    @inline(__always)
    private mutating func skipPlainBytes() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        while position &+ 8 <= count {
            let word = unsafe UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let found =
                ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
                | ((word &- 0x2020_2020_2020_2020) & ~word) | word
            let marks = UInt64(littleEndian: found & highs)
            if marks != 0 {
                position &+= marks.trailingZeroBitCount >> 3
                return
            }
            position &+= 8
        }
        while position < count {
            let byte = unsafe base[position]
            if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return }
            position &+= 1
        }
    }

    private mutating func scanEscape() -> Bool {
        position &+= 1
        guard position < count else {
            fail("the text ends inside an escape")
            return false
        }
        switch unsafe base[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 1
            return true
        case UInt8(ascii: "u"):
            position &+= 1
            for _ in 0..<4 {
                guard unsafe position < count && ByteText.isHexadecimal(base[position]) else {
                    fail("expected four hexadecimal digits after \\u, found \(found())")
                    return false
                }
                position &+= 1
            }
            return true
        default:
            fail("unknown escape: \\ followed by \(found())")
            return false
        }
    }

    /// Checks the non-ASCII characters at `position` and moves past them.
    @inline(__always)
    private mutating func scanCharacter() -> Bool {
        while unsafe position < count && base[position] >= 0x80 {
            let length = unsafe UTF8Text.length(base + position, count &- position)
            guard length > 0 else {
                fail("byte \(ByteText.hexadecimal(unsafe base[position])) is not UTF-8 here")
                return false
            }
            position &+= length
        }
        return true
    }

    @inline(__always)
    mutating func scanNumber() -> Bool {
        if unsafe base[position] == UInt8(ascii: "-") { position &+= 1 }
        guard position < count, let first = digit() else { return missingDigit("the minus sign") }
        position &+= 1
        if first == 0 {
            if position < count, digit() != nil {
                fail("a number has no leading zero")
                return false
            }
        } else {
            skipDigits()
        }
        guard position < count else { return true }
        if unsafe base[position] == UInt8(ascii: ".") {
            position &+= 1
            guard position < count, digit() != nil else { return missingDigit("the decimal point") }
            skipDigits()
        }
        guard unsafe position < count && base[position] | 0x20 == UInt8(ascii: "e") else {
            return true
        }
        position &+= 1
        let sign = unsafe position < count ? base[position] : 0
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position &+= 1 }
        guard position < count, digit() != nil else { return missingDigit("the exponent sign") }
        skipDigits()
        return true
    }

    /// The digit at `position`.
    @inline(__always)
    private func digit() -> UInt8? {
        let digit = unsafe base[position] &- UInt8(ascii: "0")
        return digit <= 9 ? digit : nil
    }

    @inline(__always)
    private mutating func skipDigits() {
        while position < count, digit() != nil { position &+= 1 }
    }

    private mutating func missingDigit(_ place: String) -> Bool {
        fail("expected a digit after \(place), found \(found())")
        return false
    }

    @inline(__always)
    mutating func scanLiteral(_ text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount {
            guard unsafe position < count && base[position] == text.utf8Start[index] else {
                fail("expected the literal \(text), found \(found()) in it")
                return false
            }
            position &+= 1
        }
        return true
    }

    /// What stands at `position`, for a message.
    func found() -> String {
        guard position < count else { return "the end of the text" }
        return ByteText.described(unsafe base[position])
    }
}
