import Documents
import HTTPModel

/// Reads Insomnia exports of the formats 1 to 5, and resources of its git-sync layout.
enum InsomniaReader: ForeignReader {
    private static let resourceTypes: Set<String> = [
        "Request", "RequestGroup", "Environment", "Workspace", "ApiSpec", "UnitTest",
        "UnitTestSuite", "CookieJar", "GrpcRequest", "WebSocketRequest", "ProtoFile",
    ]

    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else {
            return source.text.contains("__export_format")
                || source.text.contains("insomnia.rest/")
        }
        if value.has("__export_format") { return true }
        let type = value.text("type")
        guard !type.isEmpty else { return false }
        if type.contains(".insomnia.rest/") { return true }
        return value.has("_id") && resourceTypes.contains(type)
            && value["modified"] != nil
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.insomnia, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        var builder: InsomniaBuilder
        if value.has("__export_format") {
            builder = try export(value)
        } else if value.text("type").contains(".insomnia.rest/") {
            builder = try version5(value)
        } else {
            builder = InsomniaBuilder(resources: [normalized(value)])
            builder.addParents { id in
                ["RequestGroup", "Workspace"].lazy
                    .compactMap { source.sibling("../\($0)/\(id).yml") }
                    .compactMap { try? JSONValue(parsingYAML: $0) }.first.map(normalized)
            }
        }
        return builder.collection()
    }

    /// A resource of the git-sync layout as exports have it.
    private static func normalized(_ value: JSONValue) -> JSONValue {
        let types = [
            "Request": "request", "RequestGroup": "request_group", "Environment": "environment",
            "Workspace": "workspace",
        ]
        let type = types[value.text("type")] ?? value.text("type")
        let rest = (value.members ?? []).filter { $0.key != "type" }
        return .object([JSONMember("_type", .string(type))] + rest)
    }

    private static func export(_ value: JSONValue) throws(ImportError) -> InsomniaBuilder {
        if let items = value["items"]?.arrayValue {
            return InsomniaBuilder(resources: items.flatMap(version1))
        }
        guard let resources = value["resources"]?.arrayValue else {
            throw ImportError(.insomnia, detail: "an export needs an array of resources")
        }
        return InsomniaBuilder(resources: resources)
    }

    /// A folder of format 1 with its requests as resources.
    private static func version1(_ item: JSONValue) -> [JSONValue] {
        let id = item.text("_id")
        let environment = item["environments"]?["base"] ?? .object([])
        let group: JSONValue = [
            "_type": "request_group", "_id": .string(id), "name": .string(item.text("name")),
            "environment": environment,
        ]
        let requests = item.list("requests").map { request -> JSONValue in
            .object((request.members ?? []) + [JSONMember("parentId", .string(id))])
        }
        return (item.has("name") ? [group] : []) + requests
    }

    // MARK: Format 5

    private static func version5(_ value: JSONValue) throws(ImportError) -> InsomniaBuilder {
        let isCollection = value.text("type").hasPrefix("collection.")
        guard !isCollection || value["collection"]?.arrayValue != nil else {
            throw ImportError(
                .insomnia,
                detail: "a collection of format 5 needs an array collection"
            )
        }
        var resources: [JSONValue] = []
        let root = value["meta"]?.text("id") ?? "wrk"
        resources.append([
            "_type": "workspace", "_id": .string(root), "name": .string(value.text("name")),
        ])
        for child in value.list("collection") { add(child, parent: root, to: &resources, depth: 0) }
        if let environment = value["environments"], environment.members != nil {
            let id = environment["meta"]?.text("id") ?? "env"
            resources.append(self.environment(environment, id: id, parent: root))
            for (i, child) in environment.list("subEnvironments").enumerated() {
                let childID = child["meta"]?.text("id") ?? "env-\(i)"
                resources.append(self.environment(child, id: childID, parent: id))
            }
        }
        return InsomniaBuilder(resources: resources)
    }

    private static func environment(
        _ value: JSONValue,
        id: String,
        parent: String
    ) -> JSONValue {
        [
            "_type": "environment", "_id": .string(id), "parentId": .string(parent),
            "name": .string(value.text("name")), "data": value["data"] ?? .object([]),
        ]
    }

    private static func add(
        _ value: JSONValue,
        parent: String,
        to resources: inout [JSONValue],
        depth: Int
    ) {
        let id = value["meta"]?.text("id") ?? "item-\(resources.count)"
        let isFolder = value["children"]?.arrayValue != nil
        let type = isFolder ? "request_group" : requestType(of: value)
        let scripts = value["scripts"] ?? .null
        let extra: [JSONMember] = [
            JSONMember("_id", .string(id)), JSONMember("_type", .string(type)),
            JSONMember("parentId", .string(parent)),
            JSONMember("description", .string(value["meta"]?.text("description") ?? "")),
            JSONMember("preRequestScript", .string(scripts.text("preRequest"))),
            JSONMember("afterResponseScript", .string(scripts.text("afterResponse"))),
        ]
        resources.append(.object((value.members ?? []) + extra))
        guard depth < JSONValue.deepestNesting else { return }
        for child in value.list("children") {
            add(child, parent: id, to: &resources, depth: depth + 1)
        }
    }

    private static func requestType(of value: JSONValue) -> String {
        let id = value["meta"]?.text("id") ?? ""
        if id.hasPrefix("greq_") || value.has("protoFileId") { return "grpc_request" }
        if id.hasPrefix("ws-req_") || id.hasPrefix("ws_") { return "websocket_request" }
        return "request"
    }
}
