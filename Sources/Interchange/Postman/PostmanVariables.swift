import Documents

/// Postman's variables: their spelling, and lists of them.
enum PostmanVariables {
    /// Dynamic variables that Apus has under another name.
    private static let dynamic = [
        "$guid": "$uuid", "$randomUUID": "$uuid", "$timestamp": "$timestamp",
        "$isoTimestamp": "$isoTimestamp", "$randomInt": "$randomInt 0 1000",
    ]

    /// `text` with variables in Apus' spelling.
    static func template(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        return TemplateText.renaming(text) { name in
            dynamic[name] ?? TemplateText.variableName(name)
        }
    }

    /// The dynamic variables in `text` that Apus does not have.
    static func unknown(in text: String) -> [String] {
        var unknown: [String] = []
        _ = TemplateText.renaming(text) { name in
            if name.hasPrefix("$"), dynamic[name] == nil { unknown.append(name) }
            return name
        }
        return unknown
    }

    /// A variable of a collection, environment or set of globals; `nil` for one that is off.
    static func variable(_ value: JSONValue) -> ImportedVariable? {
        let name = value.has("key") ? value.text("key") : value.text("id")
        guard !name.isEmpty, !value.isTrue("disabled"), value["enabled"] != .bool(false) else {
            return nil
        }
        return ImportedVariable(
            name: TemplateText.variableName(name),
            value: template(value.text("value")),
            isSecret: value.text("type") == "secret"
        )
    }
}

/// Reads Postman environments and globals.
enum PostmanEnvironmentReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        if let list = source.value?.arrayValue { return isGlobals(list) }
        guard let value = source.value, let values = value["values"]?.arrayValue else {
            return source.value == nil && source.text.contains("\"_postman_variable_scope\"")
        }
        if value.has("_postman_variable_scope") { return true }
        let isKnown = value.has("name") || value.has("id") || value.has("timestamp")
        return isKnown && values.allSatisfy { $0.has("key") && $0["value"] != nil }
    }

    /// Whether this is an old export of globals, which is the bare list.
    private static func isGlobals(_ list: [JSONValue]) -> Bool {
        !list.isEmpty
            && list.allSatisfy { $0.has("key") && $0["value"] != nil && $0.has("enabled") }
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        if let fault = source.fault {
            throw ImportError(.postmanEnvironment, at: fault.location, detail: fault.detail)
        }
        let value = source.value ?? .null
        let list = value.arrayValue
        let isGlobal = list != nil || value.text("_postman_variable_scope") == "globals"
        let variables = (list ?? value.list("values")).compactMap(PostmanVariables.variable)
        var result = ImportedCollection(format: .postmanEnvironment)
        if isGlobal {
            result.variables = variables
        } else {
            let name = value.text("name")
            result.environments = [
                ImportedEnvironment(name: name.isEmpty ? "Postman" : name, variables: variables)
            ]
        }
        return result
    }
}
