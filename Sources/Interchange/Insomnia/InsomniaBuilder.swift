import Documents
import HTTPModel

/// Builds requests from Insomnia's flat list of resources.
struct InsomniaBuilder {
    private(set) var resources: [JSONValue]
    private var groups: [String: JSONValue] = [:]
    var template = InsomniaTemplate()
    /// The ids of requests that others refer to.
    private var referenced: Set<String> = []

    init(resources: [JSONValue]) {
        self.resources = resources
        for resource in resources where Self.isGroup(resource) {
            groups[resource.text("_id")] = resource
        }
    }

    private static func isGroup(_ resource: JSONValue) -> Bool {
        resource.text("_type") == "request_group" || resource.text("_type") == "workspace"
    }

    /// Looks up the folders around the only resource.
    mutating func addParents(_ find: (String) -> JSONValue?) {
        var id = resources.first?.text("parentId") ?? ""
        while !id.isEmpty, groups[id] == nil, let parent = find(id) {
            groups[id] = parent
            id = parent.text("parentId")
        }
    }

    mutating func collection() -> ImportedCollection {
        let workspaces = resources.filter { $0.text("_type") == "workspace" }
        let isOne = workspaces.count <= 1
        let name = isOne ? workspaces.first?.text("name") ?? "" : ""
        var result = ImportedCollection(format: .insomnia, name: name)
        let requests = ordered(resources.filter { $0.text("_type") == "request" })
        findReferences(requests)
        for request in requests { result.requests.append(imported(request, isOne: isOne)) }
        addEnvironments(to: &result)
        let others = resources.filter {
            ["grpc_request", "websocket_request", "socketio_request"].contains($0.text("_type"))
        }
        result.notes = others.map { resource in
            "\(resource.text("name")): \(resource.text("_type").split(separator: "_").joined(separator: " "))"
        }
        return result
    }

    // MARK: Order and names

    /// Requests folder by folder, in the order of the side bar.
    private func ordered(_ requests: [JSONValue]) -> [JSONValue] {
        requests.enumerated().map { offset, request in
            (sortPath(request), offset, request)
        }.sorted { left, right in
            if left.0.lexicographicallyPrecedes(right.0) { return true }
            if right.0.lexicographicallyPrecedes(left.0) { return false }
            return left.1 < right.1
        }.map(\.2)
    }

    private func sortPath(_ resource: JSONValue) -> [Double] {
        path(of: resource).reversed().map { $0["metaSortKey"]?.doubleValue ?? 0 }
            + [resource["metaSortKey"]?.doubleValue ?? 0]
    }

    /// The groups around a resource, innermost first.
    private func path(of resource: JSONValue) -> [JSONValue] {
        var result: [JSONValue] = []
        var visited: Set<String> = []
        var id = resource.text("parentId")
        while let group = groups[id], visited.insert(id).inserted {
            result.append(group)
            id = group.text("parentId")
        }
        return result
    }

    private mutating func findReferences(_ requests: [JSONValue]) {
        let all = JSONValue.array(resources).encoded(pretty: false)
        referenced = Set(InsomniaTemplate.references(in: all))
        var used: Set<String> = []
        for request in requests where referenced.contains(request.text("_id")) {
            var name = request.text("name").split { !$0.isLetter && !$0.isNumber }
                .joined(separator: "_")
            if name.isEmpty || !used.insert(name).inserted { name = request.text("_id") }
            template.names[request.text("_id")] = TemplateText.variableName(name)
        }
    }

    // MARK: Requests

    private mutating func imported(_ value: JSONValue, isOne: Bool) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(
            name: value.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        let groups = path(of: value)
        request.folders = groups.reversed()
            .filter { $0.text("_type") == "request_group" || !isOne }.map { $0.text("name") }
        request.summary = value.text("description")
        if let name = template.names[value.text("_id")] {
            request.directives.append(ImportedPair("name", name))
        }
        var url = value.text("url")
        for item in value.list("pathParameters") {
            url = TemplateText.replacing(
                pathVariable: item.text("name"),
                item.text("value"),
                in: url
            )
        }
        request.url = template.converted(url)
        let query = pairs(value["parameters"] ?? value["params"])
        request.url = TemplateText.adding(query.filter(\.isEnabled), to: request.url)
        request.disabledQuery = query.filter { !$0.isEnabled }
        request.fields = fields(value, groups)
        readBody(value["body"] ?? .null, into: &request)
        readAuth(value, groups, into: &request)
        readSettings(value, into: &request)
        readScripts(value, groups, into: &request)
        for tag in template.takeUnknown() { request.notes.append("the template tag \(tag)") }
        return request
    }

    private mutating func pairs(_ value: JSONValue?) -> [ImportedPair] {
        (value?.arrayValue ?? []).filter { !$0.text("name").isEmpty }.map { item in
            ImportedPair(
                template.converted(item.text("name")),
                template.converted(item.text("value")),
                isEnabled: !item.isTrue("disabled")
            )
        }
    }

    private mutating func fields(_ value: JSONValue, _ groups: [JSONValue]) -> [ImportedPair] {
        var result = pairs(value["headers"]).filter(\.isField)
        for group in groups {
            for field in pairs(group["headers"]) where field.isEnabled {
                let isKnown = result.contains { HTTPToken.equalsIgnoringCase($0.name, field.name) }
                if !isKnown { result.append(field) }
            }
        }
        return result
    }

    private mutating func readBody(_ body: JSONValue, into request: inout ImportedRequest) {
        let type = body.text("mimeType")
        let text = body.stringValue ?? body.text("text")
        switch type {
        case "application/x-www-form-urlencoded" where body["params"]?.arrayValue != nil:
            request.body = .form(pairs(body["params"]))
        case "multipart/form-data": request.body = .multipart(parts(body.list("params")))
        case "application/graphql": readGraphQL(text, into: &request)
        case _ where body.has("fileName"):
            request.body = .file(path: template.converted(body.text("fileName")))
        default:
            guard !text.isEmpty else { return }
            request.body = .text(template.converted(text))
        }
        if !type.isEmpty, type != "multipart/form-data", type != "application/graphql" {
            request.addMissingField("Content-Type", type)
        }
    }

    private mutating func parts(_ items: [JSONValue]) -> [ImportedPart] {
        items.map { item in
            let isFile = item.text("type") == "file"
            return ImportedPart(
                template.converted(item.text("name")),
                isFile
                    ? .file(path: template.converted(item.text("fileName")))
                    : .text(template.converted(item.text("value"))),
                isEnabled: !item.isTrue("disabled")
            )
        }
    }

    private mutating func readGraphQL(_ text: String, into request: inout ImportedRequest) {
        guard let value = try? JSONValue(parsing: Octets(utf8: text), dialect: .json5) else {
            request.body = .text(template.converted(text))
            return request.addMissingField("Content-Type", "application/json")
        }
        let variables = value["variables"] ?? .null
        let variablesText = variables.stringValue ?? variables.encoded(pretty: true)
        request.body = .graphQL(
            query: template.converted(value.text("query")),
            variables: variables == .null ? "" : template.converted(variablesText)
        )
    }

    private mutating func readSettings(_ value: JSONValue, into request: inout ImportedRequest) {
        let settings = value["settings"] ?? .null
        let follows =
            settings.has("followRedirects")
            ? settings.text("followRedirects") : value.text("settingFollowRedirects")
        if follows == "off" { request.directives.append(ImportedPair("no-redirect", nil)) }
        let stores = settings["cookies"]?["store"] ?? value["settingStoreCookies"]
        let sends = settings["cookies"]?["send"] ?? value["settingSendCookies"]
        if stores == .bool(false), sends == .bool(false) {
            request.directives.append(ImportedPair("no-cookie-jar", nil))
        }
    }

    private func readScripts(
        _ value: JSONValue,
        _ groups: [JSONValue],
        into request: inout ImportedRequest
    ) {
        for owner in groups.reversed() + [value] {
            request.addScript(before: owner.text("preRequestScript"))
            request.addScript(after: owner.text("afterResponseScript"))
        }
    }
}
