import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What sees every request of a router on its way out, and every result on its way back.
///
/// `process` runs once for each call, whatever came of it: a response, a failure, a cancellation, or
/// a request that could not be built, from the network and from mocks alike. `prepare` does not run for a
/// request that cannot be built, nor for a call that is cancelled while it waits for its turn.
/// Interceptors run in the order in which the router got them, both ways.
public protocol Interceptor: Sendable {
    /// Changes a request before it is sent.
    func prepare(_ request: inout URLRequest)

    /// Changes a result before the caller gets it.
    func process(_ result: inout Result<Response, NetworkError>)
}

extension Interceptor {
    /// Leaves the request as it is.
    public func prepare(_ request: inout URLRequest) {}

    /// Leaves the result as it is.
    public func process(_ result: inout Result<Response, NetworkError>) {}
}
