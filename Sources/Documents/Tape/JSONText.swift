import HTTPModel

/// Escapes of JSON strings, and the normalized paths made of them.
enum JSONText {
    /// The text a string stands for.
    ///
    /// - Parameters:
    ///   - range: The bytes of a valid string, quotes included.
    ///   - octets: The document.
    /// - Returns: The text; an escape of a lone surrogate becomes U+FFFD.
    static func decoded(_ range: Range<Int>, in octets: Octets) -> String {
        unsafe octets.withUnsafeBytes { bytes in
            let inner = unsafe UnsafeRawBufferPointer(
                rebasing: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
            )
            return unsafe decoded(inner)
        }
    }

    private static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = unsafe bytes[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                result.append(byte)
                index += 1
                continue
            }
            let letter = unsafe bytes[index + 1]
            index += 2
            switch letter {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                let scalar = unsafe unicodeEscape(bytes, &index)
                result.append(contentsOf: String(scalar).utf8)
            default: result.append(letter)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads the digits at `index`, and a low surrogate after a high one.
    private static func unicodeEscape(
        _ bytes: UnsafeRawBufferPointer,
        _ index: inout Int
    ) -> Unicode.Scalar {
        let high = unsafe codeUnit(bytes, index)
        index += 4
        guard let high else { return "\u{FFFD}" }
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, unsafe index + 6 <= bytes.count && bytes[index] == UInt8(ascii: "\\"),
            unsafe bytes[index + 1] == UInt8(ascii: "u"),
            let low = unsafe codeUnit(bytes, index + 2), low >= 0xDC00, low <= 0xDFFF
        else { return "\u{FFFD}" }
        index += 6
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func codeUnit(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for place in index..<(index + 4) {
            value = unsafe value << 4 | ByteText.value(ofDigit: bytes[place])
        }
        return value
    }

    /// Appends `text` as a JSON string with quotes; only what must be escaped is.
    static func encode(_ text: String, to result: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        result.append(quote)
        defer { result.append(quote) }
        let isPlain = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            guard unsafe Self.isPlain(bytes) else { return false }
            unsafe result.append(contentsOf: bytes)
            return true
        }
        if isPlain == true { return }
        for byte in text.utf8 {
            switch byte {
            case quote: result += "\\\"".utf8
            case UInt8(ascii: "\\"): result += "\\\\".utf8
            case 0x0A: result += "\\n".utf8
            case 0x0D: result += "\\r".utf8
            case 0x09: result += "\\t".utf8
            case 0x08: result += "\\b".utf8
            case 0x0C: result += "\\f".utf8
            case 0x00...0x1F, 0x7F: result += unicodeEscaped(Unicode.Scalar(byte)).utf8
            default: result.append(byte)
            }
        }
    }

    /// Whether nothing in UTF-8 text must be escaped in a JSON string.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = unsafe UnsafeRawPointer(bytes.baseAddress), bytes.count >= 8 else {
            return unsafe bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x22 && $0 != 0x5C }
        }
        // Eight bytes a step, and the last eight again, without an early end.
        var escapes: UInt64 = 0
        var place = 0
        while place < bytes.count {
            let offset = min(place, bytes.count - 8)
            escapes |= unsafe marks(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            place += 8
        }
        return escapes == 0
    }

    /// Not zero when one of eight bytes must be escaped.
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A byte below what is taken off sets its highest bit, unless that was set before.
        func holds(_ byte: UInt64) -> UInt64 {
            let other = word ^ (ones &* byte)
            return (other &- ones) & ~other
        }
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | holds(0x22) | holds(0x5C) | holds(0x7F)) & 0x8080_8080_8080_8080
    }

    /// A member name as a step of a normalized path, such as `['a']`.
    ///
    /// - SeeAlso: RFC 9535 §2.7.
    static func pathStep(_ name: String) -> String {
        var result = "['"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": result += "\\'"
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{08}": result += "\\b"
            case "\u{0C}": result += "\\f"
            case "\u{00}"..."\u{1F}": result += unicodeEscaped(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "']"
    }

    private static func unicodeEscaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension JSONTape {
    /// The decoded text of the key or string at tape index `index`.
    package func decodedText(_ index: Int) -> String {
        let range = storage.tokenRange(index)
        guard storage[index].hasEscape else {
            return octets.slice((range.lowerBound + 1)..<(range.upperBound - 1)).text
        }
        return JSONText.decoded(range, in: octets)
    }

    /// The normalized path of the value that the token at tape index `index` belongs to.
    ///
    /// In a sequence, the values at the top level count as elements of an array.
    package func path(of index: Int) -> String {
        var result = "$"
        for child in storage.lineage(of: index) {
            if storage[child.start].kind == .key {
                result += JSONText.pathStep(decodedText(child.start))
            } else if child.container >= 0 || isSequence {
                result += "[\(child.position)]"
            }
        }
        return result
    }
}
