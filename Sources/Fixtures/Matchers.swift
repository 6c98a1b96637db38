/// A query item that a request must have.
public struct QueryMatcher: Hashable, Sendable {
    /// The decoded name.
    public var name: String
    /// The decoded value; `nil` accepts any, and none.
    public var value: String?
    /// Whether the item may be missing: a fixture whose optional matchers hold comes before one whose
    /// do not, but both answer.
    public var isOptional: Bool

    /// Creates a matcher.
    public init(_ name: String, _ value: String? = nil, isOptional: Bool = false) {
        self.name = name
        self.value = value
        self.isOptional = isOptional
    }
}

/// A field that a request must have.
public struct FieldMatcher: Hashable, Sendable {
    /// The field name, letter case ignored.
    public var name: String
    /// The exact value; `nil` accepts any.
    public var value: String?
    /// Whether the field may be missing: a fixture whose optional matchers hold comes before one
    /// whose do not, but both answer.
    public var isOptional: Bool

    /// Creates a matcher.
    public init(_ name: String, _ value: String? = nil, isOptional: Bool = false) {
        self.name = name
        self.value = value
        self.isOptional = isOptional
    }
}

/// Something that must hold of a request's content.
public enum BodyMatcher: Hashable, Sendable {
    /// The content is exactly this text.
    case equals(String)
    /// The content holds this text.
    case contains(String)
    /// The content is JSON in which a JSONPath selects a value; with text, one of exactly this text,
    /// strings without quotes.
    case json(path: String, value: String?)
}
