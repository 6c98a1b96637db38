public import Dispatch
import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A network client that hides which one it is.
public struct AnyNetworkClient: NetworkClient {
    private let base: any NetworkClient

    /// Wraps `base`.
    public init(_ base: any NetworkClient) {
        self.base = base
    }

    /// Sends a request and calls back on a queue.
    @discardableResult
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T,
        completionQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask? {
        base.fetch(
            api: api,
            method: method,
            request: request,
            completionQueue: completionQueue,
            completionHandler: completionHandler
        )
    }

    /// Sends a request and waits for the parsed response.
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T
    ) async throws -> T.ResponseDataType? {
        try await base.fetch(api: api, method: method, request: request)
    }
}

/// An earlier name of `AnyNetworkClient`.
@available(*, deprecated, renamed: "AnyNetworkClient")
public typealias AnyNetworkManager = AnyNetworkClient

/// An earlier name of `MainNetworkClient`.
@available(*, deprecated, renamed: "MainNetworkClient")
public typealias NetworkManager = MainNetworkClient

/// An earlier name of `MockNetworkClient`.
@available(*, deprecated, renamed: "MockNetworkClient")
public typealias MockNetworkManager = MockNetworkClient
