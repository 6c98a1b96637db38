import Collections
import Documents

extension InsomniaBuilder {
    /// Adds the authentication of a request, or of the nearest group that has one.
    mutating func readAuth(
        _ value: JSONValue,
        _ groups: [JSONValue],
        into request: inout ImportedRequest
    ) {
        let owners = [value] + groups
        guard
            let auth = owners.lazy.compactMap({ $0["authentication"] })
                .first(where: { $0.members?.isEmpty == false && !$0.isTrue("disabled") })
        else { return }
        var type = auth.has("type") ? auth.text("type") : auth.text("_type")
        if type.isEmpty, auth.has("username") { type = "basic" }
        switch type {
        case "", "none": break
        case "basic":
            request.addCredentials(
                "Basic",
                user: text(auth, "username"),
                password: text(auth, "password")
            )
        case "digest":
            request.addCredentials(
                "Digest",
                user: text(auth, "username"),
                password: text(auth, "password")
            )
        case "ntlm":
            request.addCredentials(
                "NTLM",
                user: text(auth, "username"),
                password: text(auth, "password")
            )
        case "bearer", "singleToken":
            request.setBearer(text(auth, "token"), prefix: text(auth, "prefix"))
        case "apikey":
            let name = text(auth, "key")
            let key = text(auth, "value")
            switch auth.text("addTo") {
            case "queryParams": request.token = .query(name: name, value: key)
            case "cookie": request.addMissingField("Cookie", "\(name)=\(key)")
            default: request.token = .field(name: name, value: key)
            }
        case "iam":
            request.addAWSCredentials(
                keyID: text(auth, "accessKeyId"),
                secret: text(auth, "secretAccessKey"),
                token: text(auth, "sessionToken"),
                region: text(auth, "region"),
                service: text(auth, "service")
            )
        default: request.notes.append("authentication of the type \(type)")
        }
    }

    private mutating func text(_ value: JSONValue, _ key: String) -> String {
        template.converted(value.text(key))
    }

    /// Adds base environments as variables of the collection, and sub-environments by their names.
    mutating func addEnvironments(to result: inout ImportedCollection) {
        let environments = resources.filter { $0.text("_type") == "environment" }
        let ids = Set(environments.map { $0.text("_id") })
        var known: Set<String> = []
        for environment in environments {
            let variables = self.variables(environment["data"] ?? .null)
            if ids.contains(environment.text("parentId")) {
                result.environments.append(
                    ImportedEnvironment(name: environment.text("name"), variables: variables)
                )
            } else {
                result.variables += variables.filter { known.insert($0.name).inserted }
            }
        }
        for group in resources where group["environment"]?.members?.isEmpty == false {
            let variables = self.variables(group["environment"] ?? .null)
            result.variables += variables.filter { known.insert($0.name).inserted }
        }
    }

    /// Members of nested objects get names joined by dots.
    private mutating func variables(_ value: JSONValue, _ prefix: String = "") -> [ImportedVariable]
    {
        var result: [ImportedVariable] = []
        for member in value.members ?? [] {
            let name = TemplateText.variableName(prefix + member.key)
            switch member.value {
            case .object: result += variables(member.value, prefix + member.key + ".")
            case .array:
                let text = member.value.encoded(pretty: false)
                result.append(ImportedVariable(name: name, value: TemplateText.escaping(text)))
            default:
                let text = template.converted(member.value.scalarText ?? "")
                result.append(ImportedVariable(name: name, value: text))
            }
        }
        return result
    }
}
