import Documents
import HTTPModel

/// Reads what a condition looks at and a capture takes from: `SUBJECT [count | regex /…/]`.
struct SubjectReader {
    enum Outcome {
        /// A subject, its filter, and the rest of the line.
        case subject(Assertion.Subject, Assertion.Filter?, rest: String)
        /// An expression of another tool.
        case foreign
        /// Something that is wrong.
        case fault(String)
    }

    static let names = [
        "status", "header", "body", "jsonpath", "xpath", "regex", "duration", "bytes", "sha256",
        "sha512", "sha1", "md5", "cookie", "certificate", "redirects", "url", "apiError", "failure",
    ]

    static func read(_ text: String) -> Outcome {
        let word = String(text.prefix { $0 != " " && $0 != "\t" })
        let rest = text.dropping(word)
        let plain: [String: Assertion.Subject] = [
            "status": .status, "body": .body, "duration": .duration, "bytes": .byteCount,
            "apiError": .apiError, "failure": .failure, "redirects": .redirects, "url": .url,
        ]
        if let sum = ContentSum(rawValue: word) { return filtered(.sum(sum), rest) }
        if let subject = plain[word] { return filtered(subject, rest) }
        switch word {
        case "header":
            guard let (name, rest) = LineWord.first(of: rest), HTTPToken.isToken(name) else {
                return .fault("the name of a field must follow header")
            }
            return filtered(.header(name), rest)
        case "cookie": return cookie(rest)
        case "certificate":
            guard let (name, rest) = LineWord.first(of: rest),
                let fact = CertificateFact(name: name)
            else {
                let facts = CertificateFact.allCases.map(\.rawValue).joined(separator: ", ")
                return .fault("one of \(facts) must follow certificate")
            }
            return filtered(.certificate(fact), rest)
        case "jsonpath": return jsonPath(rest)
        case "xpath": return xPath(rest)
        case "regex": return filtered(.body, "regex " + rest)
        default:
            guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0.isNumber }), word != "js"
            else { return word.isEmpty ? .fault("a condition is missing") : .foreign }
            let near = Spelling.nearest(to: word, in: names)
            return .fault(
                "\(TextQuote.quoted(word)) cannot be checked"
                    + (near.map { "; did you mean \($0)?" }
                        ?? "; use \(names.joined(separator: ", "))")
            )
        }
    }

    private static func jsonPath(_ rest: String) -> Outcome {
        var path = JSONPathText.prefix(of: rest)
        var after = rest.dropping(path)
        if rest.hasPrefix("\"") || rest.hasPrefix("'"), let quoted = LineWord.first(of: rest) {
            (path, after) = quoted
        }
        guard path.hasPrefix("$") else {
            return .fault("a JSONPath that begins with $ must follow jsonpath")
        }
        do {
            _ = try JSONPath(path)
        } catch {
            return .fault("the JSONPath is wrong at \(error)")
        }
        return filtered(.jsonPath(path), after)
    }

    /// `xpath EXPRESSION`, in quotes when it has blanks outside of brackets.
    ///
    /// The expression is checked when it is first evaluated: the library it needs takes time to open.
    private static func xPath(_ rest: String) -> Outcome {
        var expression = JSONPathText.prefix(of: rest)
        var after = rest.dropping(expression)
        if rest.hasPrefix("\"") || rest.hasPrefix("'"), let quoted = LineWord.first(of: rest) {
            (expression, after) = quoted
        }
        guard !expression.isEmpty else {
            return .fault("an XPath such as //item/@id must follow xpath")
        }
        return filtered(.xPath(expression), after)
    }

    /// `cookie NAME` or `cookie NAME[Attribute]`, as hurl writes it.
    private static func cookie(_ rest: String) -> Outcome {
        guard let (word, rest) = LineWord.first(of: rest) else {
            return .fault("the name of a cookie must follow cookie")
        }
        var name = word
        var attribute: String?
        if name.hasSuffix("]"), let open = name.firstIndex(of: "[") {
            let inner = String(name[name.index(after: open)...].dropLast())
            guard SetCookie.attributes.contains(where: { $0 == inner.lowercased() }) else {
                return .fault(
                    "\(TextQuote.quoted(inner)) is no attribute of a cookie; there are Value, Expires, "
                        + "Max-Age, Domain, Path, Secure, HttpOnly and SameSite"
                )
            }
            attribute = inner.lowercased() == "value" ? nil : inner
            name = String(name[..<open])
        }
        guard HTTPToken.isToken(name) else {
            return .fault("\(TextQuote.quoted(name)) is no name of a cookie")
        }
        return filtered(.cookie(name, attribute: attribute), rest)
    }

    private static func filtered(_ subject: Assertion.Subject, _ rest: String) -> Outcome {
        let word = String(rest.prefix { $0 != " " && $0 != "\t" })
        let after = rest.dropping(word)
        switch word {
        case "count":
            guard subject.isCountable else {
                return .fault(
                    "count goes with jsonpath, xpath, header, bytes, redirects or certificate names"
                )
            }
            return .subject(subject, .count, rest: after)
        case "regex":
            guard let (pattern, rest) = SearchPattern.prefix(of: after) else {
                return .fault("a regular expression must follow regex, as /id=(\\d+)/")
            }
            guard pattern.isValid else {
                return .fault("\(TextQuote.quoted(pattern.expression)) is no regular expression")
            }
            return .subject(subject, .firstMatch(pattern), rest: rest)
        default: return .subject(subject, nil, rest: rest)
        }
    }
}

extension Assertion.Subject {
    /// Whether there can be several of it.
    fileprivate var isCountable: Bool {
        switch self {
        case .jsonPath, .xPath, .header, .byteCount, .redirects, .certificate(.names): true
        default: false
        }
    }
}

/// JSONPath queries inside a longer line.
enum JSONPathText {
    /// The query `text` begins with: up to the first blank outside brackets and quotes.
    static func prefix(of text: String) -> String {
        var depth = 0
        var quote: Character?
        var isEscaped = false
        for i in text.indices {
            let character = text[i]
            if let open = quote {
                if character == open && !isEscaped { quote = nil }
                isEscaped = character == "\\" && !isEscaped
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "[" || character == "(" {
                depth += 1
            } else if character == "]" || character == ")" {
                depth -= 1
            } else if depth <= 0, character == " " || character == "\t" {
                return String(text[..<i])
            }
        }
        return text
    }
}
