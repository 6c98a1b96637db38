import HTTPModel

/// A URL as written, with templates in it; offsets count its UTF-8 bytes.
enum URLText {
    /// The items of the query, without `?` and `&`, empty ones left out.
    ///
    /// Marks inside braces belong to the expression.
    static func queryItems(in url: String) -> [Range<Int>] {
        guard url.holds(question) else { return [] }
        let bytes = Array(url.utf8)
        guard let query = query(in: bytes) else { return [] }
        var items: [Range<Int>] = []
        var start = query.lowerBound
        for i in query.lowerBound...query.upperBound
        where i == query.upperBound || (bytes[i] == ampersand && !isInBraces(bytes, i)) {
            if i > start { items.append(start..<i) }
            start = i + 1
        }
        return items
    }

    /// The query without its `?`, and without the fragment; `nil` when there is no `?`.
    static func query(in bytes: [UInt8]) -> Range<Int>? {
        let end = bytes.indices.first { bytes[$0] == Byte.hash && !isInBraces(bytes, $0) }
        let limit = end ?? bytes.count
        let mark = (0..<limit).first { bytes[$0] == question && !isInBraces(bytes, $0) }
        return mark.map { ($0 + 1)..<limit }
    }

    /// The bytes of `range` as text.
    static func text(_ url: String, _ range: Range<Int>) -> String {
        String(decoding: Array(url.utf8)[range], as: UTF8.self)
    }

    /// The parts before and after the first `=`.
    static func nameAndValue(_ item: String) -> (name: String, value: String?) {
        let bytes = Array(item.utf8)
        let equals = bytes.indices.first { bytes[$0] == Byte.equals && !isInBraces(bytes, $0) }
        guard let equals else { return (item, nil) }
        return (
            String(decoding: bytes[..<equals], as: UTF8.self),
            String(decoding: bytes[(equals + 1)...], as: UTF8.self)
        )
    }

    /// `text` as it can stand in a query item: what would end the item or the URL is encoded.
    ///
    /// Expressions and escapes such as `%20` stay; any other `%` is encoded.
    static func encodedPart(_ text: String, isName: Bool) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        for (i, byte) in bytes.enumerated() {
            let isSpecial =
                byte <= 0x20 || byte == 0x7F || byte == ampersand || byte == Byte.hash
                || (isName && byte == Byte.equals) || (byte == percent && !isEscape(bytes, i))
            if isSpecial && !isInBraces(bytes, i) {
                result += "%" + hex(byte)
            } else {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        // Bytes above 0x7F went in one by one as Latin-1; put the UTF-8 back together.
        return String(decoding: result.unicodeScalars.map { UInt8($0.value) }, as: UTF8.self)
    }

    private static let ampersand = UInt8(ascii: "&")
    private static let question = UInt8(ascii: "?")
    private static let percent = UInt8(ascii: "%")

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func isEscape(_ bytes: [UInt8], _ i: Int) -> Bool {
        guard i + 2 < bytes.count else { return false }
        return bytes[(i + 1)...(i + 2)].allSatisfy {
            Character(Unicode.Scalar($0)).isHexDigit
        }
    }

    /// Whether byte `i` is between `{{` and the next `}}`.
    private static func isInBraces(_ bytes: [UInt8], _ i: Int) -> Bool {
        var position = i - 1
        while position >= 1 {
            if bytes[position] == UInt8(ascii: "}"), bytes[position - 1] == UInt8(ascii: "}") {
                return false
            }
            if bytes[position] == UInt8(ascii: "{"), bytes[position - 1] == UInt8(ascii: "{") {
                return closes(bytes, after: i)
            }
            position -= 1
        }
        return false
    }

    private static func closes(_ bytes: [UInt8], after i: Int) -> Bool {
        guard i + 1 < bytes.count else { return false }
        return (i..<(bytes.count - 1)).contains {
            bytes[$0] == UInt8(ascii: "}") && bytes[$0 + 1] == UInt8(ascii: "}")
        }
    }
}
