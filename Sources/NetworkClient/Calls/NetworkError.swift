public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What went wrong with a call of a `NetworkProvider` or a `NetworkRouter`.
///
/// Providers give `networkError` where a call failed on the network or in validation; routers give
/// `underlying` there. Everything else means the same in both.
public enum NetworkError: Error, Sendable {
    /// Why a request could not be built.
    public enum EncodingFailureReason: Sendable {
        /// There is no URL, or none that can be sent to.
        case missingURL
        /// The parameters are none that JSON can hold.
        case jsonSerialization
        /// A value did not encode itself.
        case encodableConversion
        /// Another cause, such as a field that cannot be sent.
        case underlying(any Error)
    }

    /// The request could not be built; nothing was sent.
    case encodingFailed(reason: EncodingFailureReason)
    /// The status is none of those asked for.
    case statusCode(Response)
    /// Another error, with the response if one came.
    ///
    /// For a call that was cancelled or failed on the network the error is a `NetworkFailure`, whose
    /// domain is `NSURLErrorDomain`.
    case underlying(any Error, Response?)
    /// The call failed on the network, or its response was refused; with what came of the response.
    case networkError(_ error: ClientError, _ response: HTTPURLResponse?, _ data: Data?)
    /// An `Encodable` could not be made into parameters.
    case encodableParameterFailure(error: any Error)
    /// An `Encodable` is no JSON object, so its parameters have no names.
    case jsonDictionaryConversionFailed
    /// The task of the target does not suit the call, such as a download in `request`.
    case unsuitableTask(task: String, call: String)
    /// The router answers from mocks, and the endpoint has none; with its type and case, no values.
    case noMock(endpoint: String)
}

extension NetworkError {
    /// The error below this one, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .underlying(let error, _), .encodableParameterFailure(let error),
            .encodingFailed(.underlying(let error)):
            error
        case .networkError(let error, _, _): error
        default: nil
        }
    }

    /// The cause, where no whole response came.
    public var failureCode: NetworkFailure.Code? {
        switch underlyingError {
        case let failure as NetworkFailure: failure.code
        case let error as ClientError: error.failureCode
        default: nil
        }
    }

    /// Whether the call was cancelled.
    public var isCancelled: Bool { failureCode == .cancelled }

    /// The status of the response, when one came.
    public var statusCode: Int? {
        switch self {
        case .statusCode(let response): response.httpURLResponse?.statusCode
        case .underlying(_, let response): response?.httpURLResponse?.statusCode
        case .networkError(_, let response, _): response?.statusCode
        default: nil
        }
    }
}

extension NetworkError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        switch self {
        case .encodingFailed(let reason): "The request could not be built: \(reason.text)."
        case .statusCode(let response):
            response.httpURLResponse.map {
                "The server answered with status \(HTTPStatus($0.statusCode))."
            } ?? "There is no response whose status could be checked."
        case .underlying(let error, _): error.localizedDescription
        case .networkError(let error, _, _): error.localizedDescription
        case .encodableParameterFailure(let error):
            "The value could not be made into parameters: \(error.localizedDescription)"
        case .jsonDictionaryConversionFailed:
            "The value is no JSON object, so it has no parameters with names."
        case .unsuitableTask(let task, let call):
            "The task \(task) does not suit \(call). Call what fits the task of the target."
        case .noMock(let endpoint):
            "There is no mock for \(endpoint). Give it a mockResponse, or set mockBehavior to never."
        }
    }
}

extension NetworkError.EncodingFailureReason {
    fileprivate var text: String {
        switch self {
        case .missingURL: "there is no URL that can be sent to"
        case .jsonSerialization: "the parameters hold a value that JSON cannot"
        case .encodableConversion: "the value did not encode itself"
        case .underlying(let error): "\(error)"
        }
    }
}
