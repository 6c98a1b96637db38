public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension NetworkFailure: LocalizedError {
    /// What happened and what to try.
    public var errorDescription: String? { message }
}

/// A failure is an `NSError` in Foundation's domain for URL loading, with the code nearest in
/// meaning, so that programs that look at `URLError` codes go on to work.
extension NetworkFailure: CustomNSError {
    /// `NSURLErrorDomain`.
    public static var errorDomain: String { NSURLErrorDomain }

    /// The `URLError` code nearest in meaning.
    public var errorCode: Int { urlErrorCode.rawValue }

    /// The message under `NSLocalizedDescriptionKey`, and the stable code under `ApusFailureCode`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: message, "ApusFailureCode": code.rawValue]
    }

    /// The `URLError` code nearest in meaning.
    public var urlErrorCode: URLError.Code {
        switch code {
        case .dnsNotFound: .cannotFindHost
        case .connectRefused, .proxyRefused: .cannotConnectToHost
        case .connectUnreachable: .notConnectedToInternet
        case .connectTimeout, .timeoutHeaders, .timeoutBody, .timeoutTotal: .timedOut
        case .proxyAuth, .authRefresh, .authRefreshLimit: .userAuthenticationRequired
        case .tlsHandshake: .secureConnectionFailed
        case .tlsUntrusted: .serverCertificateUntrusted
        case .tlsExpired: .serverCertificateHasBadDate
        case .tlsHostMismatch, .tlsPinMismatch: .serverCertificateUntrusted
        case .tlsClientCertificate: .clientCertificateRequired
        case .sendReset, .receiveReset, .receiveTruncated: .networkConnectionLost
        case .sendContent: .requestBodyStreamExhausted
        case .receiveMalformed: .badServerResponse
        case .receiveTooLarge: .dataLengthExceedsMaximum
        case .receiveFile: .cannotWriteToFile
        case .decodeContentCoding: .cannotDecodeContentData
        case .redirectLimit: .httpTooManyRedirects
        case .redirectUnsafe: .redirectToNonExistentLocation
        case .cancelled: .cancelled
        case .internal: .unknown
        }
    }
}

extension NetworkFailure {
    /// Reads an error of Foundation's URL loading.
    ///
    /// - Parameters:
    ///   - error: What a `URLSession` or a `URLProtocol` gave; any other error becomes `internal`.
    ///   - hasHead: Whether the head of the response had come, which tells time limits apart.
    ///   - elapsed: Time since the start.
    public init(foundation error: any Error, hasHead: Bool = false, elapsed: Duration = .zero) {
        if let failure = error as? NetworkFailure {
            self = failure
            return
        }
        let text = error.localizedDescription
        guard let code = Self.urlErrorCode(of: error) else {
            self.init(.internal, phase: .prepare, elapsed: elapsed, detail: text)
            return
        }
        let (cause, phase) =
            code == .unknown
            ? Self.cause(inText: text, hasHead: hasHead) : Self.cause(of: code, hasHead: hasHead)
        self.init(cause, phase: phase, elapsed: elapsed, causes: [text])
    }

    /// Tells apart what Foundation on Linux has no code for, by the words it hands on from below.
    private static func cause(inText text: String, hasHead: Bool) -> (Code, Phase) {
        if hasHead { return (.receiveTruncated, .receive) }
        let isTrust = text.contains("certificate")
        if isTrust || text.contains("SSL") {
            return (isTrust ? .tlsUntrusted : .tlsHandshake, .tls)
        }
        return (.internal, .wait)
    }

    private static func urlErrorCode(of error: any Error) -> URLError.Code? {
        if let error = error as? URLError { return error.code }
        let foundation = error as NSError
        guard foundation.domain == NSURLErrorDomain else { return nil }
        return URLError.Code(rawValue: foundation.code)
    }

    private static func cause(of code: URLError.Code, hasHead: Bool) -> (Code, Phase) {
        switch code {
        case .timedOut: hasHead ? (.timeoutBody, .receive) : (.timeoutHeaders, .wait)
        case .cannotFindHost, .dnsLookupFailed: (.dnsNotFound, .resolve)
        case .cannotConnectToHost: (.connectRefused, .connect)
        case .notConnectedToInternet: (.connectUnreachable, .connect)
        case .networkConnectionLost:
            hasHead ? (.receiveTruncated, .receive) : (.receiveReset, .wait)
        case .cancelled, .userCancelledAuthentication: (.cancelled, .receive)
        case .secureConnectionFailed: (.tlsHandshake, .tls)
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: (.tlsUntrusted, .tls)
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid: (.tlsExpired, .tls)
        case .clientCertificateRejected, .clientCertificateRequired:
            (.tlsClientCertificate, .tls)
        case .httpTooManyRedirects: (.redirectLimit, .redirect)
        case .redirectToNonExistentLocation: (.redirectUnsafe, .redirect)
        case .badServerResponse, .cannotParseResponse, .zeroByteResource:
            (.receiveMalformed, .receive)
        case .requestBodyStreamExhausted: (.sendContent, .send)
        case .cannotCreateFile, .cannotOpenFile, .cannotWriteToFile: (.receiveFile, .receive)
        case .dataLengthExceedsMaximum: (.receiveTooLarge, .receive)
        case .cannotDecodeContentData, .cannotDecodeRawData: (.decodeContentCoding, .decode)
        default: (.internal, .prepare)
        }
    }
}
