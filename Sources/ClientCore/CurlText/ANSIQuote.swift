/// Text between `$'` and `'`, in which a backslash makes characters.
///
/// - SeeAlso: POSIX.1-2024 Shell Command Language §2.2.4.
enum ANSIQuote {
    /// Reads up to the closing quote.
    ///
    /// - Returns: Whether there was one.
    static func read(_ rest: inout ArraySlice<UInt8>, into word: inout [UInt8]?) -> Bool {
        var result = word ?? []
        defer { word = result }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "'") { return true }
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                result.append(byte)
                continue
            }
            escape(kind, &rest, &result)
        }
        return false
    }

    private static let plain: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "e"): 0x1B,
        UInt8(ascii: "E"): 0x1B, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
    ]

    private static func escape(
        _ kind: UInt8,
        _ rest: inout ArraySlice<UInt8>,
        _ result: inout [UInt8]
    ) {
        if let byte = plain[kind] { return result.append(byte) }
        switch kind {
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"):
            result.append(kind)
        case UInt8(ascii: "x"):
            guard let value = number(&rest, radix: 16, most: 2) else {
                return result += [UInt8(ascii: "\\"), kind]
            }
            result.append(UInt8(truncatingIfNeeded: value))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let most = kind == UInt8(ascii: "u") ? 4 : 8
            guard let value = number(&rest, radix: 16, most: most) else {
                return result += [UInt8(ascii: "\\"), kind]
            }
            appendScalar(value, &rest, &result)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            rest = [kind] + rest
            let value = number(&rest, radix: 8, most: 3) ?? 0
            result.append(UInt8(truncatingIfNeeded: value))
        case UInt8(ascii: "c"):
            if let letter = rest.popFirst() { result.append(letter & 0x1F) }
        default: result += [UInt8(ascii: "\\"), kind]
        }
    }

    /// A character by its number; two halves of a surrogate pair, as browsers write them, are one.
    private static func appendScalar(
        _ value: UInt32,
        _ rest: inout ArraySlice<UInt8>,
        _ result: inout [UInt8]
    ) {
        var value = value
        if (0xD800..<0xDC00).contains(value), rest.starts(with: "\\u".utf8) {
            var ahead = rest.dropFirst(2)
            if let low = number(&ahead, radix: 16, most: 4), (0xDC00..<0xE000).contains(low) {
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                rest = ahead
            }
        }
        result += String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8
    }

    private static func number(
        _ rest: inout ArraySlice<UInt8>,
        radix: Int,
        most: Int
    ) -> UInt32? {
        let digits = rest.prefix(most).prefix { byte in
            Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
        }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return UInt32(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}
