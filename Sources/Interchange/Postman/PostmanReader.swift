import Documents
import HTTPModel

/// Reads Postman collections of the schemas 1, 2.0 and 2.1.
///
/// - SeeAlso: schema.postman.com, "Postman Collection Format".
enum PostmanReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else {
            return source.text.contains("schema.getpostman.com")
                || source.text.contains("\"_postman_id\"")
        }
        let collection = unwrapped(value)
        if collection["info"]?.text("schema").contains("postman") == true { return true }
        if collection["info"]?.has("_postman_id") == true { return true }
        if collection["info"]?.has("name") == true, collection.has("item") { return true }
        let isVersion2 = collection["item"]?.arrayValue != nil
        let isVersion1 =
            collection["requests"]?.arrayValue != nil
            && (collection.has("order") || collection.has("folders"))
        return isVersion1
            || isVersion2
                && (collection["info"] != nil || collection.list("item").contains(where: isItem))
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.postman, at: fault.location, detail: fault.detail)
        }
        let value = unwrapped(source.value ?? .null)
        if value["requests"]?.arrayValue != nil {
            return PostmanVersion1Reader(value).collection()
        }
        let info = value["info"] ?? .null
        // newman runs collections without `info`, which have other parts of a collection instead.
        guard info.members != nil || ["variable", "auth", "event"].contains(where: value.has) else {
            throw ImportError(.postman, detail: "a collection needs info with its name and schema")
        }
        guard value["item"]?.arrayValue != nil else {
            throw ImportError(.postman, detail: "a collection needs an array of requests at item")
        }
        let schema = info.text("schema")
        guard schema.isEmpty || schema.contains("/v2.") || !schema.contains("/collection/v") else {
            throw ImportError(
                .postman,
                detail: "the schema \(schema) is not known; Apus reads v1, v2.0.0 and v2.1.0"
            )
        }
        var reader = PostmanItems(collection: value)
        reader.read()
        return reader.result
    }

    /// The collection inside what Postman's own service returns.
    private static func unwrapped(_ value: JSONValue) -> JSONValue {
        if let inner = value["collection"], inner.has("info") || inner.has("item") { return inner }
        return value
    }

    private static func isItem(_ value: JSONValue) -> Bool {
        value.has("request") && value.has("name")
    }
}

/// Walks the items of a collection of version 2.
struct PostmanItems {
    /// What folders hand down to what they hold.
    private struct Inheritance {
        var folders: [String] = []
        var auth: JSONValue?
        var events: [JSONValue] = []
        var behavior: JSONValue?
    }

    private let collection: JSONValue
    private(set) var result: ImportedCollection

    init(collection: JSONValue) {
        self.collection = collection
        result = ImportedCollection(format: .postman, name: collection["info"]?.text("name") ?? "")
    }

    mutating func read() {
        result.variables = collection.list("variable").compactMap(PostmanVariables.variable)
        var inheritance = Inheritance()
        inheritance.auth = collection["auth"]
        inheritance.events = collection.list("event")
        inheritance.behavior = collection["protocolProfileBehavior"]
        for item in collection.list("item") { read(item, inheritance, depth: 0) }
    }

    private mutating func read(_ item: JSONValue, _ inherited: Inheritance, depth: Int) {
        if let children = item["item"]?.arrayValue, depth < JSONValue.deepestNesting {
            var inheritance = inherited
            inheritance.folders.append(item.text("name"))
            if let auth = item["auth"], auth != .null { inheritance.auth = auth }
            inheritance.events += item.list("event")
            if item.has("protocolProfileBehavior") {
                inheritance.behavior = item["protocolProfileBehavior"]
            }
            let variables = item.list("variable").compactMap(PostmanVariables.variable)
            let known = Set(result.variables.map(\.name))
            result.variables += variables.filter { !known.contains($0.name) }
            for child in children { read(child, inheritance, depth: depth + 1) }
            return
        }
        guard let request = item["request"], request != .null else { return }
        var imported = PostmanRequest.imported(request, name: item.text("name"))
        imported.folders = inherited.folders
        let own = request["auth"]
        PostmanAuth.apply(own.map { $0 == .null ? nil : $0 } ?? inherited.auth, to: &imported)
        for event in inherited.events + item.list("event") {
            PostmanScripts.add(event, to: &imported)
        }
        let behavior = item["protocolProfileBehavior"] ?? inherited.behavior
        PostmanRequest.apply(behavior: behavior, to: &imported)
        result.requests.append(imported)
    }
}
