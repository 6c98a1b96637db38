/// A regular expression as a line writes it: `/…/`, `/…/i`, in quotes, or bare.
package struct SearchPattern: Sendable, Hashable {
    /// The expression itself.
    package var expression: String
    /// Whether letter case does not matter.
    package var ignoresCase = false

    /// Reads an expression that is the whole of `text`.
    init(_ text: String) {
        if text.hasPrefix("/"), let read = Self.delimited(text), read.rest.isEmpty {
            self = read.pattern
        } else {
            expression = Comparison.unquoted(text)
        }
    }

    private init(expression: String, ignoresCase: Bool) {
        self.expression = expression
        self.ignoresCase = ignoresCase
    }

    /// Reads an expression at the start of `text`; a bare one ends at the first blank.
    ///
    /// - Returns: `nil` when there is none, or it is not closed.
    static func prefix(of text: String) -> (pattern: SearchPattern, rest: String)? {
        guard let first = text.first else { return nil }
        if first == "/" { return delimited(text) }
        guard let (word, rest) = LineWord.first(of: text) else { return nil }
        return (SearchPattern(expression: word, ignoresCase: false), rest)
    }

    private static func delimited(_ text: String) -> (pattern: SearchPattern, rest: String)? {
        var expression = ""
        var isEscaped = false
        for i in text.indices.dropFirst() {
            let character = text[i]
            if isEscaped {
                expression += character == "/" ? "/" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "/" {
                let rest = text[text.index(after: i)...]
                let flags = rest.prefix { $0 != " " && $0 != "\t" }
                guard flags.allSatisfy({ "gimsuy".contains($0) }) else { return nil }
                let pattern = SearchPattern(
                    expression: expression,
                    ignoresCase: flags.contains("i")
                )
                return (pattern, rest[flags.endIndex...].trimmingSpace)
            } else {
                expression.append(character)
            }
        }
        return nil
    }

    /// The expression made ready, or `nil` when it is none.
    private var regex: Regex<AnyRegexOutput>? {
        let regex = try? Regex(expression).matchingSemantics(.unicodeScalar)
        return ignoresCase ? regex?.ignoresCase() : regex
    }

    /// Whether the expression is well formed.
    var isValid: Bool { regex != nil }

    /// Whether it matches somewhere in `text`; `nil` when it is no expression.
    func matches(_ text: String) -> Bool? {
        regex.map { text.firstMatch(of: $0) != nil }
    }

    /// What the first group matched, or the whole match without groups; `nil` for no match.
    func firstGroup(in text: String) -> String? {
        guard let regex, let match = text.firstMatch(of: regex) else { return nil }
        let group = match.output.count > 1 ? match.output[1] : match.output[0]
        return group.substring.map { String($0) }
    }
}

/// Words of a line.
enum LineWord {
    /// The first word, without the quotes when it stands in some, and what follows.
    ///
    /// - Returns: `nil` when there is none, or its quotes are not closed.
    static func first(of text: String) -> (word: String, rest: String)? {
        guard let first = text.first else { return nil }
        guard first == "\"" || first == "'" else {
            let word = String(text.prefix { $0 != " " && $0 != "\t" })
            return (word, text.dropping(word))
        }
        var isEscaped = false
        for i in text.indices.dropFirst() {
            if text[i] == first, !isEscaped {
                let word = Comparison.unquoted(String(text[...i]))
                return (word, text[text.index(after: i)...].trimmingSpace)
            }
            isEscaped = first == "\"" && text[i] == "\\" && !isEscaped
        }
        return nil
    }
}
