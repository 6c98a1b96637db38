import HTTPModel

/// Where a token was put, so that it can be left out again when a redirect leaves the origin.
enum TokenPlacement: Hashable, Sendable {
    /// In the field of this name.
    case field(String)
    /// In query items of this name with this value, encoded.
    case query(QueryItem)
    /// In the content; with the content as it was without it, `nil` for none.
    case content(without: Octets?)
}

extension PreparedRequest {
    /// Puts `token` in its place.
    ///
    /// Nothing is done when the request has a credential already: authentication, a field `Authorization`, a query
    /// item `access_token`, or content that is a JSON object with a string member `access_token`;
    /// for query and body tokens also one of the token's own name. A field token replaces fields of
    /// its name.
    ///
    /// - Returns: Where the token was put; `nil` when it was left out.
    /// - Throws: `PreparationFailure` with code `token` when the content is no JSON object, or the
    ///   value cannot stand in a field.
    mutating func place(_ token: Token) throws(PreparationFailure) -> TokenPlacement? {
        guard !hasCredential(besides: token) else { return nil }
        switch token {
        case .bearer(let value):
            return try placeField("Authorization", "Bearer " + value)
        case .field(let name, let value):
            return try placeField(name, value)
        case .query(let name, let value):
            let item = QueryItem(name: name, value: value)
            // Appended as text, so that what stands there already keeps its exact spelling.
            target.query =
                target.query.map { $0.isEmpty ? item.text : "\($0)&\(item.text)" }
                ?? item.text
            return .query(item)
        case .body(let name, let value):
            guard let content = content?.octets, let object = JSONObjectScan(content) else {
                throw PreparationFailure(
                    .token,
                    detail:
                        "the token goes into member \(name) of the content, which is no JSON object"
                )
            }
            self.content = .octets(object.setting(name, to: value))
            if !fields.contains(named: "Content-Type") {
                fields.append("Content-Type", "application/json")
            }
            return .content(without: content)
        }
    }

    private mutating func placeField(
        _ name: String,
        _ value: String
    ) throws(PreparationFailure) -> TokenPlacement {
        guard HTTPField(name, value).problem == nil else {
            throw PreparationFailure(
                .token,
                detail: "the token for field \(name) holds a line break, or the name is no token"
            )
        }
        fields[name] = value
        return .field(name)
    }

    private func hasCredential(besides token: Token) -> Bool {
        if fields.contains(named: "Authorization") || options.authentication != nil { return true }
        var queryNames: Set = [Token.defaultName]
        var memberNames: Set = [Token.defaultName]
        if case .query(let name, _) = token { queryNames.insert(name) }
        if case .body(let name, _) = token { memberNames.insert(name) }
        if target.queryItems.contains(where: {
            queryNames.contains(PercentEncoding.decode($0.name, plusIsSpace: true))
        }) {
            return true
        }
        guard let content = content?.octets, let object = JSONObjectScan(content) else {
            return false
        }
        return object.members.contains { $0.isString && memberNames.contains($0.name) }
    }
}
