import Collections
import Documents
import HTTPModel

/// Writes one saved request as an item of a Postman collection.
struct PostmanItemWriter {
    private let request: SavedRequest
    private let settings: CollectionSettings
    private var spelling = PostmanSpelling()
    private var ownNotes: [String] = []

    init(_ request: SavedRequest, settings: CollectionSettings) {
        self.request = request
        self.settings = settings
    }

    /// What could not be carried over.
    var notes: [String] { ownNotes + spelling.notes }

    /// The folders that the title names.
    var folders: [String] { Array(titleParts.dropLast()) }

    private var titleParts: [String] {
        let title = request.title.isEmpty ? request.name : request.title
        var parts: [String] = []
        var rest = Substring(title)
        while let slash = rest.firstRange(of: " / ") {
            parts.append(String(rest[..<slash.lowerBound]))
            rest = rest[slash.upperBound...]
        }
        parts.append(String(rest))
        return parts.contains(where: \.trimmingSpaces.isEmpty) ? [title] : parts
    }

    /// The item.
    mutating func item() -> JSONValue {
        var members = [JSONMember("name", .string(titleParts.last ?? request.name))]
        let events = PostmanEventWriter(request)
        ownNotes += events.notes
        if let json = events.json { members.append(JSONMember("event", json)) }
        members.append(JSONMember("request", requestObject()))
        members.append(JSONMember("response", []))
        if let behavior = behavior() {
            members.append(JSONMember("protocolProfileBehavior", behavior))
        }
        return .object(members)
    }

    private mutating func requestObject() -> JSONValue {
        var body = PostmanBodyWriter(request)
        let content = body.json(&spelling)
        ownNotes += body.notes
        var fields = request.fields
        for field in settings.fields
        where !fields.contains(where: { HTTPToken.equalsIgnoringCase($0.name, field.name) }) {
            fields.append(
                SavedField(name: field.name, value: field.value, location: request.location)
            )
        }
        var auth = request.token.flatMap { Self.auth(for: $0) }
        if case .body? = request.token { ownNotes.append("a token in the content") }
        if auth == nil, let index = fields.firstIndex(where: \.isCredentials),
            let shorthand = Self.auth(forShorthand: fields[index].value)
        {
            auth = shorthand
            fields.remove(at: index)
        }
        fields.removeAll { body.implies($0) }
        var members = [JSONMember("method", .string(request.method))]
        if let auth { members.append(JSONMember("auth", spelled(auth))) }
        members.append(JSONMember("header", .array(fields.map { pair($0) })))
        if let content { members.append(JSONMember("body", content)) }
        members.append(JSONMember("url", url()))
        if !request.comment.isEmpty {
            members.append(JSONMember("description", .string(request.comment)))
        }
        return .object(members)
    }

    private mutating func pair(_ field: SavedField) -> JSONValue {
        var members = [
            JSONMember("key", .string(spelling.text(field.name))),
            JSONMember("value", .string(spelling.text(field.value))),
        ]
        if !field.isEnabled { members.append(JSONMember("disabled", true)) }
        return .object(members)
    }

    // MARK: URL

    /// The URL whole and in parts, as Postman writes both; what is switched off stands in the parts.
    private mutating func url() -> JSONValue {
        let raw = spelling.text(request.url)
        var members = [JSONMember("raw", .string(raw))]
        var rest = raw[...]
        if let hash = rest.lastIndex(of: "#"), !rest[hash...].contains("}") {
            members.append(JSONMember("hash", .string(String(rest[rest.index(after: hash)...]))))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") { rest = rest[..<mark] }
        if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains("{") {
            members.append(JSONMember("protocol", .string(String(rest[..<scheme.lowerBound]))))
            rest = rest[scheme.upperBound...]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var host = String(rest[..<slash])
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]"),
            !host[colon...].dropFirst().isEmpty,
            host[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        {
            members.append(JSONMember("port", .string(String(host[colon...].dropFirst()))))
            host = String(host[..<colon])
        }
        // Variables have dots in their names, too.
        let labels = host.contains("{{") ? [host] : host.split(separator: ".").map(String.init)
        if !host.isEmpty { members.append(JSONMember("host", .array(labels.map { .string($0) }))) }
        let path = rest[slash...].dropFirst()
        if !path.isEmpty {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            members.append(JSONMember("path", .array(parts.map { .string(String($0)) })))
        }
        if !request.queryItems.isEmpty {
            var items: [JSONValue] = []
            for item in request.queryItems { items.append(queryItem(item)) }
            members.append(JSONMember("query", .array(items)))
        }
        return .object(members)
    }

    private mutating func queryItem(_ item: SavedQueryItem) -> JSONValue {
        var members = [JSONMember("key", .string(spelling.text(item.name)))]
        members.append(
            JSONMember("value", item.value.map { .string(spelling.text($0)) } ?? .null)
        )
        if !item.isEnabled { members.append(JSONMember("disabled", true)) }
        return .object(members)
    }

    // MARK: Authentication

    /// The `auth` object of a token; `nil` when Postman has no such place for one.
    static func auth(for token: TokenSetting) -> JSONValue? {
        switch token {
        case .bearer(let value): auth("bearer", [("token", value)])
        case .query(let name, let value):
            auth("apikey", [("key", name), ("value", value), ("in", "query")])
        case .field(let name, let value):
            auth("apikey", [("key", name), ("value", value), ("in", "header")])
        case .none: ["type": "noauth"]
        case .body: nil
        }
    }

    /// The `auth` object of credentials as request files write them; `nil` for those that are sent as
    /// they are.
    private static func auth(forShorthand value: String) -> JSONValue? {
        let words = value.split(separator: " ", maxSplits: 2).map(String.init)
        guard let scheme = words.first?.lowercased() else { return nil }
        switch scheme {
        case "basic", "digest", "ntlm":
            if words.count == 2, scheme == "basic", words[1].hasSuffix(":") {
                let user = String(words[1].dropLast())
                return auth(scheme, [("username", user), ("password", "")])
            }
            guard words.count == 3 else { return nil }
            return auth(scheme, [("username", words[1]), ("password", words[2])])
        case "aws":
            let words = value.split(separator: " ").map(String.init)
            guard words.count >= 3 else { return nil }
            var parameters = [("accessKey", words[1]), ("secretKey", words[2])]
            for word in words.dropFirst(3) {
                guard let colon = word.firstIndex(of: ":") else { return nil }
                let name = String(word[..<colon])
                let names = ["token": "sessionToken", "region": "region", "service": "service"]
                guard let name = names[name] else { return nil }
                parameters.append((name, String(word[word.index(after: colon)...])))
            }
            return auth("awsv4", parameters)
        default: return nil
        }
    }

    private static func auth(_ type: String, _ parameters: [(String, String)]) -> JSONValue {
        let list = parameters.map { key, value -> JSONValue in
            ["key": .string(key), "value": .string(value), "type": "string"]
        }
        return .object([JSONMember("type", .string(type)), JSONMember(type, .array(list))])
    }

    /// The object with its texts in Postman's spelling.
    private mutating func spelled(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(spelling.text(text))
        case .array(let list):
            var result: [JSONValue] = []
            for element in list { result.append(spelled(element)) }
            return .array(result)
        case .object(let members):
            var result: [JSONMember] = []
            for member in members { result.append(JSONMember(member.key, spelled(member.value))) }
            return .object(result)
        default: return value
        }
    }

    // MARK: Settings

    private mutating func behavior() -> JSONValue? {
        let settings = request.settings
        var members: [JSONMember] = []
        if !settings.isFollowingRedirects { members.append(JSONMember("followRedirects", false)) }
        if settings.isInsecure { members.append(JSONMember("strictSSL", false)) }
        if !settings.usesCookieJar { members.append(JSONMember("disableCookies", true)) }
        let known: Set<String> = [
            "name", "title", "description", "token", "auth", "assert", "capture", "tag",
            "no-redirect",
            "insecure", "no-cookie-jar", "graphql",
        ]
        var seen: Set<String> = []
        for directive in request.directives
        where !known.contains(directive.name) && seen.insert(directive.name).inserted {
            ownNotes.append("# @\(directive.name)")
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension SavedField {
    /// Whether this is the field with credentials, and sent.
    fileprivate var isCredentials: Bool {
        isEnabled && HTTPToken.equalsIgnoringCase(name, "Authorization")
    }
}
