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

    /// `text` without its secrets.
    ///
    /// Replaced are the values of `secrets`, as they are and percent-encoded, and in every URI within
    /// the text the user information and the values of secret query and fragment items.
    public func redacting(_ text: String) -> String {
        let needles = secrets.filter { !$0.isEmpty }
            .flatMap { [$0, PercentEncoding.encode($0, for: .queryItem)] }
            .map { Array($0.utf8) }
            .sorted { $0.count > $1.count }
        var reader = SecretReader(bytes: Array(text.utf8), needles: needles)
        while reader.step(secretNames: { isSecret(queryNamed: $0) }) {}
        return reader.hasReplaced ? String(decoding: reader.result, as: UTF8.self) : text
    }

    /// `target` as text without user information, fragment and secret query values.
    public func redacting(_ target: TargetURI) -> String { redacting(target.displayText) }

    /// The value of `field`, or the placeholder when its name says that it is secret.
    ///
    /// The scheme of credentials stays, as in `Bearer •••`; a URI in a value loses its secrets.
    public func redacting(_ field: HTTPField) -> String {
        let value = field.value
        guard isSecret(fieldNamed: field.name) else { return redacting(value) }
        let isCredentials = field.name.lowercased().hasSuffix("authorization")
        guard isCredentials, let space = value.firstIndex(of: " ") else { return Self.placeholder }
        return value[..<space] + " " + Self.placeholder
    }
}

/// Goes through a text and leaves out what is secret.
private struct SecretReader {
    let bytes: [UInt8]
    let needles: [[UInt8]]
    var position = 0
    var result: [UInt8] = []
    var hasReplaced = false

    init(bytes: [UInt8], needles: [[UInt8]]) {
        self.bytes = bytes
        self.needles = needles
        result.reserveCapacity(bytes.count)
    }

    /// Takes the next part of the text; `false` at its end.
    mutating func step(secretNames isSecret: (String) -> Bool) -> Bool {
        guard position < bytes.count else { return false }
        if let needle = needles.first(where: { bytes[position...].starts(with: $0) }) {
            replace(to: position + needle.count)
            return true
        }
        let byte = bytes[position]
        result.append(byte)
        position += 1
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): readItem(isSecret)
        case UInt8(ascii: "/") where result.suffix(3).elementsEqual("://".utf8): readAuthority()
        default: break
        }
        return true
    }

    private mutating func readItem(_ isSecret: (String) -> Bool) {
        let equals = bytes.indices[position...].first { endsItem(at: $0) || bytes[$0] == 0x3D }
        guard let equals,
            bytes[equals] == UInt8(ascii: "=")
        else { return }
        let name = String(decoding: bytes[position..<equals], as: UTF8.self)
        guard isSecret(PercentEncoding.decode(name, plusIsSpace: true)) else { return }
        let end = bytes.indices[(equals + 1)...].first { endsItem(at: $0) } ?? bytes.count
        guard end > equals + 1 else { return }
        result += bytes[position...equals]
        replace(to: end)
    }

    private mutating func readAuthority() {
        // An apostrophe and an ampersand may stand in user information (RFC 3986 §3.2.1).
        let end =
            bytes[position...].firstIndex { endsURI($0) || "/?#".utf8.contains($0) }
            ?? bytes.count
        guard let at = bytes[position..<end].lastIndex(of: UInt8(ascii: "@")), at > position
        else { return }
        replace(to: at)
    }

    private mutating func replace(to end: Int) {
        result += RedactionPolicy.placeholder.utf8
        position = end
        hasReplaced = true
    }

    /// Whether the byte at `index` ends a query item, within a URI or at its end.
    ///
    /// An apostrophe ends one only where no more of the URI follows it.
    private func endsItem(at index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "&"), UInt8(ascii: "#"): true
        case UInt8(ascii: "'"):
            bytes[(index + 1)...].first.map { !Self.goesOn($0) } ?? true
        case let byte: endsURI(byte)
        }
    }

    /// Whether `byte` stands in no URI.
    private func endsURI(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">")
    }

    /// Whether `byte` behind an apostrophe shows that the URI goes on.
    private static func goesOn(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "%&=+-._~/@!*$'".utf8.contains(byte)
        }
    }
}
