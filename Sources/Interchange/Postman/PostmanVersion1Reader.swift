import Documents
import HTTPModel

/// Reads collections of version 1, whose requests stand in one flat list.
struct PostmanVersion1Reader {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    func collection() -> ImportedCollection {
        var result = ImportedCollection(format: .postman, name: value.text("name"))
        result.variables = value.list("variables").compactMap(PostmanVariables.variable)
        let folders = folderPaths()
        let ordered = order()
        let requests = value.list("requests").enumerated().sorted { left, right in
            let a = ordered[left.element.text("id")] ?? Int.max
            let b = ordered[right.element.text("id")] ?? Int.max
            return (a, left.offset) < (b, right.offset)
        }
        result.requests = requests.map { request in
            imported(request.element, folders: folders[request.element.text("id")] ?? [])
        }
        return result
    }

    /// The position of each request: those of the collection, then those of its folders.
    private func order() -> [String: Int] {
        var result: [String: Int] = [:]
        func add(_ ids: [JSONValue]) {
            for id in ids.compactMap(\.scalarText) where result[id] == nil {
                result[id] = result.count
            }
        }
        add(value.list("order"))
        for folder in value.list("folders") { add(folder.list("order")) }
        return result
    }

    /// The folders around each request, by its id.
    private func folderPaths() -> [String: [String]] {
        let folders = value.list("folders")
        var byID: [String: JSONValue] = [:]
        var parents: [String: String] = [:]
        for folder in folders {
            byID[folder.text("id")] = folder
            for child in folder.list("folders_order").compactMap(\.scalarText) {
                parents[child] = folder.text("id")
            }
            if folder.has("folder") { parents[folder.text("id")] = folder.text("folder") }
        }
        var result: [String: [String]] = [:]
        for folder in folders {
            var path = [folder.text("name")]
            var visited: Set = [folder.text("id")]
            var current = parents[folder.text("id")]
            while let id = current, let parent = byID[id], visited.insert(id).inserted {
                path.insert(parent.text("name"), at: 0)
                current = parents[id]
            }
            for id in folder.list("order").compactMap(\.scalarText) { result[id] = path }
        }
        return result
    }

    private func imported(_ value: JSONValue, folders: [String]) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(
            name: value.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        request.folders = folders
        request.summary = PostmanText.description(value["description"])
        var url = value.text("url")
        for variable in value["pathVariables"]?.members ?? [] {
            let text = variable.value.scalarText ?? ""
            url = TemplateText.replacing(pathVariable: variable.key, text, in: url)
        }
        request.url = PostmanVariables.template(url)
        if value["headerData"]?.arrayValue != nil {
            PostmanRequest.readFields(Self.fields(value.list("headerData")), into: &request)
        } else {
            PostmanRequest.readFields(value["headers"] ?? .null, into: &request)
        }
        readBody(value, into: &request)
        readAuth(value, into: &request)
        request.addScript(before: value.text("preRequestScript"))
        request.addScript(after: value.text("tests"))
        return request
    }

    private static func fields(_ list: [JSONValue]) -> JSONValue {
        .array(
            list.map { field in
                [
                    "key": .string(field.text("key")), "value": .string(field.text("value")),
                    "disabled": .bool(field["enabled"] == .bool(false)),
                ]
            }
        )
    }

    private func readBody(_ value: JSONValue, into request: inout ImportedRequest) {
        let data = value["data"] ?? .null
        switch value.text("dataMode") {
        case "raw":
            let raw = value["rawModeData"] ?? data
            let text = raw.scalarText ?? raw.arrayValue?.first?.scalarText ?? data.scalarText ?? ""
            if !text.isEmpty { request.body = .text(PostmanVariables.template(text)) }
        case "urlencoded":
            let items = data.arrayValue ?? []
            guard !items.isEmpty else { return }
            request.body = .form(
                items.map { item in
                    ImportedPair(
                        PostmanVariables.template(item.text("key")),
                        PostmanVariables.template(item.text("value")),
                        isEnabled: item["enabled"] != .bool(false)
                    )
                }
            )
        case "params":
            let items = data.arrayValue ?? []
            if !items.isEmpty { request.body = .multipart(items.flatMap(PostmanRequest.parts)) }
        case "binary":
            let path = value.text("rawModeData")
            if path.isEmpty {
                request.notes.append("the content is a file that was not chosen")
            } else {
                request.body = .file(path: path)
            }
        default: break
        }
    }

    private func readAuth(_ value: JSONValue, into request: inout ImportedRequest) {
        if value["auth"]?.members != nil { return PostmanAuth.apply(value["auth"], to: &request) }
        let helper = value.text("currentHelper")
        guard !helper.isEmpty, helper != "null" else { return }
        let names = [
            "basicAuth": "basic", "bearerAuth": "bearer", "digestAuth": "digest",
            "awsSigV4": "awsv4", "oAuth1": "oauth1", "oAuth2": "oauth2", "hawkAuth": "hawk",
        ]
        let type = names[helper] ?? helper
        PostmanAuth.apply(
            .object([
                JSONMember("type", .string(type)),
                JSONMember(type, value["helperAttributes"] ?? .null),
            ]),
            to: &request
        )
    }
}
