public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What went wrong with a request on a `Network`: here, or at the service.
public enum ServiceError<Remote: Sendable>: Error, Sendable {
    /// The request could not be made, no response came, or it could not be read.
    case local(LocalError)
    /// The service answered with a status that is not 2xx, and this is what it says.
    case remote(Remote)
}

/// What went wrong on this side.
public enum LocalError: Error, Sendable {
    /// What came is no HTTP response.
    case invalidURLResponse(URLResponse)
    /// The content is no image of a format known here.
    case invalidImageData(Data)
    /// The content could not be decoded.
    ///
    /// The context's `underlyingError` is a `ResponseContext` with the status and the place in the text.
    case decodingError(DecodingError)
    /// Parameters or headers could not be encoded; nothing was sent.
    case encodingError(EncodingError)
    /// A limit of time was passed.
    case timeout
    /// Another error: a `NetworkFailure` when no whole response came, what your own code threw, or a
    /// `NetworkPreviewError`.
    case unknown(any Error)
}

extension LocalError {
    /// Why no whole response came; `nil` for other errors, and for `timeout`.
    public var failure: NetworkFailure? {
        guard case .unknown(let error) = self else { return nil }
        return error as? NetworkFailure
    }

    /// Whether the request was cancelled.
    public var isCancelled: Bool { failure?.code == .cancelled }

    /// The response that could not be decoded; `nil` for other errors.
    public var responseContext: ResponseContext? {
        guard case .decodingError(let error) = self else { return nil }
        return error.context.underlyingError as? ResponseContext
    }
}

extension ServiceError {
    /// The error on this side, when it is one.
    public var localError: LocalError? {
        guard case .local(let error) = self else { return nil }
        return error
    }

    /// What the service says, when it answered with a failure.
    public var remoteError: Remote? {
        guard case .remote(let error) = self else { return nil }
        return error
    }
}

extension ServiceError: Equatable where Remote: Equatable {
    /// Equal for equal remote errors, and for local errors with the same text.
    public static func == (left: ServiceError, right: ServiceError) -> Bool {
        switch (left, right) {
        case (.remote(let left), .remote(let right)): left == right
        case (.local(let left), .local(let right)):
            left.localizedDescription == right.localizedDescription
        default: false
        }
    }
}

extension LocalError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        switch self {
        case .invalidURLResponse: ErrorMapping.standardMessage(of: "invalidResponse")
        case .invalidImageData(let data):
            "The content (\(data.count) bytes) is no PNG, JPEG, GIF or WebP image."
        case .decodingError(let error):
            responseContext?.problem.seedMessage ?? DecodingFailure.text(for: error)
        case .encodingError(let error): Self.text(for: error)
        case .timeout: ErrorMapping.standard.map(.failure(.timeoutTotal)).message
        case .unknown(let error): error.localizedDescription
        }
    }
}

extension LocalError {
    /// Says which value, by its path; not the error's own words, which may hold the value.
    private static func text(for error: EncodingError) -> String {
        let text = "The parameters or headers of the request could not be encoded"
        guard case .invalidValue(_, let context) = error, !context.codingPath.isEmpty else {
            return text + "."
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return text + ", at \(path)."
    }
}

extension ServiceError: LocalizedError {
    /// What happened, for people: that of the error inside.
    public var errorDescription: String? {
        switch self {
        case .local(let error): error.errorDescription
        case .remote(let error as any Error): error.localizedDescription
        case .remote: "The service answered with an error."
        }
    }
}

/// The response that could not be decoded, and where; holds no content.
public struct ResponseContext: Error, Hashable, Sendable {
    /// The status of the response.
    public let statusCode: Int
    /// Why it could not be decoded, and where in its text.
    public let problem: DecodingProblem
}

extension ResponseContext: CustomStringConvertible {
    /// Status and problem in one line.
    public var description: String { "status \(statusCode): \(problem)" }
}

extension DecodingError {
    /// The context of whichever case.
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }

    /// The same error with the response it comes from.
    func inResponse(_ statusCode: Int, _ data: Data) -> DecodingError {
        let cause = ResponseContext(
            statusCode: statusCode,
            problem: DecodingProblem.describe(self, in: data)
        )
        let context = Context(
            codingPath: context.codingPath,
            debugDescription: context.debugDescription,
            underlyingError: cause
        )
        switch self {
        case .typeMismatch(let type, _): return .typeMismatch(type, context)
        case .valueNotFound(let type, _): return .valueNotFound(type, context)
        case .keyNotFound(let key, _): return .keyNotFound(key, context)
        case .dataCorrupted: return .dataCorrupted(context)
        @unknown default: return self
        }
    }
}
