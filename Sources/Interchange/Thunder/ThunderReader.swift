import Collections
import Documents
import HTTPModel

/// Reads Thunder Client collections: exports, the files of its folder, and its environments.
enum ThunderReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else {
            return source.text.contains("\"colName\"") || source.text.contains("\"colId\"")
        }
        if value.text("client") == "Thunder Client" { return true }
        if value.has("colName"), value.has("requests") { return true }
        guard let list = value.arrayValue, let first = list.first else { return false }
        if first.has("colId"), first.has("url") { return true }
        if first.has("colName"), first.has("_id") { return true }
        return first.has("_id") && first.has("data") && first.has("default")
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.thunderClient, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        var result = ImportedCollection(format: .thunderClient)
        if let list = value.arrayValue {
            if list.contains(where: { $0.has("data") }) {
                result.environments = list.map(environment)
            } else if list.contains(where: { $0.has("url") }) {
                // The old layout keeps collections and folders in a file of their own.
                let other = source.sibling("thunderCollection.json").flatMap {
                    try? JSONValue(parsing: $0)
                }
                let folders = Folders(other?.arrayValue ?? [])
                result.requests = ordered(list).map { request($0, folders) }
            }
            return result
        }
        let name = value.has("colName") ? value.text("colName") : value.text("collectionName")
        result.name = name
        let folders = Folders([value])
        result.requests = ordered(value.list("requests")).map { value in
            var request = request(value, folders)
            if request.folders.first == name { request.folders.removeFirst() }
            let auth = value["auth"] ?? .null
            if auth == .null || auth.text("type") == "inherit" {
                apply(folders.settings["auth"], to: &request)
            }
            return request
        }
        return result
    }

    /// Requests in the order of the side bar.
    private static func ordered(_ requests: [JSONValue]) -> [JSONValue] {
        requests.enumerated().sorted { left, right in
            let a = left.element["sortNum"]?.doubleValue ?? 0
            let b = right.element["sortNum"]?.doubleValue ?? 0
            return (a, left.offset) < (b, right.offset)
        }.map(\.element)
    }

    private static func environment(_ value: JSONValue) -> ImportedEnvironment {
        ImportedEnvironment(
            name: value.text("name"),
            variables: value.list("data").filter { !$0.isTrue("isDisabled") }.map { item in
                ImportedVariable(
                    name: TemplateText.variableName(item.text("name")),
                    value: template(item.text("value"))
                )
            }
        )
    }

    /// The names of collections and folders, by id.
    private struct Folders {
        var names: [String: (name: String, parent: String)] = [:]
        var settings = JSONValue.null

        init(_ collections: [JSONValue]) {
            for collection in collections {
                let id = collection.text("_id")
                names[id] = (collection.text("colName"), "")
                settings = collection["settings"] ?? .null
                for folder in collection.list("folders") {
                    let parent = folder.text("containerId")
                    names[folder.text("_id")] = (folder.text("name"), parent.isEmpty ? id : parent)
                }
            }
        }

        func path(_ request: JSONValue) -> [String] {
            var path: [String] = []
            var id = request.text("containerId")
            if id.isEmpty { id = request.text("colId") }
            var visited: Set<String> = []
            while let folder = names[id], visited.insert(id).inserted {
                path.insert(folder.name, at: 0)
                id = folder.parent
            }
            return path
        }
    }

    private static func template(_ text: String) -> String { PostmanVariables.template(text) }

    private static func pair(_ item: JSONValue) -> ImportedPair {
        ImportedPair(
            template(item.text("name")),
            template(item.text("value")),
            isEnabled: !item.isTrue("isDisabled")
        )
    }

    private static func request(_ value: JSONValue, _ folders: Folders) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(
            name: value.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        request.folders = folders.path(value)
        var url = value.text("url")
        for item in value.list("params") where item.isTrue("isPath") {
            url = TemplateText.replacing(
                pathVariable: item.text("name"),
                item.text("value"),
                in: url
            )
            url = url.replacingSegment("{\(item.text("name"))}", with: item.text("value"))
        }
        request.url = template(url)
        request.disabledQuery = value.list("params").filter { $0.isTrue("isDisabled") }.map(pair)
        request.fields = value.list("headers").map(pair).filter(\.isField)
        readBody(value["body"] ?? .null, into: &request)
        apply(value["auth"], to: &request)
        for test in value.list("tests") { ThunderTests.add(test, to: &request) }
        for key in ["preReq", "postReq"] where value[key]?.members?.isEmpty == false {
            request.notes.append("scripts and calls of \(key)")
        }
        return request
    }

    private static func readBody(_ body: JSONValue, into request: inout ImportedRequest) {
        let types = [
            "json": "application/json", "xml": "application/xml", "text": "text/plain",
            "html": "text/html",
        ]
        switch body.text("type") {
        case "formencoded": request.body = .form(body.list("form").map(pair))
        case "formdata":
            let texts = body.list("form").map { item in
                ImportedPart(
                    template(item.text("name")),
                    .text(template(item.text("value"))),
                    isEnabled: !item.isTrue("isDisabled")
                )
            }
            let files = body.list("files").map { item in
                ImportedPart(template(item.text("name")), .file(path: item.text("value")))
            }
            request.body = .multipart(texts + files)
        case "graphql":
            request.body = .graphQL(
                query: template(body["graphql"]?.text("query") ?? ""),
                variables: template(body["graphql"]?.text("variables") ?? "")
            )
        case "binary":
            let path = body.text("binary")
            if !path.isEmpty { request.body = .file(path: path) }
        case let type:
            let raw = body.text("raw")
            guard !raw.isEmpty else { return }
            request.body = .text(template(raw))
            if let mediaType = types[type] { request.addMissingField("Content-Type", mediaType) }
        }
    }

    private static func apply(_ auth: JSONValue?, to request: inout ImportedRequest) {
        guard let auth, auth.members != nil else { return }
        switch auth.text("type") {
        case "", "none", "inherit": break
        case "bearer":
            request.setBearer(
                template(auth.text("bearer")),
                prefix: auth.text("bearerPrefix")
            )
        case "basic":
            let basic = auth["basic"] ?? .null
            request.addCredentials(
                "Basic",
                user: template(basic.text("username")),
                password: template(basic.text("password"))
            )
        case let kind: request.notes.append("authentication of the type \(kind)")
        }
    }
}

/// Thunder Client's tests, which are rows and no scripts.
enum ThunderTests {
    private static let symbols = [
        "equal": "==", "notequal": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
        "contains": "contains",
    ]

    static func add(_ test: JSONValue, to request: inout ImportedRequest) {
        let custom = test.text("custom")
        let path = jsonPath(custom)
        if test.text("type") == "set-env-var" {
            let name = TemplateText.variableName(
                test.text("value").filter { $0 != "{" && $0 != "}" }
            )
            if let path {
                request.captures.append("\(name) = jsonpath \(path)")
            } else {
                request.notes.append("setting \(name) from \(custom)")
            }
            return
        }
        let subject: String? =
            switch test.text("type") {
            case "res-code": "status"
            case "res-body": "body"
            case "res-time": "duration"
            case "Content-Type", "Content-Length", "Content-Encoding":
                "header \(test.text("type"))"
            case "header": "header \(custom)"
            case "json-query": path.map { "jsonpath \($0)" }
            default: nil
            }
        guard let subject, let symbol = symbols[test.text("action")] else {
            return request.notes.append("the test \(test.text("type")) \(test.text("action"))")
        }
        request.assertions.append("\(subject) \(symbol) \(test.text("value"))")
    }

    /// `json.data.id` as a JSONPath.
    private static func jsonPath(_ text: String) -> String? {
        guard text.hasPrefix("json") else { return nil }
        let path = "$" + text.dropFirst(4)
        return (try? JSONPath(path)) == nil ? nil : path
    }
}
