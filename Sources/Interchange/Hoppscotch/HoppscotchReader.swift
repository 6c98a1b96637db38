import Collections
import Documents
import HTTPModel

/// Reads Hoppscotch collections of the schema versions from 1 on.
enum HoppscotchReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else {
            return source.text.contains("\"folders\"") && source.text.contains("\"requests\"")
                && source.text.contains("\"endpoint\"")
        }
        let collections = value.arrayValue ?? [value]
        return !collections.isEmpty
            && collections.allSatisfy { $0.has("v") && $0.has("name") && $0.has("folders") }
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.hoppscotch, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        let collections = value.arrayValue ?? [value]
        var reader = HoppscotchCollections()
        for collection in collections {
            try reader.read(collection, isNamed: collections.count > 1)
        }
        if collections.count == 1 { reader.result.name = collections[0].text("name") }
        return reader.result
    }

    /// `text` with `<<name>>` as `{{name}}`.
    static func template(_ text: String) -> String {
        guard text.contains("<<") else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "<<") {
            guard let close = rest[open.upperBound...].firstRange(of: ">>") else { break }
            let name = rest[open.upperBound..<close.lowerBound]
            guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "<" }) else {
                result += rest[..<open.upperBound]
                rest = rest[open.upperBound...]
                continue
            }
            let known = name == "$guid" || name == "$randomUUID" ? "$uuid" : String(name)
            result += rest[..<open.lowerBound] + "{{" + TemplateText.variableName(known) + "}}"
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// A variable of a collection or environment.
    static func variable(_ value: JSONValue) -> ImportedVariable? {
        let name = value.text("key")
        guard !name.isEmpty, value["active"] != .bool(false) else { return nil }
        let keys = ["currentValue", "value", "initialValue"]
        let text = keys.map(value.text).first { !$0.isEmpty } ?? ""
        return ImportedVariable(
            name: TemplateText.variableName(name),
            value: template(text),
            isSecret: value.isTrue("secret")
        )
    }
}

/// Walks collections and the folders in them.
struct HoppscotchCollections {
    /// What a folder hands down.
    private struct Inheritance {
        var folders: [String] = []
        var auth: JSONValue?
        var fields: [ImportedPair] = []
        var scripts: [ImportedScript] = []
    }

    var result = ImportedCollection(format: .hoppscotch)

    mutating func read(_ collection: JSONValue, isNamed: Bool) throws(ImportError) {
        var inheritance = Inheritance()
        if isNamed { inheritance.folders = [collection.text("name")] }
        try read(collection, inheritance, version: nil, depth: 0)
    }

    private mutating func read(
        _ folder: JSONValue,
        _ inherited: Inheritance,
        version: Int?,
        depth: Int
    ) throws(ImportError) {
        let name = folder.text("name")
        guard let requests = folder["requests"]?.arrayValue else {
            throw ImportError(.hoppscotch, detail: "the folder \(name) needs an array of requests")
        }
        let own = folder["v"]?.intValue ?? 1
        if let version, own > version {
            throw ImportError(
                .hoppscotch,
                detail:
                    "the folder \(name) has schema version \(own), newer than \(version) around it"
            )
        }
        var inheritance = inherited
        if let auth = folder["auth"], auth.text("authType") != "inherit" { inheritance.auth = auth }
        inheritance.fields += folder.list("headers").compactMap(Self.field)
        inheritance.scripts += Self.scripts(of: folder)
        result.variables += folder.list("variables").compactMap(HoppscotchReader.variable)
        for request in requests { result.requests.append(Self.request(request, inheritance)) }
        guard depth < JSONValue.deepestNesting else { return }
        for child in folder.list("folders") {
            var inner = inheritance
            inner.folders.append(child.text("name"))
            try read(child, inner, version: own, depth: depth + 1)
        }
    }

    private static func field(_ value: JSONValue) -> ImportedPair? {
        let name = HoppscotchReader.template(value.text("key"))
        guard HTTPToken.isToken(name) || name.contains("{{") else { return nil }
        return ImportedPair(
            name,
            HoppscotchReader.template(value.text("value")),
            isEnabled: value["active"] != .bool(false)
        )
    }

    private static func scripts(of value: JSONValue) -> [ImportedScript] {
        var scripts: [ImportedScript] = []
        let before = value.text("preRequestScript")
        if !before.trimmingSpaces.isEmpty { scripts.append(ImportedScript(.before, before)) }
        let after = value.text("testScript")
        if !after.trimmingSpaces.isEmpty { scripts.append(ImportedScript(.after, after)) }
        return scripts
    }

    private static func request(_ value: JSONValue, _ inherited: Inheritance) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(
            name: value.text("name"),
            method: method.isEmpty ? "GET" : method
        )
        request.folders = inherited.folders
        request.summary = value.text("description")
        let endpoint = value.text("endpoint")
        let url = endpoint.isEmpty ? value.text("url") + value.text("path") : endpoint
        request.url = HoppscotchReader.template(url)
        HoppscotchBody.addQuery(value.list("params"), to: &request)
        request.fields = value.list("headers").compactMap(field)
        for field in inherited.fields where !request.hasField(field.name) {
            request.fields.append(field)
        }
        HoppscotchBody.read(value["body"] ?? .null, into: &request)
        var auth = value["auth"]
        if auth?.text("authType") == "inherit" { auth = inherited.auth }
        HoppscotchBody.apply(auth, of: value, to: &request)
        for variable in value.list("requestVariables") where variable["active"] != .bool(false) {
            request.notes.append("the variable \(variable.text("key")) of this request alone")
        }
        request.scripts = inherited.scripts + scripts(of: value)
        for script in request.scripts where script.moment == .after {
            let meaning = ScriptMeaning(script.text)
            request.assertions += meaning.assertions
            request.captures += meaning.captures
        }
        return request
    }
}
