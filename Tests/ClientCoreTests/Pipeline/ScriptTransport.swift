import ClientCore
import HTTPModel
import Synchronization

/// A transport that gives the answers of a script one after the other, the last one for ever.
final class ScriptTransport: Transport {
    /// One answer.
    enum Answer: Sendable {
        /// A response of this status with these fields and this content.
        case status(Int, HTTPFields = [:], String = "")
        /// A failure.
        case failure(NetworkFailure.Code, NetworkFailure.Phase, isReused: Bool = false)
        /// What the closure says.
        case closure(@Sendable (PreparedRequest) async -> Answer)
    }

    private let answers: [Answer]
    private let hopDuration: Duration
    private let time: ManualTime?
    private let record = Mutex<[PreparedRequest]>([])

    /// Each hop takes `hopDuration` on the clock `time`.
    init(_ answers: [Answer], time: ManualTime? = nil, hopDuration: Duration = .zero) {
        self.answers = answers
        self.time = time
        self.hopDuration = hopDuration
    }

    /// What was sent, in order.
    var sent: [PreparedRequest] { record.withLock { $0 } }

    func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
        let index = record.withLock { record in
            record.append(request)
            return min(record.count, answers.count) - 1
        }
        time?.advance(by: hopDuration)
        var hop = Hop(sent: request.asSent)
        hop.timings.total = hopDuration
        var answer = answers[index]
        while case .closure(let closure) = answer { answer = await closure(request) }
        switch answer {
        case .status(let status, let fields, let text):
            let head = HTTPResponseHead(status: HTTPStatus(status), fields: fields)
            let body = Octets(Array(text.utf8))
            return HopOutcome(hop: hop, response: HTTPResponse(head: head, body: body))
        case .failure(let code, let phase, let isReused):
            hop.isReusedConnection = isReused
            return HopOutcome(hop: hop, failure: NetworkFailure(code, phase: phase))
        case .closure:
            fatalError("not reached")
        }
    }
}

/// A monitor that keeps all events.
final class EventRecord: EventMonitor {
    private let record = Mutex<[CallEvent]>([])

    var events: [CallEvent] { record.withLock { $0 } }

    func record(_ event: CallEvent) { record.withLock { $0.append(event) } }
}

/// A middleware made of a closure.
struct ClosureMiddleware: Middleware {
    let closure:
        @Sendable (HTTPRequest, CallContext, Next) async throws(PreparationFailure) -> Exchange

    func intercept(
        _ request: HTTPRequest,
        context: CallContext,
        next: Next
    ) async throws(PreparationFailure) -> Exchange {
        try await closure(request, context, next)
    }
}

/// Makes a client for a test.
func client(
    _ transport: any Transport,
    time: any TimeSource = ManualTime(),
    monitors: [any EventMonitor] = [],
    _ middlewares: any Middleware...
) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.middlewares = middlewares
    configuration.monitors = monitors
    configuration.time = time
    return HTTPClient(transport: transport, configuration: configuration)
}

/// A GET of a URL on a host that does not exist.
func get(_ path: String = "/") throws -> HTTPRequest {
    HTTPRequest(.get, try TargetURI("http://api.test\(path)"))
}
