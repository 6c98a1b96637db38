public import Dispatch
public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A network client for tests of the code above it: it sends nothing and answers from a closure.
///
/// ```swift
/// let client = MockNetworkClient { call in
///     call.url?.path == "/breeds" ? ["corgi"] : nil
/// }
/// ```
public final class MockNetworkClient: NetworkClient {
    /// One call of `fetch`.
    public struct Call: Sendable {
        /// The URL of the call's `api`.
        public let url: URL?
        /// The method, from the call or its `api`.
        public let method: HTTPMethod
        /// The request as it was passed.
        public let request: any APIRequest
        /// What the call added to the request; `nil` when the method was that of its `api`.
        public let methodCall: MethodCall?
    }

    /// Answers a call: `nil` for no value, `Data` to have the request parse it, or the value
    /// itself.
    public typealias Handler = @Sendable (Call) throws -> (any Sendable)?

    private let handler: Handler
    private let recorded = Mutex<[Call]>([])

    /// The calls so far, oldest first.
    public var calls: [Call] { recorded.withLock { $0 } }

    /// Creates a client that answers every call by `handler`.
    ///
    /// A value of another type than the request's ends in `APIError.parseResponse`; an error that
    /// is no `APIError` is read as one from the request's own code.
    public init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// Creates a client that answers every call with `value`.
    public convenience init(returning value: (any Sendable)? = nil) {
        self.init { _ in value }
    }

    /// Creates a client that fails every call with `error`.
    public convenience init(failing error: APIError) {
        self.init { _ in throw error }
    }

    /// Answers on a queue; there is no transfer, so the result is `nil`.
    @discardableResult
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T,
        completionQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask? {
        let result = answer(api: api, method: method, request: request)
        completionQueue.async { completionHandler(result) }
        return nil
    }

    /// Answers at once.
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T
    ) async throws -> T.ResponseDataType? {
        try answer(api: api, method: method, request: request).get()
    }

    private func answer<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T
    ) -> APIResponse<T.ResponseDataType?> {
        let call = Call(
            url: api.url,
            method: method?.method ?? api.method,
            request: request,
            methodCall: method
        )
        recorded.withLock { $0.append(call) }
        do {
            guard let value = try handler(call) else { return .success(nil) }
            if let value = value as? T.ResponseDataType { return .success(value) }
            if let data = value as? Data { return .success(try request.parseResponse(data: data)) }
            let text = "The mock's \(type(of: value)) is not a \(T.ResponseDataType.self)."
            return .failure(APIError(ErrorMapping.standard.map(.decodeFailure(text))))
        } catch let error as APIError {
            return .failure(error.withOwnTexts)
        } catch {
            guard let text = DecodingFailure.text(for: error) else { return .failure(.unknown) }
            return .failure(APIError(ErrorMapping.standard.map(.decodeFailure(text))))
        }
    }
}
