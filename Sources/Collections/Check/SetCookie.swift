import HTTPModel

/// A cookie as a response sets it, for looking at only: nothing is stored.
///
/// - SeeAlso: RFC 6265 §5.2.
struct SetCookie {
    /// The attributes that can be asked for, in lower case.
    static let attributes = [
        "value", "expires", "max-age", "domain", "path", "secure", "httponly", "samesite",
    ]

    let name: String
    let value: String
    private let attributes: [(name: String, value: String)]

    init(_ field: String) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        (name, value) = Self.pair(parts.first ?? "")
        attributes = parts.dropFirst().map(Self.pair)
    }

    /// The value of the last attribute of a name; empty for one that has none, such as `Secure`.
    func attribute(_ name: String) -> String? {
        attributes.last { HTTPToken.equalsIgnoringCase($0.name, name) }?.value
    }

    private static func pair(_ text: Substring) -> (String, String) {
        guard let equals = text.firstIndex(of: "=") else { return (text.trimmingSpace, "") }
        return (
            text[..<equals].trimmingSpace, text[text.index(after: equals)...].trimmingSpace
        )
    }
}
