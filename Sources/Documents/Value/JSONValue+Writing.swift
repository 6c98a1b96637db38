extension JSONValue {
    /// The text of the value, without a final line break.
    ///
    /// Names keep their order, numbers their spelling; of strings only what JSON demands is escaped.
    ///
    /// - Parameter pretty: Whether members and elements stand on lines of their own, indented by two
    ///   spaces a level.
    /// - Returns: UTF-8 text that reads back as the same value.
    package func encoded(pretty: Bool) -> String {
        var writer = JSONWriter(isPretty: pretty)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the value as the next one of `writer`.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .number(let spelling):
            writer.number(
                spelled: Self.isStrict(spelling) ? spelling : Self.strictNumber(spelling)
            )
        case .string(let value): writer.string(value)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.name(member.key)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// Whether a number needs no change: a digit at both ends and around each point, no `+` in front.
    private static func isStrict(_ spelling: String) -> Bool {
        var isAfterDigit = false
        for (index, byte) in spelling.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): isAfterDigit = true
            case UInt8(ascii: "-") where index == 0: break
            case UInt8(ascii: ".") where isAfterDigit: isAfterDigit = false
            default: return false
            }
        }
        return isAfterDigit
    }

    /// A number spelled as RFC 8259 wants it: JSON5 also knows hexadecimal, signs and bare points.
    static func strictNumber(_ spelling: String) -> String {
        var digits = spelling[...]
        var sign = ""
        if let first = digits.first, first == "+" || first == "-" {
            if first == "-" { sign = "-" }
            digits.removeFirst()
        }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            return UInt64(digits.dropFirst(2), radix: 16).map { sign + String($0) } ?? "null"
        }
        guard let first = digits.first, first.isNumber || first == "." else { return "null" }
        let mantissaEnd = digits.firstIndex { $0 == "e" || $0 == "E" } ?? digits.endIndex
        var mantissa = String(digits[..<mantissaEnd])
        if mantissa.hasPrefix(".") { mantissa = "0" + mantissa }
        if mantissa.hasSuffix(".") { mantissa.removeLast() }
        return sign + mantissa + digits[mantissaEnd...]
    }
}
