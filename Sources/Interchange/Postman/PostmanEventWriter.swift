import Collections
import Documents
import HTTPModel

/// Writes scripts, conditions and captures of a saved request as Postman's events.
///
/// Scripts in Postman's vocabulary go back as they are. Scripts of other tools, and what has no
/// counterpart, are kept as comments, so that nothing is lost and nothing breaks.
struct PostmanEventWriter {
    private var before: [String] = []
    private var after: [String] = []
    /// What could not be carried over.
    private(set) var notes: [String] = []

    init(_ request: SavedRequest) {
        for text in request.notRun { add(text) }
        let known = ScriptMeaning(after.joined(separator: "\n"))
        for assertion in request.assertions where !known.assertions.contains(assertion.text) {
            add(assertion)
        }
        for capture in request.captures where !known.captures.contains(capture.text) {
            add(capture)
        }
    }

    /// The `event` list; `nil` when there is nothing to run.
    var json: JSONValue? {
        let events = [("prerequest", before), ("test", after)].filter { !$0.1.isEmpty }
        guard !events.isEmpty else { return nil }
        return .array(
            events.map { listen, lines in
                [
                    "listen": .string(listen),
                    "script": [
                        "type": "text/javascript", "exec": .array(lines.map { .string($0) }),
                    ],
                ]
            }
        )
    }

    // MARK: Scripts

    private static let vocabulary = [
        "pm.", "postman.", "tests[", "responseCode", "responseBody", "CryptoJS",
    ]

    private mutating func add(_ text: String) {
        let isBefore = text.hasPrefix("<")
        guard let open = text.firstRange(of: "{%"), text.hasSuffix("%}"),
            text[..<open.lowerBound].dropFirst().allSatisfy(\.isWhitespace)
        else {
            keep(text, isBefore: isBefore)
            return
        }
        var lines = text[open.upperBound...].dropLast(2)
            .split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        if lines.count == 1 { lines = [lines[0].trimmingSpaces] }
        if lines.first?.trimmingSpaces.isEmpty == true { lines.removeFirst() }
        if lines.last?.trimmingSpaces.isEmpty == true { lines.removeLast() }
        let script = lines.joined(separator: "\n")
        guard Self.vocabulary.contains(where: { script.firstRange(of: $0) != nil }) else {
            keep(script, isBefore: isBefore)
            return
        }
        if isBefore { before += lines } else { after += lines }
    }

    /// Keeps a text as comments.
    private mutating func keep(_ text: String, isBefore: Bool) {
        let lines = text.split(whereSeparator: \.isNewline).map { "// \($0)" }
        if isBefore { before += lines } else { after += lines }
        notes.append("a script of another tool, kept as a comment")
    }

    // MARK: Conditions and captures

    private mutating func add(_ assertion: Assertion) {
        guard let check = PostmanCheck.script(for: assertion) else {
            after.append("// @assert \(assertion.text)")
            notes.append("# @assert \(assertion.text)")
            return
        }
        let name = JSONValue.string(assertion.text).encoded(pretty: false)
        after += ["pm.test(\(name), function () {", "    \(check);", "});"]
    }

    private mutating func add(_ capture: Capture) {
        guard capture.filter == nil, let value = PostmanCheck.expression(for: capture.subject)
        else {
            after.append("// @capture \(capture.text)")
            notes.append("# @capture \(capture.text)")
            return
        }
        let name = JSONValue.string(capture.name).encoded(pretty: false)
        after.append("pm.environment.set(\(name), \(value));")
    }
}

/// Conditions in the vocabulary of Postman's scripts.
enum PostmanCheck {
    /// The statement of a condition, without semicolon; `nil` when there is none.
    static func script(for assertion: Assertion) -> String? {
        guard assertion.filter == nil else { return nil }
        if !assertion.isNegated {
            switch (assertion.subject, assertion.comparison) {
            case (.status, .equals) where Int(assertion.expected) != nil:
                return "pm.response.to.have.status(\(assertion.expected))"
            case (.status, .isIn):
                if let (low, high) = range(assertion.expected) {
                    return "pm.expect(pm.response.code).to.be.within(\(low), \(high))"
                }
            case (.header(let name), .exists):
                return "pm.response.to.have.header(\(quoted(name)))"
            default: break
            }
        }
        guard let value = expression(for: assertion.subject),
            let verb = verb(assertion.comparison, assertion.expected, assertion.subject)
        else { return nil }
        return "pm.expect(\(value)).to.\(assertion.isNegated ? "not." : "")\(verb)"
    }

    /// The expression of what is looked at; `nil` when Postman has none.
    static func expression(for subject: Assertion.Subject) -> String? {
        switch subject {
        case .status: "pm.response.code"
        case .header(let name): "pm.response.headers.get(\(quoted(name)))"
        case .body: "pm.response.text()"
        case .duration: "pm.response.responseTime"
        case .jsonPath(let path): isPlain(path) ? "pm.response.json()\(path.dropFirst())" : nil
        case .cookie(let name, attribute: nil): "pm.cookies.get(\(quoted(name)))"
        default: nil
        }
    }

    private static func verb(
        _ comparison: Assertion.Operator,
        _ expected: String,
        _ subject: Assertion.Subject
    ) -> String? {
        let value = literal(expected, subject)
        return switch comparison {
        case .equals: "eql(\(value))"
        case .differs: "not.eql(\(value))"
        case .isLess: "be.below(\(value))"
        case .isGreater: "be.above(\(value))"
        case .isAtMost: "be.at.most(\(value))"
        case .isAtLeast: "be.at.least(\(value))"
        case .contains: "include(\(value))"
        case .startsWith, .endsWith: nil
        case .matches: pattern(expected).map { "match(\($0))" }
        case .exists: "exist"
        case .isString: "be.a(\"string\")"
        case .isNumber: "be.a(\"number\")"
        case .isBoolean: "be.a(\"boolean\")"
        case .isArray: "be.an(\"array\")"
        case .isObject: "be.an(\"object\")"
        case .isNull: "be.null"
        case .isEmpty: "be.empty"
        case .isIn:
            (try? JSONValue(parsing: Octets(utf8: expected)))?.arrayValue != nil
                ? "be.oneOf(\(expected))" : nil
        case .isInteger, .isFloat, .isDate, .isUUID, .isCollection: nil
        }
    }

    /// The expected value as JavaScript writes it; templates are filled in by Postman.
    private static func literal(_ expected: String, _ subject: Assertion.Subject) -> String {
        if expected.firstRange(of: "{{") != nil {
            return "pm.variables.replaceIn(\(quoted(expected)))"
        }
        let value = try? JSONValue(parsing: Octets(utf8: expected))
        switch (subject, value) {
        case (.jsonPath, .some), (.status, .some(.number)), (.duration, .some(.number)):
            return expected
        case (_, .some(.string(let text))): return quoted(text)
        default: return quoted(expected)
        }
    }

    private static func pattern(_ expected: String) -> String? {
        if expected.hasPrefix("/") { return expected }
        return expected.contains("/") ? nil : "/\(expected)/"
    }

    private static func range(_ text: String) -> (Int, Int)? {
        guard let dots = text.firstRange(of: ".."), let low = Int(text[..<dots.lowerBound]),
            let high = Int(text[dots.upperBound...])
        else { return nil }
        return (low, high)
    }

    /// Whether a query is a chain of names and positions, which JavaScript reads the same way.
    private static func isPlain(_ path: String) -> Bool {
        guard path.hasPrefix("$") else { return false }
        var rest = path.dropFirst()
        while let first = rest.first {
            if first == "." {
                let name = rest.dropFirst().prefix {
                    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
                }
                guard let head = name.first, !head.isNumber else { return false }
                rest = rest.dropFirst(name.count + 1)
            } else if first == "[", let close = rest.firstIndex(of: "]"),
                Int(rest[rest.index(after: rest.startIndex)..<close]).map({ $0 >= 0 }) == true
            {
                rest = rest[rest.index(after: close)...]
            } else {
                return false
            }
        }
        return true
    }

    private static func quoted(_ text: String) -> String {
        JSONValue.string(text).encoded(pretty: false)
    }
}
