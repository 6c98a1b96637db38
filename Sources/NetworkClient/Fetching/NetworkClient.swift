public import Dispatch
import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client that sends a request and gives the parsed response: what a program depends on.
///
/// Programs call the forms with fewer parameters (see the extension); conforming types implement the
/// two below. Each takes the method as a value of its own, so that no default can call itself.
///
/// `ResponseDataType?` is `nil` when there is nothing to parse: status 204, and `DELETE` as
/// `MainNetworkClient` describes.
public protocol NetworkClient: Sendable {
    /// Sends a request and calls back on a queue.
    ///
    /// - Parameters:
    ///   - api: Where the request goes.
    ///   - method: The method with what it carries; `nil` means the method of `api`.
    ///   - request: How to build the request and to parse the response.
    ///   - completionQueue: Where `completionHandler` runs, always asynchronously.
    ///   - completionHandler: Called once, also when the request could not be built.
    /// - Returns: A running task whose `cancel()` ends the exchange; `nil` when the request could
    ///   not be built.
    @discardableResult
    func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T,
        completionQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask?

    /// Sends a request and waits for the parsed response.
    ///
    /// - Parameters:
    ///   - api: Where the request goes.
    ///   - method: The method with what it carries; `nil` means the method of `api`.
    ///   - request: How to build the request and to parse the response.
    /// - Returns: What the request parsed; `nil` when there was nothing to parse.
    /// - Throws: `APIError`.
    func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T
    ) async throws -> T.ResponseDataType?
}

/// What a completion handler is given.
public typealias APIResponse<Value> = Result<Value, APIError>

/// Another spelling of `APIResponse`.
public typealias ApiResponse<Value> = APIResponse<Value>

// The forms with a method.
extension NetworkClient {
    /// Sends a request with a method such as `.get()` or `.post(body:)` and calls back on a queue.
    @discardableResult
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall,
        request: T = DefaultRequest(),
        completionQueue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask? {
        fetch(
            api: api,
            method: Optional(method),
            request: request,
            completionQueue: completionQueue,
            completionHandler: completionHandler
        )
    }

    /// Sends a request with a method such as `.get()` or `.post(body:)` and waits for the response.
    @inlinable
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall,
        request: T = DefaultRequest()
    ) async throws -> T.ResponseDataType? {
        try await fetch(api: api, method: Optional(method), request: request)
    }

    /// Sends a request with a plain method value and calls back on a queue.
    @discardableResult
    @_disfavoredOverload
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: HTTPMethod,
        request: T = DefaultRequest(),
        completionQueue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask? {
        fetch(
            api: api,
            method: Optional(MethodCall(method)),
            request: request,
            completionQueue: completionQueue,
            completionHandler: completionHandler
        )
    }

    /// Sends a request with a plain method value and waits for the response.
    @inlinable
    @_disfavoredOverload
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: HTTPMethod,
        request: T = DefaultRequest()
    ) async throws -> T.ResponseDataType? {
        try await fetch(api: api, method: Optional(MethodCall(method)), request: request)
    }
}

// The forms without a method: that of `api` counts.
extension NetworkClient {
    /// Sends a request with the method of `api` and calls back on a queue.
    @discardableResult
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        request: T = DefaultRequest(),
        completionQueue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask? {
        fetch(
            api: api,
            method: Optional<MethodCall>.none,
            request: request,
            completionQueue: completionQueue,
            completionHandler: completionHandler
        )
    }

    /// Sends a request with the method of `api` and waits for the response.
    @inlinable
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        request: T = DefaultRequest()
    ) async throws -> T.ResponseDataType? {
        try await fetch(api: api, method: Optional<MethodCall>.none, request: request)
    }
}
