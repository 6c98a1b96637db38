import Documents
import HTTPModel

/// Walks the paths of an OpenAPI document for what it promises.
struct ContractReader {
    private static let methods = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    var document: OpenAPIDocument
    private(set) var operations: [OpenAPIContract.Operation] = []
    private(set) var problems: [String] = []

    init(document: OpenAPIDocument) {
        self.document = document
    }

    private var isSwagger: Bool { document.root.value.has("swagger") }

    /// The path of the first server.
    var basePath: String {
        var text =
            isSwagger
            ? document.root.text("basePath")
            : document.root.list("servers").first?.text("url") ?? ""
        if let scheme = text.firstRange(of: "://") {
            text = String(text[scheme.upperBound...].drop { $0 != "/" })
        }
        while text.hasSuffix("/") { text.removeLast() }
        return text.hasPrefix("/") && !text.contains("{") ? text : ""
    }

    mutating func read() {
        for (path, node) in document.root["paths"]?.members ?? [] where path.hasPrefix("/") {
            let item = document.resolved(node)
            for (key, operation) in item.members where Self.methods.contains(key) {
                add(document.resolved(operation), method: key.uppercased(), path: path, item: item)
            }
        }
    }

    private mutating func add(
        _ node: OpenAPIDocument.Node,
        method: String,
        path: String,
        item: OpenAPIDocument.Node
    ) {
        let responses = responses(of: node)
        guard !responses.isEmpty else {
            problems.append("\(method) \(path) has no response")
            return
        }
        let (parameters, body) = parameters(of: node, item)
        operations.append(
            OpenAPIContract.Operation(
                method: method,
                path: path,
                responses: responses,
                parameters: parameters,
                body: body ?? requestBody(of: node),
                security: security(of: node)
            )
        )
    }

    // MARK: Requests

    private mutating func parameters(
        of operation: OpenAPIDocument.Node,
        _ item: OpenAPIDocument.Node
    ) -> ([OpenAPIContract.Parameter], OpenAPIContract.Body?) {
        var found: [OpenAPIContract.Parameter] = []
        var body: OpenAPIContract.Body?
        for node in item.list("parameters") + operation.list("parameters") {
            let parameter = document.resolved(node)
            let name = parameter.text("name")
            let place = parameter.text("in")
            let isRequired = place == "path" || parameter.value.isTrue("required")
            if place == "body" {
                let type = consumed(operation).first ?? "application/json"
                body = OpenAPIContract.Body(
                    isRequired: isRequired,
                    contents: [(type, parameter["schema"])]
                )
            }
            guard ["path", "query", "header", "cookie"].contains(place), !name.isEmpty else {
                continue
            }
            found.removeAll { $0.name == name && $0.place == place }
            found.append(
                OpenAPIContract.Parameter(
                    name: name,
                    place: place,
                    isRequired: isRequired,
                    isJoined: Self.isJoined(parameter, place: place),
                    schema: parameter["schema"] ?? (isSwagger ? parameter : nil)
                )
            )
        }
        return (found, body)
    }

    /// Whether a list of values stands in one item; of objects nothing is checked.
    private static func isJoined(_ parameter: OpenAPIDocument.Node, place: String) -> Bool {
        if parameter.value.has("collectionFormat") {
            return parameter.text("collectionFormat") != "multi"
        }
        guard place == "query" || place == "cookie" else { return true }
        return parameter.value.has("explode") && !parameter.value.isTrue("explode")
    }

    private mutating func requestBody(
        of operation: OpenAPIDocument.Node
    ) -> OpenAPIContract.Body? {
        guard let node = operation["requestBody"] else { return nil }
        let body = document.resolved(node)
        return OpenAPIContract.Body(
            isRequired: body.value.isTrue("required"),
            contents: (body["content"]?.members ?? []).map { ($0.key, $0.node["schema"]) }
        )
    }

    private func consumed(_ operation: OpenAPIDocument.Node) -> [String] {
        let owner = operation.value.has("consumes") ? operation : document.root
        return owner.value.list("consumes").compactMap(\.stringValue)
    }

    private mutating func security(
        of operation: OpenAPIDocument.Node
    ) -> [[OpenAPIContract.Credential]] {
        let owner = operation.value.has("security") ? operation : document.root
        let schemes =
            isSwagger
            ? document.root["securityDefinitions"] : document.root["components"]?["securitySchemes"]
        var sets: [[OpenAPIContract.Credential]] = []
        for requirement in owner.list("security") {
            var set: [OpenAPIContract.Credential] = []
            for (name, _) in requirement.members {
                guard let node = schemes?[name] else { continue }
                if let credential = Self.credential(document.resolved(node)) {
                    set.append(credential)
                }
            }
            // A set of nothing means that none is needed.
            if set.isEmpty { return [] }
            sets.append(set)
        }
        return sets
    }

    private static func credential(
        _ scheme: OpenAPIDocument.Node
    ) -> OpenAPIContract.Credential? {
        switch scheme.text("type") {
        case "apiKey":
            OpenAPIContract.Credential(
                place: scheme.text("in"),
                name: scheme.text("name"),
                prefix: ""
            )
        case "basic":
            OpenAPIContract.Credential(place: "header", name: "Authorization", prefix: "basic ")
        case "http":
            OpenAPIContract.Credential(
                place: "header",
                name: "Authorization",
                prefix: scheme.text("scheme").lowercased() + " "
            )
        case "oauth2", "openIdConnect":
            OpenAPIContract.Credential(place: "header", name: "Authorization", prefix: "bearer ")
        default: nil
        }
    }

    // MARK: Responses

    /// The answers, the usual first: the lowest status that says success, else the first of all.
    private mutating func responses(
        of operation: OpenAPIDocument.Node
    ) -> [OpenAPIContract.Response] {
        var groups: [[OpenAPIContract.Response]] = []
        for (key, node) in operation["responses"]?.members ?? [] {
            guard let status = Self.status(key) else { continue }
            groups.append(answers(document.resolved(node), status: status, operation))
        }
        let successes = groups.filter { (200..<300).contains($0.first?.status ?? 0) }
        guard
            let usual = successes.min(by: { ($0.first?.status ?? 0) < ($1.first?.status ?? 0) })
                ?? groups.first
        else { return [] }
        let status = usual.first?.status
        return usual + groups.filter { $0.first?.status != status }.joined()
    }

    /// The status that a key of `responses` stands for: `404`, `2XX`, or `default` for 500.
    private static func status(_ key: String) -> Int? {
        if let code = Int(key), (100...599).contains(code) { return code }
        if key == "default" { return 500 }
        guard key.count == 3, key.uppercased().hasSuffix("XX"),
            let digit = key.first?.wholeNumberValue
        else { return nil }
        return (1...5).contains(digit) ? digit * 100 : nil
    }

    private mutating func answers(
        _ response: OpenAPIDocument.Node,
        status: Int,
        _ operation: OpenAPIDocument.Node
    ) -> [OpenAPIContract.Response] {
        var fields = HTTPFields()
        for (name, node) in response["headers"]?.members ?? [] where HTTPToken.isToken(name) {
            let header = document.resolved(node)
            guard name.lowercased() != "content-type" else { continue }
            let text = sample(of: header).scalarText ?? ""
            fields.append(name, HTTPFileText.oneLine(text))
        }
        let contents = contents(of: response, operation)
        let isJSON = { (entry: (key: String, node: OpenAPIDocument.Node)) in
            OpenAPIText.isJSON(entry.key)
        }
        guard let (type, content) = contents.first(where: isJSON) ?? contents.first,
            ![204, 205, 304].contains(status)
        else {
            return [
                OpenAPIContract.Response(status: status, fields: fields, body: Octets())
            ]
        }
        fields.append("Content-Type", type.contains("*") ? "application/octet-stream" : type)
        return examples(content, type: type).enumerated().map { position, example in
            OpenAPIContract.Response(
                status: status,
                exampleName: position == 0 ? nil : example.name,
                fields: fields,
                body: Self.octets(example.value, type: type)
            )
        }
    }

    /// The contents of a response by their media types.
    private mutating func contents(
        of response: OpenAPIDocument.Node,
        _ operation: OpenAPIDocument.Node
    ) -> [(key: String, node: OpenAPIDocument.Node)] {
        guard isSwagger else { return response["content"]?.members ?? [] }
        // The examples of Swagger 2 stand by media type beside the schema.
        let owner = operation.value.has("produces") ? operation : document.root
        let produced = owner.value.list("produces").compactMap(\.stringValue)
        let examples = response["examples"]?.members ?? []
        guard response["schema"] != nil || !examples.isEmpty else { return [] }
        let types = examples.map(\.key) + (produced.isEmpty ? ["application/json"] : produced)
        return types.map { type in
            var members: [JSONMember] = []
            if let schema = response["schema"] {
                members.append(JSONMember("schema", schema.value))
            }
            if let example = examples.first(where: { $0.key == type }) {
                members.append(JSONMember("example", example.node.value))
            }
            return (type, OpenAPIDocument.Node(value: .object(members), file: response.file))
        }
    }

    private mutating func examples(
        _ content: OpenAPIDocument.Node,
        type: String
    ) -> [(name: String, value: JSONValue)] {
        if let example = content.value["example"] { return [("example", example)] }
        var found: [(name: String, value: JSONValue)] = []
        for (name, node) in content["examples"]?.members ?? [] {
            let example = document.resolved(node)
            if let value = example.value["value"] ?? example.value["dataValue"] {
                found.append((name, value))
            }
        }
        guard found.isEmpty else { return found }
        guard let schema = content["schema"] else { return [("schema", .string(""))] }
        var maker = SchemaSample(isRequest: false)
        return [("schema", maker.value(for: schema, in: &document))]
    }

    private mutating func sample(of header: OpenAPIDocument.Node) -> JSONValue {
        if let example = header.value["example"] { return example }
        var maker = SchemaSample(isRequest: false)
        return maker.value(for: header["schema"] ?? header, in: &document)
    }

    private static func octets(_ value: JSONValue, type: String) -> Octets {
        if !OpenAPIText.isJSON(type), let text = value.scalarText { return Octets(utf8: text) }
        return Octets(utf8: value.encoded(pretty: true) + "\n")
    }
}
