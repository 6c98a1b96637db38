public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What changes the requests of a provider, and decides whether they are sent again.
///
/// `adapt` runs before each attempt, on the request as the target built it. `retry` is asked after
/// an attempt that failed or whose response the provider's validator refuses.
public protocol NetworkRequestInterceptor: Sendable {
    /// Gives the request to send instead of `request`.
    ///
    /// - Throws: Any error; nothing is sent then, and the call ends in it.
    func adapt(_ request: URLRequest, context: RequestContext) async throws -> URLRequest

    /// Says whether to send the request again after `error`.
    func retry(_ context: RequestContext, dueTo error: NetworkError) async -> RetryResult
}

extension NetworkRequestInterceptor {
    /// Leaves the request as it is.
    public func adapt(_ request: URLRequest, context: RequestContext) async throws -> URLRequest {
        request
    }

    /// Sends no request again.
    public func retry(_ context: RequestContext, dueTo error: NetworkError) async -> RetryResult {
        .doNotRetry
    }
}

/// Whether a request is sent again.
public enum RetryResult: Sendable {
    /// At once.
    case retry
    /// After this many seconds.
    case retryWithDelay(TimeInterval)
    /// Not again; the call ends in its error.
    case doNotRetry
    /// Not again; the call ends in this error.
    case doNotRetryWithError(any Error)
}

/// One attempt of a call as interceptors see it.
public struct RequestContext: Sendable {
    /// The number of the call; all its attempts have the same.
    public let call: CallID
    /// How many times the request was sent again before this attempt.
    public let retryCount: Int
    /// The request: as built for `adapt`, as sent for `retry`.
    public let request: URLRequest
    /// The response that came, if any.
    public let response: HTTPURLResponse?
    /// When the attempt began, by the clock of the provider.
    public let start: Duration
    /// What the clock of the provider says.
    public var now: Duration { time.now }

    private let time: any TimeSource

    /// Creates a context; providers do this for every attempt.
    public init(
        call: CallID,
        retryCount: Int,
        request: URLRequest,
        response: HTTPURLResponse? = nil,
        start: Duration,
        time: any TimeSource
    ) {
        self.call = call
        self.retryCount = retryCount
        self.request = request
        self.response = response
        self.start = start
        self.time = time
    }
}
