public import Foundation
import NetworkClient
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
public class MockURLProtocol: URLProtocol {
    /// Answers a request: the head and the content, or the error that the session is to give.
    public typealias Handler = @Sendable (URLRequest) throws -> (HTTPURLResponse, Data)

    /// Answers a request with any response, also one that is not HTTP.
    public typealias ResponseHandler = @Sendable (URLRequest) throws -> (URLResponse, Data)

    private struct Mock {
        /// Which requests it answers; the others go out.
        var isMocked: @Sendable (URLRequest) -> Bool
        var handler: ResponseHandler
    }

    private struct Handlers {
        var shared: Handler?
        var byClass: [ObjectIdentifier: Mock] = [:]
    }

    private static let handlers = Mutex(Handlers())

    private static let sessionCount = Atomic<UInt>(0)

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
    ///
    /// - Parameters:
    ///   - isMocked: Which requests it answers; all others go out over the network. By default it
    ///     answers all of them, and nothing is sent.
    ///   - handler: Gives the answer.
    /// - Returns: A session of its own, without cookies and cache on the disk.
    public static func session(
        answering isMocked: @escaping @Sendable (URLRequest) -> Bool = { _ in true },
        response handler: @escaping ResponseHandler
    ) -> URLSession {
        let number = sessionCount.add(1, ordering: .relaxed).newValue
        let answering = SessionMock<Void>.distinctClass(number)
        handlers.withLock {
            $0.byClass[ObjectIdentifier(answering)] = Mock(isMocked: isMocked, handler: handler)
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [answering]
        return URLSession(configuration: configuration)
    }

    /// Takes every request, but for those that go out by the wish of their session.
    public override class func canInit(with request: URLRequest) -> Bool {
        let mock = handlers.withLock { $0.byClass[ObjectIdentifier(self)] }
        return mock?.isMocked(request) ?? true
    }

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
        let (ofSession, shared) = Self.handlers.withLock { handlers in
            (handlers.byClass[ObjectIdentifier(type(of: self))], handlers.shared)
        }
        if let ofSession { return try ofSession.handler(request) }
        guard let shared else {
            throw NetworkFailure(
                .internal,
                phase: .prepare,
                detail: "MockURLProtocol has no handler for \(request.url?.path ?? "a request")"
            )
        }
        return try shared(request)
    }
}

/// The protocol class of one session.
///
/// A protocol cannot ask which session it works for, but each session can have a class of its own:
/// the generic argument spells the session's number in binary digits.
private final class SessionMock<Number>: MockURLProtocol {
    /// The class for `number`, another one for each.
    static func distinctClass(_ number: UInt) -> MockURLProtocol.Type {
        switch number {
        case 0: SessionMock<Number>.self
        case let even where even.isMultiple(of: 2):
            SessionMock<Zero<Number>>.distinctClass(number / 2)
        default: SessionMock<One<Number>>.distinctClass(number / 2)
        }
    }
}

/// A binary digit 0 before the digits in `Rest`.
private enum Zero<Rest> {}

/// A binary digit 1 before the digits in `Rest`.
private enum One<Rest> {}
