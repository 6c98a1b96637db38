public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What went wrong with a fetch, as a program and its users see it.
///
/// The client makes these from the outcome of `ErrorMapping` alone; `MainNetworkClient.report`
/// gives the rule that fired and what is known about the failure.
public enum APIError: Error, Sendable {
    /// No whole response came.
    case network(errorMessage: String)
    /// The transport gave no content at all.
    case noData
    /// The content could not be parsed.
    case parseResponse(errorMessage: String)
    /// The request could not be built.
    case request
    /// The status is none of success.
    case httpError(HTTPError)
    /// What came is no HTTP response.
    case invalidResponse(Data?, URLResponse?)
    /// The token could not be placed.
    case generalToken
    /// Anything else.
    case unknown
}

/// Another spelling of `APIError`.
public typealias ApiError = APIError

extension APIError: LocalizedError {
    /// A short text for people.
    public var errorDescription: String? {
        switch self {
        case .network(let message), .parseResponse(let message): message
        case .noData: "No data"
        case .request: "Could not process request"
        case .httpError(let error): error.errorDescription
        case .invalidResponse: "Invalid response"
        case .generalToken: "General token error"
        case .unknown: "Unknown Error"
        }
    }
}

extension APIError: Equatable {
    /// Equal when the cases and what they carry are; responses are compared as Foundation does.
    public static func == (left: APIError, right: APIError) -> Bool {
        switch (left, right) {
        case (.network(let left), .network(let right)),
            (.parseResponse(let left), .parseResponse(let right)):
            left == right
        case (.httpError(let left), .httpError(let right)):
            left == right
        case (.invalidResponse(let left, let leftHead), .invalidResponse(let right, let rightHead)):
            left == right && leftHead == rightHead
        case (.noData, .noData), (.request, .request), (.generalToken, .generalToken),
            (.unknown, .unknown):
            true
        default:
            false
        }
    }
}

/// A status that means failure, in the kinds programs tell apart.
public enum HTTPError: String, Error, Hashable, Sendable, CaseIterable {
    /// 400.
    case badRequest
    /// 401.
    case unauthorized
    /// 403.
    case forbidden
    /// 404.
    case notFound
    /// 500.
    case serverError
    /// Any other status outside 200…299.
    case unknown
}

extension HTTPError: LocalizedError {
    /// A short text for people.
    public var errorDescription: String? {
        switch self {
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .serverError: "Internal Server Error"
        case .unknown: "Unknown HTTP Error"
        }
    }
}
