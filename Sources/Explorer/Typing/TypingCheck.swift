import Collections
import Documents
import HTTPModel

/// What is wrong with a text while it is typed: told calmly, and nothing is refused.
struct TypingCheck {
    let state: ExplorerState
    let editing: Editing

    /// What came of the check.
    struct Finding {
        /// What is wrong and where, a fragment; `nil` when nothing is, or it cannot be told.
        var fault: String?
        /// The file as it would be with what was typed; `nil` when it cannot hold that, or is the same.
        var file: HTTPFile?
    }

    /// Texts longer than this are checked only where that takes no new reading of the file.
    static let longest = 1 << 16
    /// Texts of more lines are not looked through at each key.
    static let mostLines = 50_000

    /// Checks what was typed.
    func check() -> Finding {
        guard let key = state.request.key, let saved = state.savedRequest(key),
            let source = state.file(at: key.file)?.source
        else { return Finding() }
        if let fault = nameFault() { return Finding(fault: fault) }
        var finding = Finding()
        let longest = editing.subject.isMultiline ? Self.longest : Self.longest << 4
        if source.bytes.count <= longest,
            let edit = typedEdit(for: editing, state)
        {
            do {
                let file = try edit.apply(source, key.index)
                finding.file = file
                finding.fault = problem(in: file, of: key.index, saved)
            } catch {
                finding.fault = error.detail
            }
        }
        // A variable that is being typed is no fault yet.
        let line = editing.buffer.lines[editing.buffer.caret.line].text
        let before = String(line.prefix(editing.buffer.caret.column))
        if SuggestionSource.openVariable(in: before) != nil {
            finding.fault = nil
            return finding
        }
        guard editing.buffer.lines.count <= Self.mostLines else { return finding }
        finding.fault = finding.fault ?? contentFault() ?? variableFault() ?? urlFault(saved)
        return finding
    }

    /// A problem of the changed file that stands in the request; in its whole text, with the place.
    private func problem(in file: HTTPFile, of index: Int, _ old: SavedRequest) -> String? {
        guard file.requests.indices.contains(index) else { return nil }
        let request = file.requests[index]
        guard let problem = file.problems.first(where: { request.lines.contains($0.location.line) })
        else { return nil }
        guard editing.subject == .requestText else { return problem.message }
        let line = problem.location.line - request.lines.lowerBound + 1
        return "\(line):\(problem.location.column): \(problem.message)"
    }

    /// A field name that cannot be one; told before the value is typed.
    private func nameFault() -> String? {
        guard case .field = editing.subject else { return nil }
        let name = editing.inputs[0].text
        guard !name.isEmpty, !HTTPToken.isToken(name) else { return nil }
        return "'\(name)' is no field name; use letters, digits and -"
    }

    // MARK: Variables

    private func variableFault() -> String? {
        guard editing.subject != .requestText else { return nil }
        for buffer in editing.inputs {
            for (index, line) in buffer.lines.enumerated() where line.text.contains("{{") {
                if let fault = variableFault(in: line.text) {
                    guard editing.subject.isMultiline else { return fault.text }
                    return "\(index + 1):\(fault.column + 1): \(fault.text)"
                }
            }
        }
        return nil
    }

    private func variableFault(in line: String) -> (column: Int, text: String)? {
        var column = 0
        for piece in TemplateSpans.pieces(of: line) {
            defer { column += piece.text.count }
            guard piece.isVariable else { continue }
            let name = piece.text.dropFirst(2).dropLast(2).filter { $0 != " " }
            guard !state.knowsVariable(name), let preview = state.variablePreview(name),
                let problem = preview.problem
            else { continue }
            return (column, "\(name) \(problem)")
        }
        return nil
    }

    // MARK: URL and content

    private func urlFault(_ saved: SavedRequest) -> String? {
        guard editing.subject == .url else { return nil }
        let text = editing.inputs[0].text
        if text.isEmpty { return "a request needs a URL" }
        var whole = state.previewText(of: text)
        // What is only known later cannot be judged.
        if whole.contains("{{") || whole.contains("•") || whole.hasPrefix("/") { return nil }
        if !whole.contains("://") { whole = "http://" + whole }
        do {
            _ = try TargetURI(whole)
            return nil
        } catch {
            return error.description
        }
    }

    private func contentFault() -> String? {
        switch editing.subject {
        case .graphQLVariables: return Self.jsonFault(editing.inputs[0].text)
        case .graphQLQuery: return Self.braceFault(editing.inputs[0].text)
        case .body: break
        default: return nil
        }
        guard state.openRequest?.hasJSONBody(editing.inputs[0].text) == true else { return nil }
        return Self.jsonFault(editing.inputs[0].text)
    }

    /// Where a text is not JSON, variables taken for values: `JSON 3:14: what is wrong`.
    static func jsonFault(_ text: String) -> String? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard let fault = JSONTape(Octets(utf8: maskingVariables(text))).fault else { return nil }
        return "JSON \(fault)"
    }

    /// The text with a digit in place of each byte of a variable, so that places stay.
    private static func maskingVariables(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            TemplateSpans.pieces(of: String(line)).map {
                $0.isVariable ? String(repeating: "1", count: $0.text.count) : $0.text
            }.joined()
        }.joined(separator: "\n")
    }

    /// The first brace of a GraphQL query that has no partner.
    static func braceFault(_ text: String) -> String? {
        var open: [(character: Character, place: String)] = []
        let pairs: [Character: Character] = ["}": "{", ")": "(", "]": "["]
        var isInText = false
        for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for (column, character) in line.enumerated() {
                if character == "\"" { isInText.toggle() }
                if isInText { continue }
                if character == "#" { break }
                let place = "\(row + 1):\(column + 1)"
                if "{([".contains(character) { open.append((character, place)) }
                guard let partner = pairs[character] else { continue }
                guard open.last?.character == partner else {
                    return "\(place): \(character) closes nothing"
                }
                open.removeLast()
            }
            isInText = false
        }
        return open.last.map { "\($0.place): \($0.character) is not closed" }
    }
}

extension SavedRequest {
    /// Whether content of this request is meant to be JSON: by its type, else by how it begins; with
    /// files in it, nobody can tell.
    func hasJSONBody(_ text: String) -> Bool {
        let lines = text.split(separator: "\n")
        if lines.contains(where: { $0.hasPrefix("< ") || $0.hasPrefix("<@ ") }) { return false }
        if settings.isGraphQL { return false }
        let field = fields.last {
            $0.isEnabled && HTTPToken.equalsIgnoringCase($0.name, "Content-Type")
        }
        guard let type = field?.value.lowercased() else {
            let first = text.first { !$0.isWhitespace }
            return first == "{" && !text.hasPrefix("{{") || first == "["
        }
        let essence = type.prefix { $0 != ";" }
        return essence.hasSuffix("json") && !essence.hasSuffix("ndjson")
    }
}
