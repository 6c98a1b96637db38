public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How to build one request and to parse its response.
///
/// All but `parseResponse` has a default, and that has one too when the response is `Data`. A type
/// that builds its `URLRequest` itself implements either `make`; the client calls the one with a
/// method, whose default calls the other.
public protocol APIRequest: Sendable {
    /// What the response is parsed into.
    associatedtype ResponseDataType: Sendable

    /// The content to send; `nil` for none.
    var body: HTTPBody? { get }

    /// Whether both forms of `make` are the default ones; `false` unless a type says otherwise.
    ///
    /// Requests of a type that says `true` are sent without building a `URLRequest`, which takes less
    /// time; the library's own types do.
    static var buildsByDefault: Bool { get }

    /// Parses the content of a response.
    func parseResponse(data: Data) throws -> ResponseDataType

    /// Builds the request, with the method of `api`.
    ///
    /// - Throws: `APIError.request` when `api` has no URL.
    func make(api: any URLGenerator) throws -> URLRequest

    /// Builds the request with a method; `nil` means that it cannot be built.
    func make(api: any URLGenerator, method: HTTPMethod) throws -> URLRequest?
}

extension APIRequest {
    /// `false`: `make` is asked for each request.
    public static var buildsByDefault: Bool { false }

    /// No content.
    public var body: HTTPBody? { nil }

    /// Builds a request of the URL, the method and the encoded content, without fields, that may
    /// pause for at most 30 seconds.
    ///
    /// - Throws: `APIError.request` when `api` has no URL, or the content is not JSON.
    public func make(api: any URLGenerator) throws -> URLRequest {
        guard let url = api.url else { throw APIError.invalidRequest }
        var request = URLRequest(
            url: url,
            cachePolicy: .useProtocolCachePolicy,
            timeoutInterval: StandardRequestCreator.timeout
        )
        // `GET` is what a request says by itself, and Foundation takes long to have it said.
        let operation = api.method.operation
        if operation != "GET" { request.httpMethod = operation }
        request.httpBody = try body?.encoded()
        return request
    }

    /// Builds the request as `make(api:)` does, with `method` instead of that of `api`.
    public func make(api: any URLGenerator, method: HTTPMethod) throws -> URLRequest? {
        try make(api: MethodOverride(base: api, method: method))
    }
}

extension APIRequest where ResponseDataType == Data {
    /// Gives the content as it is.
    public func parseResponse(data: Data) throws -> Data { data }
}

/// A request whose response is JSON that decodes into `T`.
public struct BasicRequest<T: Decodable & Sendable>: APIRequest {
    /// The decoded response.
    public typealias ResponseDataType = T

    /// `true`.
    public static var buildsByDefault: Bool { true }

    /// The content to send; `nil` for none.
    public let body: HTTPBody?

    /// Creates a request.
    public init(body: HTTPBody? = nil) {
        self.body = body
    }

    /// Decodes the content.
    ///
    /// - Throws: `DecodingError`, which a client turns into `APIError.parseResponse`.
    public func parseResponse(data: Data) throws -> T {
        try JSONDecoder().decode(T.self, from: data)
    }
}

/// A request whose response is wanted as it came: what `fetch` uses when none is given.
public struct DefaultRequest: APIRequest {
    /// The content of the response.
    public typealias ResponseDataType = Data

    /// `true`.
    public static var buildsByDefault: Bool { true }

    /// The content to send; `nil` for none.
    public let body: HTTPBody?

    /// Creates a request.
    public init(body: HTTPBody? = nil) {
        self.body = body
    }
}
