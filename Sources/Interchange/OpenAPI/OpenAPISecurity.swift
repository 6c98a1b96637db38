import Collections
import Documents

/// Makes tokens of security schemes.
enum OpenAPISecurity {
    /// Adds what the first requirement of the operation, or else of the document, asks for.
    static func apply(
        _ operation: OpenAPIDocument.Node,
        to request: inout ImportedRequest,
        _ operations: inout OpenAPIOperations
    ) {
        let owner = operation.value.has("security") ? operation : operations.document.root
        // An empty requirement means that none is needed.
        guard let requirement = owner.list("security").first(where: { !$0.members.isEmpty }) else {
            return
        }
        let root = operations.document.root
        let schemes =
            operations.isSwagger
            ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        for (name, _) in requirement.members {
            guard let node = schemes?[name] else { continue }
            let scheme = operations.document.resolved(node)
            add(scheme, named: name, to: &request)
        }
    }

    private static func add(
        _ scheme: OpenAPIDocument.Node,
        named name: String,
        to request: inout ImportedRequest
    ) {
        let variable = "{{\(TemplateText.variableName(name))}}"
        switch (scheme.text("type"), scheme.text("scheme").lowercased()) {
        case ("http", "bearer"): setToken(.bearer(variable), of: &request)
        case ("http", "basic"), ("basic", _):
            request.addMissingField("Authorization", "Basic {{username}} {{password}}")
        case ("http", "digest"):
            request.addMissingField("Authorization", "Digest {{username}} {{password}}")
        case ("http", let kind):
            request.addMissingField("Authorization", "\(kind) \(variable)")
        case ("apiKey", _):
            let key = scheme.text("name")
            switch scheme.text("in") {
            case "query": setToken(.query(name: key, value: variable), of: &request)
            case "cookie": request.addMissingField("Cookie", "\(key)=\(variable)")
            default: setToken(.field(name: key, value: variable), of: &request)
            }
        case ("oauth2", _), ("openIdConnect", _): setToken(.bearer(variable), of: &request)
        case (let type, _): request.notes.append("security of the type \(type)")
        }
    }

    /// Sets the token, or adds a second one as a field or query item.
    private static func setToken(_ token: TokenSetting, of request: inout ImportedRequest) {
        guard request.token != nil else {
            request.token = token
            return
        }
        switch token {
        case .bearer(let value): request.addMissingField("Authorization", "Bearer \(value)")
        case .field(let name, let value): request.addMissingField(name, value)
        case .query(let name, let value):
            request.url = TemplateText.adding([ImportedPair(name, value)], to: request.url)
        case .body, .none: break
        }
    }
}
