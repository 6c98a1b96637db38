import HTTPModel

/// Reads conditions: `SUBJECT [FILTER] [not] OPERATOR [EXPECTED]`.
enum AssertionReader {
    enum Outcome {
        /// A condition of ours.
        case assertion(Assertion)
        /// An expression of another tool, which is kept but not checked.
        case foreign
        /// A condition of ours that is wrong.
        case fault(String)
    }

    static func read(_ text: String, at location: TextLocation) -> Outcome {
        switch SubjectReader.read(text) {
        case .foreign: return .foreign
        case .fault(let message): return .fault(message)
        case .subject(let subject, let filter, let rest):
            let form = Assertion(
                text: text,
                location: location,
                subject: subject,
                filter: filter,
                comparison: .exists
            )
            return condition(form, rest)
        }
    }

    /// What other tools call our operators.
    private static let otherNames = [
        "includes": "contains", "===": "==", "!==": "!=", "isList": "isArray",
        "isUuid": "isUUID", "isIsoDate": "isDate",
    ]

    private static func condition(_ form: Assertion, _ rest: String) -> Outcome {
        var condition = form
        var rest = rest
        var word = String(rest.prefix { $0 != " " && $0 != "\t" })
        if word == "not" {
            condition.isNegated = true
            rest = rest.dropping(word)
            word = String(rest.prefix { $0 != " " && $0 != "\t" })
        }
        condition.expected = rest.dropping(word)
        // httpYac compares a sum by its name: `body sha256 …`.
        if form.subject == .body, form.filter == nil, let sum = ContentSum(rawValue: word) {
            condition.subject = .sum(sum)
            condition.comparison = .equals
        } else {
            // A subject alone asks whether it is there.
            let name = word.isEmpty ? "exists" : otherNames[word] ?? word
            guard let comparison = Assertion.Operator(rawValue: name) else {
                return .fault(unknown(word))
            }
            condition.comparison = comparison
        }
        let takesValue = condition.comparison.takesValue
        guard takesValue != condition.expected.isEmpty else {
            return .fault(
                takesValue
                    ? "a value must follow \(word)"
                    : "nothing may follow \(word), but \(TextQuote.quoted(condition.expected)) does"
            )
        }
        if condition.comparison == .matches, !condition.expected.contains("{{"),
            !SearchPattern(condition.expected).isValid
        {
            return .fault("\(TextQuote.quoted(condition.expected)) is no regular expression")
        }
        return .assertion(condition)
    }

    private static func unknown(_ word: String) -> String {
        let known = Assertion.Operator.allCases.map(\.rawValue)
        return "\(TextQuote.quoted(word)) is no operator"
            + (Spelling.nearest(to: word, in: known).map { "; did you mean \($0)?" }
                ?? "; use one of \(known.joined(separator: " "))")
    }
}

extension Assertion.Operator {
    /// Whether an expected value follows.
    var takesValue: Bool {
        switch self {
        case .exists, .isString, .isNumber, .isInteger, .isFloat, .isDate, .isUUID, .isCollection,
            .isBoolean, .isArray, .isObject, .isNull, .isEmpty:
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
