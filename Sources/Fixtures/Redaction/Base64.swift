/// The Base64 alphabets, as far as looking for secrets needs them.
///
/// - SeeAlso: RFC 4648 §4 and §5.
package enum Base64 {
    private static let standard = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let urlSafe = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    /// Whether `byte` stands for six bits in either alphabet, or pads.
    static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil || byte == 0x3D }

    /// The encoded form of `bytes`, padded.
    package static func encode(_ bytes: [UInt8]) -> String {
        var digits = digits(of: bytes, alphabet: standard)
        while digits.count % 4 != 0 { digits.append(0x3D) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes that `text` stands for in either alphabet, padded or not.
    ///
    /// - Returns: `nil` when a character is of neither alphabet.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for byte in text.utf8 where byte != 0x3D {
            guard let value = value(of: byte) else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(bits >> bitCount & 0xFF))
            }
        }
        return bytes
    }

    /// What the encoded form of any text that contains `bytes` contains.
    ///
    /// Which digits these are depends on where `bytes` starts in a group of three, so there are three
    /// forms an alphabet; digits that its neighbours share in are left out.
    static func fragments(of bytes: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for alphabet in [standard, urlSafe] {
            for offset in 0..<3 {
                let padded = Array(repeating: 0, count: offset) + bytes
                let digits = digits(of: padded, alphabet: alphabet)
                let first = (offset * 8 + 5) / 6
                let end = padded.count * 8 / 6
                guard first < end else { continue }
                let fragment = Array(digits[first..<end])
                if !result.contains(fragment) { result.append(fragment) }
            }
        }
        return result
    }

    private static func digits(of bytes: [UInt8], alphabet: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                digits.append(alphabet[bits >> bitCount & 63])
            }
        }
        if bitCount > 0 { digits.append(alphabet[bits << (6 - bitCount) & 63]) }
        return digits
    }

    private static func value(of byte: UInt8) -> Int? {
        switch byte {
        case 0x41...0x5A: Int(byte) - 0x41
        case 0x61...0x7A: Int(byte) - 0x61 + 26
        case 0x30...0x39: Int(byte) - 0x30 + 52
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}
