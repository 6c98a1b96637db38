/// A text that must not be shown: a password, a key, a passphrase.
///
/// Neither its descriptions nor `dump` give it away; whoever needs it asks for `value`.
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text itself.
    public var value: String

    /// Creates a secret.
    public init(_ value: String) {
        self.value = value
    }

    /// Creates a secret from a literal.
    public init(stringLiteral value: String) {
        self.value = value
    }

    /// What stands in place of a secret.
    public static let placeholder = "•••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The placeholder.
    public var description: String { Self.placeholder }
    /// The placeholder.
    public var debugDescription: String { Self.placeholder }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
