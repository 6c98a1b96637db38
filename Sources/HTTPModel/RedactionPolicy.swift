/// What counts as secret when an exchange is stored, logged or told of.
///
/// The one list of names: fixtures, logs and error texts all read it.
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

extension RedactionPolicy {
    /// What stands in the place of a secret in a log line or an error text.
    public static let placeholder = "•••"

    /// The name without letter case, `_` and `-`, so that `accessToken` and `access_token` are one.
    package static func normalized(_ name: some StringProtocol) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// Whether the value of a field named `name` is secret; letter case is ignored.
    public func isSecret(fieldNamed name: String) -> Bool {
        fieldNames.contains { HTTPToken.equalsIgnoringCase($0, name) }
    }

    /// Whether the value of a query item named `name`, decoded, is secret.
    public func isSecret(queryNamed name: String) -> Bool {
        let name = Self.normalized(name)
        return queryNames.contains { Self.normalized($0) == name }
    }

    /// `text` with every value of `secrets` replaced, as it is and percent-encoded.
    public func redacting(_ text: String) -> String {
        let needles = secrets.filter { !$0.isEmpty }
            .flatMap { [$0, PercentEncoding.encode($0, for: .queryItem)] }
            .map { Array($0.utf8) }
            .sorted { $0.count > $1.count }
        guard !needles.isEmpty else { return text }
        var rest = Array(text.utf8)[...]
        var result: [UInt8] = []
        while let byte = rest.first {
            if let needle = needles.first(where: { rest.starts(with: $0) }) {
                result += Self.placeholder.utf8
                rest = rest.dropFirst(needle.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `target` as text without user information, fragment and secret query values.
    public func redacting(_ target: TargetURI) -> String {
        var target = target
        if target.query != nil {
            target.query = target.query.map { query in
                query.split(separator: "&", omittingEmptySubsequences: false)
                    .map { item(String($0)) }
                    .joined(separator: "&")
            }
        }
        return redacting(target.displayText)
    }

    /// The value of `field`, or the placeholder when its name says that it is secret.
    ///
    /// The scheme of credentials stays, as in `Bearer •••`; a URI in a value loses its secrets.
    public func redacting(_ field: HTTPField) -> String {
        let value = field.value
        guard isSecret(fieldNamed: field.name) else {
            if let target = try? TargetURI(value) { return redacting(target) }
            return redacting(value)
        }
        let isCredentials = field.name.lowercased().hasSuffix("authorization")
        guard isCredentials, let space = value.firstIndex(of: " ") else { return Self.placeholder }
        return value[..<space] + " " + Self.placeholder
    }

    private func item(_ text: String) -> String {
        guard let equals = text.firstIndex(of: "=") else { return text }
        let name = PercentEncoding.decode(text[..<equals], plusIsSpace: true)
        return isSecret(queryNamed: name) ? text[...equals] + Self.placeholder : text
    }
}
