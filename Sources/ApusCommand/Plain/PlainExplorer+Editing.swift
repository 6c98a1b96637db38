import Collections
import Explorer
import HTTPModel

extension PlainExplorer {
    /// Changes or adds a part of the request: `url …`, `method …`, `header …`, `param …`, `body`.
    func change(_ text: String, isAdding: Bool) {
        guard let request = state.openRequest else { return tell("No request is open.") }
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1].trimmed : ""
        switch parts.first?.lowercased() {
        case "url" where !isAdding && !rest.isEmpty:
            apply(.setURL(rest), "URL")
        case "method" where !isAdding && !rest.isEmpty:
            apply(.setMethod(rest), "method \(rest)")
        case "header" where !rest.isEmpty, "field" where !rest.isEmpty:
            changeField(rest, request, isAdding)
        case "param" where !rest.isEmpty:
            changeItem(rest, request, isAdding)
        case "body" where !isAdding:
            changeBody()
        default:
            let verb: PlainVerb = isAdding ? .add : .set
            tell("\(verb.rawValue) takes: \(verb.operands)")
        }
    }

    private func apply(_ edit: RequestEdit, _ title: String) {
        receive(.edited(edit, title: title))
        if let request = state.openRequest, case .setURL = edit { tell("URL: \(request.url)") }
    }

    private func changeField(_ text: String, _ request: SavedRequest, _ isAdding: Bool) {
        let (name, value) = Self.pair(text)
        let index = request.fields.firstIndex { $0.name.lowercased() == name.lowercased() }
        if let index, !isAdding {
            let field = request.fields[index]
            apply(
                .setField(
                    index: index,
                    name: field.name,
                    value: value,
                    isEnabled: field.isEnabled
                ),
                "field \(name)"
            )
        } else {
            apply(.addField(name: name, value: value), "field \(name)")
        }
        tell("\(name): \(value)")
    }

    private func changeItem(_ text: String, _ request: SavedRequest, _ isAdding: Bool) {
        let (name, value) = Self.pair(text)
        let index = request.queryItems.firstIndex { QueryText.decoded($0.name) == name }
        let encoded = (QueryText.encoded(name), QueryText.encoded(value))
        if let index, !isAdding {
            apply(
                .setQueryItem(
                    index: index,
                    name: request.queryItems[index].name,
                    value: encoded.1,
                    isEnabled: request.queryItems[index].isEnabled
                ),
                "parameter \(name)"
            )
        } else {
            apply(.addQueryItem(name: encoded.0, value: encoded.1), "parameter \(name)")
        }
        if let request = state.openRequest { tell("URL: \(request.url)") }
    }

    /// Reads the body and puts it in place.
    func changeBody() {
        let text = readLines()
        apply(.setBody(text.isEmpty ? .none : .text(text)), "body")
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        tell(text.isEmpty ? "The body is empty." : "The body has \(count) lines.")
    }

    /// Reads lines up to one with a single point; a line that begins with two loses one.
    func readLines() -> String {
        tell("Type the text. A line with a single point ends it.")
        var lines: [String] = []
        while let line = ask("") {
            if line == "." { break }
            lines.append(line.hasPrefix("..") ? String(line.dropFirst()) : line)
        }
        return lines.joined(separator: "\n")
    }

    /// A name, and what follows it.
    private static func pair(_ text: String) -> (name: String, value: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        var name = parts[0]
        if name.hasSuffix(":") { name.removeLast() }
        return (name, parts.count > 1 ? parts[1].trimmed : "")
    }
}
