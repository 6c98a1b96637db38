public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Fields of a request by name.
public typealias HTTPHeaders = [String: String]

/// What a `NetworkRouter` sends to: an `enum` with a case for each resource, or a `struct` for one.
///
/// All but `baseURL`, `path`, `httpMethod` and `task` has a default.
public protocol EndpointType: Sendable {
    /// What all resources have in common; its query, if any, is kept.
    var baseURL: URL { get }
    /// The path behind `baseURL`, perhaps with a query; escapes stay, the rest is escaped as needed.
    var path: String { get }
    /// The method.
    var httpMethod: HTTPMethod { get }
    /// What the request carries.
    var task: HTTPTask { get }
    /// The fields of the request, the media type of its content among them.
    var headers: HTTPHeaders { get }
    /// What a router with mocks answers; `nil` makes it fail with `NetworkError.noMock`.
    var mockResponse: MockResponseType? { get }
    /// Whether a stored response may answer; by default none may.
    var cachePolicy: URLRequest.CachePolicy { get }
    /// The longest pause in an exchange, in seconds; by default 10.
    var timeoutInterval: TimeInterval { get }
    /// How the parameters of `task` are written; its destination is that of `task`.
    var urlEncoding: URLEncoding { get }

    /// Builds the request.
    ///
    /// - Throws: `NetworkError.encodingFailed` with the reason.
    func buildRequest() throws(NetworkError) -> URLRequest
}

extension EndpointType {
    /// No fields.
    public var headers: HTTPHeaders { [:] }
    /// No mock.
    public var mockResponse: MockResponseType? { nil }
    /// No stored response may answer.
    public var cachePolicy: URLRequest.CachePolicy { .reloadIgnoringLocalCacheData }
    /// 10 seconds.
    public var timeoutInterval: TimeInterval { 10 }
    /// Arrays with brackets, Booleans as numbers.
    public var urlEncoding: URLEncoding { URLEncoding() }

    /// Builds the request from the properties of the endpoint.
    ///
    /// - Throws: `NetworkError.encodingFailed`: `missingURL` when base and path make no `http` or
    ///   `https` URL, `encodableConversion` when the value of `task` does not encode itself,
    ///   `underlying` when a field cannot be sent, such as one whose value holds a line break.
    public func buildRequest() throws(NetworkError) -> URLRequest {
        var request = try URLRequest(
            base: baseURL,
            path: path,
            method: httpMethod,
            headers: headers,
            cachePolicy: cachePolicy,
            timeout: timeoutInterval
        )
        switch task {
        case .requestPlain: break
        case .requestData(let data): request.httpBody = data
        case .requestJSONEncodable(let value):
            try request.setContent(value, by: JSONEncoder())
        case .requestParameters(let parameters, let destination):
            var encoding = urlEncoding
            encoding.destination = destination
            try encoding.add(.members(parameters), to: &request, isAnnounced: false)
        }
        return request
    }
}
