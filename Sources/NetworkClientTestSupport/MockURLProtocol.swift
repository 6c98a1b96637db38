public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A URL protocol that answers every request of a session from a closure; nothing is sent.
///
/// `session(_:)` makes a session with a handler of its own, so tests can run side by side. The
/// static `requestHandler` answers sessions that only name the class, and is one for the process.
///
/// ```swift
/// let session = MockURLProtocol.session { request in
///     (HTTPURLResponse(), Data(#"{"name": "corgi"}"#.utf8))
/// }
/// let client = MainNetworkClient(urlSession: session)
/// ```
public final class MockURLProtocol: URLProtocol {
    /// Answers a request: the head and the content, or the error that the session is to give.
    public typealias Handler = @Sendable (URLRequest) throws -> (HTTPURLResponse, Data)

    /// Answers a request with any response, also one that is not HTTP.
    public typealias ResponseHandler = @Sendable (URLRequest) throws -> (URLResponse, Data)

    private struct Handlers {
        var shared: Handler?
        var bySession: [String: ResponseHandler] = [:]
    }

    private static let handlers = Mutex(Handlers())

    /// The field that names the session whose handler answers; requests are handled without it.
    private static let sessionField = "Apus-Mock-Session"

    /// Answers the requests of sessions made without a handler of their own.
    public static var requestHandler: Handler? {
        get { handlers.withLock { $0.shared } }
        set { handlers.withLock { $0.shared = newValue } }
    }

    /// Makes a session whose requests are answered by `handler`.
    public static func session(_ handler: @escaping Handler) -> URLSession {
        session(response: { request in try handler(request) })
    }

    /// Makes a session whose requests are answered by `handler`, also with what is not HTTP.
    public static func session(response handler: @escaping ResponseHandler) -> URLSession {
        let name = UUID().uuidString
        handlers.withLock { $0.bySession[name] = handler }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [MockURLProtocol.self]
        configuration.httpAdditionalHeaders = [sessionField: name]
        return URLSession(configuration: configuration)
    }

    /// Takes every request.
    public override class func canInit(with request: URLRequest) -> Bool { true }

    /// Leaves requests as they are.
    public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Answers the request.
    public override func startLoading() {
        do {
            let (response, content) = try answer()
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: content)
            client?.urlProtocolDidFinishLoading(self)
        } catch {
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Does nothing: the answer has been given.
    public override func stopLoading() {}

    private func answer() throws -> (URLResponse, Data) {
        var plain = request
        let name = plain.value(forHTTPHeaderField: Self.sessionField)
        plain.setValue(nil, forHTTPHeaderField: Self.sessionField)
        let (bySession, shared) = Self.handlers.withLock { handlers in
            (name.flatMap { handlers.bySession[$0] }, handlers.shared)
        }
        if let bySession { return try bySession(plain) }
        guard let shared else {
            throw NetworkFailure(
                .internal,
                phase: .prepare,
                detail: "MockURLProtocol has no handler for \(plain.url?.path ?? "a request")"
            )
        }
        return try shared(plain)
    }
}
