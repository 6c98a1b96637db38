public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ClientError {
    /// The cause, where no whole response came.
    public var failureCode: NetworkFailure.Code? {
        if case .failure(let code) = code { code } else { nil }
    }
}

extension ClientError: LocalizedError {
    /// What happened: that of the failure, or what is wrong with the response, as a sentence.
    public var errorDescription: String? {
        failureCode == nil ? "The call failed: \(detail)." : detail
    }
}

/// An `NSError` in Foundation's domain for URL loading, with the code nearest in meaning.
extension ClientError: CustomNSError {
    /// `NSURLErrorDomain`.
    public static var errorDomain: String { NSURLErrorDomain }

    /// The `URLError` code nearest in meaning.
    public var errorCode: Int {
        switch code {
        case .failure(let code): NetworkFailure(code, phase: .wait).urlErrorCode.rawValue
        case .request: URLError.Code.badURL.rawValue
        case .status, .mediaType, .rejected: URLError.Code.badServerResponse.rawValue
        }
    }

    /// The description under `NSLocalizedDescriptionKey`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: errorDescription ?? detail]
    }
}
