import Documents
import HTTPModel

/// A `.bru` file in the shape of Bruno's exported JSON.
enum BruDocument {
    private static let methods: Set<String> = [
        "get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http",
    ]

    /// The file as an item of an exported collection.
    static func item(_ text: BruText) -> JSONValue {
        var item: [JSONMember] = []
        var request: [JSONMember] = []
        var bodies: [JSONMember] = []
        var auths: [JSONMember] = []
        var graphQL: [JSONMember] = []
        var params: [JSONValue] = []
        var scripts: [JSONMember] = []
        var vars: [JSONMember] = []
        for block in text.blocks {
            let parts = block.name.split(separator: ":", maxSplits: 1).map(String.init)
            let kind = parts.count > 1 ? parts[1] : ""
            switch (parts.first ?? "", block.content) {
            case ("meta", .entries(let entries)): item += members(entries)
            case (let name, .entries(let entries)) where methods.contains(name) && kind.isEmpty:
                let values = JSONValue.object(members(entries))
                let method = name == "http" ? values.text("method") : name.uppercased()
                request.append(JSONMember("method", .string(method)))
                request.append(JSONMember("url", .string(values.text("url"))))
                bodies.append(JSONMember("mode", .string(values.text("body"))))
                auths.append(JSONMember("mode", .string(values.text("auth"))))
            case ("params", .entries(let entries)), ("query", .entries(let entries)):
                params += entries.map { pair($0, ["type": .string(kind.isEmpty ? "query" : kind)]) }
            case ("headers", .entries(let entries)):
                request.append(JSONMember("headers", .array(entries.map { pair($0, [:]) })))
            case ("auth", .entries(let entries)) where kind.isEmpty:
                auths += members(entries)
            case ("auth", .entries(let entries)):
                auths.append(JSONMember(kind, .object(members(entries))))
            case ("body", .text(let text)) where kind.hasPrefix("graphql"):
                let key = kind == "graphql" ? "query" : "variables"
                graphQL.append(JSONMember(key, .string(text)))
            case ("body", .text(let text)):
                bodies.append(JSONMember(kind.isEmpty ? "json" : kind, .string(text)))
            case ("body", .entries(let entries)):
                bodies.append(JSONMember(bodyKey(kind), .array(entries.map { pair($0, [:]) })))
            case ("script", .text(let text)):
                scripts.append(JSONMember(kind == "pre-request" ? "req" : "res", .string(text)))
            case ("tests", .text(let text)): request.append(JSONMember("tests", .string(text)))
            case ("docs", .text(let text)): request.append(JSONMember("docs", .string(text)))
            case ("vars", .entries(let entries)):
                let key = kind == "post-response" ? "res" : "req"
                vars.append(JSONMember(key, .array(entries.map { pair($0, [:]) })))
            case ("vars", .list(let names)):
                let values = names.map { name -> JSONValue in
                    ["name": .string(name), "secret": true, "value": ""]
                }
                vars.append(JSONMember("secret", .array(values)))
            case ("assert", .entries(let entries)):
                request.append(JSONMember("assertions", .array(entries.map { pair($0, [:]) })))
            case ("settings", .entries(let entries)):
                item.append(JSONMember("settings", .object(members(entries))))
            default: break
            }
        }
        if !graphQL.isEmpty { bodies.append(JSONMember("graphql", .object(graphQL))) }
        request += [
            JSONMember("body", .object(bodies)), JSONMember("auth", .object(auths)),
            JSONMember("params", .array(params)), JSONMember("script", .object(scripts)),
            JSONMember("vars", .object(vars)),
        ]
        return .object(item + [JSONMember("request", .object(request))])
    }

    private static func bodyKey(_ kind: String) -> String {
        switch kind {
        case "form-urlencoded": "formUrlEncoded"
        case "multipart-form": "multipartForm"
        default: kind
        }
    }

    private static func members(_ entries: [BruText.Entry]) -> [JSONMember] {
        entries.filter(\.isEnabled).map { JSONMember($0.name, .string($0.value)) }
    }

    private static func pair(_ entry: BruText.Entry, _ extra: [String: JSONValue]) -> JSONValue {
        var members = [
            JSONMember("name", .string(entry.name)), JSONMember("value", .string(entry.value)),
            JSONMember("enabled", .bool(entry.isEnabled)),
        ]
        members += extra.map { JSONMember($0.key, $0.value) }
        return .object(members)
    }
}
