/// The one encoder for parts of a target URI.
///
/// - SeeAlso: RFC 3986 §2.1–2.4.
public enum PercentEncoding {
    /// Where a text is to stand, which decides what must be encoded.
    public enum Place: Sendable {
        /// One segment of the path: `/` is encoded.
        case pathSegment
        /// A name or value of a query item: `&`, `=`, `+`, `#` and space are encoded.
        case queryItem
        /// A name or value of `application/x-www-form-urlencoded` content: space becomes `+`.
        case formItem
    }

    /// Encodes the UTF-8 form of `text` so that it reads back as the same text at `place`.
    public static func encode(_ text: some StringProtocol, for place: Place) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || (place != .formItem && isKept(byte, at: place)) {
                result.append(byte)
            } else if place == .formItem && byte == 0x20 {
                result.append(UInt8(ascii: "+"))
            } else {
                append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes only what may not stand in a URI at all: controls, spaces, non-ASCII, `"<>\^`{|}`.
    ///
    /// What a person typed stays as typed: `%`, reserved characters and valid text are not touched.
    public static func encodeIllegal(_ text: some StringProtocol) -> String {
        guard !isLegal(text) else { return String(text) }
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isLegal(byte) {
                result.append(byte)
            } else {
                append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isLegal(_ text: some StringProtocol) -> Bool {
        // All strings but few stand in one piece, where no iterator is needed.
        text.utf8.withContiguousStorageIfAvailable { bytes in
            for i in 0..<bytes.count where unsafe !isLegal(bytes[i]) { return false }
            return true
        } ?? text.utf8.allSatisfy { isLegal($0) }
    }

    /// Decodes `%XX`; a `%` that starts no escape stays.
    ///
    /// - Parameters:
    ///   - text: The encoded text.
    ///   - plusIsSpace: Whether `+` stands for a space, as in form content.
    /// - Returns: The text; bytes that are not UTF-8 become U+FFFD.
    public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        String(decoding: decodedBytes(text, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The bytes that `text` encodes, as `decode` reads it.
    package static func decodedBytes(
        _ text: some StringProtocol,
        plusIsSpace: Bool = false
    ) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var i = 0
        while i < bytes.count {
            if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count,
                let high = hexValue(bytes[i + 1]), let low = hexValue(bytes[i + 2])
            {
                result.append(high << 4 | low)
                i += 3
                continue
            }
            result.append(plusIsSpace && bytes[i] == UInt8(ascii: "+") ? 0x20 : bytes[i])
            i += 1
        }
        return result
    }

    private static func isLegal(_ byte: UInt8) -> Bool {
        // One bit for each of the characters below 128: all that are seen but `"<>\^`{|}`.
        let word: UInt64 =
            byte < 64 ? 0xAFFF_FFFA_0000_0000 : byte < 128 ? 0x47FF_FFFE_AFFF_FFFF : 0
        return word >> UInt64(byte & 63) & 1 == 1
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static let keptInSegment = Set("!$&'()*+,;=:@".utf8)
    private static let keptInQuery = Set("!$'()*,;:@/?[]".utf8)

    private static func isKept(_ byte: UInt8, at place: Place) -> Bool {
        place == .pathSegment ? keptInSegment.contains(byte) : keptInQuery.contains(byte)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
