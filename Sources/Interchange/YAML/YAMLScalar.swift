import Documents

/// The types of plain scalars in YAML.
///
/// - SeeAlso: YAML 1.2.2 §10.3.2, Core Schema.
enum YAMLScalar {
    /// What a scalar without quotes stands for.
    static func value(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return number(text).map { .number($0) } ?? .string(text)
        }
    }

    /// `text` as a JSON number, or `nil` when it is none.
    private static func number(_ text: String) -> String? {
        guard let first = text.utf8.first, first < 0x3A else { return nil }
        if text.hasPrefix("0x"), let value = UInt64(text.dropFirst(2), radix: 16) {
            return String(value)
        }
        if text.hasPrefix("0o"), let value = UInt64(text.dropFirst(2), radix: 8) {
            return String(value)
        }
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        return isJSONNumber(digits.utf8) ? String(digits) : nil
    }

    private static func isJSONNumber(_ text: Substring.UTF8View) -> Bool {
        var rest = text[...]
        func digits() -> Int {
            let run = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
            rest = rest.dropFirst(run.count)
            return run.count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
