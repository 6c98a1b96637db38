public import HTTPModel

/// A request ready for the wire: every field is decided, no credential is left to apply.
public struct PreparedRequest: Hashable, Sendable {
    /// The method.
    public var method: HTTPMethod
    /// Where to; its user information and fragment are not sent.
    public var target: TargetURI
    /// All fields, in wire order; a transport adds none of its own.
    public var fields: HTTPFields
    /// The content, or `nil` when the message has none.
    public var content: PreparedContent?
    /// How to send it; `redirectLimit` is not for transports, which make one hop.
    public var options: RequestOptions
    /// What is left of the exchange's total time limit when this hop starts; `nil` for no limit.
    public var totalTimeLeft: Duration?

    /// Creates a prepared request.
    public init(
        method: HTTPMethod,
        target: TargetURI,
        fields: HTTPFields = HTTPFields(),
        content: PreparedContent? = nil,
        options: RequestOptions = RequestOptions(),
        totalTimeLeft: Duration? = nil
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.content = content
        self.options = options
        self.totalTimeLeft = totalTimeLeft
    }

    /// The content when it is in memory; empty when there is none, or when it is read while sent.
    public var body: Octets { content?.octets ?? Octets() }

    /// The request as a record of what was sent, without the octets of the head.
    public var asSent: SentRequest {
        SentRequest(
            method: method,
            target: target,
            fields: fields,
            body: body,
            contentReference: content?.reference
        )
    }
}

/// What makes one hop: octets out, octets in, timings, or a failure.
///
/// A transport never follows redirects, never retries and adds no field. It never waits longer than
/// the limits of the request say. Cancelling the task ends the hop with the failure `cancelled`.
public protocol Transport: Sendable {
    /// Sends `request` and receives its response.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Told of progress, on a thread of the transport's choice.
    /// - Returns: The response or the failure, with what is known about the hop.
    func send(
        _ request: consuming PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome

    /// Sends `request`, and returns once the head of its response is there.
    ///
    /// A transport that does not bring its own receives all of the response first.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - observer: Told of progress, on a thread of the transport's choice.
    /// - Returns: The head and the way to the content, or the failure.
    func stream(_ request: PreparedRequest, observer: (any HopObserver)?) async -> StreamedHop
}

extension Transport {
    /// Sends `request` without telling anybody of its progress.
    public func send(_ request: PreparedRequest) async -> HopOutcome {
        await send(request, observer: nil)
    }
}

/// What came of one hop.
public struct HopOutcome: Hashable, Sendable {
    /// What was sent, the timings, and the failure if there was one.
    public var hop: Hop
    /// The response; `nil` exactly when `hop.failure` is not.
    public var response: HTTPResponse?

    /// Creates the outcome of a hop whose response came whole; its head is noted in `hop`.
    public init(hop: Hop, response: HTTPResponse) {
        self.hop = hop
        self.hop.failure = nil
        self.hop.responseHead = response.head
        self.response = response
    }

    /// Creates the outcome of a hop that failed.
    public init(hop: Hop, failure: NetworkFailure) {
        self.hop = hop
        self.hop.failure = failure
        self.hop.responseHead = failure.partialHead
    }

    /// Starts the record of a hop, of which nothing has come yet.
    init(hop: Hop) {
        self.hop = hop
    }

    /// Takes the outcome apart, without a copy of either.
    consuming func parts() -> (hop: Hop, response: HTTPResponse?) { (hop, response) }

    /// Notes the failure that ended the hop.
    mutating func end(_ failure: NetworkFailure) {
        hop.failure = failure
        hop.responseHead = failure.partialHead
    }

    /// The response or the failure.
    public var result: Result<HTTPResponse, NetworkFailure> {
        if let response { return .success(response) }
        return .failure(hop.failure ?? NetworkFailure(.internal, phase: .receive))
    }
}

/// How far one hop has come.
public struct HopProgress: Hashable, Sendable {
    /// What is going on.
    public var phase: NetworkFailure.Phase
    /// Bytes sent so far, head and content.
    public var bytesSent: Int
    /// Bytes of the request's content that went out so far, without what frames them.
    public var contentBytesSent: Int
    /// Bytes received so far, head and content.
    public var bytesReceived: Int
    /// The length of the content as announced, in bytes; `nil` when it was not.
    public var expectedBytes: Int?
    /// The head of the response, once it came.
    public var head: HTTPResponseHead?
    /// The content received so far, codings removed as the request asked; shares memory.
    public var partialBody: Octets?

    /// Creates a report of progress.
    public init(
        phase: NetworkFailure.Phase,
        bytesSent: Int = 0,
        contentBytesSent: Int = 0,
        bytesReceived: Int = 0,
        expectedBytes: Int? = nil,
        head: HTTPResponseHead? = nil,
        partialBody: Octets? = nil
    ) {
        self.phase = phase
        self.bytesSent = bytesSent
        self.contentBytesSent = contentBytesSent
        self.bytesReceived = bytesReceived
        self.expectedBytes = expectedBytes
        self.head = head
        self.partialBody = partialBody
    }
}

/// Who wants to know how a hop goes.
///
/// Called at each change of phase, when the head has come, and while content comes at most about
/// thirty times a second, with the newest state last. Calls come one after the other on the
/// transport's thread, so a call must return at once.
public protocol HopObserver: Sendable {
    /// Takes note of `progress`.
    func hop(_ progress: HopProgress)
}
