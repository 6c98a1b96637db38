/// A credential and where the request carries it: the four kinds the client core knows.
///
/// Values are secrets: the description never shows them.
public enum Token: Hashable, Sendable {
    /// `Authorization: Bearer VALUE` (RFC 6750 §2.1).
    case bearer(String)
    /// A query item, by default named `access_token` (RFC 6750 §2.3).
    case query(name: String, value: String)
    /// A member of the JSON object that is the content, by default `access_token`.
    case body(name: String, value: String)
    /// A field of its own, such as `X-API-Key`.
    case field(name: String, value: String)

    /// The name a query or body token has when none is given.
    public static let defaultName = "access_token"

    /// The secret itself.
    public var value: String {
        switch self {
        case .bearer(let value), .query(_, let value), .body(_, let value), .field(_, let value):
            value
        }
    }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind and place, without the value.
    public var description: String {
        switch self {
        case .bearer: "bearer token"
        case .query(let name, _): "token in query item \(name)"
        case .body(let name, _): "token in body member \(name)"
        case .field(let name, _): "token in field \(name)"
        }
    }

    /// The kind and place, without the value.
    public var debugDescription: String { description }
}
