public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What builds the `URLRequest` of a fetch.
///
/// The client adds what the call carries, the configured headers and the token afterwards.
public protocol URLRequestCreator: Sendable {
    /// Builds the request for a method; `nil` means that it cannot be built.
    func createURLRequest<T: APIRequest>(
        api: any URLGenerator,
        method: HTTPMethod,
        request: T
    ) throws -> URLRequest?
}

/// The usual creator: requests build themselves.
public struct StandardRequestCreator: URLRequestCreator {
    /// The longest pause in an exchange, in seconds, of a request that builds itself by default.
    static let timeout: TimeInterval = 30

    /// Creates the usual creator.
    public init() {}

    /// Builds the request as it does itself.
    public func createURLRequest<T: APIRequest>(
        api: any URLGenerator,
        method: HTTPMethod,
        request: T
    ) throws -> URLRequest? {
        try request.make(api: api, method: method)
    }
}

/// What decides which responses are errors, in place of the error table.
///
/// It is asked about every response but 204; failures to get one are the table's.
public protocol ErrorHandlerProtocol: Sendable {
    /// Throws the error that a status means, such as `APIError.httpError`.
    func handleStatusCode(statusCode: Int) throws

    /// Gives the response when it is one of HTTP.
    func handleResponse(_ data: Data, _ response: URLResponse?) throws -> HTTPURLResponse
}

extension ErrorHandlerProtocol {
    /// Gives the response when it is one of HTTP.
    ///
    /// - Throws: `APIError.invalidResponse` when it is none.
    public func handleResponse(
        _ data: Data,
        _ response: URLResponse?
    ) throws -> HTTPURLResponse {
        guard let response = response as? HTTPURLResponse else {
            throw APIError.invalidResponse(data, response)
        }
        return response
    }
}

/// An error handler that reads an error table.
public struct ErrorHandler: ErrorHandlerProtocol {
    /// The table.
    public let errorMapping: ErrorMapping

    /// Creates a handler.
    public init(errorMapping: ErrorMapping = .standard) {
        self.errorMapping = errorMapping
    }

    /// Throws the error that the table has for a status.
    public func handleStatusCode(statusCode: Int) throws {
        let mapping = errorMapping.map(.status(HTTPStatus(statusCode)))
        if !mapping.isSuccess { throw APIError(mapping) }
    }
}

/// What parses the content of a response.
public protocol DataParser: Sendable {
    /// Parses `data` for a request.
    func parseData<T: APIRequest>(_ data: Data, for request: T) throws -> T.ResponseDataType
}

/// The usual parser: requests parse their responses.
public struct StandardDataParser: DataParser {
    /// Creates the usual parser.
    public init() {}

    /// Parses `data` as the request does itself.
    public func parseData<T: APIRequest>(
        _ data: Data,
        for request: T
    ) throws -> T.ResponseDataType {
        try request.parseResponse(data: data)
    }
}
