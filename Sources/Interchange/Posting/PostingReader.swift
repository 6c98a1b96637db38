import Collections
import Documents
import HTTPModel

/// Reads the requests of posting, one YAML file each.
enum PostingReader: ForeignReader {
    private static let keys: Set<String> = [
        "name", "description", "method", "url", "body", "auth", "headers", "params", "path_params",
        "options", "scripts", "cookies",
    ]

    static func recognizes(_ source: ForeignSource) -> Bool {
        let isNamed =
            source.path.hasSuffix(".posting.yaml") || source.path.hasSuffix(".posting.yml")
        guard let value = source.value, let members = value.members else { return isNamed }
        if isNamed { return true }
        return value["url"]?.stringValue != nil && value.has("name")
            && members.allSatisfy { keys.contains($0.key) }
            && (value["body"] == nil || value["body"]?.members != nil)
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.posting, at: fault.location, detail: fault.detail)
        }
        guard let value = source.value, value.members != nil else {
            throw ImportError(.posting, detail: "a request needs name, method and url")
        }
        var result = ImportedCollection(format: .posting)
        result.requests = [request(value)]
        return result
    }

    private static func request(_ value: JSONValue) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(
            name: value.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        request.summary = value.text("description")
        var url = value.text("url")
        for item in value.list("path_params") {
            url = TemplateText.replacing(
                pathVariable: item.text("name"),
                item.text("value"),
                in: url
            )
        }
        let query = value.list("params").map(pair)
        request.url = TemplateText.adding(query.filter(\.isEnabled), to: template(url))
        request.disabledQuery = query.filter { !$0.isEnabled }
        request.fields = value.list("headers").map(pair).filter(\.isField)
        let cookies = value.list("cookies").map(pair).filter(\.isEnabled)
        if !cookies.isEmpty {
            let text = cookies.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "; ")
            request.addMissingField("Cookie", text)
        }
        readBody(value["body"] ?? .null, into: &request)
        readAuth(value["auth"] ?? .null, into: &request)
        readOptions(value["options"] ?? .null, into: &request)
        for (key, moment) in [
            ("setup", ImportedScript.Moment.before), ("on_request", .before),
            ("on_response", .after),
        ] where value["scripts"]?.has(key) == true {
            let path = value["scripts"]?.text(key) ?? ""
            request.scripts.append(ImportedScript(moment, path))
        }
        return request
    }

    private static func pair(_ item: JSONValue) -> ImportedPair {
        ImportedPair(
            template(item.text("name")),
            template(item.text("value")),
            isEnabled: item["enabled"] != .bool(false)
        )
    }

    /// `$name` and `${name}` as `{{name}}`.
    static func template(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var result = ""
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            let after = rest[rest.index(after: dollar)...]
            let inBraces = after.first == "{"
            let name = (inBraces ? after.dropFirst() : after).prefix {
                $0.isLetter || $0.isNumber || $0 == "_"
            }
            let end = after.index(after.startIndex, offsetBy: name.count + (inBraces ? 1 : 0))
            let isClosed = !inBraces || end < after.endIndex && after[end] == "}"
            guard let first = name.first, first.isLetter || first == "_", isClosed else {
                result.append("$")
                rest = after
                continue
            }
            result += "{{\(name)}}"
            rest = after[(inBraces ? after.index(after: end) : end)...]
        }
        return result + rest
    }

    private static func readBody(_ body: JSONValue, into request: inout ImportedRequest) {
        if let form = body["form_data"]?.arrayValue {
            request.body = .form(form.map(pair))
        } else if body.has("content") {
            request.body = .text(template(body.text("content")))
        }
        let type = body.text("content_type")
        if !type.isEmpty, request.body != .none { request.addMissingField("Content-Type", type) }
    }

    private static func readAuth(_ auth: JSONValue, into request: inout ImportedRequest) {
        let type = auth.text("type")
        let value = auth[type] ?? .null
        let user = template(value.text("username"))
        let password = template(value.text("password"))
        switch type {
        case "": break
        case "basic": request.addCredentials("Basic", user: user, password: password)
        case "digest": request.addCredentials("Digest", user: user, password: password)
        case "bearer_token": request.token = .bearer(template(value.text("token")))
        default: request.notes.append("authentication of the type \(type)")
        }
    }

    private static func readOptions(_ options: JSONValue, into request: inout ImportedRequest) {
        func add(_ name: String, _ value: String? = nil) {
            request.directives.append(ImportedPair(name, value))
        }
        if options["follow_redirects"] == .bool(false) { add("no-redirect") }
        if options["verify_ssl"] == .bool(false) { add("insecure") }
        if options["attach_cookies"] == .bool(false) { add("no-cookie-jar") }
        if !options.text("proxy_url").isEmpty { add("proxy", template(options.text("proxy_url"))) }
        // What is longer or no number at all is no limit.
        if let seconds = options["timeout"]?.doubleValue, seconds >= 0, seconds < 1e9 {
            add("timeout", "\(Int((seconds * 1000).rounded())) ms")
        }
    }
}
