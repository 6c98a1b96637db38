import Collections
import Documents

/// Reads Postman's `auth` objects.
enum PostmanAuth {
    /// Adds what `auth` says to `request`; `nil` says nothing.
    static func apply(_ auth: JSONValue?, to request: inout ImportedRequest) {
        guard let auth, auth.members != nil else { return }
        let type = auth.text("type")
        let parameters = Parameters(auth[type])
        switch type {
        case "", "noauth": break
        case "bearer": request.token = .bearer(parameters["token"])
        case "basic", "digest", "ntlm":
            request.addCredentials(
                type == "ntlm" ? "NTLM" : type == "basic" ? "Basic" : "Digest",
                user: parameters["username"],
                password: parameters["password"]
            )
        case "apikey": applyKey(parameters, to: &request)
        case "oauth2": applyOAuth2(parameters, to: &request)
        case "awsv4": applyAWS(parameters, to: &request)
        default: request.notes.append("authentication of the type \(type)")
        }
    }

    private static func applyKey(_ parameters: Parameters, to request: inout ImportedRequest) {
        let name = parameters["key"]
        guard !name.isEmpty else { return }
        request.token =
            parameters["in"] == "query"
            ? .query(name: name, value: parameters["value"])
            : .field(name: name, value: parameters["value"])
    }

    private static func applyOAuth2(_ parameters: Parameters, to request: inout ImportedRequest) {
        let token = parameters["accessToken"]
        if token.isEmpty {
            request.notes.append("fetching an OAuth 2.0 token")
        } else if parameters["addTokenTo"] == "queryParams" {
            request.token = .query(name: "access_token", value: token)
        } else {
            request.token = .bearer(token)
        }
    }

    private static func applyAWS(_ parameters: Parameters, to request: inout ImportedRequest) {
        request.addAWSCredentials(
            keyID: parameters["accessKey"],
            secret: parameters["secretKey"],
            token: parameters["sessionToken"],
            region: parameters["region"],
            service: parameters["service"]
        )
    }

    /// Parameters, which version 2.0 writes as an object and 2.1 as a list of keys and values.
    private struct Parameters {
        private var values: [String: String] = [:]

        init(_ value: JSONValue?) {
            for member in value?.members ?? [] { set(member.key, member.value) }
            for item in value?.arrayValue ?? [] { set(item.text("key"), item["value"] ?? .null) }
        }

        private mutating func set(_ key: String, _ value: JSONValue) {
            guard let text = value.scalarText else { return }
            values[key] = PostmanVariables.template(text)
        }

        subscript(key: String) -> String { values[key] ?? "" }
    }
}
