import Collections
import HTTPModel

/// Writes imported requests as the text of a request file.
package enum HTTPFileText {
    /// The text of a whole file, with the collection's variables first.
    package static func text(of collection: ImportedCollection) -> String {
        var lines: [String] = []
        lines += comment(oneLine(collection.name))
        lines += collection.notes.map { "# not carried over: \(oneLine($0))" }
        for variable in collection.variables {
            let name = TemplateText.variableName(variable.name)
            lines.append("@\(name) = \(oneLine(variable.value))")
        }
        if !lines.isEmpty { lines.append("") }
        let head = lines.map { withoutNUL($0) + "\n" }.joined()
        return head + collection.requests.map(text).joined(separator: "\n")
    }

    /// The text of one request, from its `###` line to the last line of its content.
    package static func text(of request: ImportedRequest) -> String {
        var request = request
        prepareFields(&request)
        prepareContent(&request)
        var lines = ["### \(title(of: request))".trimmingTrail]
        lines += request.summary.isEmpty ? [] : comment(request.summary)
        lines += request.notes.map { "# not carried over: \(oneLine($0))" }
        lines += directives(of: request)
        lines += scripts(request.scripts.filter { $0.moment == .before }, mark: "<")
        lines.append(requestLine(of: request))
        for item in request.disabledQuery {
            let value = item.value.map { "=" + TemplateText.encoded($0, for: .queryItem) } ?? ""
            lines.append("# &\(TemplateText.encoded(item.name, for: .queryItem))\(value)")
        }
        for field in request.fields where !field.name.isEmpty {
            let value = oneLine(field.value ?? "")
            let line = "\(oneLine(field.name)):\(value.isEmpty ? "" : " " + value)"
            lines.append(field.isEnabled ? line : "# " + line)
        }
        if let content = content(of: request) { lines += ["", content] }
        let after = scripts(request.scripts.filter { $0.moment == .after }, mark: ">")
        if !after.isEmpty { lines += [""] + after }
        return lines.map { withoutNUL($0) + "\n" }.joined()
    }

    // MARK: Head

    private static func title(of request: ImportedRequest) -> String {
        let name = request.name.isEmpty ? "\(request.method) \(request.url)" : request.name
        let parts = (request.folders + [name]).map { oneLine($0).trimmingSpaces }
        let title = parts.filter { !$0.isEmpty }.joined(separator: " / ")
        return title.first == "#" ? "№" + title.drop { $0 == "#" } : title
    }

    private static func comment(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { line in
            let visible = String(line).trimmingSpaces
            // A line of prose must not read as a directive or as a separator.
            let isMarked = visible.hasPrefix("@") || visible.hasPrefix("#")
            return isMarked ? "# | \(visible)" : "# \(visible)"
        }
    }

    private static func directives(of request: ImportedRequest) -> [String] {
        var lines: [String] = []
        if let token = request.token, !token.isEmpty {
            lines.append("# @token \(oneLine(token.text))")
        }
        for directive in request.directives {
            let value = directive.value.map { " " + oneLine($0) } ?? ""
            lines.append("# @\(oneLine(directive.name))\(value)")
        }
        lines += request.assertions.map { "# @assert \(oneLine($0))" }
        lines += request.captures.map { "# @capture \(oneLine($0))" }
        return lines
    }

    private static func requestLine(of request: ImportedRequest) -> String {
        let method = HTTPToken.isToken(request.method) ? request.method : "GET"
        let target = oneLine(TemplateText.target(request.url))
        // Without a URL there would be no request; an unknown variable keeps it from being sent.
        return "\(method) \(target.isEmpty ? "{{url}}" : target)"
    }

    /// Scripts between braces, or as comments where the text would end them too early.
    private static func scripts(_ scripts: [ImportedScript], mark: String) -> [String] {
        scripts.flatMap { script -> [String] in
            let lines = script.text.split(omittingEmptySubsequences: false) { $0.isNewline }
            let isSafe = !script.text.contains("%}") && !lines.contains { $0.hasPrefix("###") }
            guard isSafe else { return comment(script.text) }
            return ["\(mark) {%"] + lines.map(String.init) + ["%}"]
        }
    }

    // MARK: Fields

    /// Leaves out fields whose names would make another line of them, such as a request line.
    private static func prepareFields(_ request: inout ImportedRequest) {
        let lost = request.fields.filter { !$0.name.isEmpty && !isFieldName(oneLine($0.name)) }
        guard !lost.isEmpty else { return }
        request.fields.removeAll { !$0.name.isEmpty && !isFieldName(oneLine($0.name)) }
        request.notes += lost.map { "the field \(oneLine($0.name)), which is no field name" }
    }

    private static func isFieldName(_ name: String) -> Bool {
        if HTTPToken.isToken(name) { return true }
        // Expressions may stand in it; whether it is a field then, reading it back tells.
        let file = HTTPFile(Octets(utf8: "GET http://a\n\(name): b\n"), path: "")
        return file.problems.isEmpty && file.requests.count == 1
            && file.requests[0].fields.map(\.name) == [name]
    }

    // MARK: Content

    /// Adds the fields that the kind of content needs.
    private static func prepareContent(_ request: inout ImportedRequest) {
        switch request.body {
        case .none, .text, .file: break
        case .form:
            request.addMissingField("Content-Type", "application/x-www-form-urlencoded")
        case .multipart(let parts):
            MultipartText.setMediaType(of: &request, parts)
        case .graphQL:
            request.addMissingField("Content-Type", "application/json")
            request.addMissingField("X-REQUEST-TYPE", "GraphQL")
        }
        guard let content = content(of: request), !isRepresentable(content, as: request.body)
        else { return }
        request.body = .none
        request.notes.append(
            "the content has a line that means something in a request file, such as ###, < or >;"
                + " put it in a file and write < path"
        )
    }

    private static func content(of request: ImportedRequest) -> String? {
        switch request.body {
        case .none: return nil
        case .text(let text): return text.isEmpty ? nil : text
        case .file(let path): return "< \(oneLine(path))"
        case .form(let items):
            let lines = items.filter(\.isEnabled).map { item in
                let value = item.value.map { "=" + TemplateText.encoded($0, for: .formItem) } ?? ""
                return TemplateText.encoded(item.name, for: .formItem) + value
            }
            return lines.isEmpty ? nil : lines.joined(separator: "&\n")
        case .multipart(let parts): return MultipartText.content(of: parts, in: request)
        case .graphQL(let query, let variables):
            return variables.isEmpty ? query : "\(query)\n\n\(variables)"
        }
    }

    /// Whether content reads back as it is: not as other requests, scripts, conditions, or a file.
    private static func isRepresentable(_ content: String, as body: ImportedBody) -> Bool {
        if case .text = body, isPlainlyContent(content) { return true }
        guard !content.utf8.contains(0), !body.texts.contains(where: holdsFileReference) else {
            return false
        }
        let file = HTTPFile(Octets(utf8: "POST http://a\n\n\(content)\n"), path: "")
        guard file.requests.count == 1, let request = file.requests.first, request.notRun.isEmpty,
            request.assertions.isEmpty, request.directives.isEmpty
        else { return false }
        switch (request.body, body) {
        case (.file, .file): return true
        case (.text(let text), _): return content.isText(text)
        case (.none, _): return content.isText("")
        case (.file, _): return false
        }
    }

    /// Whether each line begins as lines of JSON do, so that none means anything in a request file.
    private static func isPlainlyContent(_ content: String) -> Bool {
        var isAtStart = true
        var isFirst = false
        for byte in content.utf8 {
            // Two braces may begin a script.
            if isFirst, byte == UInt8(ascii: "{") { return false }
            isFirst = isAtStart && byte == UInt8(ascii: "{")
            switch byte {
            case 0, 0x0B...0x0D, 0xC2, 0xE2: return false
            case 0x0A: isAtStart = true
            case 0x20, 0x09: break
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "\""):
                isAtStart = false
            default: if isAtStart { return false }
            }
        }
        return !isAtStart
    }

    /// Whether a line of `text` would be replaced by the content of a file: `< path`, `<@ path`.
    private static func holdsFileReference(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            let line = String(line).trimmingSpaces
            guard line.first == "<" else { return false }
            let rest = line.dropFirst().drop { line.hasPrefix("<@") && !$0.isWhitespace }
            return rest.first?.isWhitespace == true
        }
    }

    /// `text` with a mark for each NUL, which makes a file binary.
    private static func withoutNUL(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })
        )
    }

    /// `text` on one line.
    static func oneLine(_ text: String) -> String {
        // Only these bytes can be part of a line break.
        guard text.utf8.contains(where: { (0x0A...0x0D).contains($0) || $0 >= 0x80 }),
            text.contains(where: \.isNewline)
        else { return text }
        return text.split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
            .joined(separator: " ")
    }
}

extension TokenSetting {
    /// Whether there is nothing to send.
    fileprivate var isEmpty: Bool {
        switch self {
        case .none: false
        case .bearer(let value): value.isEmpty
        case .query(let name, let value), .body(let name, let value), .field(let name, let value):
            name.isEmpty || value.isEmpty
        }
    }
}

extension ImportedBody {
    /// The texts that are foreign and go into the file as they are.
    fileprivate var texts: [String] {
        switch self {
        case .none, .file, .form: []
        case .text(let text): [text]
        case .graphQL(let query, let variables): [query, variables]
        case .multipart(let parts):
            parts.filter(\.isEnabled).flatMap { part -> [String] in
                guard case .text(let text) = part.content else { return [part.name] }
                return [part.name, text]
            }
        }
    }
}

extension String {
    /// Whether `read` is this text, line ends made alike, but for blank lines and comments around it.
    fileprivate func isText(_ read: String) -> Bool {
        let given = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let kept = read.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        func isLeftOut(_ line: Substring) -> Bool {
            let ink = line.drop(while: \.isWhitespace)
            return ink.isEmpty || ink.hasPrefix("#") || ink.hasPrefix("//")
        }
        let starts = 0...max(0, given.count - kept.count)
        return starts.contains { start in
            given[start...].starts(with: kept) && given[..<start].allSatisfy(isLeftOut)
                && given[(start + kept.count)...].allSatisfy(isLeftOut)
        }
    }
}
