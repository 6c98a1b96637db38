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
