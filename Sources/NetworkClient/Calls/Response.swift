public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request with the response to it.
public struct Response: Hashable, Sendable {
    /// The request as it was sent.
    public let urlRequest: URLRequest
    /// The content; empty when the response has none.
    public let data: Data?
    /// The head of the response.
    public let httpURLResponse: HTTPURLResponse?

    /// Creates a response.
    public init(urlRequest: URLRequest, data: Data?, httpURLResponse: HTTPURLResponse?) {
        self.urlRequest = urlRequest
        self.data = data
        self.httpURLResponse = httpURLResponse
    }

    /// The response itself when its status is one of `statusCodes`.
    ///
    /// - Throws: `NetworkError.statusCode` when it is not, or there is no head.
    @discardableResult
    public func filter<Codes: RangeExpression<Int>>(
        statusCodes: Codes
    ) throws(NetworkError) -> Response {
        guard let status = httpURLResponse?.statusCode, statusCodes.contains(status) else {
            throw .statusCode(self)
        }
        return self
    }

    /// The response itself when its status is 2xx.
    ///
    /// - Throws: `NetworkError.statusCode` when it is not, or there is no head.
    @discardableResult
    public func filterSuccessfulStatusCodes() throws(NetworkError) -> Response {
        try filter(statusCodes: 200..<300)
    }

    /// The content as a value of `type`.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - decoder: How.
    /// - Returns: The value.
    /// - Throws: `NetworkError.underlying` with a `DecodingProblem`, which says where.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(NetworkError) -> Value {
        let data = data ?? Data()
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw .underlying(DecodingProblem.describe(error, in: data), self)
        }
    }
}

extension Response: CustomStringConvertible {
    /// The status and the size; no content and no credentials.
    public var description: String {
        let status = httpURLResponse.map { HTTPStatus($0.statusCode).description } ?? "no response"
        return "\(status), \(data?.count ?? 0) bytes"
    }
}
