public import HTTPModel

/// The ordered table that says what an outcome becomes inside a program.
///
/// Rules are tried from the first to the last, and the first whose condition holds fires. The table
/// is a value: the explorer, the reports and the documentation read the same one that decides.
public struct ErrorMapping: Hashable, Sendable {
    /// The rules, in the order they are tried.
    public var rules: [Rule]

    /// Creates a table.
    public init(rules: [Rule]) {
        self.rules = rules
    }

    /// The same table with `rules` tried before all others, in their order.
    public func prepending(_ rules: [Rule]) -> ErrorMapping {
        ErrorMapping(rules: rules + self.rules)
    }

    /// What `fact` becomes, and which rules were tried.
    public func map(_ fact: Fact) -> Mapping {
        map(fact, text: fact.text)
    }

    /// What the result of `exchange` becomes: its status, or its failure with all that is known.
    public func map(_ exchange: Exchange) -> Mapping {
        switch exchange.result {
        case .success(let response): map(.status(response.status))
        case .failure(let failure): map(.failure(failure.code), text: failure.message)
        }
    }

    /// Whether a response of `status` gives the program a value; no trace is kept of how that was found.
    package func isSuccess(_ status: HTTPStatus) -> Bool {
        // By index, which copies no rule.
        for i in rules.indices where rules[i].condition.holds(for: .status(status)) {
            return rules[i].apiError == nil
        }
        return false
    }

    private func map(_ fact: Fact, text: @autoclosure () -> String) -> Mapping {
        var trace: [MappingStep] = []
        for rule in rules {
            let step = MappingStep(rule: rule, fact: fact)
            trace.append(step)
            if step.isMatch {
                return Mapping(fact: fact, rule: rule, text: text(), trace: trace)
            }
        }
        return Mapping(fact: fact, rule: nil, text: text(), trace: trace)
    }
}

extension ErrorMapping {
    /// One line of the table.
    public struct Rule: Hashable, Sendable {
        /// The place in a message where the fact's own text is put: a failure's sentences, a
        /// decoder's complaint, a reason phrase.
        public static let placeholder = "{text}"

        /// When the rule fires.
        public var condition: Condition
        /// The stable name of the case, such as `httpError.notFound`; `nil` means success.
        public var apiError: String?
        /// What the user of the program reads; `{text}` in it stands for the fact's own text.
        public var message: String
        /// Whether sending again can help; what surely stays as it is, is not retried even then.
        public var isRetryable: Bool
        /// Where the rule comes from: `default`, or the file that holds it.
        public var source: String

        /// Creates a rule.
        public init(
            _ condition: Condition,
            apiError: String?,
            message: String,
            isRetryable: Bool = false,
            source: String = "default"
        ) {
            self.condition = condition
            self.apiError = apiError
            self.message = message
            self.isRetryable = isRetryable
            self.source = source
        }

        /// When the rule fires, as text, such as `status 404`.
        public var when: String { condition.description }
    }
}

/// What an outcome becomes, by which rule, and which rules were tried before it.
public struct Mapping: Hashable, Sendable {
    /// What was mapped.
    public var fact: ErrorMapping.Fact
    /// The rule that fired; `nil` when the table has none for the fact.
    public var rule: ErrorMapping.Rule?
    /// The rules tried, in order; the last one is `rule` unless none fired.
    public var trace: [MappingStep]
    /// What the user of the program reads; empty for success.
    public var message: String

    init(
        fact: ErrorMapping.Fact,
        rule: ErrorMapping.Rule?,
        text: @autoclosure () -> String,
        trace: [MappingStep]
    ) {
        self.fact = fact
        self.rule = rule
        self.trace = trace
        message =
            rule.map { Self.fill($0.message, with: text()) } ?? ErrorMapping.unknownMessage
    }

    /// Whether the program gets a value.
    public var isSuccess: Bool { rule.map { $0.apiError == nil } ?? false }

    /// The stable name of the error case, `nil` for success; `unknown` when no rule fired.
    public var apiError: String? {
        guard let rule else { return "unknown" }
        return rule.apiError
    }

    /// Whether sending again can help: the rule allows it and the fact may pass by itself.
    public var isRetryable: Bool { rule?.isRetryable == true && fact.isTransient }

    private static func fill(_ message: String, with text: @autoclosure () -> String) -> String {
        guard message.utf8.contains(UInt8(ascii: "{")) else { return message }
        let placeholder = Array(ErrorMapping.Rule.placeholder)
        var result = ""
        var rest = Array(message)[...]
        while !rest.isEmpty {
            if rest.starts(with: placeholder) {
                result += text()
                rest = rest.dropFirst(placeholder.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}

/// One rule that was tried on a fact.
public struct MappingStep: Hashable, Sendable {
    /// The rule.
    public var rule: ErrorMapping.Rule
    /// Whether it fired.
    public var isMatch: Bool
    /// What it was tried on.
    public var fact: ErrorMapping.Fact

    /// Why it did or did not, as a fragment such as "404 is not in 200–299".
    public var reason: String { rule.condition.reason(for: fact) }

    /// Tries `rule` on `fact`.
    public init(rule: ErrorMapping.Rule, fact: ErrorMapping.Fact) {
        self.rule = rule
        self.fact = fact
        isMatch = rule.condition.holds(for: fact)
    }
}
