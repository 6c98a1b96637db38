public import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A router that sends through the client core, or answers from the mocks of its endpoints.
///
/// ```
/// endpoint ─ buildRequest ─► prepare … ─► client core ─► result ─► process … ─► completionQueue
///                  │                     or mock           ▲
///                  └──────────── NetworkError ─────────────┘
/// ```
///
/// A router may run any number of calls at once; `order: .serial` makes them wait for each other.
public final class DefaultNetworkRouter<Endpoint: EndpointType>: NetworkRouter {
    /// One call that is going on.
    private struct Call {
        let number: UInt64
        let work: CancellableWork
        /// The place in the queue of a serial router.
        let turn: UInt64?
        /// Those of the kit when the call began.
        let settings: KitSettings
    }

    private struct Calls {
        var last: UInt64 = 0
        var running: [UInt64: Call] = [:]
    }

    private let interceptors: [any Interceptor]
    private let mockBehavior: MockBehavior
    private let missingMock: MissingMock
    private let completionQueue: DispatchQueue
    private let kit: NetworkKit
    private let transport: (any Transport)?
    private let time: any TimeSource
    private let turns: TurnQueue?
    private let calls = Mutex(Calls())

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - interceptors: What sees requests and results, in order.
    ///   - mockBehavior: Whether to send or to answer from mocks.
    ///   - missingMock: What happens when mocks are wanted and an endpoint has none.
    ///   - order: Whether calls may run at the same time.
    ///   - completionQueue: Where completions run.
    ///   - kit: The settings of all calls; a call takes them when it begins.
    ///   - transport: What sends, instead of that of `kit`; its pinning still counts.
    ///   - time: The clock of delayed mocks.
    public init(
        interceptors: [any Interceptor] = [],
        mockBehavior: MockBehavior = .never,
        missingMock: MissingMock = .error,
        order: RouterOrder = .concurrent,
        completionQueue: DispatchQueue = .main,
        kit: NetworkKit = .shared,
        transport: (any Transport)? = nil,
        time: any TimeSource = SystemTime()
    ) {
        self.interceptors = interceptors
        self.mockBehavior = mockBehavior
        self.missingMock = missingMock
        self.completionQueue = completionQueue
        self.kit = kit
        self.transport = transport
        self.time = time
        turns = order == .serial ? TurnQueue() : nil
    }

    /// Creates a router that completes on the main queue.
    public convenience init(interceptors: [any Interceptor], mockBehavior: MockBehavior) {
        self.init(
            interceptors: interceptors,
            mockBehavior: mockBehavior,
            completionQueue: .main
        )
    }

    /// Sends the request of `endpoint`, and calls back on the completion queue.
    public func execute(
        endpoint: Endpoint,
        completion: @escaping @Sendable (Result<Response, NetworkError>) -> Void
    ) {
        let call = begin()
        let task = Task {
            let result = await result(of: endpoint, in: call)
            // Before the next call may begin, so that a serial router completes in order.
            completionQueue.async { completion(result) }
            end(call)
        }
        call.work.attach { task.cancel() }
    }

    /// Sends the request of `endpoint` and waits for the response.
    ///
    /// - Throws: What the completion form gives as the failure.
    public func execute(endpoint: Endpoint) async throws(NetworkError) -> Response {
        let call = begin()
        defer { end(call) }
        let task = Task { await result(of: endpoint, in: call) }
        call.work.attach { task.cancel() }
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Ends all calls that are going on; each ends in `NetworkError.underlying` with a failure of
    /// `NSURLErrorDomain`, −999.
    public func cancel() {
        let works = calls.withLock { $0.running.values.map(\.work) }
        works.cancel()
    }

    private func begin() -> Call {
        let settings = kit.current
        return calls.withLock { calls in
            calls.last += 1
            let call = Call(
                number: calls.last,
                work: CancellableWork(),
                turn: turns?.enter(),
                settings: settings
            )
            calls.running[call.number] = call
            return call
        }
    }

    private func end(_ call: Call) {
        calls.withLock { $0.running[call.number] = nil }
        call.work.detach()
        if let turn = call.turn { turns?.leave(turn) }
    }

    @concurrent
    private func result(
        of endpoint: Endpoint,
        in call: Call
    ) async -> Result<Response, NetworkError> {
        var result: Result<Response, NetworkError>
        do throws(NetworkError) {
            try await waitForTurn(of: call)
            var request = try endpoint.buildRequest()
            for interceptor in interceptors { interceptor.prepare(&request) }
            result = .success(try await response(to: request, endpoint: endpoint, in: call))
        } catch {
            result = .failure(error)
        }
        for interceptor in interceptors { interceptor.process(&result) }
        return result
    }

    /// Waits until the calls before this one have ended, when only one may run at a time.
    private func waitForTurn(of call: Call) async throws(NetworkError) {
        guard let turn = call.turn else { return }
        do throws(CancellationError) {
            try await turns?.wait(for: turn)
        } catch {
            throw .underlying(NetworkFailure(.cancelled, phase: .prepare), nil)
        }
    }

    private func response(
        to request: URLRequest,
        endpoint: Endpoint,
        in call: Call
    ) async throws(NetworkError) -> Response {
        let mock = try mock(of: endpoint)
        let answering = mock.map { mock in
            MockEndpointTransport(mock: mock, delay: mockBehavior.delay ?? .zero, time: time)
        }
        let sender = try call.settings.sender(
            transport: answering ?? transport,
            isMock: mock != nil
        )
        switch await sender.send(request) {
        case .refused(let error): throw error
        case .exchanged(let exchange, let request):
            let url = exchange.responseURL(askedFor: request.url)
            switch exchange.result {
            case .success(let response): return Response(response, to: request, from: url)
            case .failure(let failure):
                let isCancelled = failure.code == .cancelled && Task.isCancelled
                if case .networkError(let error) = mock, !isCancelled {
                    throw .underlying(error, nil)
                }
                throw .underlying(failure, Response(partOf: failure, to: request, from: url))
            }
        }
    }

    private func mock(of endpoint: Endpoint) throws(NetworkError) -> MockResponseType? {
        guard mockBehavior != .never else { return nil }
        if let mock = endpoint.mockResponse { return mock }
        let name = Self.name(of: endpoint)
        guard missingMock == .error else {
            Swift.fatalError("there is no mock for \(name): give it a mockResponse")
        }
        throw .noMock(endpoint: name)
    }

    /// The type, and which case of it; no values, among which may be credentials.
    private static func name(of endpoint: Endpoint) -> String {
        let mirror = Mirror(reflecting: endpoint)
        guard mirror.displayStyle == .enum else { return "\(Endpoint.self)" }
        return "\(Endpoint.self).\(mirror.children.first?.label ?? "\(endpoint)")"
    }
}

/// Whether the calls of a router may run at the same time.
public enum RouterOrder: Hashable, Sendable {
    /// Any number of calls at once.
    case concurrent
    /// One call after the other, in the order in which they were begun: a request is built and prepared
    /// when the call before it has ended, and its result was processed.
    case serial
}
