import Documents

/// Bruno's assertions and response variables in Apus' spelling.
enum BrunoCheck {
    private static let symbols = [
        "eq": "==", "neq": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=",
        "contains": "contains", "notContains": "not contains", "matches": "matches",
        "notMatches": "not matches", "startsWith": "startsWith", "endsWith": "endsWith",
        "in": "in", "notIn": "not in",
    ]
    private static let checks = [
        "isEmpty": "isEmpty", "isNotEmpty": "not isEmpty", "isNull": "isNull",
        "isUndefined": "not exists", "isDefined": "exists", "isNumber": "isNumber",
        "isString": "isString", "isBoolean": "isBoolean", "isArray": "isArray",
    ]

    /// `res.status`, `res.body.x`, `res('path')` or `res.headers.x` as a subject.
    static func subject(_ expression: String) -> String? {
        let text = expression.hasPrefix("$") ? String(expression.dropFirst()) : expression
        if text == "res.status" { return "status" }
        if text == "res.responseTime" { return "duration" }
        for prefix in ["res.headers.", "res.headers['", "res.headers[\"", "res.getHeader('"]
        where text.hasPrefix(prefix) {
            let name = text.dropFirst(prefix.count).filter { !"'\"])(".contains($0) }
            return name.isEmpty ? nil : "header \(name)"
        }
        if text == "res.body" { return "body" }
        guard text.hasPrefix("res.body.") || text.hasPrefix("res.body[") else { return nil }
        let path = "$" + text.dropFirst(8)
        return (try? JSONPath(path)) == nil ? nil : "jsonpath \(path)"
    }

    /// A condition, or `nil` when there is no counterpart.
    static func assertion(_ expression: String, _ text: String) -> String? {
        guard let subject = subject(expression) else { return nil }
        let words = text.split(separator: " ", maxSplits: 1)
        let first = words.first.map(String.init) ?? ""
        let rest = words.count > 1 ? String(words[1]) : ""
        if let check = checks[first], rest.isEmpty { return "\(subject) \(check)" }
        if first == "isTruthy" { return "\(subject) == true" }
        if first == "isFalsy" { return "\(subject) == false" }
        if first == "isJson" { return "header Content-Type contains json" }
        guard let symbol = symbols[first] else {
            return text.isEmpty ? nil : "\(subject) == \(BrunoTemplate.converted(text))"
        }
        if symbol.hasSuffix("in"), symbol == "in" || symbol == "not in" {
            return "\(subject) \(symbol) [\(rest)]"
        }
        return rest.isEmpty ? nil : "\(subject) \(symbol) \(BrunoTemplate.converted(rest))"
    }
}
