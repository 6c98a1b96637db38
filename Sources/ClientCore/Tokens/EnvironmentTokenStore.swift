public import HTTPModel

/// Secrets in the environment of the process; they can be read only.
///
/// A key becomes the name of a variable: letters in upper case, everything that is no letter or digit an
/// underscore, a prefix in front. `api.example.com` is `APUS_TOKEN_API_EXAMPLE_COM`.
public struct EnvironmentTokenStore: TokenStore {
    /// What names of variables begin with.
    public let prefix: String
    private let environment: [String: String]

    /// Creates a store on a copy of an environment.
    public init(_ environment: [String: String], prefix: String = "APUS_TOKEN_") {
        self.environment = environment
        self.prefix = prefix
    }

    /// The name of the variable for `key`.
    public func variable(for key: String) -> String {
        let name = key.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        return prefix + String(decoding: name, as: UTF8.self)
    }

    /// The value of the variable for `key`; `nil` when it is not set, or empty.
    public func load(_ key: String) throws(TokenStoreError) -> Secret? {
        try TokenStoreError.check(key: key)
        guard let value = environment[variable(for: key)], !value.isEmpty else { return nil }
        return Secret(value)
    }

    /// Refuses.
    public func save(_ secret: Secret, for key: String) throws(TokenStoreError) {
        throw refusal(key)
    }

    /// Refuses.
    public func delete(_ key: String) throws(TokenStoreError) {
        throw refusal(key)
    }

    private func refusal(_ key: String) -> TokenStoreError {
        TokenStoreError(
            .readOnly,
            "tokens of the environment cannot be changed; set \(variable(for: key)) before the start"
        )
    }
}
