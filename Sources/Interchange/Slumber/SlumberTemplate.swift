/// Slumber's templates: expressions with functions and pipes.
struct SlumberTemplate {
    /// The values to ask for before sending: name and message, in order of appearance.
    private(set) var prompts: [ImportedPair] = []
    /// The expressions that have no counterpart, as written.
    private(set) var unknown: [String] = []
    /// What the chains of version 3 stand for, by name.
    var chains: [String: String] = [:]

    /// `text` in Apus' spelling; what has no counterpart stays and keeps the request from being sent.
    mutating func converted(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
            result += rest[..<open.lowerBound]
            let expression = rest[open.upperBound..<close.lowerBound].trimmingSpaces
            result += value(of: expression)
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// The path when the whole text reads one file: `{{ file('path') }}`.
    static func filePath(in text: String) -> String? {
        let trimmed = text.trimmingSpaces
        guard trimmed.hasPrefix("{{"), trimmed.hasSuffix("}}") else { return nil }
        let calls = Call.chain(trimmed.dropFirst(2).dropLast(2).trimmingSpaces)
        guard calls?.count == 1, let call = calls?.first, call.name == "file" else { return nil }
        return call.literal(0)
    }

    private mutating func value(of expression: String) -> String {
        if expression.hasPrefix("chains.") {
            let name = String(expression.dropFirst(7))
            if let known = chains[name] { return known }
        }
        if expression.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) {
            return "{{\(TemplateText.variableName(expression))}}"
        }
        if let calls = Call.chain(expression), let known = value(of: calls) { return known }
        unknown.append(expression)
        // One word, so that the line stays one template and names what is missing.
        return "{{\(TemplateText.variableName(expression))}}"
    }

    private mutating func value(of calls: [Call]) -> String? {
        // These change neither the value as text nor its place.
        let kept = calls.filter { !["trim", "sensitive", "string", "integer"].contains($0.name) }
        guard let first = kept.first else { return nil }
        switch (first.name, kept.count) {
        case ("response", 1):
            return first.literal(0).map { "{{\(Self.name($0)).response.body.*}}" }
        case ("response", 2) where kept[1].name == "jsonpath":
            guard let recipe = first.literal(0), let path = kept[1].literal(0) else { return nil }
            return "{{\(Self.name(recipe)).response.body.\(path)}}"
        case ("response_header", 1):
            guard let recipe = first.literal(0), let field = first.literal(1) else { return nil }
            return "{{\(Self.name(recipe)).response.headers.\(field)}}"
        case ("env", 1): return first.literal(0).map { "{{$processEnv \($0)}}" }
        case ("prompt", 1):
            let message = first.named("message") ?? first.literal(0) ?? "Value"
            return prompt(message)
        case ("command", 1):
            guard let list = first.positional.first, list.hasPrefix("[") else { return nil }
            let words = Call.list(list)
            let isPlain = words.allSatisfy { !$0.contains { $0.isWhitespace || $0 == "}" } }
            return words.isEmpty || !isPlain
                ? nil : "{{$command \(words.joined(separator: " "))}}"
        default: return nil
        }
    }

    /// The template of a value that is asked for.
    mutating func prompt(_ message: String) -> String {
        var name = message.lowercased().split { !$0.isLetter && !$0.isNumber }
            .joined(separator: "_")
        if name.isEmpty { name = "value" }
        if !prompts.contains(where: { $0.name == name }) {
            prompts.append(ImportedPair(name, message))
        }
        return "{{\(name)}}"
    }

    /// The name by which a recipe is referred to.
    static func name(_ id: String) -> String {
        TemplateText.variableName(id)
    }
}

extension SlumberTemplate {
    /// One function call of a chain.
    struct Call {
        var name: String
        /// The arguments as written, without names.
        var positional: [String] = []
        /// The arguments with names, as written.
        private var byName: [String: String] = [:]

        /// The text of a positional argument that is a string.
        func literal(_ index: Int) -> String? {
            positional.indices.contains(index) ? Self.unquoted(positional[index]) : nil
        }

        /// The text of a named argument that is a string.
        func named(_ name: String) -> String? { byName[name].flatMap(Self.unquoted) }

        /// The calls of `a(…) | b(…)`; `nil` when the text is something else.
        static func chain(_ text: String) -> [Call]? {
            var calls: [Call] = []
            for piece in split(text, at: "|") {
                guard let open = piece.firstIndex(of: "("), piece.hasSuffix(")") else { return nil }
                let name = piece[..<open].trimmingSpaces
                guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "_" }) else {
                    return nil
                }
                var call = Call(name: name)
                let inner = piece[piece.index(after: open)...].dropLast()
                for argument in split(String(inner), at: ",") where !argument.isEmpty {
                    let equals = argument.firstIndex(of: "=")
                    let key = equals.map { argument[..<$0].trimmingSpaces } ?? ""
                    if let equals, !key.isEmpty, key.allSatisfy({ $0.isLetter || $0 == "_" }) {
                        call.byName[key] = argument[argument.index(after: equals)...].trimmingSpaces
                    } else {
                        call.positional.append(argument)
                    }
                }
                calls.append(call)
            }
            return calls
        }

        /// The strings of `['a', 'b']`; empty when one is no string.
        static func list(_ text: String) -> [String] {
            guard text.hasPrefix("["), text.hasSuffix("]") else { return [] }
            let items = split(String(text.dropFirst().dropLast()), at: ",")
            let texts = items.compactMap(unquoted)
            return texts.count == items.count ? texts : []
        }

        private static func unquoted(_ text: String) -> String? {
            guard text.count >= 2, let quote = text.first, quote == "'" || quote == "\"",
                text.last == quote
            else { return nil }
            return String(text.dropFirst().dropLast())
        }

        /// Splits outside quotes and brackets; pieces are trimmed.
        private static func split(_ text: String, at separator: Character) -> [String] {
            var pieces: [String] = []
            var piece = ""
            var depth = 0
            var quote: Character?
            for character in text {
                if let open = quote {
                    if character == open { quote = nil }
                } else if character == "'" || character == "\"" {
                    quote = character
                } else if "([{".contains(character) {
                    depth += 1
                } else if ")]}".contains(character) {
                    depth -= 1
                } else if character == separator, depth == 0 {
                    pieces.append(piece.trimmingSpaces)
                    piece = ""
                    continue
                }
                piece.append(character)
            }
            return pieces + [piece.trimmingSpaces]
        }
    }
}
