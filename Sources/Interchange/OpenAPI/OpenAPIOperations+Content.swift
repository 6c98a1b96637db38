import Documents
import HTTPModel

extension OpenAPIOperations {
    // MARK: Parameters

    /// Adds the parameters of the path and of the operation; the latter win.
    mutating func readParameters(
        _ operation: OpenAPIDocument.Node,
        _ item: OpenAPIDocument.Node,
        into request: inout ImportedRequest
    ) {
        var parameters: [OpenAPIDocument.Node] = []
        for node in item.list("parameters") + operation.list("parameters") {
            let parameter = document.resolved(node)
            parameters.removeAll {
                $0.text("name") == parameter.text("name") && $0.text("in") == parameter.text("in")
            }
            parameters.append(parameter)
        }
        var query: [ImportedPair] = []
        var form: [OpenAPIDocument.Node] = []
        for parameter in parameters {
            let name = parameter.text("name")
            guard !name.isEmpty else { continue }
            let isRequired = parameter.value.isTrue("required")
            switch parameter.text("in") {
            case "path":
                addVariable(TemplateText.variableName(name), sample(parameter))
            case "query":
                for value in samples(parameter) {
                    query.append(ImportedPair(value.name, value.value, isEnabled: isRequired))
                }
            case "querystring": query.append(ImportedPair(name, nil, isEnabled: false))
            case "header":
                guard HTTPToken.isToken(name), !Self.isOwnField(name) else { continue }
                let text = HTTPFileText.oneLine(sample(parameter))
                request.fields.append(ImportedPair(name, text, isEnabled: isRequired))
            case "cookie" where isRequired:
                request.addMissingField("Cookie", "\(name)=\(sample(parameter))")
            case "body":
                if let schema = parameter["schema"] { readSwaggerBody(schema, operation, &request) }
            case "formData": form.append(parameter)
            default: break
            }
        }
        if !form.isEmpty { readSwaggerForm(form, operation, &request) }
        request.url = TemplateText.adding(query.filter(\.isEnabled), to: request.url)
        request.disabledQuery = query.filter { !$0.isEnabled }
    }

    /// Fields that OpenAPI says are described elsewhere.
    ///
    /// - SeeAlso: OpenAPI 3.1, Parameter Object.
    private static func isOwnField(_ name: String) -> Bool {
        ["accept", "content-type", "authorization"].contains(name.lowercased())
    }

    /// A value for a parameter as text.
    private mutating func sample(_ parameter: OpenAPIDocument.Node) -> String {
        let value = sampleValue(parameter)
        if let list = value.arrayValue {
            return list.compactMap(\.scalarText).joined(separator: ",")
        }
        return TemplateText.escaping(value.scalarText ?? value.encoded(pretty: false))
    }

    /// Names and values of a query parameter, by its style.
    private mutating func samples(
        _ parameter: OpenAPIDocument.Node
    ) -> [(name: String, value: String)] {
        let name = parameter.text("name")
        let value = sampleValue(parameter)
        guard let members = value.members, !parameter.value.has("content") else {
            return [(name, sample(parameter))]
        }
        let isDeep = parameter.text("style") == "deepObject"
        return members.map { member in
            (isDeep ? "\(name)[\(member.key)]" : member.key, member.value.scalarText ?? "")
        }
    }

    private mutating func sampleValue(_ parameter: OpenAPIDocument.Node) -> JSONValue {
        if let example = parameter.value["example"] { return example }
        if let (_, node) = parameter["examples"]?.members.first {
            let example = document.resolved(node)
            if let value = example.value["value"] { return value }
        }
        var maker = SchemaSample()
        if let schema = parameter["schema"] { return maker.value(for: schema, in: &document) }
        if let (_, content) = parameter["content"]?.members.first, let schema = content["schema"] {
            return maker.value(for: schema, in: &document)
        }
        return maker.value(for: parameter, in: &document)
    }

    // MARK: Content of OpenAPI 3

    mutating func readContent(
        _ operation: OpenAPIDocument.Node,
        into request: inout ImportedRequest
    ) {
        guard let node = operation["requestBody"] else { return }
        let body = document.resolved(node)
        let contents = body["content"]?.members ?? []
        guard let (type, content) = Self.preferred(contents) else { return }
        let example = example(of: content)
        if type.hasPrefix("application/x-www-form-urlencoded") {
            request.body = .form(formItems(content, example))
        } else if type.hasPrefix("multipart/") {
            request.body = .multipart(parts(content, example))
        } else if let text = text(content, example, type: type) {
            request.body = .text(text)
        } else {
            request.notes.append("content of the type \(type), which has no example")
            return
        }
        if !type.hasPrefix("multipart/"), !type.contains("*") {
            request.addMissingField("Content-Type", type)
        }
    }

    private static func preferred(
        _ contents: [(key: String, node: OpenAPIDocument.Node)]
    ) -> (String, OpenAPIDocument.Node)? {
        let order: [(String) -> Bool] = [
            OpenAPIText.isJSON, { $0.hasPrefix("application/x-www-form-urlencoded") },
            { $0.hasPrefix("multipart/") }, { $0.contains("xml") }, { $0.hasPrefix("text/") },
            { _ in true },
        ]
        for matches in order {
            if let found = contents.first(where: { matches($0.key) }) {
                return (found.key, found.node)
            }
        }
        return nil
    }

    private mutating func example(of content: OpenAPIDocument.Node) -> JSONValue? {
        if let example = content.value["example"] { return example }
        guard let (_, node) = content["examples"]?.members.first else { return nil }
        let example = document.resolved(node)
        return example.value["value"] ?? example.value["dataValue"]
    }

    private mutating func text(
        _ content: OpenAPIDocument.Node,
        _ example: JSONValue?,
        type: String
    ) -> String? {
        var value = example
        if value == nil, let schema = content["schema"] {
            let resolved = document.resolved(schema)
            if resolved.text("format") == "binary" { return nil }
            var maker = SchemaSample()
            value = maker.value(for: schema, in: &document)
        }
        guard let value else { return nil }
        if !OpenAPIText.isJSON(type), let text = value.scalarText {
            return TemplateText.escaping(text)
        }
        if type.contains("xml") { return nil }
        return TemplateText.escaping(value.encoded(pretty: true))
    }

    private mutating func formItems(
        _ content: OpenAPIDocument.Node,
        _ example: JSONValue?
    ) -> [ImportedPair] {
        var maker = SchemaSample()
        let value =
            example ?? content["schema"].map { maker.value(for: $0, in: &document) } ?? .null
        return (value.members ?? []).map { member in
            ImportedPair(member.key, Self.formText(member.value))
        }
    }

    private static func formText(_ value: JSONValue) -> String {
        TemplateText.escaping(value.scalarText ?? value.encoded(pretty: false))
    }

    private mutating func parts(
        _ content: OpenAPIDocument.Node,
        _ example: JSONValue?
    ) -> [ImportedPart] {
        let schema = content["schema"].map { document.resolved($0) }
        var parts: [ImportedPart] = []
        for (name, node) in schema?["properties"]?.members ?? [] {
            let property = document.resolved(node)
            let items = property["items"].map { document.resolved($0) }
            let isBinary =
                property.text("format") == "binary" || items?.text("format") == "binary"
                || property.value.has("contentMediaType")
            if isBinary {
                parts.append(ImportedPart(name, .file(path: "\(name).bin")))
                continue
            }
            var maker = SchemaSample()
            let value = example?[name] ?? maker.value(for: property, in: &document)
            parts.append(ImportedPart(name, .text(Self.formText(value))))
        }
        return parts
    }

    // MARK: Content of Swagger 2.0

    private mutating func readSwaggerBody(
        _ schema: OpenAPIDocument.Node,
        _ operation: OpenAPIDocument.Node,
        _ request: inout ImportedRequest
    ) {
        let types = consumed(operation)
        let type = types.first(where: OpenAPIText.isJSON) ?? types.first ?? "application/json"
        var maker = SchemaSample()
        let value = maker.value(for: schema, in: &document)
        guard OpenAPIText.isJSON(type) || value.scalarText != nil else {
            return request.notes.append("content of the type \(type), which has no example")
        }
        let text = OpenAPIText.isJSON(type) ? nil : value.scalarText
        request.body = .text(TemplateText.escaping(text ?? value.encoded(pretty: true)))
        request.addMissingField("Content-Type", type)
    }

    private mutating func readSwaggerForm(
        _ parameters: [OpenAPIDocument.Node],
        _ operation: OpenAPIDocument.Node,
        _ request: inout ImportedRequest
    ) {
        let hasFile = parameters.contains { $0.text("type") == "file" }
        let types = consumed(operation)
        if hasFile || types.contains(where: { $0.hasPrefix("multipart/") }) {
            request.body = .multipart(
                parameters.map { parameter in
                    let name = parameter.text("name")
                    let isEnabled = parameter.value.isTrue("required") || hasFile
                    if parameter.text("type") == "file" {
                        return ImportedPart(name, .file(path: "\(name).bin"), isEnabled: isEnabled)
                    }
                    return ImportedPart(name, .text(sample(parameter)), isEnabled: isEnabled)
                }
            )
            return
        }
        request.body = .form(
            parameters.map { ImportedPair($0.text("name"), sample($0)) }
        )
    }

    private func consumed(_ operation: OpenAPIDocument.Node) -> [String] {
        let owner = operation.value.has("consumes") ? operation : document.root
        return owner.value.list("consumes").compactMap(\.stringValue)
    }
}
