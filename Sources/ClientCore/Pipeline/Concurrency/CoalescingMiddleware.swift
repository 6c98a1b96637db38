public import HTTPModel
import Synchronization

/// Sends identical requests that are under way at the same time only once.
///
/// Requests are identical when method, target, fields, content, options and token are. Only safe
/// methods take part (RFC 9110 §9.2.1), and only calls whose response comes whole. Everybody gets the
/// same response, with the hops of the call that sent it. Who is cancelled leaves alone; when all are,
/// the request is cancelled too.
///
/// Put it before the middlewares that retry and authenticate, so that these work once.
public final class CoalescingMiddleware: Middleware {
    private struct Key: Hashable {
        var request: HTTPRequest
        var token: Token?
    }

    private typealias Call = SharedWork<Result<Exchange, PreparationFailure>>

    private struct State {
        var calls: [Key: (id: Int, call: Call)] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Creates a middleware; it serves one client.
    public init() {}

    /// How many requests are under way.
    public var count: Int { state.withLock { $0.calls.count } }

    /// How many calls wait for the answer to `request`, which uses no token.
    package func waitingCount(for request: HTTPRequest) -> Int {
        state.withLock { $0.calls[Key(request: request)]?.call }?.memberCount ?? 0
    }

    /// Joins the same request under way, or sends it.
    public func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: @escaping Next
    ) async throws(PreparationFailure) -> Exchange {
        guard request.method.isSafe, context.delivery == .whole, request.body.isReplayable else {
            return try await next(request)
        }
        let call = join(Key(request: request, token: context.presentToken), next: next)
        let result: Result<Exchange, PreparationFailure>
        do throws(CancellationError) {
            result = try await call.wait()
        } catch {
            return context.cancelledExchange(for: request, while: "waiting for the same request")
        }
        return try result.get()
    }

    private func join(_ key: Key, next: @escaping Next) -> Call {
        state.withLock { state in
            if let running = state.calls[key]?.call, running.join() { return running }
            state.nextID += 1
            let id = state.nextID
            let call = Call(endsWhenAbandoned: true) { [self] in
                let result: Result<Exchange, PreparationFailure>
                do throws(PreparationFailure) {
                    result = .success(try await next(key.request))
                } catch {
                    result = .failure(error)
                }
                end(key, id: id)
                return result
            }
            state.calls[key] = (id, call)
            return call
        }
    }

    /// Forgets a call that has ended, unless another has taken its place.
    private func end(_ key: Key, id: Int) {
        state.withLock { state in
            if state.calls[key]?.id == id { state.calls[key] = nil }
        }
    }
}
