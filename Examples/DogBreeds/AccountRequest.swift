public import Foundation
public import NetworkClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request of an account: it builds itself, with the token that the program keeps.
///
/// A request that sets fields of its own gets none of the client's, and one with a token of its own
/// keeps it.
public struct AccountRequest<Value: Decodable & Sendable>: APIRequest {
    /// What the answer holds.
    public typealias ResponseDataType = Value

    /// The content to send; `nil` for none.
    public var body: HTTPBody?
    private let token: @Sendable () -> String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - body: The content to send.
    ///   - token: Asked for the token each time the request is built; `nil` sends none.
    public init(body: HTTPBody? = nil, token: @escaping @Sendable () -> String?) {
        self.body = body
        self.token = token
    }

    /// Builds the request with its fields, its token and its content.
    public func make(api: any URLGenerator) throws -> URLRequest {
        guard let url = api.url else { throw APIError.request }
        var request = URLRequest(
            url: url,
            cachePolicy: .useProtocolCachePolicy,
            timeoutInterval: 30
        )
        request.httpMethod = api.method.operation
        request.allHTTPHeaderFields = [
            "Accept": "application/json", "Content-Type": "application/json",
        ]
        if let token = token() {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }
        request.httpBody = try body?.encoded()
        return request
    }

    /// Opens the wrapping and gives what it holds.
    public func parseResponse(data: Data) throws -> Value {
        try JSONDecoder().decode(DogAnswer<Value>.self, from: data).message
    }
}
