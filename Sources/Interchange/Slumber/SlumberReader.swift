import Collections
import Documents
import HTTPModel

/// Reads slumber collections: version 4 and later, and version 3 with its tags.
enum SlumberReader: ForeignReader {
    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else { return false }
        guard let requests = value["requests"] ?? value["recipes"], let members = requests.members
        else { return false }
        let isOne = members.contains { member in
            member.value.has("method") && member.value.has("url") || member.value.has("requests")
                || member.value.has("$ref")
        }
        return isOne || value.has("profiles")
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        let document: JSONValue
        do {
            document = try JSONValue(parsingYAML: source.octets, keepsTags: true)
        } catch {
            throw ImportError(.slumber, at: error.location, detail: error.detail)
        }
        var reader = SlumberRecipes(document: document)
        reader.read()
        return reader.result
    }
}

/// Walks the recipes of a slumber collection.
struct SlumberRecipes {
    private let document: JSONValue
    private(set) var result: ImportedCollection
    private var chains: [String: String] = [:]

    init(document: JSONValue) {
        self.document = document
        result = ImportedCollection(format: .slumber, name: document.text("name"))
    }

    mutating func read() {
        readChains()
        let text = document.encoded(pretty: false)
        for profile in document["profiles"]?.members ?? [] { readProfile(profile) }
        for recipe in (document["requests"] ?? document["recipes"])?.members ?? [] {
            read(recipe, folders: [], text: text, depth: 0)
        }
    }

    // MARK: References inside the document

    /// `value` with a local `$ref` replaced by what it names; members beside it win.
    private func resolved(_ value: JSONValue, depth: Int = 0) -> JSONValue {
        let untagged = Self.untagged(value)
        guard let reference = untagged["$ref"]?.stringValue, depth < 16,
            reference.hasPrefix("#/")
        else { return untagged }
        var target: JSONValue? = document
        for key in reference.dropFirst(2).split(separator: "/") {
            target = target?[String(key)]
        }
        guard let found = target else { return untagged }
        var members = (resolved(found, depth: depth + 1).members ?? [])
        for member in untagged.members ?? [] where member.key != "$ref" {
            members.removeAll { $0.key == member.key }
            members.append(member)
        }
        return .object(members)
    }

    /// The value below tags such as `!request`, which say what the keys say too.
    private static func untagged(_ value: JSONValue) -> JSONValue {
        guard let member = value.members?.first, value.members?.count == 1,
            ["!request", "!folder"].contains(member.key)
        else { return value }
        return member.value
    }

    // MARK: Profiles and chains

    private mutating func readProfile(_ profile: JSONMember) {
        let value = resolved(profile.value)
        let data = resolved(value["data"] ?? .null)
        var template = SlumberTemplate()
        template.chains = chains
        var variables: [ImportedVariable] = []
        for member in data.members ?? [] {
            let text: String
            switch member.value {
            case .array, .object: text = member.value.encoded(pretty: false)
            default: text = member.value.scalarText ?? ""
            }
            let name = TemplateText.variableName(member.key)
            variables.append(ImportedVariable(name: name, value: template.converted(text)))
        }
        let name = value.text("name").isEmpty ? profile.key : value.text("name")
        result.environments.append(ImportedEnvironment(name: name, variables: variables))
    }

    /// The templates that the chains of version 3 stand for.
    private mutating func readChains() {
        for chain in document["chains"]?.members ?? [] {
            guard let source = chain.value["source"]?.members?.first else { continue }
            let selector = chain.value.text("selector")
            switch source.key {
            case "!request":
                let recipe = SlumberTemplate.name(source.value.text("recipe"))
                if let header = source.value["section"]?["!header"]?.scalarText {
                    chains[chain.key] = "{{\(recipe).response.headers.\(header)}}"
                } else {
                    let path = selector.isEmpty ? "*" : selector
                    chains[chain.key] = "{{\(recipe).response.body.\(path)}}"
                }
            case "!command":
                let words = source.value.list("command").compactMap(\.scalarText)
                if !words.contains(where: { $0.contains(" ") }), !source.value.has("stdin") {
                    chains[chain.key] = "{{$command \(words.joined(separator: " "))}}"
                }
            case "!env":
                let name = source.value.scalarText ?? source.value.text("variable")
                chains[chain.key] = "{{$processEnv \(name)}}"
            default: break
            }
        }
    }

    // MARK: Recipes

    private mutating func read(
        _ member: JSONMember,
        folders: [String],
        text: String,
        depth: Int
    ) {
        let value = resolved(member.value)
        let name = value.text("name").isEmpty ? member.key : value.text("name")
        if let children = value["requests"]?.members {
            guard depth < JSONValue.deepestNesting else { return }
            for child in children {
                read(child, folders: folders + [name], text: text, depth: depth + 1)
            }
            return
        }
        var template = SlumberTemplate()
        template.chains = chains
        var request = SlumberRequest.imported(value, name: name, &template)
        request.folders = folders
        let isReferenced =
            text.contains("response('\(member.key)'")
            || text.contains("response_header('\(member.key)'")
            || text.contains("\"recipe\":\"\(member.key)\"")
        if isReferenced {
            request.directives.insert(
                ImportedPair("name", SlumberTemplate.name(member.key)),
                at: 0
            )
        }
        for prompt in template.prompts {
            let value = [prompt.name, prompt.value ?? ""].joined(separator: " ")
            request.directives.append(ImportedPair("prompt", value))
        }
        var seen: Set<String> = []
        for expression in template.unknown where seen.insert(expression).inserted {
            request.notes.append("the expression \(expression)")
        }
        result.requests.append(request)
    }
}

/// Reads one recipe.
enum SlumberRequest {
    static func imported(
        _ value: JSONValue,
        name: String,
        _ template: inout SlumberTemplate
    ) -> ImportedRequest {
        let method = value.text("method")
        var request = ImportedRequest(name: name, method: method.isEmpty ? "GET" : method)
        request.url = template.converted(value.text("url"))
        let query = query(value["query"] ?? .null, &template)
        request.url = TemplateText.adding(query, to: request.url)
        for member in value["headers"]?.members ?? [] where HTTPToken.isToken(member.key) {
            let text = template.converted(member.value.scalarText ?? "")
            request.fields.append(ImportedPair(member.key, text))
        }
        readAuth(value["authentication"] ?? .null, into: &request, &template)
        readBody(value["body"] ?? .null, into: &request, &template)
        return request
    }

    /// `{name: value, name: [value, value]}`, or the list `["name=value"]` of version 3.
    private static func query(
        _ value: JSONValue,
        _ template: inout SlumberTemplate
    ) -> [ImportedPair] {
        var items: [ImportedPair] = []
        for member in value.members ?? [] {
            for element in member.value.arrayValue ?? [member.value] {
                items.append(
                    ImportedPair(
                        template.converted(member.key),
                        template.converted(element.scalarText ?? "")
                    )
                )
            }
        }
        for item in value.arrayValue ?? [] {
            let text = item.scalarText ?? ""
            let equals = text.firstIndex(of: "=") ?? text.endIndex
            let rest = equals < text.endIndex ? text[text.index(after: equals)...] : ""
            items.append(
                ImportedPair(
                    template.converted(String(text[..<equals])),
                    template.converted(String(rest))
                )
            )
        }
        return items
    }

    private static func readAuth(
        _ auth: JSONValue,
        into request: inout ImportedRequest,
        _ template: inout SlumberTemplate
    ) {
        let kind = auth.has("type") ? auth.text("type") : auth.members?.first?.key ?? ""
        let value = auth.has("type") ? auth : auth.members?.first?.value ?? .null
        switch kind {
        case "": break
        case "bearer", "!bearer":
            let token = value.scalarText ?? value.text("token")
            request.token = .bearer(template.converted(token))
        case "basic", "!basic":
            let user = template.converted(value.text("username"))
            let password = template.converted(value.text("password"))
            request.addCredentials("Basic", user: user, password: password)
        default: request.notes.append("authentication of the type \(kind)")
        }
    }

    private static func readBody(
        _ body: JSONValue,
        into request: inout ImportedRequest,
        _ template: inout SlumberTemplate
    ) {
        if let text = body.scalarText {
            request.body = content(text, &template)
            return
        }
        let kind = body.has("type") ? body.text("type") : body.members?.first?.key ?? ""
        let data = body.has("type") ? body["data"] ?? .null : body.members?.first?.value ?? .null
        switch kind {
        case "": break
        case "json", "!json":
            request.body = .text(template.converted(data.encoded(pretty: true)))
            request.addMissingField("Content-Type", "application/json")
        case "form_urlencoded", "!form_urlencoded": request.body = .form(query(data, &template))
        case "form_multipart", "!form_multipart":
            request.body = .multipart(
                (data.members ?? []).map { member in
                    let text = member.value.scalarText ?? ""
                    if let path = SlumberTemplate.filePath(in: text) {
                        return ImportedPart(member.key, .file(path: path))
                    }
                    return ImportedPart(member.key, .text(template.converted(text)))
                }
            )
        case "stream": request.body = content(data.scalarText ?? "", &template)
        default: request.notes.append("content of the type \(kind)")
        }
    }

    private static func content(
        _ text: String,
        _ template: inout SlumberTemplate
    ) -> ImportedBody {
        if let path = SlumberTemplate.filePath(in: text) { return .file(path: path) }
        return .text(template.converted(text))
    }
}
