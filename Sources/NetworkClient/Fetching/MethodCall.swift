import Foundation

/// A method together with what a call adds to the request: `.get`, `.get()`, `.post(body:)`.
///
/// Fields that the request itself sets win over `headers`; content that the request itself has wins
/// over `body`; `token` counts as a token that is already set, so the client adds none of its own.
public struct MethodCall: Sendable {
    /// How `body` becomes octets.
    public enum BodyEncoding: Sendable, Hashable {
        /// A JSON object.
        case json
        /// `application/x-www-form-urlencoded`, as `URLEncoding` writes parameters, with `true` and
        /// `false` for a `Bool`.
        case form
    }

    /// The method.
    public var method: HTTPMethod
    /// Fields to add where the request has none of that name.
    public var headers: [String: String]
    /// A bearer token for this call alone.
    public var token: String?
    /// Content for a request that has none; `nil` means no content.
    public var body: [String: any Sendable]?
    /// How `body` is written.
    public var bodyEncoding: BodyEncoding

    /// Creates a call.
    public init(
        _ method: HTTPMethod,
        headers: [String: String] = [:],
        token: String? = nil,
        body: [String: any Sendable]? = nil,
        bodyEncoding: BodyEncoding = .json
    ) {
        self.method = method
        self.headers = headers
        self.token = token
        self.body = body
        self.bodyEncoding = bodyEncoding
    }
}

extension MethodCall {
    /// `GET` with nothing added.
    public static var get: Self { Self(.get) }
    /// `HEAD` with nothing added.
    public static var head: Self { Self(.head) }
    /// `POST` with nothing added.
    public static var post: Self { Self(.post) }
    /// `PUT` with nothing added.
    public static var put: Self { Self(.put) }
    /// `PATCH` with nothing added.
    public static var patch: Self { Self(.patch) }
    /// `DELETE` with nothing added.
    public static var delete: Self { Self(.delete) }

    /// Makes a `GET`.
    public static func get(headers: [String: String] = [:], token: String? = nil) -> Self {
        Self(.get, headers: headers, token: token)
    }

    /// Makes a `POST`.
    public static func post(
        headers: [String: String] = [:],
        token: String? = nil,
        body: [String: any Sendable]? = nil,
        bodyEncoding: BodyEncoding = .json
    ) -> Self {
        Self(.post, headers: headers, token: token, body: body, bodyEncoding: bodyEncoding)
    }

    /// Makes a `PUT`.
    public static func put(
        headers: [String: String] = [:],
        token: String? = nil,
        body: [String: any Sendable]? = nil,
        bodyEncoding: BodyEncoding = .json
    ) -> Self {
        Self(.put, headers: headers, token: token, body: body, bodyEncoding: bodyEncoding)
    }

    /// Makes a `PATCH`.
    public static func patch(
        headers: [String: String] = [:],
        token: String? = nil,
        body: [String: any Sendable]? = nil,
        bodyEncoding: BodyEncoding = .json
    ) -> Self {
        Self(.patch, headers: headers, token: token, body: body, bodyEncoding: bodyEncoding)
    }

    /// Makes a `DELETE`.
    public static func delete(
        headers: [String: String] = [:],
        token: String? = nil,
        body: [String: any Sendable]? = nil,
        bodyEncoding: BodyEncoding = .json
    ) -> Self {
        Self(.delete, headers: headers, token: token, body: body, bodyEncoding: bodyEncoding)
    }
}

extension MethodCall {
    /// The media type of the content that `body` gives.
    var bodyMediaType: String {
        switch bodyEncoding {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        }
    }

    /// `body` as octets, `nil` when there is none.
    func encodedBody() throws -> Data? {
        guard let body else { return nil }
        switch bodyEncoding {
        case .json:
            return try HTTPBody.json(body).encoded()
        case .form:
            let encoding = URLEncoding(boolEncoding: .literal)
            return Data(encoding.text(.members(body), for: .formItem).utf8)
        }
    }
}
