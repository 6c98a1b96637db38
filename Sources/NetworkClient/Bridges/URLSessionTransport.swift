import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A transport on a `URLSession`, for programs that inject one: mostly for `URLProtocol` mocks.
///
/// A plain session without a delegate is replaced by one of the same configuration that leaves
/// redirects and challenges to the client core, so that credentials stay with their origin. A
/// session with a delegate, or a subclass, is used as it is and follows redirects by itself.
///
/// A hop that is cancelled or meets a limit ends at once; its transfer is ended half a second later,
/// because Foundation on Linux traps when a task is cancelled while it starts. Foundation there also
/// names no phases, adds fields of its own and sends no content with `GET`; the default transport
/// has none of these faults. It cannot check pinned keys either: an `https` request with
/// `TLSConfiguration.publicKeyPins` fails unsent with `tls.pinMismatch`.
///
/// The proxy is that of the environment, and `HTTPAuthentication` is Basic or an AWS signature. A
/// request whose options ask for another proxy, another authentication, another trust, or another way
/// to the server fails unsent, and names the option. A session whose `URLProtocol` answers the
/// request opens no connection, so that these options do not matter there.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let relay: SessionRelay?

    /// Creates a transport on `session`.
    public init(session: URLSession) {
        guard Self.isReplacing(session) else {
            self.session = session
            relay = nil
            return
        }
        let relay = SessionRelay()
        self.relay = relay
        self.session = URLSession(
            configuration: session.configuration,
            delegate: relay,
            delegateQueue: nil
        )
    }

    /// Whether `session` is replaced by one of the same configuration, and not held.
    static func isReplacing(_ session: URLSession) -> Bool {
        type(of: session) == URLSession.self && session.delegate == nil
    }

    deinit {
        if relay != nil { session.finishTasksAndInvalidate() }
    }

    /// Sends `request` and receives its response.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        var complete = request
        do throws(NetworkFailure) {
            // Foundation gets content in one piece.
            complete.content = try await request.content?.inMemory()
        } catch {
            return HopOutcome(hop: Hop(sent: request.asSent), failure: error)
        }
        return await sendWhole(complete, observer: observer)
    }

    private func sendWhole(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        if request.target.scheme == "https", request.options.tls?.publicKeyPins.isEmpty == false {
            let detail = SSLPinningError.uncheckedBySession.description
            let failure = NetworkFailure(.tlsPinMismatch, phase: .prepare, detail: detail)
            return HopOutcome(hop: Hop(sent: request.asSent), failure: failure)
        }
        guard let urlRequest = URLRequest(request) else {
            let detail = "Foundation does not accept the URL"
            return HopOutcome(
                hop: Hop(sent: request.asSent),
                failure: NetworkFailure(.internal, phase: .prepare, detail: detail)
            )
        }
        if let refusal = request.sessionRefusal, !session.isAnswering(urlRequest) {
            return HopOutcome(hop: Hop(sent: request.asSent), failure: refusal)
        }
        let hop = SessionHop(request: request, observer: observer)
        let task = start(urlRequest, into: hop)
        let outcome = await withTaskCancellationHandler {
            let watch = Task { await hop.watchLimits(of: request) }
            defer { watch.cancel() }
            return await hop.outcome()
        } onCancel: {
            hop.fail(.cancelled)
        }
        if outcome.response == nil { Self.endLater(task) }
        return outcome
    }

    /// Ends a transfer that nobody waits for any more, a little later.
    ///
    /// Foundation on Linux traps when a task is cancelled while it starts.
    private static func endLater(_ task: URLSessionTask) {
        guard task.state != .completed else { return }
        Task.detached {
            try? await Task.sleep(for: .milliseconds(500))
            if task.state != .completed { task.cancel() }
        }
    }

    private func start(_ request: URLRequest, into hop: SessionHop) -> URLSessionTask {
        let task: URLSessionTask
        if let relay {
            task = session.dataTask(with: request)
            relay.add(hop, for: task)
        } else {
            task = session.dataTask(with: request) { data, response, error in
                if let error {
                    hop.end(error)
                    return
                }
                if data == nil { hop.noteMissingContent() }
                if let response { hop.receive(response) }
                if let data { hop.receive(data) }
                hop.end(nil)
            }
        }
        task.resume()
        return task
    }
}

/// Hands what a session reports on to the hop it belongs to.
private final class SessionRelay: NSObject, URLSessionDataDelegate, Sendable {
    private let hops = SessionHops()

    func add(_ hop: SessionHop, for task: URLSessionTask) {
        hops.add(hop, for: task.taskIdentifier)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The response has been delivered by now, and other dispositions would stall the task.
        hops.remove(task.taskIdentifier)?.end(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        hops[dataTask.taskIdentifier]?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        hops[dataTask.taskIdentifier]?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let hop = hops.remove(task.taskIdentifier)
        if let response = task.response { hop?.receive(response) }
        hop?.end(error)
    }
}

extension URLRequest {
    /// Writes a prepared request without the fields that Foundation sets by itself.
    init?(_ request: PreparedRequest) {
        let own = ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Accept-Encoding"]
        self.init(
            method: request.method,
            target: request.target,
            fields: HTTPFields(
                request.fields.filter { field in !own.contains { field.isNamed($0) } }
            ),
            body: request.content?.octets,
            options: request.options
        )
    }
}
