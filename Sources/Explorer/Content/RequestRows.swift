package import Collections
import HTTPModel

/// One row of a tab of the request pane.
package struct RequestRow: Equatable, Sendable {
    /// What the row stands for.
    package enum Kind: Equatable, Sendable {
        /// A query parameter, by its place.
        case queryItem(Int)
        /// A header field, by its place.
        case field(Int)
        /// The kind of the body.
        case bodyKind
        /// The path of the file that is the body.
        case bodyFile(isTemplated: Bool)
        /// A line of the body's text, by its number from 0.
        case bodyLine(Int)
        /// A line of a GraphQL query, by its number from 0.
        case queryLine(Int)
        /// A line of the variables of a GraphQL query, by its number from 0.
        case variablesLine(Int)
        /// A row of a form, by its place.
        case formItem(Int)
        /// A row of a form that is off, by its place among those.
        case offItem(Int)
        /// The kind of the token.
        case tokenKind
        /// The name of the token.
        case tokenName
        /// The value of the token.
        case tokenValue
        /// The scheme of the field `Authorization`.
        case authScheme
        /// A part of the field `Authorization`, such as the user, by its place.
        case authPart(Int)
        /// An option that is on or off, by its directive; on means the directive is there.
        case flag(String)
        /// An option with a value, by its directive.
        case directive(String)
        /// One of several values of an option, by its directive and its place among all directives;
        /// `nil` for the first that is not there yet.
        case listedDirective(String, Int?)
        /// The version of HTTP behind the URL.
        case version
        /// A condition, by its place; `nil` for one to add.
        case assertion(Int?)
        /// A capture, by its place; `nil` for one to add.
        case capture(Int?)
        /// Something to read.
        case note
        /// A heading.
        case heading
    }

    /// What the row stands for.
    package var kind: Kind
    /// The first column.
    package var name: String
    /// The second column; template text.
    package var value: String
    /// Whether it is sent.
    package var isEnabled = true
    /// Whether the value is what holds without anybody having set it.
    package var isDefault = false
    /// What the row is for, in one line; shown while the cursor is on it.
    package var help = ""
    /// What came of it when the request was sent last, shown behind the value.
    package var outcome: StyledSpan?

    /// Creates a row.
    package init(_ kind: Kind, _ name: String = "", _ value: String = "") {
        self.kind = kind
        self.name = name
        self.value = value
    }

    /// Whether `Enter` does something with the row.
    package var isEditable: Bool {
        switch kind {
        case .note, .heading: false
        default: true
        }
    }
}

extension ExplorerState {
    /// The rows of the tab that the request pane shows.
    package var requestRows: [RequestRow] {
        guard let key = request.key, let saved = savedRequest(key) else { return [] }
        switch request.tab {
        case .params: return queryRows(saved)
        case .headers: return fieldRows(saved)
        case .body: return bodyRows(saved)
        case .token:
            if case .newToken? = request.editing?.subject { return tokenRows(saved) }
            return tokenRows(saved) + authorizationRows(saved)
        case .options: return optionRows(saved)
        case .docs: return docRows(saved)
        case .tests: return testRows(saved)
        }
    }

    /// Whether a row that is not in the file yet is being typed.
    package var isAddingRow: Bool {
        switch request.editing?.subject {
        case .queryItem(nil), .field(nil), .formItem(nil), .newToken, .newAuthorization: true
        default: false
        }
    }

    /// The row with the cursor; `nil` on the target line.
    package var selectedRequestRow: RequestRow? {
        guard !request.isOnTarget else { return nil }
        let rows = requestRows
        return rows.indices.contains(request.scroll.row) ? rows[request.scroll.row] : nil
    }

    /// What an empty tab says.
    package var emptyRequestText: String {
        switch request.tab {
        case .params: "No query parameters. Press a to add one."
        case .headers: "No header fields. Press a to add one."
        case .docs: "No comments, assertions or captures."
        case .body, .token, .options, .tests: ""
        }
    }

    private func queryRows(_ saved: SavedRequest) -> [RequestRow] {
        saved.queryItems.enumerated().map { index, item in
            var row = RequestRow(
                .queryItem(index),
                QueryText.decoded(item.name),
                QueryText.decoded(item.value ?? "")
            )
            row.isEnabled = item.isEnabled
            return row
        }
    }

    private func fieldRows(_ saved: SavedRequest) -> [RequestRow] {
        saved.fields.enumerated().map { index, field in
            var row = RequestRow(.field(index), field.name, field.value)
            row.isEnabled = field.isEnabled
            return row
        }
    }

    private func bodyRows(_ saved: SavedRequest) -> [RequestRow] {
        switch saved.body {
        case .none:
            if let parts = saved.graphQLParts { return graphQLRows(parts) }
            if let form = saved.form { return formRows(form, saved) }
            return [RequestRow(.bodyKind, "Kind", "none")]
        case .file(let path, let isTemplated):
            var file = RequestRow(.bodyFile(isTemplated: isTemplated), "File", path)
            file.outcome = shownBodyFile.flatMap { fileFacts[$0] }.map { $0.span }
            return [
                RequestRow(.bodyKind, "Kind", isTemplated ? "file with variables" : "file"), file,
            ]
        case .text(let text):
            if let parts = saved.graphQLParts { return graphQLRows(parts) }
            if let form = saved.form { return formRows(form, saved) }
            return [RequestRow(.bodyKind, "Kind", saved.hasJSONBody(text) ? "JSON" : "text")]
                + TextBuffer.split(text).enumerated().map { index, line in
                    RequestRow(.bodyLine(index), "", line.text)
                }
        }
    }

    private func graphQLRows(_ parts: GraphQLParts) -> [RequestRow] {
        func lines(_ text: String, _ kind: (Int) -> RequestRow.Kind) -> [RequestRow] {
            TextBuffer.split(text).enumerated().map { RequestRow(kind($0), "", $1.text) }
        }
        return [RequestRow(.bodyKind, "Kind", "GraphQL"), RequestRow(.heading, "Query")]
            + lines(parts.query) { .queryLine($0) } + [RequestRow(.heading, "Variables")]
            + lines(parts.variables) { .variablesLine($0) }
    }

    private func tokenRows(_ saved: SavedRequest) -> [RequestRow] {
        var kind = RequestRow(.tokenKind, "Kind", TokenKind(saved.token).title)
        if case .newToken(let chosen)? = request.editing?.subject {
            return [RequestRow(.tokenKind, "Kind", TokenKind(chosen).title)]
        }
        guard let token = saved.token else {
            kind.isDefault = true
            return [kind] + inheritedTokenRows
        }
        switch token {
        case .none:
            return [kind, RequestRow(.note, "", "No token is sent, whatever the collection says.")]
        case .bearer(let value):
            return [kind, RequestRow(.tokenValue, "Value", value)]
        case .query(let name, let value), .body(let name, let value), .field(let name, let value):
            return [
                kind, RequestRow(.tokenName, "Name", name), RequestRow(.tokenValue, "Value", value),
            ]
        }
    }

    private var inheritedTokenRows: [RequestRow] {
        guard let token = collection?.settings.token else {
            return [RequestRow(.note, "", "The collection has no token either; none is sent.")]
        }
        return [RequestRow(.note, "", "The collection's: \(TokenKind(token).title).")]
    }
}

/// The kinds of token setting, as a person chooses them.
package enum TokenKind: String, CaseIterable, Sendable {
    case inherited, none, bearer, query, body, field

    /// The kind of a setting; `nil` is inherited.
    package init(_ setting: TokenSetting?) {
        self =
            switch setting {
            case nil: .inherited
            case .some(.none): .none
            case .bearer: .bearer
            case .query: .query
            case .body: .body
            case .field: .field
            }
    }

    /// What is shown for the kind.
    package var title: String {
        switch self {
        case .inherited: "as the collection says"
        case .none: "none"
        case .bearer: "bearer"
        case .query: "query parameter"
        case .body: "body member"
        case .field: "header field"
        }
    }

    /// Where the token goes.
    package var detail: String {
        switch self {
        case .inherited: "the token of apus.json, if there is one"
        case .none: "nothing, whatever the collection says"
        case .bearer: "Authorization: Bearer VALUE"
        case .query: "?NAME=VALUE"
        case .body: "a member NAME of the JSON body"
        case .field: "NAME: VALUE"
        }
    }

    /// A setting of this kind that keeps name and value of another as far as they fit.
    package func setting(keeping old: TokenSetting?) -> TokenSetting? {
        var name: String?
        var value = ""
        switch old {
        case .bearer(let text):
            value = text
        case .query(let text, let other), .body(let text, let other), .field(let text, let other):
            name = text
            value = other
        case .some(.none), nil:
            break
        }
        switch self {
        case .inherited: return nil
        case .none: return TokenSetting.none
        case .bearer: return .bearer(value)
        case .query: return .query(name: name ?? Token.defaultName, value: value)
        case .body: return .body(name: name ?? Token.defaultName, value: value)
        case .field: return .field(name: name ?? "X-API-Key", value: value)
        }
    }
}
