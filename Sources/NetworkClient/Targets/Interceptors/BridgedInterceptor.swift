import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `NetworkRequestInterceptor` in the chain of the client core, for one call.
final class BridgedInterceptor: HTTPRequestInterceptor {
    private struct State {
        var start = Duration.zero
        var attempts = 0
        var sent: URLRequest?
        var error: (any Error)?
    }

    private let interceptor: any NetworkRequestInterceptor
    private let state = Mutex(State())

    init(_ interceptor: any NetworkRequestInterceptor) {
        self.interceptor = interceptor
    }

    /// The request of the last attempt; `nil` before the first.
    var sent: URLRequest? { state.withLock { $0.sent } }

    /// The error that the interceptor ended the call with; `nil` when it did not.
    var error: (any Error)? { state.withLock { $0.error } }

    func adapt(
        _ request: HTTPRequest,
        context: CallContext
    ) async throws(PreparationFailure) -> HTTPRequest {
        var plain = request
        if plain.body.octets.isEmpty { plain.body = .none }
        guard let given = URLRequest(plain) else {
            throw PreparationFailure(.request, detail: "Foundation does not accept the URL")
        }
        let start = context.time.now
        let retryCount = state.withLock { state in
            state.start = start
            state.attempts += 1
            return state.attempts - 1
        }
        do {
            let adapted = try await interceptor.adapt(
                given,
                context: RequestContext(
                    call: context.id,
                    retryCount: retryCount,
                    request: given,
                    start: start,
                    time: context.time
                )
            )
            state.withLock { $0.sent = adapted }
            return try adapted.isSame(as: given)
                ? request : Self.request(adapted, given: given, request)
        } catch {
            state.withLock { $0.error = error }
            throw PreparationFailure(.request, detail: "the interceptor refused the request")
        }
    }

    func retry(_ question: RetryQuestion, context: CallContext) async -> RetryVerdict {
        let (start, sent) = state.withLock { ($0.start, $0.sent) }
        guard let sent else { return .pass(reason: "nothing was sent") }
        let url = question.exchange.responseURL(askedFor: sent.url)
        let error = NetworkError(question.problem, url: url)
        let context = RequestContext(
            call: context.id,
            retryCount: question.retries,
            request: sent,
            response: error.response,
            start: start,
            time: context.time
        )
        let result = await interceptor.retry(context, dueTo: error)
        if Task.isCancelled {
            state.withLock { $0.error = NetworkFailure(.cancelled, phase: .prepare) }
            return .stop(reason: "the call was cancelled")
        }
        switch result {
        case .retry: return .retry(reason: "the interceptor says so")
        case .retryWithDelay(let seconds):
            let delay = seconds > 0 ? Duration.seconds(min(seconds, 1e9)) : .zero
            return .retry(after: delay, reason: "the interceptor says so")
        case .doNotRetry: return .pass(reason: "the interceptor wants no other attempt")
        case .doNotRetryWithError(let error):
            state.withLock { $0.error = error }
            return .stop(reason: "the interceptor ends the call with an error of its own")
        }
    }

    /// The request with what the interceptor changed; content that Foundation cannot hold stays.
    private static func request(
        _ adapted: URLRequest,
        given: URLRequest,
        _ original: HTTPRequest
    ) throws(URLRequestError) -> HTTPRequest {
        var request = try HTTPRequest(adapted)
        let isContentKept = adapted.httpBody == given.httpBody && adapted.httpBodyStream == nil
        if isContentKept { request.body = original.body }
        var options = original.options
        if adapted.timeoutInterval != given.timeoutInterval {
            options.timeouts = request.options.timeouts
        }
        if adapted.httpShouldHandleCookies != given.httpShouldHandleCookies {
            options.usesCookieJar = request.options.usesCookieJar
        }
        if adapted.cachePolicy != given.cachePolicy {
            options.cacheMode = request.options.cacheMode
        }
        request.options = options
        return request
    }
}

extension URLRequest {
    /// Whether both say the same; Foundation's own comparison leaves fields out on Linux.
    fileprivate func isSame(as other: URLRequest) -> Bool {
        url == other.url && httpMethod == other.httpMethod && httpBody == other.httpBody
            && allHTTPHeaderFields == other.allHTTPHeaderFields && httpBodyStream == nil
            && timeoutInterval == other.timeoutInterval
            && httpShouldHandleCookies == other.httpShouldHandleCookies
            && cachePolicy == other.cachePolicy
    }
}

extension NetworkError {
    /// The error of a call that gave no acceptable response; what came of it came from `url`.
    init(_ problem: ClientError, url: URL?) {
        let head = problem.head.flatMap { head in url.flatMap { head.urlResponse(url: $0) } }
        self = .networkError(problem, head, problem.head == nil ? nil : problem.body.data)
    }

    /// The head of the response that came.
    var response: HTTPURLResponse? {
        guard case .networkError(_, let response, _) = self else { return nil }
        return response
    }
}
