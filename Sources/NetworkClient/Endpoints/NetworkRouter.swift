/// What executes the requests of one type of endpoints.
public protocol NetworkRouter<Endpoint>: AnyObject, Sendable {
    /// The endpoints.
    associatedtype Endpoint: EndpointType

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - interceptors: What sees requests and results, in order.
    ///   - mockBehavior: Whether to send or to answer from mocks.
    init(interceptors: [any Interceptor], mockBehavior: MockBehavior)

    /// Sends the request of `endpoint` and calls back with what came of it.
    func execute(
        endpoint: Endpoint,
        completion: @escaping @Sendable (Result<Response, NetworkError>) -> Void
    )

    /// Ends everything that is going on; each call ends in an error of `NSURLErrorDomain`, −999.
    func cancel()
}
