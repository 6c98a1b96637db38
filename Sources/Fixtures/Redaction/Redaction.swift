/// One secret that was replaced before a fixture was stored; never holds the secret.
public struct Redaction: Hashable, Sendable {
    /// What stands in its place, such as `REDACTED-token-1`; equal secrets have equal placeholders.
    public var placeholder: String
    /// Where it stood, in order: `response field Set-Cookie`, `response body`, `path`.
    public var places: [String]

    /// Creates a record.
    public init(placeholder: String, places: [String]) {
        self.placeholder = placeholder
        self.places = places
    }
}

/// What counts as secret when an exchange is stored.
public struct RedactionPolicy: Hashable, Sendable {
    /// Fields whose values are credentials, letter case ignored.
    public var fieldNames: [String]
    /// Query and form items whose values are credentials; compared as JSON keys are.
    public var queryNames: [String]
    /// JSON keys whose values are secret; letter case, `_` and `-` are ignored.
    public var jsonKeys: [String]
    /// Values that are secret wherever they stand, plain, percent-encoded or in Base64.
    public var secrets: [String]

    /// Creates a policy.
    public init(
        fieldNames: [String],
        queryNames: [String],
        jsonKeys: [String],
        secrets: [String] = []
    ) {
        self.fieldNames = fieldNames
        self.queryNames = queryNames
        self.jsonKeys = jsonKeys
        self.secrets = secrets
    }

    /// The names in force when nobody adds any.
    public static let standard = RedactionPolicy(
        fieldNames: [
            "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key", "Api-Key",
            "X-Auth-Token", "X-Access-Token", "X-CSRF-Token", "X-XSRF-Token",
            "X-Amz-Security-Token", "X-Goog-Api-Key", "X-Vault-Token",
        ],
        queryNames: [
            "access_token", "refresh_token", "id_token", "token", "auth_token", "api_key", "key",
            "client_secret", "secret", "password", "passwd", "signature", "sig",
            "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
        ],
        jsonKeys: [
            "access_token", "refresh_token", "id_token", "token", "auth_token", "session_token",
            "bearer_token", "csrf_token", "jwt", "api_key", "api_secret", "client_secret", "secret",
            "secret_key", "private_key", "password", "passwd", "passphrase", "authorization",
        ]
    )

    /// The same policy with more names and values.
    public func adding(
        fieldNames: [String] = [],
        queryNames: [String] = [],
        jsonKeys: [String] = [],
        secrets: [String] = []
    ) -> RedactionPolicy {
        RedactionPolicy(
            fieldNames: self.fieldNames + fieldNames,
            queryNames: self.queryNames + queryNames,
            jsonKeys: self.jsonKeys + jsonKeys,
            secrets: self.secrets + secrets
        )
    }
}
