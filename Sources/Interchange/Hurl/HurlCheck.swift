import Documents

/// hurl's asserts and captures in Apus' spelling.
enum HurlCheck {
    /// `jsonpath "$.id" == 1` as a condition; `nil` when there is no counterpart.
    static func assertion(_ line: String) -> String? {
        guard let (subject, rest) = subject(line) else { return nil }
        var predicate = rest
        var negation = ""
        if predicate.hasPrefix("not ") {
            negation = "not "
            predicate = String(predicate.dropFirst(4)).trimmingSpaces
        }
        if let check = checks[predicate] { return "\(subject) \(negation)\(check)" }
        let word = String(predicate.prefix { !$0.isWhitespace })
        guard let symbol = symbols[word], let value = value(String(predicate.dropFirst(word.count)))
        else { return nil }
        return "\(subject) \(negation)\(symbol) \(value)"
    }

    /// `name: jsonpath "$.id"` as a capture; `nil` when there is no counterpart.
    static func capture(_ line: String) -> String? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = TemplateText.variableName(String(line[..<colon]))
        let query = line[line.index(after: colon)...].trimmingSpaces
        guard let (subject, rest) = subject(query), rest.isEmpty, subject != "duration",
            subject != "bytes"
        else { return nil }
        return "\(name) = \(subject)"
    }

    private static let symbols = [
        "==": "==", "!=": "!=", ">": ">", ">=": ">=", "<": "<", "<=": "<=",
        "contains": "contains", "includes": "contains", "startsWith": "startsWith",
        "endsWith": "endsWith", "matches": "matches",
    ]
    private static let checks = [
        "exists": "exists", "isEmpty": "isEmpty", "isString": "isString", "isNumber": "isNumber",
        "isInteger": "isNumber", "isFloat": "isNumber", "isBoolean": "isBoolean",
        "isList": "isArray", "isCollection": "isArray", "isObject": "isObject",
    ]

    /// The subject a line begins with, and what follows; filters are not known.
    private static func subject(_ line: String) -> (subject: String, rest: String)? {
        let word = String(line.prefix { !$0.isWhitespace })
        let rest = String(line.dropFirst(word.count)).trimmingSpaces
        switch word {
        case "status", "body", "duration": return (word, rest)
        case "bytes":
            // `bytes count` is the length; the bytes themselves have no spelling here.
            return rest.hasPrefix("count ") ? ("bytes", String(rest.dropFirst(6))) : nil
        case "header", "jsonpath":
            guard let (argument, after) = quoted(rest), !argument.contains("{{") else { return nil }
            if word == "jsonpath", (try? JSONPath(argument)) == nil { return nil }
            return ("\(word) \(argument)", after)
        default: return nil
        }
    }

    /// The string in double quotes `text` begins with, and what follows.
    private static func quoted(_ text: String) -> (value: String, rest: String)? {
        guard text.hasPrefix("\"") else { return nil }
        let inner = text.dropFirst()
        guard let close = inner.firstIndex(of: "\"") else { return nil }
        let value = String(inner[..<close])
        guard !value.contains("\\") else { return nil }
        return (value, inner[inner.index(after: close)...].trimmingSpaces)
    }

    /// An expected value: strings keep their quotes, regular expressions lose their slashes.
    private static func value(_ text: String) -> String? {
        let value = text.trimmingSpaces
        if value.isEmpty || value.hasPrefix("hex,") || value.hasPrefix("base64,")
            || value.hasPrefix("file,")
        {
            return nil
        }
        if value.hasPrefix("/"), value.hasSuffix("/"), value.count > 2 {
            return String(value.dropFirst().dropLast())
        }
        return HurlReader.template(value)
    }
}
