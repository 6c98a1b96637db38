import Documents
import HTTPModel

/// Reads OpenAPI 3.x and Swagger 2.0 documents: each operation becomes a request.
enum OpenAPIReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else {
            return source.text.contains("openapi:") || source.text.contains("\"openapi\"")
                || source.text.contains("\"swagger\"") || source.text.contains("swagger:")
        }
        return value.has("openapi") || value.has("swagger")
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.openAPI, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        let version = value.has("openapi") ? value.text("openapi") : value.text("swagger")
        let isKnown = value.has("openapi") ? version.hasPrefix("3.") : version.hasPrefix("2.")
        guard isKnown else {
            throw ImportError(
                .openAPI,
                detail: "version \(version) is not known; Apus reads OpenAPI 3.x and Swagger 2.0"
            )
        }
        guard value["info"]?.members != nil else {
            throw ImportError(.openAPI, detail: "a document needs info with title and version")
        }
        var operations = OpenAPIOperations(
            document: OpenAPIDocument(value, sibling: source.sibling)
        )
        operations.read()
        return operations.result
    }
}

/// Walks the paths of a document.
struct OpenAPIOperations {
    private static let methods = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    var document: OpenAPIDocument
    private(set) var result: ImportedCollection
    /// The names of variables with values that are known.
    private var known: Set<String> = []

    init(document: OpenAPIDocument) {
        self.document = document
        let title = document.root["info"]?.text("title") ?? ""
        result = ImportedCollection(format: .openAPI, name: title)
    }

    var isSwagger: Bool { document.root.value.has("swagger") }

    mutating func read() {
        addServers()
        for (path, node) in document.root["paths"]?.members ?? [] where !path.hasPrefix("x-") {
            let item = document.resolved(node)
            for (key, operation) in item.members {
                if key == "additionalOperations" {
                    for (method, other) in operation.members {
                        add(other, method: method, path: path, item: item)
                    }
                } else if Self.methods.contains(key) {
                    add(operation, method: key.uppercased(), path: path, item: item)
                }
            }
        }
        let webhooks = document.root["webhooks"]?.members.count ?? 0
        if webhooks > 0 { result.notes.append("\(webhooks) webhooks, which the service calls") }
        for reference in document.broken.prefix(20) {
            result.notes.append("the reference \(reference), which leads nowhere")
        }
    }

    // MARK: Servers

    private mutating func addServers() {
        if isSwagger {
            let root = document.root
            let schemes = root.value.list("schemes").compactMap(\.stringValue)
            let scheme = schemes.first { $0 == "https" } ?? schemes.first ?? "https"
            let host = root.text("host")
            let base = root.text("basePath")
            let path = base == "/" ? "" : base
            addVariable("baseUrl", "\(scheme)://\(host.isEmpty ? "localhost" : host)\(path)")
            return
        }
        let servers = document.root.list("servers")
        guard let first = servers.first else {
            return addVariable("baseUrl", "http://localhost")
        }
        addVariable("baseUrl", baseURL(first))
        guard servers.count > 1 else { return }
        for server in servers {
            let text = server.text("description")
            let name = text.isEmpty ? server.text("url") : text
            result.environments.append(
                ImportedEnvironment(
                    name: HTTPFileText.oneLine(name),
                    variables: [ImportedVariable(name: "baseUrl", value: baseURL(server))]
                )
            )
        }
    }

    /// A server's URL; its variables become variables with their defaults.
    private mutating func baseURL(_ server: OpenAPIDocument.Node) -> String {
        for (name, variable) in server["variables"]?.members ?? [] {
            let values = variable.value
            let text =
                values.has("default")
                ? values.text("default") : values.list("enum").first?.scalarText ?? ""
            addVariable(TemplateText.variableName(name), text)
        }
        var url = OpenAPIText.template(server.text("url"))
        while url.hasSuffix("/") { url.removeLast() }
        return url.isEmpty || url.hasPrefix("/") ? "http://localhost" + url : url
    }

    /// Adds a variable of the collection unless one of its name is there.
    mutating func addVariable(_ name: String, _ value: String) {
        guard known.insert(name).inserted else { return }
        result.variables.append(ImportedVariable(name: name, value: HTTPFileText.oneLine(value)))
    }

    // MARK: Operations

    private mutating func add(
        _ node: OpenAPIDocument.Node,
        method: String,
        path: String,
        item: OpenAPIDocument.Node
    ) {
        let operation = document.resolved(node)
        guard operation.value.members != nil else { return }
        let summary = HTTPFileText.oneLine(operation.text("summary"))
        let identifier = operation.text("operationId")
        let name = !summary.isEmpty ? summary : !identifier.isEmpty ? identifier : ""
        var request = ImportedRequest(name: name, method: method)
        request.folders = operation.value.list("tags").prefix(1).compactMap(\.scalarText)
        request.summary = operation.text("description")
        if operation.value.isTrue("deprecated") { request.summary += "\n(deprecated)" }
        let servers =
            operation.list("servers").isEmpty
            ? item.list("servers") : operation.list("servers")
        let base = servers.first.map { baseURL($0) } ?? "{{baseUrl}}"
        request.url = base + OpenAPIText.template(path)
        readParameters(operation, item, into: &request)
        readContent(operation, into: &request)
        addAccept(operation, to: &request)
        OpenAPISecurity.apply(operation, to: &request, &self)
        result.requests.append(request)
    }

    private mutating func addAccept(
        _ operation: OpenAPIDocument.Node,
        to request: inout ImportedRequest
    ) {
        for (status, node) in operation["responses"]?.members ?? [] where status.hasPrefix("2") {
            let response = document.resolved(node)
            let types: [String]
            if isSwagger {
                let owner = operation.value.has("produces") ? operation : document.root
                types = owner.value.list("produces").compactMap(\.stringValue)
            } else {
                types = response["content"]?.members.map(\.key) ?? []
            }
            if let type = types.first(where: OpenAPIText.isJSON) ?? types.first {
                request.addMissingField("Accept", type)
            }
            return
        }
    }
}

/// Texts of OpenAPI documents.
enum OpenAPIText {
    /// `{name}` as `{{name}}`.
    static func template(_ path: String) -> String {
        var result = ""
        var rest = Substring(path)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open] + "{{" + TemplateText.variableName(name) + "}}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Whether a media type is JSON.
    static func isJSON(_ type: String) -> Bool {
        guard let mediaType = MediaType(type) else { return false }
        return mediaType.essence == "application/json" || mediaType.essence.hasSuffix("+json")
    }
}
