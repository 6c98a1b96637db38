/// Text with its escapes decoded, that knows where each decoded byte stood.
struct EscapedText {
    /// A way of escaping characters.
    enum Escape: CaseIterable {
        /// `%2B`.
        case percent
        /// `%2B`, and `+` for a space.
        case form
        /// `\/`, `\n`, `\u002B`.
        case json
        /// `&amp;`, `&#43;`, `&#x2B;`.
        case html

        /// The byte that starts an escape.
        var marker: UInt8 {
            switch self {
            case .percent: UInt8(ascii: "%")
            case .form: UInt8(ascii: "+")
            case .json: UInt8(ascii: "\\")
            case .html: UInt8(ascii: "&")
            }
        }
    }

    /// The decoded bytes.
    private(set) var bytes: [UInt8] = []
    /// Where each decoded byte stood, and at the end where the text ended.
    private var offsets: [Int] = []
    /// Whether anything was decoded.
    private(set) var hasEscapes = false

    /// Decodes what can be decoded; everything else stays as it is.
    init(_ source: ArraySlice<UInt8>, escape: Escape) {
        bytes.reserveCapacity(source.count)
        offsets.reserveCapacity(source.count + 1)
        var i = source.startIndex
        while i < source.endIndex {
            if let (decoded, length) = Self.decode(source, at: i, escape: escape) {
                for byte in decoded {
                    bytes.append(byte)
                    offsets.append(i)
                }
                hasEscapes = true
                i += length
            } else {
                bytes.append(source[i])
                offsets.append(i)
                i += 1
            }
        }
        offsets.append(source.endIndex)
    }

    /// Where the decoded bytes of `range` stood in the source.
    func originalRange(of range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        // One escape may stand for several bytes; all of it goes.
        while end < offsets.count - 1, offsets[end] == offsets[end - 1] { end += 1 }
        return offsets[range.lowerBound]..<offsets[end]
    }

    private static func decode(
        _ source: ArraySlice<UInt8>,
        at i: Int,
        escape: Escape
    ) -> (decoded: [UInt8], length: Int)? {
        switch escape {
        case .percent, .form:
            if escape == .form, source[i] == escape.marker { return ([0x20], 1) }
            guard source[i] == UInt8(ascii: "%"), let code = hex(source, at: i + 1, count: 2) else {
                return nil
            }
            return ([UInt8(code)], 3)
        case .json:
            guard source[i] == escape.marker, i + 1 < source.endIndex else { return nil }
            return decodeJSON(source, at: i)
        case .html:
            guard source[i] == escape.marker else { return nil }
            return decodeHTML(source, at: i)
        }
    }

    private static func decodeJSON(
        _ source: ArraySlice<UInt8>,
        at i: Int
    ) -> (decoded: [UInt8], length: Int)? {
        switch source[i + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([source[i + 1]], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case UInt8(ascii: "u"):
            guard let unit = hex(source, at: i + 2, count: 4) else { return nil }
            if (0xD800...0xDBFF).contains(unit), i + 7 < source.endIndex,
                source[i + 6] == UInt8(ascii: "\\"), source[i + 7] == UInt8(ascii: "u"),
                let low = hex(source, at: i + 8, count: 4), (0xDC00...0xDFFF).contains(low)
            {
                return utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
            }
            return utf8(unit).map { ($0, 6) }
        default: return nil
        }
    }

    private static let entities: [(name: [UInt8], byte: UInt8)] = [
        (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
        (Array("&gt;".utf8), UInt8(ascii: ">")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
        (Array("&apos;".utf8), UInt8(ascii: "'")),
    ]

    private static func decodeHTML(
        _ source: ArraySlice<UInt8>,
        at i: Int
    ) -> (decoded: [UInt8], length: Int)? {
        let rest = source[i...].prefix(12)
        for entity in entities where rest.starts(with: entity.name) {
            return ([entity.byte], entity.name.count)
        }
        guard rest.starts(with: "&#".utf8), let semicolon = rest.firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let digits = String(decoding: source[(i + 2)..<semicolon], as: UTF8.self)
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        guard let code = Int(isHex ? digits.dropFirst() : digits[...], radix: isHex ? 16 : 10)
        else { return nil }
        return utf8(code).map { ($0, semicolon - i + 1) }
    }

    private static func utf8(_ code: Int) -> [UInt8]? {
        guard code >= 0, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
            return nil
        }
        return Array(String(Character(scalar)).utf8)
    }

    private static func hex(_ source: ArraySlice<UInt8>, at start: Int, count: Int) -> Int? {
        guard start + count <= source.endIndex else { return nil }
        var code = 0
        for byte in source[start..<start + count] {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            code = code << 4 | Int(digit)
        }
        return code
    }
}
