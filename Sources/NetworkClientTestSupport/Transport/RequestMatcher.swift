import Documents
public import Foundation
public import NetworkClient

/// The condition of a stub or of a check: whether it holds for a request.
///
/// Conditions are joined in a list: `[.method(.post), .path("/dogs"), .field("X-Key", "1")]` holds when
/// all do, and so does an empty one for every request.
public struct RequestMatcher: Sendable {
    private let condition: @Sendable (PreparedRequest) -> Bool

    /// The condition in words; values of fields are left out, as they may be secret.
    public let description: String

    /// Creates a matcher from a condition of your own.
    ///
    /// - Parameters:
    ///   - description: The condition in words, for messages.
    ///   - condition: Whether it holds.
    public init(
        _ description: String = "a condition of its own holds",
        _ condition: @escaping @Sendable (PreparedRequest) -> Bool
    ) {
        self.description = description
        self.condition = condition
    }

    /// Whether the condition holds for `request`.
    public func holds(for request: PreparedRequest) -> Bool { condition(request) }

    /// Holds for every request.
    public static let any = RequestMatcher("any request") { _ in true }

    /// Holds when all of `matchers` do.
    public static func all(_ matchers: RequestMatcher...) -> RequestMatcher {
        RequestMatcher(allOf: matchers)
    }

    /// Holds when one of `matchers` does.
    public static func either(_ matchers: RequestMatcher...) -> RequestMatcher {
        RequestMatcher("either " + matchers.map(\.description).joined(separator: " or ")) {
            request in
            matchers.contains { $0.holds(for: request) }
        }
    }

    /// Holds when `matcher` does not.
    public static func not(_ matcher: RequestMatcher) -> RequestMatcher {
        RequestMatcher("not " + matcher.description) { !matcher.holds(for: $0) }
    }

    /// Holds when `condition` does.
    public static func custom(
        _ condition: @escaping @Sendable (PreparedRequest) -> Bool
    ) -> RequestMatcher {
        RequestMatcher("a condition of its own holds", condition)
    }

    init(allOf matchers: [RequestMatcher]) {
        let words = matchers.map(\.description).joined(separator: " and ")
        self.init(matchers.isEmpty ? "any request" : words) { request in
            matchers.allSatisfy { $0.holds(for: request) }
        }
    }
}

extension RequestMatcher: CustomStringConvertible, ExpressibleByArrayLiteral {
    /// Creates a matcher that holds when all of `elements` do.
    public init(arrayLiteral elements: RequestMatcher...) {
        self.init(allOf: elements)
    }
}

// The target and the method.
extension RequestMatcher {
    /// Holds for requests with this method.
    public static func method(_ method: HTTPMethod) -> RequestMatcher {
        RequestMatcher("method is \(method)") { $0.method == method }
    }

    /// Holds for requests to this URL, query included and fragment left out.
    ///
    /// Scheme and host are compared without regard to letter case, and a default port counts as none.
    public static func url(_ text: String) -> RequestMatcher {
        guard let wanted = try? TargetURI(text) else {
            return RequestMatcher("the URL is one that cannot be read") { _ in false }
        }
        return RequestMatcher("URL is \(wanted)") { request in
            request.target.origin == wanted.origin
                && request.target.requestTarget == wanted.requestTarget
        }
    }

    /// Holds for requests to this URL, query included.
    public static func url(_ url: URL) -> RequestMatcher { .url(url.absoluteString) }

    /// Holds for requests to this host, letter case ignored.
    public static func host(_ host: String) -> RequestMatcher {
        RequestMatcher("host is \(host)") { HTTPToken.equalsIgnoringCase($0.target.host, host) }
    }

    /// Holds for requests with this path, still encoded.
    public static func path(_ path: String) -> RequestMatcher {
        RequestMatcher("path is \(path)") { $0.target.path == path }
    }

    /// Holds for requests whose path begins with `prefix`, still encoded.
    public static func pathPrefix(_ prefix: String) -> RequestMatcher {
        RequestMatcher("path begins with \(prefix)") { $0.target.path.hasPrefix(prefix) }
    }

    /// Holds for requests with a query item of this name and value, decoded.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value; `nil` accepts any.
    /// - Returns: The matcher.
    public static func query(_ name: String, _ value: String? = nil) -> RequestMatcher {
        let words = value.map { "query item \(name) is \($0)" } ?? "query item \(name) is there"
        return RequestMatcher(words) { request in
            request.target.queryItems.contains { item in
                guard PercentEncoding.decode(item.name, plusIsSpace: true) == name else {
                    return false
                }
                guard let value else { return true }
                return PercentEncoding.decode(item.value ?? "", plusIsSpace: true) == value
            }
        }
    }
}

// Fields and content.
extension RequestMatcher {
    /// Holds for requests that have a field of this name.
    ///
    /// - Parameters:
    ///   - name: The name, letter case ignored.
    ///   - value: The exact value; `nil` accepts any.
    /// - Returns: The matcher.
    public static func field(_ name: String, _ value: String? = nil) -> RequestMatcher {
        let words = "field \(name) is " + (value == nil ? "there" : "the one required")
        return RequestMatcher(words) { request in
            let values = request.fields.values(named: name)
            return value.map { values.contains($0) } ?? !values.isEmpty
        }
    }

    /// Holds for requests that have all of these fields, among others.
    public static func headers(_ fields: HTTPFields) -> RequestMatcher {
        RequestMatcher(allOf: fields.map { .field($0.name, $0.value) })
    }

    /// Holds for requests with exactly this content.
    public static func body(_ text: String) -> RequestMatcher { .body(Data(text.utf8)) }

    /// Holds for requests with exactly this content.
    public static func body(_ data: Data) -> RequestMatcher {
        let wanted = data.octets
        return RequestMatcher("the content is the one required") { $0.body == wanted }
    }

    /// Holds for requests whose content is text that has `part` in it.
    public static func body(containing part: String) -> RequestMatcher {
        RequestMatcher("the content has the text required in it") { request in
            request.body.text.contains(part)
        }
    }

    /// Holds for requests whose content is the same JSON, however it is written.
    ///
    /// The order of members, blanks and escapes do not count; numbers are compared by their text.
    public static func json(_ text: String) -> RequestMatcher {
        let wanted = JSONForm(Octets(utf8: text))
        return RequestMatcher("the content is the JSON required") { request in
            wanted != nil && JSONForm(request.body) == wanted
        }
    }

    /// Holds for requests whose content is JSON with a value at a JSONPath.
    ///
    /// - Parameters:
    ///   - path: The path, such as `$.items[0].name`.
    ///   - value: The value as text, strings without quotes; `nil` accepts any.
    /// - Returns: The matcher.
    public static func json(at path: String, _ value: String? = nil) -> RequestMatcher {
        let query = try? JSONPath(path)
        return RequestMatcher("the content has the JSON required at \(path)") { request in
            let tape = JSONTape(request.body)
            guard let query, tape.fault == nil else { return false }
            let matches = query.matches(in: tape)
            guard let value else { return !matches.isEmpty }
            return matches.contains { $0.stringValue == value }
        }
    }
}

/// JSON without regard to the order of members.
private enum JSONForm: Equatable {
    case scalar(JSONValue)
    case array([JSONForm])
    case object([String: JSONForm])

    init?(_ octets: Octets) {
        guard let value = try? JSONValue(parsing: octets) else { return nil }
        self.init(value)
    }

    private init(_ value: JSONValue) {
        if let members = value.members {
            self = .object(
                Dictionary(members.map { ($0.key, JSONForm($0.value)) }) { _, last in last }
            )
        } else if let elements = value.arrayValue {
            self = .array(elements.map { JSONForm($0) })
        } else {
            self = .scalar(value)
        }
    }
}
