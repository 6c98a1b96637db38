import Collections
import Files
import HTTPModel

/// Finds what can stand at the caret of the request pane.
struct SuggestionSource {
    /// What was found.
    struct Finding {
        /// What can stand there; `nil` when nothing can.
        var suggestions: Suggestions?
        /// The folder whose names are needed first, as an absolute path; `nil` for none.
        var missingFolder: String?
    }

    let state: ExplorerState
    let editing: Editing
    /// Whether the person asked: then even an empty start is completed.
    let isAsked: Bool

    private var buffer: TextBuffer { editing.buffer }

    /// The characters of the line before the caret.
    private var before: String {
        String(buffer.lines[buffer.caret.line].text.prefix(buffer.caret.column))
    }

    /// Finds what can stand at the caret.
    func find() -> Finding {
        if let start = Self.openVariable(in: before) {
            return Finding(suggestions: variables(start))
        }
        switch editing.subject {
        case .field where editing.current == 0:
            return Finding(suggestions: fieldNames(from: 0))
        case .field:
            return Finding(suggestions: fieldValues(of: editing.inputs[0].text, from: 0))
        case .queryItem where editing.current == 0:
            return Finding(suggestions: suggestions(queryNames, from: 0))
        case .bodyFile:
            return paths(from: 0)
        case .directive(let name):
            return directiveValues(name)
        case .formItem where editing.current == 1:
            return fileLine() ?? Finding()
        case .body, .graphQLQuery, .graphQLVariables:
            return fileLine() ?? Finding()
        case .requestText:
            return fileLine() ?? requestText()
        default:
            return Finding()
        }
    }

    // MARK: Variables

    /// The column behind the `{{` that is open at the end of `text`; `nil` when none is.
    static func openVariable(in text: String) -> Int? {
        let characters = Array(text)
        var index = characters.count - 1
        while index >= 1 {
            if characters[index] == "}", characters[index - 1] == "}" { return nil }
            if characters[index] == "{", characters[index - 1] == "{" {
                if index >= 2, characters[index - 2] == "\\" { return nil }
                return index + 1
            }
            index -= 1
        }
        return nil
    }

    private func variables(_ start: Int) -> Suggestions? {
        let rest = buffer.lines[buffer.caret.line].text.dropFirst(buffer.caret.column)
        let ending = rest.hasPrefix("}}") ? "" : "}}"
        let items = state.variablePreviews.map { preview in
            Suggestions.Item(
                preview.name,
                detail: preview.text.isEmpty
                    ? preview.problem ?? preview.source : "\(preview.text) · \(preview.source)",
                text: preview.name + ending
            )
        }
        let blanks = before.dropFirst(start).prefix { $0 == " " }.count
        let typed = before.dropFirst(start + blanks)
        let place = TextPosition(line: buffer.caret.line, column: start + blanks)
        return Suggestions(items, for: String(typed), from: place)
    }

    // MARK: Fields

    /// Suggestions for what stands between a column and the caret.
    private func suggestions(_ items: [Suggestions.Item], from column: Int) -> Suggestions? {
        let typed = String(before.dropFirst(column))
        guard isAsked || !typed.isEmpty else { return nil }
        let place = TextPosition(line: buffer.caret.line, column: column)
        return Suggestions(items, for: typed, from: place)
    }

    private func fieldNames(from column: Int, ending: String = "") -> Suggestions? {
        var items = FieldVocabulary.names.map {
            Suggestions.Item($0.name, detail: $0.detail, text: $0.name + ending)
        }
        let known = Set(FieldVocabulary.names.map { $0.name.lowercased() })
        var used = Set<String>()
        for request in state.exampleRequests {
            for field in request.fields where !known.contains(field.name.lowercased()) {
                guard used.insert(field.name.lowercased()).inserted else { continue }
                let detail = "used in \(request.name)"
                items.append(.init(field.name, detail: detail, text: field.name + ending))
            }
        }
        return suggestions(items, from: column)
    }

    private func fieldValues(of name: String, from column: Int) -> Suggestions? {
        var items = FieldVocabulary.values(of: name).map {
            Suggestions.Item($0.value, detail: $0.detail)
        }
        let known = Set(items.map(\.text))
        var used = Set<String>()
        // Credentials that somebody wrote into a file are not shown in another place.
        let isSecret = RedactionPolicy.standard.isSecret(fieldNamed: name)
        for request in state.exampleRequests {
            for field in request.fields
            where HTTPToken.equalsIgnoringCase(field.name, name) && !known.contains(field.value) {
                guard !field.value.isEmpty, !isSecret || field.value.contains("{{"),
                    used.insert(field.value).inserted
                else { continue }
                items.append(.init(field.value, detail: "used in \(request.name)"))
            }
        }
        // What follows a comma is a value of its own.
        let list = before.dropFirst(column)
        guard let comma = list.lastIndex(of: ",") else { return suggestions(items, from: column) }
        let blanks = list[list.index(after: comma)...].prefix { $0 == " " }.count
        let start = column + list.distance(from: list.startIndex, to: comma) + 1 + blanks
        return suggestions(items.filter { !$0.text.contains(",") }, from: start)
    }

    private var queryNames: [Suggestions.Item] {
        var used = Set<String>()
        var items: [Suggestions.Item] = []
        for request in state.exampleRequests {
            for item in request.queryItems {
                let name = QueryText.decoded(item.name)
                guard !name.isEmpty, used.insert(name).inserted else { continue }
                items.append(.init(name, detail: "used in \(request.name)"))
            }
        }
        return items
    }

    // MARK: Files

    /// Paths after `< ` or `<@ `, at the start of a line of content.
    private func fileLine() -> Finding? {
        for mark in ["< ", "<@ "] where before.hasPrefix(mark) { return paths(from: mark.count) }
        return nil
    }

    private func paths(from column: Int) -> Finding {
        let typed = String(before.dropFirst(column))
        guard let folder = state.requestFolder else { return Finding() }
        let slash = typed.lastIndex(of: "/")
        let parent = slash.map { String(typed[...$0]) } ?? ""
        let path = FilePath.normalized(parent.isEmpty ? folder : FilePath.join(folder, parent))
        guard let entries = state.folders[path] else {
            return Finding(suggestions: nil, missingFolder: path)
        }
        let name = String(typed.dropFirst(parent.count))
        let items = entries.filter { isAsked || !$0.name.hasPrefix(".") || name.hasPrefix(".") }.map
        {
            Suggestions.Item(
                $0.isDirectory ? $0.name + "/" : $0.name,
                detail: $0.isDirectory ? "folder" : MediaType.essence(ofFileNamed: $0.name),
                isOpenEnded: $0.isDirectory
            )
        }
        let start = TextPosition(line: buffer.caret.line, column: column + parent.count)
        return Finding(suggestions: Suggestions(items, for: name, from: start))
    }

    // MARK: Directives and the text of a request

    private func directiveValues(_ name: String) -> Finding {
        guard let option = RequestOption.all.first(where: { $0.directive == name }) else {
            return Finding()
        }
        if option.isFile { return paths(from: 0) }
        let items = option.values.map { Suggestions.Item($0) }
        return Finding(suggestions: suggestions(items, from: 0))
    }

    /// Directives, methods, field names and values, by where the caret is in a request's text.
    private func requestText() -> Finding {
        if let at = before.firstIndex(of: "@"),
            before[..<at].allSatisfy({ "#/ ".contains($0) }),
            before.contains("#") || before.hasPrefix("//")
        {
            let column = before.distance(from: before.startIndex, to: at) + 1
            guard !before[at...].contains(" ") else { return Finding() }
            let items = RequestOption.directives.map { Suggestions.Item($0.name, detail: $0.help) }
            return Finding(suggestions: suggestions(items, from: column))
        }
        switch RequestTextPlace(of: buffer.caret.line, in: buffer.lines.map(\.text)) {
        case .requestLine:
            guard !before.contains(" ") else { return Finding() }
            let methods = HTTPMethod.common.map { Suggestions.Item($0.rawValue) }
            return Finding(suggestions: suggestions(methods, from: 0))
        case .fields:
            guard let colon = before.firstIndex(of: ":") else {
                return Finding(suggestions: fieldNames(from: 0, ending: ": "))
            }
            let rest = before[before.index(after: colon)...]
            let start = before.count - rest.count + rest.prefix { $0 == " " }.count
            return Finding(suggestions: fieldValues(of: String(before[..<colon]), from: start))
        case .other:
            return Finding()
        }
    }
}

/// Which part of a request's text a line belongs to.
enum RequestTextPlace {
    case requestLine, fields, other

    /// Finds the part: the first line that is no comment, variable or empty is the request line, and
    /// those up to the next empty one are fields.
    init(of line: Int, in lines: [String]) {
        var hasRequestLine = false
        for (index, text) in lines.enumerated() {
            let isComment = text.hasPrefix("#") || text.hasPrefix("//") || text.hasPrefix("@")
            let isEmpty = text.allSatisfy(\.isWhitespace)
            if index == line {
                self = isComment ? .other : hasRequestLine ? .fields : .requestLine
                return
            }
            if isComment { continue }
            if isEmpty, hasRequestLine { break }
            if !isEmpty { hasRequestLine = true }
        }
        self = .other
    }
}
