import Collections
import Documents
import HTTPModel

/// Builds a request from an item in the shape of Bruno's exported JSON.
struct BrunoRequest {
    /// What the collection and the folders around a request say, outermost first.
    struct Inheritance {
        var folders: [String] = []
        var headers: [JSONValue] = []
        var auth: JSONValue?
        var before: [String] = []
        var after: [String] = []
        var variables: [ImportedVariable] = []

        /// Adds what a folder or collection says.
        mutating func add(_ request: JSONValue) {
            headers += request.list("headers")
            if let auth = request["auth"], !["", "inherit"].contains(auth.text("mode")) {
                self.auth = auth
            }
            let script = request["script"] ?? .null
            if !script.text("req").isEmpty { before.append(script.text("req")) }
            for text in [script.text("res"), request.text("tests")] where !text.isEmpty {
                after.append(text)
            }
            variables += BrunoRequest.variables(request["vars"]?.list("req") ?? [])
        }
    }

    static func variables(_ list: [JSONValue]) -> [ImportedVariable] {
        list.filter { $0["enabled"] != .bool(false) }.map { item in
            ImportedVariable(
                name: TemplateText.variableName(item.text("name")),
                value: BrunoTemplate.converted(item.text("value")),
                isSecret: item.isTrue("secret")
            )
        }
    }

    static func imported(_ item: JSONValue, _ inherited: Inheritance) -> ImportedRequest {
        let value = item["request"] ?? .null
        let method = value.text("method")
        var request = ImportedRequest(
            name: item.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        request.folders = inherited.folders
        request.summary = value.text("docs")
        readTags(item, into: &request)
        readURL(value, into: &request)
        request.fields = value.list("headers").map(pair).filter(\.isField)
        for field in inherited.headers.map(pair).reversed()
        where field.isEnabled && !request.hasField(field.name) && HTTPToken.isToken(field.name) {
            request.fields.append(field)
        }
        readBody(value["body"] ?? .null, into: &request)
        let own = value["auth"] ?? .null
        BrunoAuth.apply(own.text("mode") == "inherit" ? inherited.auth : own, to: &request)
        readSettings(item["settings"] ?? value["settings"] ?? .null, into: &request)
        readChecks(value, inherited, into: &request)
        return request
    }

    private static func readTags(_ item: JSONValue, into request: inout ImportedRequest) {
        let tags =
            item["tags"]?.arrayValue?.compactMap(\.scalarText)
            ?? item.text("tags").split(separator: ",").map(\.trimmingSpaces)
        guard !tags.isEmpty else { return }
        request.directives.append(ImportedPair("tag", tags.joined(separator: ", ")))
    }

    static func pair(_ item: JSONValue) -> ImportedPair {
        ImportedPair(
            BrunoTemplate.converted(item.text("name")),
            BrunoTemplate.converted(item.text("value")),
            isEnabled: item["enabled"] != .bool(false) && !item.isTrue("disabled")
        )
    }

    private static func readURL(_ value: JSONValue, into request: inout ImportedRequest) {
        var url = value.text("url")
        let params = value.list("params")
        for item in params where item.text("type") == "path" {
            url = TemplateText.replacing(
                pathVariable: item.text("name"),
                item.text("value"),
                in: url
            )
        }
        let query = params.filter { $0.text("type") != "path" }.map(pair)
        // The URL holds the enabled items already, where the file is Bruno's own.
        request.url = BrunoTemplate.converted(url)
        if !url.contains("?") {
            request.url = TemplateText.adding(query.filter(\.isEnabled), to: request.url)
        }
        request.disabledQuery = query.filter { !$0.isEnabled }
    }

    // MARK: Content

    private static let mediaTypes = [
        "json": "application/json", "xml": "application/xml", "text": "text/plain",
        "sparql": "application/sparql-query",
    ]

    private static func readBody(_ body: JSONValue, into request: inout ImportedRequest) {
        switch body.text("mode") {
        case "", "none": break
        case "formUrlEncoded", "form-urlencoded":
            request.body = .form(body.list("formUrlEncoded").map(pair))
        case "multipartForm", "multipart-form":
            request.body = .multipart(body.list("multipartForm").flatMap(parts))
        case "graphql":
            let graphQL = body["graphql"] ?? .null
            request.body = .graphQL(
                query: BrunoTemplate.converted(graphQL.text("query")),
                variables: BrunoTemplate.converted(graphQL.text("variables")).trimmingSpaces
            )
        case "file": readFile(body.list("file"), into: &request)
        case let mode:
            guard let text = body[mode]?.scalarText, !text.isEmpty else { return }
            request.body = .text(BrunoTemplate.converted(text))
            if let type = mediaTypes[mode] { request.addMissingField("Content-Type", type) }
        }
    }

    /// `@file(path)`, perhaps with `@contentType(type)`.
    private static func annotated(_ text: String, _ name: String) -> String? {
        guard let open = text.firstRange(of: "@\(name)("),
            let close = text[open.upperBound...].firstIndex(of: ")")
        else { return nil }
        return String(text[open.upperBound..<close])
    }

    private static func parts(_ item: JSONValue) -> [ImportedPart] {
        let pair = pair(item)
        let text = item.text("value")
        let type = annotated(text, "contentType") ?? item["contentType"]?.scalarText
        func part(_ content: ImportedPart.Content) -> ImportedPart {
            ImportedPart(pair.name, content, mediaType: type, isEnabled: pair.isEnabled)
        }
        if let paths = item["value"]?.arrayValue {
            return paths.compactMap(\.scalarText).map { part(.file(path: $0)) }
        }
        if let paths = annotated(text, "file") {
            return paths.split(separator: "|").map { part(.file(path: String($0))) }
        }
        var value = pair.value ?? ""
        if let mark = value.firstRange(of: "@contentType(") {
            value = value[..<mark.lowerBound].trimmingSpaces
        }
        return [part(.text(value))]
    }

    private static func readFile(_ items: [JSONValue], into request: inout ImportedRequest) {
        let enabled = items.filter { $0["enabled"] != .bool(false) }
        let chosen = enabled.first { $0.isTrue("selected") } ?? enabled.first
        guard let item = chosen else { return }
        let text = item.text("value")
        let path = annotated(text, "file") ?? item["filePath"]?.scalarText ?? text
        guard !path.isEmpty else { return }
        request.body = .file(path: path)
        if let type = annotated(text, "contentType") ?? item["contentType"]?.scalarText {
            request.addMissingField("Content-Type", type)
        }
    }

    // MARK: Settings, scripts, checks

    private static func readSettings(_ settings: JSONValue, into request: inout ImportedRequest) {
        if settings["followRedirects"]?.scalarText == "false"
            || settings.text("maxRedirects") == "0"
        {
            request.directives.append(ImportedPair("no-redirect", nil))
        }
        let timeout = settings.text("timeout")
        if let milliseconds = Int(timeout), milliseconds > 0 {
            request.directives.append(ImportedPair("timeout", "\(milliseconds) ms"))
        }
    }

    private static func readChecks(
        _ value: JSONValue,
        _ inherited: Inheritance,
        into request: inout ImportedRequest
    ) {
        let script = value["script"] ?? .null
        for text in inherited.before + [script.text("req")] {
            request.addScript(before: text)
        }
        for text in inherited.after + [script.text("res"), value.text("tests")] {
            request.addScript(after: text)
        }
        for assertion in value.list("assertions") where assertion["enabled"] != .bool(false) {
            let text = "\(assertion.text("name")): \(assertion.text("value"))"
            if let condition = BrunoCheck.assertion(assertion.text("name"), assertion.text("value"))
            {
                request.assertions.append(condition)
            } else {
                request.notes.append("the assertion \(text)")
            }
        }
        for variable in value["vars"]?.list("res") ?? [] where variable["enabled"] != .bool(false) {
            let expression = variable.text("value")
            if let source = BrunoCheck.subject(expression), source != "status" {
                let name = TemplateText.variableName(variable.text("name"))
                request.captures.append("\(name) = \(source)")
            } else {
                request.notes.append("the variable \(variable.text("name")) from \(expression)")
            }
        }
    }
}
