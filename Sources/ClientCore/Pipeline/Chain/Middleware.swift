public import HTTPModel

/// The rest of the way of a request: every middleware further in, then the hops.
///
/// It may be called more than once; each call that reaches the transport is an attempt of its own,
/// with the token applied and the redirects followed anew.
public typealias Next =
    @Sendable (HTTPRequest) async throws(PreparationFailure) -> Exchange

extension HTTPClient {
    /// The same client with further middlewares, the innermost of all, as for one call.
    ///
    /// - Parameter middlewares: What to add, the outermost first.
    /// - Returns: A client that shares transport, monitors, limits and middlewares with this one.
    public func adding(_ middlewares: any Middleware...) -> HTTPClient {
        var client = self
        client.configuration.middlewares += middlewares
        return client
    }
}

/// What stands between `HTTPClient.send` and the transport.
///
/// The one primitive of the pipeline: retry, authentication, limits, caches and whatever a program
/// adds are middlewares. The first of `HTTPClient.Configuration.middlewares` is the outermost: it
/// sees the request first and the exchange last. A middleware
///
/// - changes a request by handing another one to `next`;
/// - sends again by calling `next` again;
/// - answers without sending by returning `context.exchange(for:result:)`;
/// - gives up before anything was sent by throwing.
///
/// The exchange that `next` returns holds the hops of every attempt of the call so far, numbered and
/// with their offsets, so nothing must be put together by hand. A value that keeps state for several
/// calls is a final class or an actor: one middleware serves all calls of its client at once.
public protocol Middleware: Sendable {
    /// Takes `request` on its way in, and the exchange on its way out.
    ///
    /// - Parameters:
    ///   - request: What the middleware further out, or the caller, wants to send.
    ///   - context: The call that this belongs to.
    ///   - next: The rest of the way.
    /// - Returns: The exchange; a failure to get a response is its `result`, not an error.
    /// - Throws: `PreparationFailure` when the request cannot be made ready to send.
    func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: @escaping Next
    ) async throws(PreparationFailure) -> Exchange
}
