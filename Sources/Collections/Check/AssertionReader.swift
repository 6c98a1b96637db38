import Documents
import HTTPModel

/// Reads conditions: `SUBJECT [not] OPERATOR [EXPECTED]`.
enum AssertionReader {
    enum Outcome {
        /// A condition of ours.
        case assertion(Assertion)
        /// An expression of another tool, which is kept but not checked.
        case foreign
        /// A condition of ours that is wrong.
        case fault(String)
    }

    static let subjects = [
        "status", "header", "body", "jsonpath", "duration", "bytes", "apiError",
        "failure",
    ]

    static func read(_ text: String, at location: TextLocation) -> Outcome {
        let word = String(text.prefix { $0 != " " && $0 != "\t" })
        let rest = String(text[word.endIndex...]).trimmingSpace
        switch word {
        case "status": return condition(text, .status, rest, location)
        case "body": return condition(text, .body, rest, location)
        case "duration": return condition(text, .duration, rest, location)
        case "bytes": return condition(text, .byteCount, rest, location)
        case "apiError": return condition(text, .apiError, rest, location)
        case "failure": return condition(text, .failure, rest, location)
        case "header":
            let name = String(rest.prefix { $0 != " " && $0 != "\t" })
            guard HTTPToken.isToken(name) else {
                return .fault("the name of a field must follow header")
            }
            return condition(text, .header(name), rest.dropping(name), location)
        case "jsonpath": return jsonPath(text, rest, location)
        default:
            guard !word.isEmpty, word.allSatisfy({ $0.isLetter }), !["js", "xpath"].contains(word)
            else { return word.isEmpty ? .fault("a condition is missing") : .foreign }
            let near = Spelling.nearest(to: word, in: subjects)
            return .fault(
                "\(TextQuote.quoted(word)) cannot be checked"
                    + (near.map { "; did you mean \($0)?" }
                        ?? "; use \(subjects.joined(separator: ", "))")
            )
        }
    }

    private static func jsonPath(
        _ text: String,
        _ rest: String,
        _ location: TextLocation
    ) -> Outcome {
        let path = JSONPathText.prefix(of: rest)
        guard path.hasPrefix("$") else {
            return .fault("a JSONPath that begins with $ must follow jsonpath")
        }
        do {
            _ = try JSONPath(path)
        } catch {
            return .fault("the JSONPath is wrong at \(error)")
        }
        return condition(text, .jsonPath(path), rest.dropping(path), location)
    }

    private static func condition(
        _ text: String,
        _ subject: Assertion.Subject,
        _ rest: String,
        _ location: TextLocation
    ) -> Outcome {
        var rest = rest
        var word = String(rest.prefix { $0 != " " && $0 != "\t" })
        var isNegated = false
        if word == "not" {
            isNegated = true
            rest = rest.dropping(word)
            word = String(rest.prefix { $0 != " " && $0 != "\t" })
        }
        let expected = rest.dropping(word)
        // httpYac says `includes`; a subject alone asks whether it is there.
        let name = word == "includes" ? "contains" : word.isEmpty ? "exists" : word
        guard let comparison = Assertion.Operator(rawValue: name) else {
            let known = Assertion.Operator.allCases.map(\.rawValue)
            let near = Spelling.nearest(to: word, in: known)
            return .fault(
                "\(TextQuote.quoted(word)) is no operator"
                    + (near.map { "; did you mean \($0)?" }
                        ?? "; use one of \(known.joined(separator: " "))")
            )
        }
        guard comparison.takesValue != expected.isEmpty else {
            return .fault(
                comparison.takesValue
                    ? "a value must follow \(word)"
                    : "nothing may follow \(word), but \(TextQuote.quoted(expected)) does"
            )
        }
        return .assertion(
            Assertion(
                text: text,
                location: location,
                subject: subject,
                isNegated: isNegated,
                comparison: comparison,
                expected: expected
            )
        )
    }
}

extension Assertion.Operator {
    /// Whether an expected value follows.
    var takesValue: Bool {
        switch self {
        case .exists, .isString, .isNumber, .isBoolean, .isArray, .isObject, .isNull, .isEmpty:
            false
        default: true
        }
    }
}

extension String {
    /// The text after `prefix`, blanks around it removed.
    func dropping(_ prefix: String) -> String {
        self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...].trimmingSpace
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
