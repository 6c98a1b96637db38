import Documents
import HTTPModel

/// Reads OpenCollection documents: requests, folders and environments in files of their own, or bundled.
enum OpenCollectionReader: ForeignReader {
    private static let types: Set<String> = ["http", "graphql", "grpc", "websocket", "folder"]

    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else { return source.text.hasPrefix("opencollection:") }
        if value.has("opencollection") { return true }
        if types.contains(value["info"]?.text("type") ?? "") { return true }
        return value["variables"]?.arrayValue != nil && value.has("name")
            && source.path.split(separator: "/").dropLast().last == "environments"
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.openCollection, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        let info = value["info"] ?? .null
        var result = ImportedCollection(format: .openCollection)
        if value.has("opencollection") {
            result.name = info.text("name")
            var inheritance = BrunoRequest.Inheritance()
            inheritance.add(shared(value["request"] ?? .null))
            result.variables = inheritance.variables
            for item in value.list("items") { read(item, inheritance, into: &result, depth: 0) }
            result.environments = (value["config"]?.list("environments") ?? []).map(environment)
            return result
        }
        guard info.has("type") else {
            result.environments = [environment(value)]
            return result
        }
        let inheritance = inheritance(of: source)
        result.variables = inheritance.variables
        read(value, inheritance, into: &result, depth: 0)
        return result
    }

    private static func inheritance(of source: ForeignSource) -> BrunoRequest.Inheritance {
        var levels: [JSONValue] = []
        var up = ""
        for _ in 0..<16 {
            let names = ["opencollection.yml", "folder.yml"]
            for name in names where !(up.isEmpty && source.path.hasSuffix(name)) {
                guard let octets = source.sibling(up + name),
                    let value = try? JSONValue(parsingYAML: octets)
                else { continue }
                levels.append(shared(value["request"] ?? .null))
                if value.has("opencollection") { return combined(levels) }
            }
            up += "../"
        }
        return combined(levels)
    }

    private static func combined(_ levels: [JSONValue]) -> BrunoRequest.Inheritance {
        var inheritance = BrunoRequest.Inheritance()
        for level in levels.reversed() { inheritance.add(level) }
        return inheritance
    }

    private static func read(
        _ item: JSONValue,
        _ inherited: BrunoRequest.Inheritance,
        into result: inout ImportedCollection,
        depth: Int
    ) {
        let info = item["info"] ?? .null
        let name = info.text("name")
        if info.text("type") == "folder" {
            guard depth < JSONValue.deepestNesting else { return }
            var inheritance = inherited
            inheritance.folders.append(name)
            inheritance.add(shared(item["request"] ?? .null))
            for child in item.list("items") {
                read(child, inheritance, into: &result, depth: depth + 1)
            }
            return
        }
        if let exchange = item["http"] ?? item["graphql"] {
            result.requests.append(
                BrunoRequest.imported(converted(item, exchange, name: name), inherited)
            )
            return
        }
        let other = item["websocket"] ?? item["grpc"] ?? .null
        var request = ImportedRequest(
            name: name,
            method: item.has("grpc") ? "GRPC" : "WEBSOCKET",
            url: BrunoTemplate.converted(other.text("url"))
        )
        request.folders = inherited.folders
        request.notes = ["only HTTP requests are sent"]
        result.requests.append(request)
    }

    private static func environment(_ value: JSONValue) -> ImportedEnvironment {
        ImportedEnvironment(
            name: value.text("name"),
            variables: BrunoRequest.variables(value.list("variables").map(variable))
        )
    }

    // MARK: In the shape of exported JSON

    /// A variable whose value may be an object with type and data.
    private static func variable(_ value: JSONValue) -> JSONValue {
        let text = value["value"]?.scalarText ?? value["value"]?.text("data") ?? ""
        return [
            "name": .string(value.text("name")), "value": .string(text),
            "enabled": .bool(!value.isTrue("disabled")), "secret": .bool(value.isTrue("secret")),
        ]
    }

    private static func auth(_ value: JSONValue?) -> JSONValue {
        guard let value, value != .null else { return ["mode": "inherit"] }
        if let mode = value.stringValue { return ["mode": .string(mode)] }
        let mode = value.text("type")
        return .object([JSONMember("mode", .string(mode)), JSONMember(mode, value)])
    }

    private static func scripts(_ list: [JSONValue], _ type: String) -> String {
        list.filter { $0.text("type") == type }.map { $0.text("code") }.joined(separator: "\n")
    }

    /// What a folder or collection says for all its requests.
    private static func shared(_ value: JSONValue) -> JSONValue {
        let list = value.list("scripts")
        return [
            "headers": .array(value.list("headers")), "auth": auth(value["auth"]),
            "script": [
                "req": .string(scripts(list, "before-request")),
                "res": .string(scripts(list, "after-response")),
            ],
            "tests": .string(scripts(list, "tests")),
            "vars": ["req": .array(value.list("variables").map(variable))],
        ]
    }

    private static func converted(
        _ item: JSONValue,
        _ exchange: JSONValue,
        name: String
    ) -> JSONValue {
        let runtime = item["runtime"] ?? .null
        let list = runtime.list("scripts")
        let assertions = runtime.list("assertions").map { assertion -> JSONValue in
            let value = "\(assertion.text("operator")) \(assertion.text("value"))"
            return [
                "name": .string(assertion.text("expression")),
                "value": .string(value.trimmingSpaces),
                "enabled": .bool(!assertion.isTrue("disabled")),
            ]
        }
        return [
            "name": .string(name), "settings": item["settings"] ?? .null,
            "tags": item["info"]?["tags"] ?? .array([]),
            "request": [
                "method": .string(exchange.text("method")), "url": .string(exchange.text("url")),
                "params": .array(exchange.list("params")),
                "headers": .array(exchange.list("headers")),
                "body": body(exchange["body"] ?? .null, isGraphQL: item.has("graphql")),
                "auth": auth(exchange["auth"]), "docs": .string(item.text("docs")),
                "script": [
                    "req": .string(scripts(list, "before-request")),
                    "res": .string(scripts(list, "after-response")),
                ],
                "tests": .string(scripts(list, "tests")), "assertions": .array(assertions),
            ],
        ]
    }

    private static func body(_ value: JSONValue, isGraphQL: Bool) -> JSONValue {
        if isGraphQL { return ["mode": "graphql", "graphql": value] }
        let type = value.text("type")
        switch type {
        case "form-urlencoded":
            return ["mode": "formUrlEncoded", "formUrlEncoded": value["data"] ?? []]
        case "multipart-form":
            return ["mode": "multipartForm", "multipartForm": value["data"] ?? []]
        default:
            return .object([
                JSONMember("mode", .string(type)), JSONMember(type, value["data"] ?? .null),
            ])
        }
    }
}
