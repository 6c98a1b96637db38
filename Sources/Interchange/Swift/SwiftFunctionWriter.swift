import Collections
import Documents
import HTTPModel

/// Writes one saved request as a function.
struct SwiftFunctionWriter {
    private let selected: SelectedRequest
    private let settings: CollectionSettings
    private var text = SwiftText()
    /// What could not be carried over.
    private(set) var notes: [String] = []

    init(_ selected: SelectedRequest, settings: CollectionSettings) {
        self.selected = selected
        self.settings = settings
    }

    private var request: SavedRequest { selected.request }

    /// The function, with a line end.
    mutating func text(named name: String) -> String {
        var fields = request.fields.filter(\.isEnabled)
        for field in settings.fields
        where !fields.contains(where: { HTTPToken.equalsIgnoringCase($0.name, field.name) }) {
            fields.append(
                SavedField(name: field.name, value: field.value, location: request.location)
            )
        }
        let authentication = takeAuthentication(&fields)
        fields.removeAll { request.isGraphQL && $0.isNamed("X-REQUEST-TYPE") }
        let target = text.literal(request.url)
        let content = content(&fields)
        let fieldLines = fields.map { field in
            "            HTTPField(\(text.literal(field.name)), \(text.literal(field.value))),"
        }
        let token = (request.token ?? settings.token).flatMap { self.token($0) }
        let options = optionLines + authentication
        noteDirectives()
        var lines = comment
        lines.append("func \(name)(")
        lines.append("    client: HTTPClient = HTTPClient()\(text.parameters.isEmpty ? "" : ",")")
        let last = text.parameters.count - 1
        for (i, parameter) in text.parameters.enumerated() {
            let comma = i == last ? "" : ","
            lines.append("    \(parameter.name): String\(value(of: parameter.expression))\(comma)")
        }
        lines.append(") async throws -> Exchange {")
        lines.append("    \(options.isEmpty ? "let" : "var") request = HTTPRequest(")
        lines.append("        \(method),")
        let hasFields = !fieldLines.isEmpty
        lines.append("        try TargetURI(\(target))\(hasFields || content != nil ? "," : "")")
        if hasFields {
            lines += ["        fields: ["] + fieldLines
            lines.append("        ]\(content == nil ? "" : ",")")
        }
        if let content { lines.append("        body: \(content)") }
        lines.append("    )")
        lines += options.map { "    request.\($0)" }
        lines.append(
            "    return try await client.send(request\(token.map { ", token: \($0)" } ?? ""))"
        )
        lines.append("}")
        return lines.map { $0 + "\n" }.joined()
    }

    private var comment: [String] {
        let title = request.title.isEmpty ? request.name : request.title
        var lines = ["/// \(HTTPFileText.oneLine(title))"]
        let about = request.comment.split(separator: "\n")
        if !about.isEmpty { lines += ["///"] + about.map { "/// \($0)" } }
        lines += ["///", "/// From \(selected.file.path), line \(request.location.line)."]
        return lines
    }

    private var method: String {
        let known = HTTPMethod.common.first { $0.rawValue == request.method }
        if let known { return ".\(known.rawValue.lowercased())" }
        return "HTTPMethod(rawValue: \(SwiftText.quoted(request.method))) ?? .get"
    }

    /// The value of a variable that the file itself gives, as a default.
    private func value(of expression: String) -> String {
        let variable = selected.file.source.variables.last { $0.name == expression }
        guard let variable, !variable.isSecret, variable.value.firstRange(of: "{{") == nil else {
            return ""
        }
        return " = \(SwiftText.quoted(variable.value))"
    }

    // MARK: Token and options

    private mutating func token(_ token: TokenSetting) -> String? {
        switch token {
        case .none: nil
        case .bearer(let value): ".bearer(\(text.literal(value)))"
        case .query(let name, let value):
            ".query(name: \(text.literal(name)), value: \(text.literal(value)))"
        case .body(let name, let value):
            ".body(name: \(text.literal(name)), value: \(text.literal(value)))"
        case .field(let name, let value):
            ".field(name: \(text.literal(name)), value: \(text.literal(value)))"
        }
    }

    /// Takes credentials that stand for a scheme out of the fields.
    private mutating func takeAuthentication(_ fields: inout [SavedField]) -> [String] {
        guard let index = fields.firstIndex(where: { $0.isNamed("Authorization") }) else {
            return []
        }
        let words = fields[index].value.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, let scheme = words.first?.lowercased(),
            ["basic", "digest", "ntlm"].contains(scheme)
        else { return [] }
        fields.remove(at: index)
        let user = text.literal(words[1])
        let password = text.literal(words[2])
        return ["options.authentication = .\(scheme)(user: \(user), password: Secret(\(password)))"]
    }

    private var optionLines: [String] {
        let settings = request.settings
        var lines: [String] = []
        if !settings.isFollowingRedirects { lines.append("options.redirectLimit = 0") }
        if settings.isInsecure { lines.append("options.isVerifyingTLS = false") }
        if !settings.usesCookieJar { lines.append("options.usesCookieJar = false") }
        switch settings.version {
        case .http1_1: lines.append("options.version = .http1_1")
        case .http2: lines.append("options.version = .http2")
        default: break
        }
        for (name, limit) in [
            ("connect", settings.connectTimeout), ("headers", settings.headersTimeout),
            ("idle", settings.idleTimeout ?? settings.timeout),
            ("total", settings.totalTimeout ?? settings.timeout),
        ] {
            guard let limit else { continue }
            let milliseconds = limit / .milliseconds(1)
            lines.append("options.timeouts.\(name) = .milliseconds(\(Int(milliseconds)))")
        }
        if let limit = settings.contentLimitInBytes {
            lines.append("options.contentLimitInBytes = \(limit)")
        }
        return lines
    }

    private mutating func noteDirectives() {
        let known: Set<String> = [
            "name", "title", "description", "token", "auth", "tag", "no-redirect", "insecure",
            "no-cookie-jar", "graphql", "operation", "timeout", "connection-timeout",
            "headers-timeout", "idle-timeout", "total-timeout", "content-limit",
            "prompt",
        ]
        var seen: Set<String> = []
        for directive in request.directives
        where !known.contains(directive.name) && seen.insert(directive.name).inserted {
            notes.append("# @\(directive.name)")
        }
        if !request.notRun.isEmpty { notes.append("scripts") }
    }

    // MARK: Content

    private mutating func content(_ fields: inout [SavedField]) -> String? {
        switch request.body {
        case .none: return nil
        case .file(let path, let isTemplated):
            if isTemplated { notes.append("filling in the variables of the file \(path)") }
            return ".file(\(text.literal(path)))"
        case .text(let content):
            if request.isGraphQL { return graphQL(content) }
            if let parts = multipartParts(content) {
                fields.removeAll { $0.isNamed("Content-Type") }
                return form(parts)
            }
            let isForm = request.mediaType?.essence == "application/x-www-form-urlencoded"
            let sent =
                isForm
                ? content.split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
                    .joined() : content
            if content.split(separator: "\n").contains(where: { $0.hasPrefix("< ") }) {
                notes.append("a line of the content that stands for a file")
            }
            let literal = text.block(sent, indent: "            ")
            return ".octets(Octets(utf8: \(literal)))"
        }
    }

    private mutating func graphQL(_ content: String) -> String {
        let (query, variables) = GraphQLText.parts(of: content)
        var json = "{\"query\":" + JSONValue.string(query).encoded(pretty: false)
        if let operation = request.settings.graphQLOperation {
            json += ",\"operationName\":" + JSONValue.string(operation).encoded(pretty: false)
        }
        if !variables.isEmpty { json += ",\"variables\":" + variables }
        return ".octets(Octets(utf8: \(text.literal(json + "}"))))"
    }

    private func multipartParts(_ content: String) -> [ImportedPart]? {
        guard request.mediaType?.essence == "multipart/form-data" else { return nil }
        return request.mediaType?.parameter("boundary").flatMap {
            MultipartText.parts(of: content, boundary: $0)
        }
    }

    private mutating func form(_ parts: [ImportedPart]) -> String {
        var lines = [".multipart(", "            MultipartForm(["]
        for part in parts {
            var arguments = ["name: \(text.literal(part.name))"]
            if let name = part.fileName { arguments.append("filename: \(text.literal(name))") }
            if let type = part.mediaType { arguments.append("mediaType: \(text.literal(type))") }
            switch part.content {
            case .text(let content):
                arguments.append("content: .octets(Octets(utf8: \(text.literal(content))))")
            case .file(let path): arguments.append("content: .file(\(text.literal(path)))")
            }
            lines.append("                .init(\(arguments.joined(separator: ", "))),")
        }
        lines += ["            ])", "        )"]
        return lines.joined(separator: "\n")
    }
}

extension SavedField {
    /// Whether the field has this name, letter case not counted.
    fileprivate func isNamed(_ name: String) -> Bool {
        HTTPToken.equalsIgnoringCase(self.name, name)
    }
}

extension SwiftText {
    /// A literal in which nothing is interpolated.
    static func quoted(_ text: String) -> String {
        var writer = SwiftText()
        var escaped = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            escaped += rest[..<open.lowerBound] + "\\{{"
            rest = rest[open.upperBound...]
        }
        return writer.literal(escaped + rest)
    }
}
