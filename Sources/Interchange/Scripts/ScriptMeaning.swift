import Documents
import HTTPModel

/// What the commonest statements of test scripts come to: conditions and captures.
///
/// The vocabulary is that of `pm`, which Insomnia (`insomnia`), Bruno (`bru`, `res`) and Hoppscotch
/// (`pw`, `hopp`) follow in part.
struct ScriptMeaning {
    /// Conditions, as after `# @assert`.
    private(set) var assertions: [String] = []
    /// Captures, as after `# @capture`.
    private(set) var captures: [String] = []
    /// The variables that hold the parsed content.
    private var contents: Set<String> = []

    /// Reads a script that runs when the response is there.
    init(_ script: String) {
        for statement in ScriptStatements.unconditional(in: script) { read(statement) }
    }

    private static let parsed: Set<String> = [
        "pm.response.json()", "JSON.parse(responseBody)", "insomnia.response.json()",
        "res.getBody()", "res.body", "hopp.response.body.asJSON()", "pw.response.body",
        "JSON.parse(pm.response.text())",
    ]
    private static let statuses: Set<String> = [
        "pm.response.code", "responseCode.code", "insomnia.response.code", "res.getStatus()",
        "res.status", "pw.response.status", "hopp.response.statusCode",
    ]
    private static let setters = [
        "pm.environment.set(", "pm.collectionVariables.set(", "pm.globals.set(",
        "pm.variables.set(", "postman.setEnvironmentVariable(", "postman.setGlobalVariable(",
        "insomnia.environment.set(", "insomnia.collectionVariables.set(",
        "insomnia.variables.set(", "insomnia.baseEnvironment.set(", "bru.setVar(",
        "bru.setEnvVar(", "bru.setGlobalEnvVar(", "pw.env.set(", "hopp.env.set(",
        "hopp.env.active.set(",
    ]

    private mutating func read(_ statement: String) {
        for keyword in ["var ", "let ", "const "] where statement.hasPrefix(keyword) {
            return readDefinition(String(statement.dropFirst(keyword.count)))
        }
        for setter in Self.setters where statement.hasPrefix(setter) {
            return readSetter(String(statement.dropFirst(setter.count)))
        }
        if let rest = statement.after("tests[") { return readTest(rest) }
        if readStatusCheck(statement) { return }
        for expect in ["pm.expect(", "insomnia.expect(", "expect(", "pw.expect(", "hopp.expect("] {
            if let rest = statement.after(expect) { return readExpectation(rest) }
        }
        if let equals = statement.firstRange(of: "="),
            Self.parsed.contains(String(statement[equals.upperBound...]))
        {
            contents.insert(String(statement[..<equals.lowerBound]))
        }
    }

    private mutating func readDefinition(_ text: String) {
        guard let equals = text.firstRange(of: "=") else { return }
        if Self.parsed.contains(String(text[equals.upperBound...])) {
            contents.insert(String(text[..<equals.lowerBound]))
        }
    }

    private mutating func readSetter(_ text: String) {
        guard let (name, rest) = Self.literal(text), rest.hasPrefix(","), rest.hasSuffix(")"),
            let path = jsonPath(String(rest.dropFirst().dropLast()))
        else { return }
        add(capture: "\(TemplateText.variableName(name)) = jsonpath \(path)")
    }

    /// `tests["name"]=responseCode.code===200`.
    private mutating func readTest(_ text: String) {
        guard let (_, rest) = Self.literal(text), let value = rest.after("]=") else { return }
        for status in Self.statuses {
            for equals in ["===", "=="] {
                if let number = value.after(status + equals), Int(number) != nil {
                    return add(assertion: "status == \(number)")
                }
            }
        }
    }

    private mutating func readStatusCheck(_ statement: String) -> Bool {
        for root in ["pm.response.to.", "insomnia.response.to."] {
            guard let rest = statement.after(root) else { continue }
            if let argument = rest.argument(of: "have.status") {
                if Int(argument) != nil { add(assertion: "status == \(argument)") }
            } else if let argument = rest.argument(of: "have.header"),
                let (name, after) = Self.literal(argument), after.isEmpty
            {
                add(assertion: "header \(name) exists")
            } else if rest == "be.ok" || rest == "be.success" {
                add(assertion: "status in 200..299")
            } else if rest == "be.json" {
                add(assertion: "header Content-Type contains json")
            }
            return true
        }
        return false
    }

    /// `SUBJECT).to.VERB(VALUE)`, or `.toBe(VALUE)`.
    private mutating func readExpectation(_ text: String) {
        guard let close = Self.closing(in: text) else { return }
        let subject = String(text[..<close])
        let verb = text[text.index(after: close)...]
        guard let name = subjectName(subject) else { return }
        for (verbs, symbol) in Self.comparisons {
            for candidate in verbs {
                guard let value = verb.argument(of: candidate), let json = Self.value(value)
                else { continue }
                return add(assertion: "\(name) \(symbol) \(json)")
            }
        }
        if let value = verb.argument(of: ".to.be.oneOf"), value.hasPrefix("["),
            (try? JSONValue(parsing: .init(utf8: value), dialect: .json5)) != nil
        {
            return add(assertion: "\(name) in \(value)")
        }
        let kinds = [
            "string": "isString", "number": "isNumber", "array": "isArray", "object": "isObject",
            "boolean": "isBoolean",
        ]
        for prefix in [".to.be.a", ".to.be.an"] {
            if let argument = verb.argument(of: prefix), let (kind, _) = Self.literal(argument),
                let check = kinds[kind]
            {
                return add(assertion: "\(name) \(check)")
            }
        }
    }

    private static let comparisons: [(verbs: [String], symbol: String)] = [
        (
            [
                ".to.equal", ".to.eql", ".to.eq", ".to.equals", ".toBe", ".to.be.equal",
                ".to.deep.equal", ".to.be.eql",
            ], "=="
        ),
        ([".to.not.equal", ".to.not.eql", ".not.to.equal", ".not.to.eql"], "!="),
        ([".to.be.below", ".to.be.lessThan"], "<"),
        ([".to.be.above", ".to.be.greaterThan"], ">"),
        ([".to.be.at.least"], ">="), ([".to.be.at.most"], "<="),
        ([".to.include", ".to.contain", ".toInclude"], "contains"),
        ([".to.match"], "matches"),
    ]

    private func subjectName(_ subject: String) -> String? {
        if Self.statuses.contains(subject) { return "status" }
        if subject == "pm.response.responseTime" || subject == "insomnia.response.responseTime"
            || subject == "res.getResponseTime()" || subject == "res.responseTime"
        {
            return "duration"
        }
        if subject == "pm.response.text()" || subject == "responseBody" { return "body" }
        if let argument = subject.argument(of: "pm.response.headers.get"),
            let (name, rest) = Self.literal(argument), rest.isEmpty
        {
            return "header \(name)"
        }
        return jsonPath(subject).map { "jsonpath \($0)" }
    }

    /// The JSONPath of an expression on the parsed content, such as `data.items[0].id`.
    private func jsonPath(_ expression: String) -> String? {
        let roots = contents.union(Self.parsed).sorted { $0.count > $1.count }
        for root in roots where expression.hasPrefix(root) {
            let rest = String(expression.dropFirst(root.count)).replacingOptionalChains
            guard rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[") else { continue }
            let path = "$" + rest
            return (try? JSONPath(path)) == nil ? nil : path
        }
        return nil
    }

    private mutating func add(assertion: String) {
        if !assertions.contains(assertion) { assertions.append(assertion) }
    }

    private mutating func add(capture: String) {
        if !captures.contains(capture) { captures.append(capture) }
    }

    // MARK: Reading literals

    /// The string literal `text` begins with, and what follows it.
    private static func literal(_ text: some StringProtocol) -> (value: String, rest: Substring)? {
        guard let quote = text.first, quote == "\"" || quote == "'" || quote == "`" else {
            return nil
        }
        let inner = text.dropFirst()
        guard let close = inner.firstIndex(of: quote) else { return nil }
        let value = inner[..<close]
        guard !value.contains("\\") else { return nil }
        return (String(value), Substring(inner[inner.index(after: close)...]))
    }

    /// The literal `text` as an expected value; `nil` when it is no literal.
    private static func value(_ text: String) -> String? {
        if let (value, rest) = literal(text) {
            return rest.isEmpty && !value.isEmpty
                ? JSONValue.string(value).encoded(pretty: false)
                : nil
        }
        let isPlain = Double(text) != nil || ["true", "false", "null"].contains(text)
        return isPlain ? text : nil
    }

    /// Where the bracket closes that was opened before `text`.
    private static func closing(in text: String) -> String.Index? {
        var depth = 0
        var quote: Character?
        for i in text.indices {
            let character = text[i]
            if let open = quote {
                if character == open { quote = nil }
            } else if "\"'`".contains(character) {
                quote = character
            } else if "([{".contains(character) {
                depth += 1
            } else if ")]}".contains(character) {
                if depth == 0 { return character == ")" ? i : nil }
                depth -= 1
            }
        }
        return nil
    }
}

extension StringProtocol {
    /// What follows `prefix` when the text begins with it.
    fileprivate func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    /// `X` of `name(X)` when the whole text is that call.
    fileprivate func argument(of name: String) -> String? {
        guard hasPrefix(name + "("), hasSuffix(")") else { return nil }
        return String(dropFirst(name.count + 1).dropLast())
    }
}

extension String {
    /// The text with `?.` as `.`.
    fileprivate var replacingOptionalChains: String {
        var result = ""
        for character in self {
            if character == ".", result.last == "?" { result.removeLast() }
            result.append(character)
        }
        return result
    }
}
