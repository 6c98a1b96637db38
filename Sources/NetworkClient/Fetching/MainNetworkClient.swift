public import Dispatch
import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The network client: builds a request, sends it through the client core, maps and parses the
/// outcome.
///
/// | outcome | completion form | `async` form |
/// | --- | --- | --- |
/// | 204 | `nil` | `nil` |
/// | `DELETE`, other 2xx | `nil`, never parsed | `nil` when empty, else parsed |
/// | other 2xx | parsed | parsed |
/// | all else | `APIError` by the error table | the same, thrown |
///
/// Content is parsed neither on the completion queue nor on the caller's actor.
public final class MainNetworkClient: NetworkClient {
    /// A credential that a client adds to each request, and where it stands.
    ///
    /// No token is added to a request that carries one already: a field `Authorization`, a query
    /// item `access_token`, or a text member `access_token` of the JSON object that is its content.
    public enum TokenType: Sendable {
        /// `Authorization: Bearer …`; the closure is asked for each request, and `nil` adds
        /// nothing.
        case bearer(token: @Sendable () -> String?)
        /// A query item `access_token`; a query is begun when there is none.
        case queryParameter(token: String)
        /// A member `access_token` of the JSON object that is the content.
        ///
        /// Other content, or none, ends in `APIError.generalToken`.
        case requestBody(token: String)
        /// A field of its own; one of that name is replaced.
        case customHeader(headerName: String, token: String)
    }

    private let planner: FetchPlanner

    /// Creates a client that sends through a transport, by default libcurl's.
    ///
    /// - Parameters:
    ///   - transport: What makes the hops.
    ///   - configuration: What is added to requests, and how outcomes are read.
    ///   - token: The credential of requests that bring none; `nil` for none.
    public init(
        transport: any Transport = CurlTransport.shared,
        configuration: NetworkClientConfiguration = NetworkClientConfiguration(),
        token: TokenType? = nil
    ) {
        planner = FetchPlanner(transport: transport, configuration: configuration, token: token)
    }

    /// Creates a client that sends through a `URLSession`, such as one with a mocked protocol.
    ///
    /// - Parameters:
    ///   - urlSession: The session; see `URLSessionTransport` for what Foundation cannot do.
    ///   - configuration: What is added to requests, and how outcomes are read.
    ///   - token: The credential of requests that bring none; `nil` for none.
    public convenience init(
        urlSession: URLSession,
        configuration: NetworkClientConfiguration = NetworkClientConfiguration(),
        token: TokenType? = nil
    ) {
        self.init(
            transport: URLSessionTransport(session: urlSession),
            configuration: configuration,
            token: token
        )
    }

    /// Sends a request and calls back on a queue.
    ///
    /// The task knows its request and state, and in the end its response or the failure of the transfer.
    /// Its `suspend()` does nothing, and its counts of bytes stay 0.
    @discardableResult
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T,
        completionQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (APIResponse<T.ResponseDataType?>) -> Void
    ) -> URLSessionTask? {
        let plan: FetchPlan
        do {
            plan = try planner.plan(
                api: api,
                method: method,
                request: request,
                form: .completion
            )
        } catch {
            completionQueue.async { completionHandler(.failure(error.error)) }
            return nil
        }
        guard let urlRequest = plan.urlRequest else {
            completionQueue.async { completionHandler(.failure(.invalidRequest)) }
            return nil
        }
        let task = FetchTask(request: urlRequest)
        task.attach(
            Task {
                let report = await plan.report(parsedBy: request)
                task.complete(response: report.response, failure: report.exchange?.failure)
                completionQueue.async { completionHandler(report.result) }
            }
        )
        return task
    }

    /// Sends a request and waits for the parsed response.
    ///
    /// - Throws: `APIError`; a cancelled task ends in `APIError.network`.
    public func fetch<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall?,
        request: T
    ) async throws -> T.ResponseDataType? {
        let plan: FetchPlan
        do {
            plan = try planner.plan(api: api, method: method, request: request, form: .async)
        } catch {
            throw error.error
        }
        return try await plan.value(parsedBy: request)
    }

    /// Sends a request and gives all that is known about the outcome.
    ///
    /// - Parameters:
    ///   - api: Where the request goes.
    ///   - method: The method with what it carries; `nil` means the method of `api`.
    ///   - request: How to build the request and to parse the response.
    /// - Returns: What `fetch` would give, with the exchange and the rule that fired.
    public func report<T: APIRequest>(
        api: any URLGenerator,
        method: MethodCall? = nil,
        request: T = DefaultRequest()
    ) async -> FetchReport<T.ResponseDataType> {
        let plan: FetchPlan
        do {
            plan = try planner.plan(api: api, method: method, request: request, form: .async)
        } catch {
            return FetchReport(result: .failure(error.error), mapping: error.mapping)
        }
        return await plan.report(parsedBy: request)
    }
}

/// A credential that a client adds to each request, and where it stands.
public typealias TokenType = MainNetworkClient.TokenType

extension TokenType {
    /// The credential for one request; `nil` adds nothing.
    var current: Token? {
        switch self {
        case .bearer(let token): token().map { .bearer($0) }
        case .queryParameter(let token): .query(name: Token.defaultName, value: token)
        case .requestBody(let token): .body(name: Token.defaultName, value: token)
        case .customHeader(let name, let token): .field(name: name, value: token)
        }
    }
}
