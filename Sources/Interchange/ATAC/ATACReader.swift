import Collections
import Documents
import HTTPModel

/// Reads ATAC collections, JSON or YAML.
enum ATACReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else { return source.text.contains("\"last_position\"") }
        return value.has("last_position") && value["requests"]?.arrayValue != nil
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.atac, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        var result = ImportedCollection(format: .atac, name: value.text("name"))
        result.requests = value.list("requests").map(request)
        return result
    }

    private static func request(_ value: JSONValue) -> ImportedRequest {
        let exchange = value["protocol"] ?? .null
        let method = exchange.has("method") ? exchange.text("method") : value.text("method")
        var request = ImportedRequest(
            name: value.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        if exchange.text("type") == "websocket" {
            request.method = "WEBSOCKET"
            request.notes.append("the protocol is WebSocket; only HTTP requests are sent")
        }
        request.url = template(value.text("url"))
        let query = value.list("params").map(pair)
        request.url = TemplateText.adding(query.filter(\.isEnabled), to: request.url)
        request.disabledQuery = query.filter { !$0.isEnabled }
        request.fields = value.list("headers").map(pair).filter(\.isField)
        readBody(exchange["body"] ?? value["body"] ?? .null, into: &request)
        readAuth(value["auth"] ?? .null, into: &request)
        readScripts(value["scripts"] ?? .null, into: &request)
        readSettings(value["settings"] ?? .null, into: &request)
        return request
    }

    private static func template(_ text: String) -> String { PostmanVariables.template(text) }

    /// `{"enabled": …, "data": [name, value]}`.
    private static func pair(_ value: JSONValue) -> ImportedPair {
        let data = value.list("data")
        return ImportedPair(
            template(data.first?.scalarText ?? ""),
            template(data.count > 1 ? data[1].scalarText ?? "" : ""),
            isEnabled: value["enabled"] != .bool(false)
        )
    }

    private static func readBody(_ body: JSONValue, into request: inout ImportedRequest) {
        guard let member = body.members?.first else { return }
        let types = [
            "json": "application/json", "xml": "application/xml", "html": "text/html",
            "raw": "text/plain", "javascript": "application/javascript",
        ]
        switch member.key {
        case "form": request.body = .form((member.value.arrayValue ?? []).map(pair))
        case "multipart":
            request.body = .multipart((member.value.arrayValue ?? []).map(pair).map(part))
        case "file": request.body = .file(path: member.value.scalarText ?? "")
        case let kind:
            guard let text = member.value.scalarText, !text.isEmpty else { return }
            request.body = .text(template(text))
            if let type = types[kind] { request.addMissingField("Content-Type", type) }
        }
    }

    /// A value that begins with `!!` names a file.
    private static func part(_ pair: ImportedPair) -> ImportedPart {
        let value = pair.value ?? ""
        let content: ImportedPart.Content =
            value.hasPrefix("!!") ? .file(path: String(value.dropFirst(2))) : .text(value)
        return ImportedPart(pair.name, content, isEnabled: pair.isEnabled)
    }

    private static func readAuth(_ auth: JSONValue, into request: inout ImportedRequest) {
        guard let member = auth.members?.first else { return }
        let value = member.value
        let user = template(value.text("username"))
        let password = template(value.text("password"))
        switch member.key {
        case "basic_auth": request.addCredentials("Basic", user: user, password: password)
        case "digest": request.addCredentials("Digest", user: user, password: password)
        case "bearer_token": request.token = .bearer(template(value.text("token")))
        case let kind: request.notes.append("authentication of the type \(kind)")
        }
    }

    private static func readScripts(_ scripts: JSONValue, into request: inout ImportedRequest) {
        request.addScript(before: scripts.text("pre_request_script"))
        request.addScript(after: scripts.text("post_request_script"))
    }

    private static func readSettings(_ settings: JSONValue, into request: inout ImportedRequest) {
        func add(_ name: String, _ value: String? = nil) {
            request.directives.append(ImportedPair(name, value))
        }
        if settings["allow_redirects"] == .bool(false) { add("no-redirect") }
        if settings.isTrue("accept_invalid_certs") { add("insecure") }
        if settings["store_received_cookies"] == .bool(false) { add("no-cookie-jar") }
        if settings["use_config_proxy"] == .bool(false) { add("no-proxy") }
        let timeout = settings["timeout"]?.intValue ?? 30_000
        if timeout != 30_000 { add("timeout", "\(timeout) ms") }
    }
}
