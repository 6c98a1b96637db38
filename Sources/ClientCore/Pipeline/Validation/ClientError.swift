public import HTTPModel

/// Why a call gave no acceptable response, with all that is known about it.
///
/// What `HTTPClient.response(to:)` throws. The description names method, target, cause and attempts,
/// and holds no credential and no content.
public struct ClientError: Error, Hashable, Sendable {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// Nothing was sent: the request could not be made ready.
        case request(PreparationFailure.Code)
        /// No whole response came.
        case failure(NetworkFailure.Code)
        /// The status is none of those that are accepted.
        case status
        /// The media type of the content is none of those that are accepted.
        case mediaType
        /// A check of the program refused the response.
        case rejected
    }

    /// The kind of fault.
    public var code: Code
    /// The method of the request.
    public var method: HTTPMethod
    /// The target without user information and fragment, secret query values replaced.
    public var url: String
    /// Where the failure happened; `nil` when a whole response came and was refused.
    public var phase: NetworkFailure.Phase?
    /// The head of the response, when one came.
    public var head: HTTPResponseHead?
    /// The content of the response, or what came of it.
    public var body: Octets
    /// Bytes received in the last hop, head and content.
    public var bytesReceived: Int
    /// How many attempts were made.
    public var attempts: Int
    /// How long the call took.
    public var elapsed: Duration
    /// What is wrong, as a fragment without capital and full stop.
    public var detail: String
    /// The causes below this one, nearest first; empty when there are none.
    public var causes: [String]

    /// The status of the response, when one came.
    public var status: HTTPStatus? { head?.status }

    /// Creates an error about an exchange that brought a whole response.
    ///
    /// - Parameters:
    ///   - code: The kind of fault.
    ///   - exchange: What was sent, and the response that is refused.
    ///   - detail: What is wrong, as a fragment.
    ///   - redaction: Which query items of the target are secret.
    public init(
        _ code: Code,
        about exchange: Exchange,
        detail: String,
        redaction: RedactionPolicy = .standard
    ) {
        self.code = code
        method = exchange.request.method
        url = redaction.redacting(exchange.request.target)
        head = exchange.response?.head ?? exchange.failure?.partialHead
        body = exchange.response?.body ?? exchange.failure?.partialBody ?? Octets()
        bytesReceived = exchange.hops.last?.bytesReceived ?? exchange.failure?.bytesReceived ?? 0
        attempts = exchange.attempts
        elapsed = exchange.elapsed
        self.detail = detail
        causes = exchange.failure?.causes ?? []
        phase = exchange.failure?.phase
    }

    /// Creates the error that a failed exchange is; `nil` when a whole response came.
    public init?(_ exchange: Exchange, redaction: RedactionPolicy = .standard) {
        guard let failure = exchange.failure else { return nil }
        self.init(
            .failure(failure.code),
            about: exchange,
            detail: failure.message,
            redaction: redaction
        )
    }

    /// Creates the error about a request of which nothing was sent.
    public init(
        _ failure: PreparationFailure,
        request: HTTPRequest,
        redaction: RedactionPolicy = .standard
    ) {
        self.init(
            .request(failure.code),
            about: Exchange(
                request: request,
                result: .failure(NetworkFailure(.internal, phase: .prepare))
            ),
            detail: failure.detail,
            redaction: redaction
        )
    }
}

extension ClientError: CustomStringConvertible {
    /// Method, target, what is wrong, and after how many attempts when there was more than one.
    public var description: String {
        var text = "\(method) \(url): \(detail)"
        if attempts > 1 { text += " (\(attempts) attempts)" }
        return text
    }
}
