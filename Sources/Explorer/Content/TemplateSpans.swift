import CollectionRun
import Collections
import Screen

/// Template text split where variables stand.
package enum TemplateSpans {
    /// The text as pieces: plain, known variables, unknown ones.
    ///
    /// `\{{` is not a variable.
    package static func spans(of text: String, knows: (String) -> Bool) -> [StyledSpan] {
        pieces(of: text).map { piece in
            guard piece.isVariable else { return StyledSpan(piece.text) }
            let name = piece.text.dropFirst(2).dropLast(2).filter { $0 != " " }
            return StyledSpan(piece.text, knows(name) ? .variable : .unknownVariable)
        }
    }

    /// The text split into variables, braces included, and what stands between them.
    static func pieces(of text: String) -> [(text: String, isVariable: Bool)] {
        guard text.contains("{{") else { return text.isEmpty ? [] : [(text, false)] }
        var pieces: [(text: String, isVariable: Bool)] = []
        var plain = ""
        var rest = text[...]
        while let first = rest.first {
            if rest.hasPrefix("\\{{") {
                plain += rest.prefix(3)
                rest = rest.dropFirst(3)
                continue
            }
            guard rest.hasPrefix("{{"), let end = Self.end(of: rest) else {
                plain.append(first)
                rest = rest.dropFirst()
                continue
            }
            if !plain.isEmpty { pieces.append((plain, false)) }
            plain = ""
            pieces.append((String(rest[..<end]), true))
            rest = rest[end...]
        }
        if !plain.isEmpty { pieces.append((plain, false)) }
        return pieces
    }

    /// The place behind the `}}` that ends the expression at the start of `text`.
    private static func end(of text: Substring) -> Substring.Index? {
        var previous: Character?
        var index = text.index(text.startIndex, offsetBy: 2)
        while index < text.endIndex {
            let character = text[index]
            if character.isNewline { return nil }
            index = text.index(after: index)
            if character == "}", previous == "}" { return index }
            previous = character
        }
        return nil
    }
}

extension ExplorerState {
    /// Whether a variable has a value as far as can be told without sending.
    ///
    /// Dynamic variables and references to responses count as known; so do values captured earlier.
    package func knowsVariable(_ name: String) -> Bool {
        if name.hasPrefix("$") { return true }
        guard let collection, let key = request.key, let saved = savedRequest(key) else {
            return false
        }
        if name.contains(".response.") || name.contains(".request.") {
            let names = collectionMemo.names {
                Set(collection.files.lazy.flatMap { $0.source.outlines.lazy.map(\.name) })
            }
            return names.contains(String(name.prefix { $0 != "." }))
        }
        if let file = file(at: key.file), file.source.variables.contains(where: { $0.name == name })
        {
            return true
        }
        if let environment = environmentName.flatMap(collection.environment(named:)),
            environment.variables.contains(where: { $0.name == name })
        {
            return true
        }
        if saved.settings.prompts.contains(where: { $0.name == name }) { return true }
        if collection.settings.variables.contains(where: { $0.name == name }) { return true }
        let captures = collectionMemo.captures {
            Set(collection.files.lazy.flatMap { $0.source.outlines.lazy.flatMap(\.captures) })
        }
        return captures.contains(name)
    }
}
