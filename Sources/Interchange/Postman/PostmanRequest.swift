import Documents
import HTTPModel

/// Reads the `request` of an item of version 2.
enum PostmanRequest {
    static func imported(_ value: JSONValue, name: String) -> ImportedRequest {
        if let url = value.stringValue {
            return ImportedRequest(name: name, url: PostmanVariables.template(url))
        }
        let method = value.text("method")
        var request = ImportedRequest(name: name, method: method.isEmpty ? "GET" : method)
        request.summary = PostmanText.description(value["description"])
        readURL(value["url"] ?? .null, into: &request)
        readFields(value["header"] ?? .null, into: &request)
        readBody(value["body"] ?? .null, into: &request)
        noteUnknownVariables(&request)
        return request
    }

    // MARK: URL

    static func readURL(_ value: JSONValue, into request: inout ImportedRequest) {
        guard value.members != nil else {
            request.url = PostmanVariables.template(value.scalarText ?? "")
            return
        }
        var url = value.text("raw")
        if url.isEmpty { url = assembled(value) }
        for variable in value.list("variable") {
            let key = variable.has("key") ? variable.text("key") : variable.text("id")
            url = TemplateText.replacing(pathVariable: key, variable.text("value"), in: url)
        }
        request.url = PostmanVariables.template(url)
        request.disabledQuery = value.list("query").filter { $0.isTrue("disabled") }.map {
            ImportedPair(
                TemplateText.decoded(template($0, "key")),
                optional($0, "value").map { TemplateText.decoded($0) },
                isEnabled: false
            )
        }
    }

    private static func assembled(_ value: JSONValue) -> String {
        func joined(_ key: String, _ separator: String) -> String {
            guard let list = value[key]?.arrayValue else { return value.text(key) }
            return list.map { $0.scalarText ?? $0.text("value") }.joined(separator: separator)
        }
        var url = value.has("protocol") ? value.text("protocol") + "://" : ""
        url += joined("host", ".")
        if value.has("port") { url += ":" + value.text("port") }
        let path = joined("path", "/")
        if !path.isEmpty { url += path.hasPrefix("/") ? path : "/" + path }
        let query = value.list("query").filter { !$0.isTrue("disabled") }.map { item in
            item.text("key") + (item.has("value") ? "=" + item.text("value") : "")
        }
        if !query.isEmpty { url += "?" + query.joined(separator: "&") }
        if value.has("hash") { url += "#" + value.text("hash") }
        return url
    }

    // MARK: Fields

    static func readFields(_ value: JSONValue, into request: inout ImportedRequest) {
        if let text = value.stringValue {
            request.fields += PostmanText.fields(text)
        }
        for field in value.arrayValue ?? [] {
            if let text = field.stringValue {
                request.fields += PostmanText.fields(text)
                continue
            }
            let name = template(field, "key")
            guard HTTPToken.isToken(name) || name.contains("{{") else {
                if !name.isEmpty { request.notes.append("the field name \(name) is not valid") }
                continue
            }
            request.fields.append(
                ImportedPair(
                    name,
                    template(field, "value"),
                    isEnabled: !field.isTrue("disabled")
                )
            )
        }
    }

    // MARK: Content

    static func readBody(_ body: JSONValue, into request: inout ImportedRequest) {
        guard body.members != nil, !body.isTrue("disabled") else { return }
        switch body.text("mode") {
        case "raw": readRaw(body, into: &request)
        case "urlencoded":
            if let text = body["urlencoded"]?.stringValue {
                request.body = .text(PostmanVariables.template(text))
                request.addMissingField("Content-Type", "application/x-www-form-urlencoded")
            } else {
                request.body = .form(body.list("urlencoded").map(pair))
            }
        case "formdata": request.body = .multipart(body.list("formdata").flatMap(parts))
        case "file":
            let path = body["file"]?.text("src") ?? ""
            if path.isEmpty {
                request.notes.append("the content is a file that was not chosen")
            } else {
                request.body = .file(path: path)
            }
        case "graphql":
            let graphQL = body["graphql"] ?? .null
            let variables = graphQL["variables"]
            let text = variables?.stringValue ?? variables?.encoded(pretty: true) ?? ""
            request.body = .graphQL(
                query: PostmanVariables.template(graphQL.text("query")),
                variables: variables == .null ? "" : PostmanVariables.template(text)
            )
        case "": break
        case let mode: request.notes.append("content of the mode \(mode) is not known")
        }
    }

    private static let languages = [
        "json": "application/json", "xml": "application/xml", "html": "text/html",
        "javascript": "application/javascript", "text": "text/plain",
    ]

    private static func readRaw(_ body: JSONValue, into request: inout ImportedRequest) {
        let text = body["raw"]?.scalarText ?? body["raw"]?.encoded(pretty: true) ?? ""
        guard !text.isEmpty, body["raw"] != .null else { return }
        request.body = .text(PostmanVariables.template(text))
        let language = body["options"]?["raw"]?.text("language") ?? ""
        if let type = languages[language] { request.addMissingField("Content-Type", type) }
    }

    private static func pair(_ item: JSONValue) -> ImportedPair {
        ImportedPair(
            template(item, "key"),
            template(item, "value"),
            isEnabled: !item.isTrue("disabled") && item["enabled"] != .bool(false)
        )
    }

    static func parts(_ item: JSONValue) -> [ImportedPart] {
        let name = template(item, "key")
        let isEnabled = !item.isTrue("disabled") && item["enabled"] != .bool(false)
        let type = item.has("contentType") ? item.text("contentType") : nil
        func part(_ content: ImportedPart.Content) -> ImportedPart {
            ImportedPart(name, content, mediaType: type, isEnabled: isEnabled)
        }
        guard item.text("type") == "file" else { return [part(.text(template(item, "value")))] }
        let paths = item["src"]?.arrayValue?.compactMap(\.stringValue) ?? [item.text("src")]
        return paths.isEmpty
            ? [part(.file(path: ""))] : paths.map { part(.file(path: $0)) }
    }

    // MARK: Settings

    static func apply(behavior: JSONValue?, to request: inout ImportedRequest) {
        guard let behavior else { return }
        for member in behavior.members ?? [] {
            switch (member.key, member.value.scalarText) {
            case ("followRedirects", "false"):
                request.directives.append(ImportedPair("no-redirect", nil))
            case ("strictSSL", "false"):
                request.directives.append(ImportedPair("insecure", nil))
            case ("disableCookies", "true"):
                request.directives.append(ImportedPair("no-cookie-jar", nil))
            case ("followRedirects", _), ("strictSSL", _), ("disableCookies", _),
                ("disableBodyPruning", _), ("disableUrlEncoding", _):
                break
            case (let key, _): request.notes.append("the setting \(key)")
            }
        }
    }

    private static func template(_ value: JSONValue, _ key: String) -> String {
        PostmanVariables.template(value.text(key))
    }

    private static func optional(_ value: JSONValue, _ key: String) -> String? {
        value.has(key) ? template(value, key) : nil
    }

    private static func noteUnknownVariables(_ request: inout ImportedRequest) {
        var texts = [request.url] + request.fields.map { $0.value ?? "" }
        if case .text(let text) = request.body { texts.append(text) }
        var seen: Set<String> = []
        for name in texts.flatMap(PostmanVariables.unknown) where seen.insert(name).inserted {
            request.notes.append("the dynamic variable {{\(name)}}")
        }
    }
}

/// Texts in Postman's files.
enum PostmanText {
    /// A description, which is a string or an object with one.
    static func description(_ value: JSONValue?) -> String {
        value?.stringValue ?? value?.text("content") ?? ""
    }

    /// Fields written one on a line; a `//` before the name switches one off.
    static func fields(_ text: String) -> [ImportedPair] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            var name = line[..<colon].trimmingSpaces
            let isOff = name.hasPrefix("//")
            if isOff { name = String(name.dropFirst(2)).trimmingSpaces }
            guard HTTPToken.isToken(name) else { return nil }
            let value = line[line.index(after: colon)...].trimmingSpaces
            return ImportedPair(name, PostmanVariables.template(value), isEnabled: !isOff)
        }
    }
}
