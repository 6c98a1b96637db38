import Collections
import Documents

/// Query, content and authentication of Hoppscotch requests.
enum HoppscotchBody {
    /// Adds query items to the URL; those that are off are kept beside it.
    static func addQuery(_ items: [JSONValue], to request: inout ImportedRequest) {
        var enabled: [ImportedPair] = []
        for item in items where !item.text("key").isEmpty {
            let pair = ImportedPair(
                HoppscotchReader.template(item.text("key")),
                HoppscotchReader.template(item.text("value")),
                isEnabled: item["active"] != .bool(false)
            )
            if pair.isEnabled { enabled.append(pair) } else { request.disabledQuery.append(pair) }
        }
        request.url = TemplateText.adding(enabled, to: request.url)
    }

    static func read(_ body: JSONValue, into request: inout ImportedRequest) {
        let type = body.text("contentType")
        let content = body["body"] ?? .null
        switch type {
        case "multipart/form-data":
            request.body = .multipart((content.arrayValue ?? []).flatMap(parts))
        case "application/x-www-form-urlencoded":
            request.body = .form(formItems(content))
        default:
            if let text = content.scalarText, !text.isEmpty {
                request.body = .text(HoppscotchReader.template(text))
                if !type.isEmpty { request.addMissingField("Content-Type", type) }
            } else if type == "application/octet-stream" {
                request.notes.append("the content is a file that was chosen on the screen")
            }
        }
    }

    private static func parts(_ item: JSONValue) -> [ImportedPart] {
        let name = HoppscotchReader.template(item.text("key"))
        let isEnabled = item["active"] != .bool(false)
        let type = item.has("contentType") ? item.text("contentType") : nil
        if item.isTrue("isFile") {
            return [
                ImportedPart(name, .file(path: "file"), mediaType: type, isEnabled: isEnabled)
            ]
        }
        let text = HoppscotchReader.template(item.text("value"))
        return [ImportedPart(name, .text(text), mediaType: type, isEnabled: isEnabled)]
    }

    /// Items written one on a line as `name: value`, or as a list.
    private static func formItems(_ content: JSONValue) -> [ImportedPair] {
        if let list = content.arrayValue {
            return list.map { item in
                ImportedPair(
                    HoppscotchReader.template(item.text("key")),
                    HoppscotchReader.template(item.text("value")),
                    isEnabled: item["active"] != .bool(false)
                )
            }
        }
        return (content.scalarText ?? "").split(whereSeparator: \.isNewline).compactMap { line in
            let isOff = line.hasPrefix("#")
            let text = isOff ? line.dropFirst() : line
            guard let colon = text.firstIndex(of: ":") else { return nil }
            return ImportedPair(
                HoppscotchReader.template(text[..<colon].trimmingSpaces),
                HoppscotchReader.template(text[text.index(after: colon)...].trimmingSpaces),
                isEnabled: !isOff
            )
        }
    }

    /// Adds the authentication; the oldest requests name its kind in words.
    static func apply(
        _ auth: JSONValue?,
        of value: JSONValue,
        to request: inout ImportedRequest
    ) {
        guard let auth, auth != .null, auth["authActive"] != .bool(false) else { return }
        func text(_ key: String) -> String {
            HoppscotchReader.template(auth.has(key) ? auth.text(key) : value.text(key))
        }
        let isInQuery = auth.text("addTo").hasPrefix("QUERY")
        switch auth.stringValue ?? auth.text("authType") {
        case "", "none", "None", "inherit": break
        case "bearer": request.token = .bearer(text("token"))
        case "Bearer Token":
            if !request.hasField("Authorization") { request.token = .bearer(text("bearerToken")) }
        case "basic", "Basic Auth":
            let user = auth.has("username") ? text("username") : text("httpUser")
            let password = auth.has("password") ? text("password") : text("httpPassword")
            request.addCredentials("Basic", user: user, password: password)
        case "digest":
            request.addCredentials("Digest", user: text("username"), password: text("password"))
        case "api-key":
            request.token =
                isInQuery
                ? .query(name: text("key"), value: text("value"))
                : .field(name: text("key"), value: text("value"))
        case "oauth-2":
            let token = HoppscotchReader.template(auth["grantTypeInfo"]?.text("token") ?? "")
            if token.isEmpty {
                request.notes.append("fetching an OAuth 2.0 token")
            } else {
                request.token =
                    isInQuery
                    ? .query(name: "access_token", value: token)
                    : .bearer(token)
            }
        case "aws-signature":
            request.addAWSCredentials(
                keyID: text("accessKey"),
                secret: text("secretKey"),
                token: text("serviceToken"),
                region: text("region"),
                service: text("serviceName")
            )
        case let kind: request.notes.append("authentication of the type \(kind)")
        }
    }
}

/// Reads Hoppscotch environments, one or a list of them.
enum HoppscotchEnvironmentReader: ForeignReader {
    private static let keys: Set<String> = ["v", "id", "name", "variables"]

    static func recognizes(_ source: ForeignSource) -> Bool {
        guard let value = source.value else { return false }
        let list = value.arrayValue ?? [value]
        return !list.isEmpty
            && list.allSatisfy { environment in
                environment["variables"]?.arrayValue?.allSatisfy { $0.has("key") } == true
                    && environment.has("name")
                    && (environment.members ?? []).allSatisfy { keys.contains($0.key) }
            }
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        var result = ImportedCollection(format: .hoppscotchEnvironment)
        let value = source.value ?? .null
        for environment in value.arrayValue ?? [value] {
            result.environments.append(
                ImportedEnvironment(
                    name: environment.text("name"),
                    variables: environment.list("variables").compactMap(HoppscotchReader.variable)
                )
            )
        }
        return result
    }
}
