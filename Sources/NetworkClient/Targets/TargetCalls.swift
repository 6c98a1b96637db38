import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs the calls of targets through the client core.
struct TargetCalls: Sendable {
    let interceptor: (any NetworkRequestInterceptor)?
    let settings: SessionSettings
    let validator: ResponseValidator
    let transport: (any Transport)?
    let cookieJar: CookieJar?
    let cache: ResponseCache?
    let time: any TimeSource

    /// Performs the call of `target` and gives its response.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - call: What kind of call it is; a task for another kind is an error.
    ///   - observer: Told of the progress of each hop.
    /// - Returns: The response, which the validator accepts, or the error.
    @concurrent
    func response(
        to target: some TargetType,
        for call: NetworkTask.Call,
        observer: (any HopObserver)? = nil
    ) async -> Result<Response, NetworkError> {
        let request: TargetRequest
        do throws(NetworkError) {
            request = try TargetRequest(target, for: call)
        } catch {
            return .failure(error)
        }
        let bridge = interceptor.map { BridgedInterceptor($0) }
        let outcome = await sender(through: bridge)
            .send(request.urlRequest, body: request.body, observer: observer)
        switch outcome {
        case .refused(let error): return .failure(bridge?.finalError(about: request) ?? error)
        case .exchanged(var exchange, _):
            let sent = bridge?.sent ?? request.urlRequest
            if bridge != nil { exchange.request.take(sent) }
            let url = exchange.responseURL(askedFor: sent.url)
            if let problem = validator.problem(with: exchange) {
                let error = NetworkError(problem, url: url)
                return .failure(bridge?.finalError(about: request) ?? error)
            }
            guard let response = exchange.response else {
                return .failure(.underlying(NetworkFailure(.internal, phase: .receive), nil))
            }
            return .success(Response(response, to: sent, from: url))
        }
    }

    /// What sends one call.
    func sender(through bridge: BridgedInterceptor?) -> CallSender {
        var client = settings.client(transport: transport, cookieJar: cookieJar, cache: cache)
        client.configuration.validator = validator
        client.configuration.time = time
        if let bridge { client.configuration.middlewares = [InterceptorMiddleware([bridge])] }
        return CallSender(client: client) { settings.apply(to: &$0) }
    }
}

extension HTTPRequest {
    /// Takes what an interceptor may have changed, for it is by that the response is judged.
    fileprivate mutating func take(_ adapted: URLRequest) {
        var adapted = adapted
        // A stream has been read by now.
        adapted.httpBody = nil
        guard let sent = try? HTTPRequest(adapted) else { return }
        (method, target, fields) = (sent.method, sent.target, sent.fields)
    }
}

extension BridgedInterceptor {
    /// The error that the interceptor ended a call with, as the caller gets it.
    func finalError(about request: TargetRequest) -> NetworkError? {
        guard let error else { return nil }
        if let error = error as? NetworkError { return error }
        guard let failure = error as? NetworkFailure,
            let sent = try? HTTPRequest(request.urlRequest)
        else { return .underlying(error, nil) }
        let exchange = Exchange(request: sent, result: .failure(failure))
        guard let problem = ClientError(exchange) else { return .underlying(error, nil) }
        return NetworkError(problem, url: request.urlRequest.url)
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream of what `work` gives, once; the work begins when somebody reads.
    static func once(_ work: @escaping @Sendable () async -> Element) -> AsyncStream<Element> {
        let turn = OneTurn()
        return AsyncStream { turn.take() ? await work() : nil }
    }
}

/// A turn that only one can take.
private final class OneTurn: Sendable {
    private let isTaken = Atomic(false)

    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
