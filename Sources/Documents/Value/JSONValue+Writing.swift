extension JSONValue {
    /// The text of the value, without a final line break.
    ///
    /// Names keep their order, numbers their spelling; of strings only what JSON demands is escaped.
    ///
    /// - Parameter pretty: Whether members and elements stand on lines of their own, indented by two
    ///   spaces a level.
    /// - Returns: UTF-8 text that reads back as the same value.
    package func encoded(pretty: Bool) -> String {
        var text = ""
        write(to: &text, pretty: pretty, depth: 0)
        return text
    }

    private func write(to text: inout String, pretty: Bool, depth: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let spelling): text += Self.strictNumber(spelling)
        case .string(let value): text += JSONText.encoded(value)
        case .array(let elements):
            Self.write(elements, "[", "]", to: &text, pretty: pretty, depth: depth) {
                element,
                text in
                element.write(to: &text, pretty: pretty, depth: depth + 1)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &text, pretty: pretty, depth: depth) { member, text in
                text += JSONText.encoded(member.key)
                text += pretty ? ": " : ":"
                member.value.write(to: &text, pretty: pretty, depth: depth + 1)
            }
        }
    }

    private static func write<Child>(
        _ children: [Child],
        _ opening: Character,
        _ closing: Character,
        to text: inout String,
        pretty: Bool,
        depth: Int,
        each: (Child, inout String) -> Void
    ) {
        text.append(opening)
        for (index, child) in children.enumerated() {
            if index > 0 { text.append(",") }
            if pretty { breakLine(&text, depth + 1) }
            each(child, &text)
        }
        if pretty && !children.isEmpty { breakLine(&text, depth) }
        text.append(closing)
    }

    private static func breakLine(_ text: inout String, _ depth: Int) {
        text.append("\n")
        for _ in 0..<depth { text += "  " }
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
