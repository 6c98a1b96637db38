extension JSONValue {
    /// The text of the value, without a final line break.
    ///
    /// Names keep their order, numbers their spelling; of strings only what JSON demands is escaped.
    ///
    /// - Parameter pretty: Whether members and elements stand on lines of their own, indented by two
    ///   spaces a level.
    /// - Returns: UTF-8 text that reads back as the same value.
    package func encoded(pretty: Bool) -> String {
        var text: [UInt8] = []
        write(to: &text, pretty: pretty, depth: 0)
        return String(decoding: text, as: UTF8.self)
    }

    private func write(to text: inout [UInt8], pretty: Bool, depth: Int) {
        switch self {
        case .null: text += Self.nullText
        case .bool(let value): text += value ? "true".utf8 : "false".utf8
        case .number(let spelling):
            var number = Self.isStrict(spelling) ? spelling : Self.strictNumber(spelling)
            number.withUTF8 { unsafe text.append(contentsOf: $0) }
        case .string(let value): JSONText.encode(value, to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                Self.separate(index, &text, pretty, depth)
                element.write(to: &text, pretty: pretty, depth: depth + 1)
            }
            if pretty && !elements.isEmpty { Self.breakLine(&text, depth) }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                Self.separate(index, &text, pretty, depth)
                JSONText.encode(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                if pretty { text.append(UInt8(ascii: " ")) }
                member.value.write(to: &text, pretty: pretty, depth: depth + 1)
            }
            if pretty && !members.isEmpty { Self.breakLine(&text, depth) }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static let nullText = Array("null".utf8)

    /// Writes what stands before a member or element.
    private static func separate(_ index: Int, _ text: inout [UInt8], _ pretty: Bool, _ depth: Int)
    {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if pretty { breakLine(&text, depth + 1) }
    }

    private static func breakLine(_ text: inout [UInt8], _ depth: Int) {
        text.append(0x0A)
        text.append(contentsOf: repeatElement(0x20, count: depth * 2))
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
