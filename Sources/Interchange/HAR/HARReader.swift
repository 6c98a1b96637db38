import Documents
import HTTPModel

/// Reads HTTP Archives, and single requests of one.
///
/// Nothing in an archive is a template: braces are escaped.
///
/// - SeeAlso: HAR 1.2, `log.entries`.
enum HARReader: ForeignReader {
    private static let requestKeys: Set<String> = [
        "method", "url", "httpVersion", "headers", "queryString", "postData", "cookies",
        "headersSize", "bodySize", "comment",
    ]

    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value, value.members != nil || value.arrayValue != nil else {
            return source.path.hasSuffix(".har") || source.path.hasSuffix(".harp")
                || source.text.contains("\"log\"") && source.text.contains("\"creator\"")
        }
        if let log = value["log"] { return log.has("entries") || log.has("creator") }
        let members = value.members ?? []
        return value["method"]?.stringValue != nil
            && members.allSatisfy { requestKeys.contains($0.key) }
            && value["url"]?.stringValue?.contains("://") == true
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.har, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        var result = ImportedCollection(format: .har)
        guard let log = value["log"] else {
            guard value["url"]?.stringValue != nil else {
                throw ImportError(.har, detail: "an archive is a JSON object with log")
            }
            result.requests = [request(value)]
            return result
        }
        guard let entries = log["entries"]?.arrayValue else {
            throw ImportError(.har, detail: "log needs an array of entries")
        }
        result.requests = entries.compactMap { entry in
            entry["request"].map { value in
                var request = request(value)
                request.summary = entry.text("comment")
                return request
            }
        }
        return result
    }

    private static func request(_ value: JSONValue) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(method: method.isEmpty ? "GET" : method)
        request.url = literal(value.text("url"))
        if !request.url.contains("?") { addQuery(value.list("queryString"), to: &request) }
        for field in value.list("headers") {
            let name = field.text("name")
            guard HTTPToken.isToken(name), !isFraming(name, in: request) else { continue }
            request.fields.append(ImportedPair(name, literal(field.text("value"))))
        }
        let cookies = value.list("cookies").map { $0.text("name") + "=" + $0.text("value") }
        if !cookies.isEmpty {
            request.addMissingField("Cookie", literal(cookies.joined(separator: "; ")))
        }
        if let data = value["postData"], data.members != nil { readContent(data, into: &request) }
        return request
    }

    /// Whether the field says what the client finds out itself.
    private static func isFraming(_ name: String, in request: ImportedRequest) -> Bool {
        let lower = name.lowercased()
        if lower == "host" { return request.url.contains("://") }
        return ["content-length", "connection", "transfer-encoding"].contains(lower)
    }

    private static func addQuery(_ items: [JSONValue], to request: inout ImportedRequest) {
        let query = items.map { item in
            PercentEncoding.encode(item.text("name"), for: .queryItem)
                + (item.has("value")
                    ? "=" + PercentEncoding.encode(item.text("value"), for: .queryItem) : "")
        }
        guard !query.isEmpty else { return }
        let end = request.url.firstIndex(of: "#") ?? request.url.endIndex
        request.url.insert(contentsOf: "?" + query.joined(separator: "&"), at: end)
    }

    private static func readContent(_ data: JSONValue, into request: inout ImportedRequest) {
        let type = data.text("mimeType")
        let items = data.list("params")
        let isMultipart = type.hasPrefix("multipart/") || items.contains { $0.has("fileName") }
        if isMultipart, !items.isEmpty {
            request.body = .multipart(items.map(part))
            return
        }
        let text = data.text("text")
        if !text.isEmpty {
            request.body = .text(literal(text))
        } else if !items.isEmpty {
            // Archives of browsers hold form items as they were sent.
            request.body = .form(
                items.map { item in
                    ImportedPair(
                        literal(decoded(item.text("name"))),
                        item.has("value") ? literal(decoded(item.text("value"))) : nil
                    )
                }
            )
        }
        if case .none = request.body { return }
        if !type.isEmpty { request.addMissingField("Content-Type", literal(type)) }
    }

    private static func part(_ item: JSONValue) -> ImportedPart {
        let fileName = item.has("fileName") ? item.text("fileName") : nil
        let isFile = fileName != nil && !item.has("value")
        return ImportedPart(
            literal(item.text("name")),
            isFile ? .file(path: fileName ?? "") : .text(literal(item.text("value"))),
            fileName: fileName,
            mediaType: item.has("contentType") ? item.text("contentType") : nil
        )
    }

    private static func decoded(_ text: String) -> String {
        PercentEncoding.decode(text, plusIsSpace: true)
    }

    private static func literal(_ text: String) -> String { TemplateText.escaping(text) }
}
