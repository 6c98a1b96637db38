public import NetworkClient

/// What a stub gives: a response, or a failure as the network would give it.
public struct MockAnswer: Sendable {
    /// The response or the failure.
    public var result: Result<HTTPResponse, NetworkFailure>

    /// Creates an answer.
    public init(result: Result<HTTPResponse, NetworkFailure>) {
        self.result = result
    }

    /// Makes a response.
    public static func response(
        _ status: Int = 200,
        fields: HTTPFields = HTTPFields(),
        body: Octets = Octets()
    ) -> MockAnswer {
        let head = HTTPResponseHead(status: HTTPStatus(status), fields: fields)
        return MockAnswer(result: .success(HTTPResponse(head: head, body: body)))
    }

    /// Makes a response with JSON as its content.
    public static func json(_ text: String, status: Int = 200) -> MockAnswer {
        response(status, fields: ["Content-Type": "application/json"], body: Octets(utf8: text))
    }

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: The cause.
    ///   - phase: Where it happens.
    ///   - detail: What is specific to it, as a fragment.
    ///   - partialBody: The content that came before.
    /// - Returns: The failure as an answer.
    public static func failure(
        _ code: NetworkFailure.Code,
        phase: NetworkFailure.Phase = .wait,
        detail: String = "",
        partialBody: Octets = Octets()
    ) -> MockAnswer {
        MockAnswer(
            result: .failure(
                NetworkFailure(
                    code,
                    phase: phase,
                    bytesReceived: partialBody.count,
                    detail: detail,
                    partialBody: partialBody
                )
            )
        )
    }
}

/// The condition of a stub: whether it answers a request.
public struct RequestMatcher: Sendable {
    private let condition: @Sendable (PreparedRequest) -> Bool

    /// Creates a matcher from a condition of your own.
    public init(_ condition: @escaping @Sendable (PreparedRequest) -> Bool) {
        self.condition = condition
    }

    /// Whether the condition holds for `request`.
    public func holds(for request: PreparedRequest) -> Bool { condition(request) }

    /// Holds for every request.
    public static let any = RequestMatcher { _ in true }

    /// Holds for requests with this method.
    public static func method(_ method: HTTPMethod) -> RequestMatcher {
        RequestMatcher { $0.method == method }
    }

    /// Holds for requests to this host, letter case ignored.
    public static func host(_ host: String) -> RequestMatcher {
        RequestMatcher { HTTPToken.equalsIgnoringCase($0.target.host, host) }
    }

    /// Holds for requests with this path, still encoded.
    public static func path(_ path: String) -> RequestMatcher {
        RequestMatcher { $0.target.path == path }
    }

    /// Holds for requests with a query item of this name and value, decoded.
    public static func query(_ name: String, _ value: String) -> RequestMatcher {
        RequestMatcher { request in
            request.target.queryItems.contains { item in
                PercentEncoding.decode(item.name) == name
                    && PercentEncoding.decode(item.value ?? "") == value
            }
        }
    }

    /// Holds for requests that have a field of this name with this value.
    public static func field(_ name: String, _ value: String) -> RequestMatcher {
        RequestMatcher { $0.fields.values(named: name).contains(value) }
    }

    /// Holds when all of `matchers` do.
    public static func all(_ matchers: RequestMatcher...) -> RequestMatcher {
        RequestMatcher { request in matchers.allSatisfy { $0.holds(for: request) } }
    }
}
