package import HTTPModel

/// What `apus.json` says about a collection.
package struct CollectionSettings: Sendable, Equatable {
    /// The name to show; `nil` means the folder's.
    package var name: String?
    /// The environment chosen when the user names none.
    package var defaultEnvironment: String?
    /// The token for requests that do not set one.
    package var token: TokenSetting?
    /// Fields for every request that does not have one of that name; values are templates.
    package var fields: [SavedField] = []
    /// Variables for all requests, below those of the environment.
    package var variables: [FileVariable] = []
    /// Rules tried before the standard ones of the error mapping.
    package var errorRules: [ErrorRuleSetting] = []
    /// What else to hide before a fixture is written.
    package var redaction = RedactionSetting()
    /// Whether exchanges of the collection are kept in the history.
    package var keepsHistory = true
    /// JSONPaths of values that fixtures and live answers may differ in.
    package var volatilePaths: [String] = []
    /// How TLS is made for requests that do not say so themselves; `nil` says nothing.
    package var tls: TLSSetting?
    /// The proxy for requests that do not name one; `nil` leaves it to the environment.
    package var proxy: ProxySetting?
    /// Where `tls` is set.
    package var tlsLocation: TextLocation?
    /// Where `proxy` is set.
    package var proxyLocation: TextLocation?
    /// Where the token is set.
    package var tokenLocation: TextLocation?

    /// Creates settings that say nothing.
    package init() {}
}

/// One rule of `errorRules`, as written.
package struct ErrorRuleSetting: Sendable, Hashable {
    /// The condition, such as `status 404`, `status 500-599` or `connect.refused`.
    package var when: String
    /// The stable name of the error; `nil` means success.
    package var apiError: String?
    /// What the user of a program is to read; empty when the file says nothing.
    package var message: String
    /// Whether trying again may help.
    package var isRetryable: Bool
    /// Where the rule is in `apus.json`.
    package var location: TextLocation

    /// Creates a rule.
    package init(
        when: String,
        apiError: String?,
        message: String = "",
        isRetryable: Bool = false,
        location: TextLocation = TextLocation(line: 1, column: 1)
    ) {
        self.when = when
        self.apiError = apiError
        self.message = message
        self.isRetryable = isRetryable
        self.location = location
    }
}

/// The names whose values a collection wants hidden in fixtures, besides the standard ones.
package struct RedactionSetting: Sendable, Hashable {
    /// Names of fields.
    package var fieldNames: [String] = []
    /// Names of query items.
    package var queryNames: [String] = []
    /// Keys of JSON objects.
    package var jsonKeys: [String] = []

    /// Creates a setting that names nothing.
    package init() {}

    /// Adds the names of another setting.
    package mutating func merge(_ other: RedactionSetting) {
        fieldNames += other.fieldNames.filter { !fieldNames.contains($0) }
        queryNames += other.queryNames.filter { !queryNames.contains($0) }
        jsonKeys += other.jsonKeys.filter { !jsonKeys.contains($0) }
    }
}
