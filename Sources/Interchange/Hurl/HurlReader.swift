import Documents
import HTTPModel

/// Reads hurl files.
enum HurlReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        if source.path.hasSuffix(".hurl") { return true }
        guard let first = source.firstLine(skippingComments: UInt8(ascii: "#")),
            HurlText.requestLine(first) != nil
        else { return false }
        let lines = source.text.prefix(16_384).split(whereSeparator: \.isNewline).map(
            \.trimmingSpaces
        )
        return lines.contains { line in
            ["Asserts", "Captures"].contains(HurlText.sectionName(line) ?? "")
                || line.hasPrefix("HTTP ") && line.count <= 9
        }
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        let text: HurlText
        do {
            text = try HurlText(source.text)
        } catch {
            throw ImportError(.hurl, at: error.location, detail: error.detail)
        }
        var result = ImportedCollection(format: .hurl)
        result.requests = text.entries.map(request)
        return result
    }

    private static func request(_ entry: HurlText.Entry) -> ImportedRequest {
        let name = entry.comments.joined(separator: " ")
        var request = ImportedRequest(method: entry.method, url: template(entry.url))
        request.name = name.count <= 60 ? name : ""
        request.summary = name.count <= 60 ? "" : entry.comments.joined(separator: "\n")
        request.location = TextLocation(line: entry.line, column: 1)
        request.fields = entry.fields.compactMap(field)
        var followsRedirects = false
        for section in entry.sections {
            if section.name == "Options" {
                followsRedirects = readOptions(section.lines, into: &request)
            } else {
                read(section.name, section.lines, into: &request)
            }
        }
        if !followsRedirects { request.directives.append(ImportedPair("no-redirect", nil)) }
        readBody(entry.body, into: &request)
        readResponse(entry, into: &request)
        return request
    }

    /// `text` with functions in Apus' spelling.
    static func template(_ text: String) -> String {
        TemplateText.renaming(text) { name in
            switch name {
            case "newUuid": "$uuid"
            case "newDate": "$isoTimestamp"
            default: name.hasPrefix("getEnv ") ? "$processEnv \(name.dropFirst(7))" : name
            }
        }
    }

    static func field(_ line: String) -> ImportedPair? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon].trimmingSpaces
        let value = template(line[line.index(after: colon)...].trimmingSpaces)
        let pair = ImportedPair(name, value)
        return pair.isField ? pair : nil
    }

    private static func pair(_ line: String) -> ImportedPair? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return ImportedPair(
            template(line[..<colon].trimmingSpaces),
            template(line[line.index(after: colon)...].trimmingSpaces)
        )
    }

    // MARK: Sections

    private static func read(
        _ name: String,
        _ lines: [String],
        into request: inout ImportedRequest
    ) {
        let pairs = lines.compactMap(pair)
        switch name {
        case "QueryStringParams", "Query":
            request.url = TemplateText.adding(pairs, to: request.url)
        case "FormParams", "Form": request.body = .form(pairs)
        case "MultipartFormData", "Multipart": request.body = .multipart(pairs.map(part))
        case "Cookies":
            let text = pairs.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "; ")
            request.addMissingField("Cookie", text)
        case "BasicAuth":
            if let first = pairs.first {
                request.addCredentials("Basic", user: first.name, password: first.value ?? "")
            }
        default: request.notes.append("the section [\(name)]")
        }
    }

    /// `file,data.txt; text/html`.
    private static func part(_ pair: ImportedPair) -> ImportedPart {
        let value = pair.value ?? ""
        guard value.hasPrefix("file,") else { return ImportedPart(pair.name, .text(value)) }
        let pieces = value.dropFirst(5).split(separator: ";", maxSplits: 1)
        let type = pieces.count > 1 ? pieces[1].trimmingSpaces : ""
        return ImportedPart(
            pair.name,
            .file(path: pieces.first.map { $0.trimmingSpaces } ?? ""),
            mediaType: type.isEmpty ? nil : type
        )
    }

    /// - Returns: Whether redirects are followed.
    private static func readOptions(
        _ lines: [String],
        into request: inout ImportedRequest
    ) -> Bool {
        var follows = false
        for option in lines.compactMap(pair) {
            let value = option.value ?? ""
            func add(_ name: String, _ value: String? = nil) {
                request.directives.append(ImportedPair(name, value))
            }
            switch option.name {
            case "location", "location-trusted": follows = value == "true"
            case "insecure": if value == "true" { add("insecure") }
            case "proxy": add("proxy", value)
            case "max-time": add("timeout", duration(value))
            case "connect-timeout": add("connection-timeout", duration(value))
            case "verbose", "very-verbose", "output": break
            default: request.notes.append("the option \(option.name): \(value)")
            }
        }
        return follows
    }

    /// `5`, `5s`, `500ms` or `1m`; a bare number counts seconds.
    private static func duration(_ text: String) -> String {
        if text.hasSuffix("ms") { return "\(text.dropLast(2)) ms" }
        if text.hasSuffix("m") { return "\(text.dropLast()) m" }
        return "\(text.hasSuffix("s") ? text.dropLast() : text[...]) s"
    }

    private static func readBody(_ body: HurlText.Body?, into request: inout ImportedRequest) {
        switch body {
        case nil: break
        case .text(let text):
            request.body = .text(template(text))
            let isXML = text.hasPrefix("<")
            request.addMissingField("Content-Type", isXML ? "application/xml" : "application/json")
        case .fenced(let text, let language):
            if language == "graphql" { return readGraphQL(text, into: &request) }
            request.body = .text(template(text))
            if language.hasPrefix("json") {
                request.addMissingField("Content-Type", "application/json")
            }
            if language.hasPrefix("xml") {
                request.addMissingField("Content-Type", "application/xml")
            }
        case .file(let path): request.body = .file(path: path)
        case .encoded: request.notes.append("content given as base64 or hex")
        }
    }

    private static func readGraphQL(_ text: String, into request: inout ImportedRequest) {
        var query = text
        var variables = ""
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        if let start = lines.firstIndex(where: { $0.trimmingSpaces.hasPrefix("variables") }) {
            query = lines[..<start].joined(separator: "\n")
            variables = lines[start...].joined(separator: "\n").trimmingSpaces
            variables = String(variables.dropFirst(9)).trimmingSpaces
        }
        request.body = .graphQL(
            query: template(query.trimmingSpaces),
            variables: template(variables)
        )
    }

    // MARK: Response

    private static func readResponse(
        _ entry: HurlText.Entry,
        into request: inout ImportedRequest
    ) {
        if let status = entry.status, status != "*" {
            request.assertions.append("status == \(status)")
        }
        for line in entry.responseFields {
            guard let field = field(line) else { continue }
            request.assertions.append("header \(field.name) == \(field.value ?? "")")
        }
        if entry.hasResponseBody { request.notes.append("the expected content of the response") }
        for section in entry.responseSections {
            for raw in section.lines {
                let line = HurlText.withoutComment(raw)
                if line.isEmpty { continue }
                let isAssert = section.name == "Asserts"
                let known = isAssert ? HurlCheck.assertion(line) : HurlCheck.capture(line)
                guard let known else {
                    request.notes.append("the \(isAssert ? "assert" : "capture") \(line)")
                    continue
                }
                if isAssert {
                    request.assertions.append(known)
                } else {
                    request.captures.append(known)
                }
            }
        }
    }
}
