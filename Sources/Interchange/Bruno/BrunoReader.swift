import Documents
import HTTPModel

/// Reads `.bru` files: requests, folders, collections and environments.
enum BruReader: ForeignReader {
    private static let blocks: Set<String> = [
        "meta", "get", "post", "put", "delete", "patch", "options", "head", "http", "vars",
        "headers", "auth", "query", "params:query", "vars:pre-request", "vars:secret", "tests",
        "script:pre-request", "script:post-response", "docs", "grpc", "ws",
    ]

    static func recognizes(_ source: ForeignSource) -> Bool {
        if source.path.hasSuffix(".bru") { return true }
        guard let first = source.firstLine(), let open = first.last, open == "{" || open == "["
        else { return false }
        return blocks.contains(first.dropLast().trimmingSpaces)
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        let item = try item(source.text)
        var result = ImportedCollection(format: .bruno)
        let names = try blockNames(source.text)
        let hasMethod = item["request"]?.has("method") == true
        if !hasMethod {
            if names.contains("vars") || names.contains("vars:secret") {
                result.environments = [environment(item, path: source.path)]
            } else if names.contains("grpc") || names.contains("ws") {
                result.notes = ["\(item.text("name")): another protocol"]
                result.requests = [otherProtocol(item, names)]
            }
            return result
        }
        let inheritance = inheritance(of: source)
        result.variables = inheritance.variables
        let own = BrunoRequest.variables(item["request"]?["vars"]?.list("req") ?? [])
        result.variables.removeAll { inherited in own.contains { $0.name == inherited.name } }
        result.variables += own
        result.requests = [BrunoRequest.imported(item, inheritance)]
        return result
    }

    private static func item(_ text: String) throws(ImportError) -> JSONValue {
        do {
            return BruDocument.item(try BruText(text))
        } catch {
            throw ImportError(.bruno, at: error.location, detail: error.detail)
        }
    }

    private static func blockNames(_ text: String) throws(ImportError) -> Set<String> {
        do {
            return Set(try BruText(text).blocks.map(\.name))
        } catch {
            throw ImportError(.bruno, at: error.location, detail: error.detail)
        }
    }

    private static func otherProtocol(_ item: JSONValue, _ names: Set<String>) -> ImportedRequest {
        var request = ImportedRequest(
            name: item.text("name"),
            method: names.contains("grpc") ? "GRPC" : "WEBSOCKET"
        )
        request.notes = ["only HTTP requests are sent"]
        return request
    }

    private static func environment(_ item: JSONValue, path: String) -> ImportedEnvironment {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.hasSuffix(".bru") ? String(file.dropLast(4)) : file
        let vars = item["request"]?["vars"] ?? .null
        // Secrets are not in the file; they come from the environment of the process.
        return ImportedEnvironment(name: name, variables: BrunoRequest.variables(vars.list("req")))
    }

    /// What `collection.bru` and the `folder.bru` files above a request say.
    private static func inheritance(of source: ForeignSource) -> BrunoRequest.Inheritance {
        var levels: [JSONValue] = []
        var up = ""
        for _ in 0..<16 {
            for name in ["collection.bru", "folder.bru"] {
                guard let octets = source.sibling(up + name),
                    let item = try? item(octets.text)
                else { continue }
                levels.append(item["request"] ?? .null)
                if name == "collection.bru" { return combined(levels) }
            }
            if source.sibling(up + "bruno.json") != nil { break }
            up += "../"
        }
        return combined(levels)
    }

    private static func combined(_ levels: [JSONValue]) -> BrunoRequest.Inheritance {
        var inheritance = BrunoRequest.Inheritance()
        for level in levels.reversed() { inheritance.add(level) }
        return inheritance
    }
}

/// Reads collections that Bruno exported as JSON.
enum BrunoReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else {
            return source.text.contains("\"brunoConfig\"")
                || source.text.contains("\"http-request\"") && source.text.contains("\"items\"")
        }
        guard value["items"]?.arrayValue != nil else { return false }
        return value.has("brunoConfig") || value.has("environments") && value.has("name")
            || value.list("items").contains { $0.text("type").hasSuffix("request") }
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.bruno, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        var result = ImportedCollection(format: .bruno, name: value.text("name"))
        guard value.has("version") else {
            throw ImportError(.bruno, detail: "an exported collection needs version")
        }
        var inheritance = BrunoRequest.Inheritance()
        inheritance.add(value["root"]?["request"] ?? .null)
        result.variables = inheritance.variables
        for item in value.list("items") { try read(item, inheritance, into: &result, depth: 0) }
        for environment in value.list("environments") {
            result.environments.append(
                ImportedEnvironment(
                    name: environment.text("name"),
                    variables: BrunoRequest.variables(environment.list("variables"))
                )
            )
        }
        return result
    }

    private static func read(
        _ item: JSONValue,
        _ inherited: BrunoRequest.Inheritance,
        into result: inout ImportedCollection,
        depth: Int
    ) throws(ImportError) {
        let name = item.text("name")
        if let children = item["items"]?.arrayValue, depth < JSONValue.deepestNesting {
            var inheritance = inherited
            inheritance.folders.append(name)
            inheritance.add(item["root"]?["request"] ?? .null)
            for child in children { try read(child, inheritance, into: &result, depth: depth + 1) }
            return
        }
        guard let request = item["request"], request.members != nil else {
            if item.text("type").hasPrefix("http") {
                throw ImportError(.bruno, detail: "the request \(name) has no request part")
            }
            return
        }
        guard !request.text("url").isEmpty else {
            throw ImportError(.bruno, detail: "the request \(name) needs a url")
        }
        guard item.text("type").hasPrefix("http") || item.text("type").hasPrefix("graphql") else {
            result.notes.append("\(name): a request of the type \(item.text("type"))")
            return
        }
        result.requests.append(BrunoRequest.imported(item, inherited))
    }
}
