import Documents
import HTTPModel

/// A request as matching sees it.
struct MatchRequest {
    let method: HTTPMethod
    /// The authority in lower case; `nil` when the request names none.
    let authority: String?
    let path: String
    let queryItems: [(name: String, value: String)]
    let fields: HTTPFields
    let body: Octets
    var variant: String?
    /// Whether only fixtures of the request's authority may answer.
    let isBoundToAuthority: Bool

    init(
        method: HTTPMethod,
        authority: String?,
        target: String,
        fields: HTTPFields,
        body: Octets,
        knownAuthorities: Set<String>
    ) {
        self.method = method
        self.authority = authority
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init).flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        let query = parts.count > 1 ? parts[1] : ""
        queryItems = query.split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                PercentEncoding.decode(halves[0], plusIsSpace: true),
                halves.count > 1 ? PercentEncoding.decode(halves[1], plusIsSpace: true) : ""
            )
        }
        self.fields = fields
        self.body = body
        variant = fields[Fixture.variantField]
        isBoundToAuthority =
            authority.map { !Self.isLoopback($0) && knownAuthorities.contains($0) } ?? false
    }

    private static func isLoopback(_ authority: String) -> Bool {
        authority.hasPrefix("127.") || authority.hasPrefix("[::1]") || authority == "localhost"
            || authority.hasPrefix("localhost:")
    }

    /// Why a fixture of the same method and path does not answer; empty when it does.
    func reasonsAgainst(_ fixture: Fixture) -> [String] {
        var reasons: [String] = []
        if isBoundToAuthority, let authority, fixture.authority.lowercased() != authority {
            reasons.append("authority is \(fixture.authority), not \(authority)")
        }
        if let variant, fixture.variant != variant,
            fixture.variant != nil || fixture.outcomeText != variant
        {
            reasons.append("variant is \(fixture.variant ?? "none"), not \(variant)")
        }
        for matcher in fixture.query { reasons += reasonsAgainst(matcher) }
        for matcher in fixture.fields { reasons += reasonsAgainst(matcher) }
        for matcher in fixture.body { reasons += reasonsAgainst(matcher) }
        return reasons
    }

    /// How much the matchers of a matching fixture ask for and get: one with a value counts more than
    /// one for presence, and an optional one that is missing counts against the fixture.
    func weight(of fixture: Fixture) -> Int {
        var weight = fixture.body.count * 2
        for matcher in fixture.query {
            let isThere = queryItems.contains { $0.name == matcher.name }
            weight += !isThere ? -1 : matcher.value == nil ? 1 : 2
        }
        for matcher in fixture.fields {
            let isThere = fields.contains(named: matcher.name)
            weight += !isThere ? -1 : matcher.value == nil ? 1 : 2
        }
        return weight
    }

    private func reasonsAgainst(_ matcher: QueryMatcher) -> [String] {
        let values = queryItems.filter { $0.name == matcher.name }.map(\.value)
        guard let first = values.first else {
            return matcher.isOptional ? [] : ["query item \(matcher.name) is missing"]
        }
        guard let value = matcher.value, !values.contains(value) else { return [] }
        return ["query item \(matcher.name) must be \(quoted(value)), not \(quoted(first))"]
    }

    private func reasonsAgainst(_ matcher: FieldMatcher) -> [String] {
        let values = fields.values(named: matcher.name)
        guard !values.isEmpty else {
            return matcher.isOptional ? [] : ["field \(matcher.name) is missing"]
        }
        guard let value = matcher.value, !values.contains(value) else { return [] }
        // Values of fields may be credentials, so neither is shown.
        return ["field \(matcher.name) has another value"]
    }

    private func reasonsAgainst(_ matcher: BodyMatcher) -> [String] {
        switch matcher {
        case .equals(let text):
            return body == Octets(utf8: text) ? [] : ["the content is not the one required"]
        case .contains(let text):
            let isFound = !SecretSearch.ranges(of: Array(text.utf8), in: body.array).isEmpty
            return isFound || text.isEmpty ? [] : ["the content does not hold \(quoted(text))"]
        case .json(let path, let value):
            let tape = JSONTape(body)
            guard tape.fault == nil else { return ["the content is not JSON"] }
            let matches = (try? JSONPath(path))?.matches(in: tape) ?? []
            guard !matches.isEmpty else { return ["the content has nothing at \(path)"] }
            guard let value, !matches.contains(where: { $0.stringValue == value }) else {
                return []
            }
            return ["the content at \(path) is not \(quoted(value))"]
        }
    }

    /// How far two paths are apart: segments that differ, counted from the front.
    func pathDistance(to other: String) -> Int {
        let mine = path.split(separator: "/")
        let theirs = other.split(separator: "/")
        let shared = zip(mine, theirs).prefix { $0 == $1 }.count
        return mine.count + theirs.count - 2 * shared
    }

    private func quoted(_ text: String) -> String {
        String(reflecting: text.count > 60 ? text.prefix(60) + "…" : text[...])
    }
}
