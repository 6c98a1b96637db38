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
    /// A short text for people: the message, or that of the standard error table.
    public var errorDescription: String? {
        switch self {
        case .network(let message), .parseResponse(let message): message
        default: ErrorMapping.standardMessage(of: name)
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
    /// A short text for people: that of the standard error table.
    public var errorDescription: String? {
        ErrorMapping.standardMessage(of: APIError.httpError(self).name)
    }
}

extension ErrorMapping {
    /// The message of the standard table for the error of this name.
    static func standardMessage(of name: String) -> String {
        let rule = standard.rules.first { $0.apiError == name }
        return rule?.message ?? ErrorMapping(rules: []).map(.noData).message
    }
}
