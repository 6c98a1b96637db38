/// How long each phase of one hop took; a phase that did not happen is zero.
public struct Timings: Hashable, Sendable {
    /// Waiting for a free connection or worker.
    public var queued = Duration.zero
    /// Looking up the host name.
    public var nameLookup = Duration.zero
    /// The TCP handshake.
    public var connect = Duration.zero
    /// The TLS handshake.
    public var tls = Duration.zero
    /// Sending the request.
    public var send = Duration.zero
    /// From the last byte sent to the first byte received.
    public var wait = Duration.zero
    /// From the first byte received to the last.
    public var receive = Duration.zero
    /// From start to end.
    public var total = Duration.zero

    /// Creates timings of zero.
    public init() {}

    /// The phases that make up the total, in order, with their names.
    public var phases: [(phase: Phase, duration: Duration)] {
        [
            (.queued, queued), (.nameLookup, nameLookup), (.connect, connect), (.tls, tls),
            (.send, send), (.wait, wait), (.receive, receive),
        ]
    }

    /// A part of a hop's time.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Waiting for a free connection or worker.
        case queued
        /// Looking up the host name.
        case nameLookup = "name lookup"
        /// The TCP handshake.
        case connect
        /// The TLS handshake.
        case tls = "TLS"
        /// Sending the request.
        case send
        /// Waiting for the first byte.
        case wait
        /// Receiving the response.
        case receive
    }
}

/// A request as it went onto the wire in one hop.
public struct SentRequest: Hashable, Sendable {
    /// The method of this hop.
    public var method: HTTPMethod
    /// The target of this hop.
    public var target: TargetURI
    /// All fields sent, in order, with those the pipeline and the transport added.
    public var fields: HTTPFields
    /// The content sent; empty when it was not in memory, and `contentReference` says what it was.
    public var body: Octets
    /// Where content came from that is not kept here; `nil` when `body` is all of it.
    public var contentReference: ContentReference?
    /// The head exactly as written, request line to empty line, for HTTP/1; empty otherwise.
    public var headOctets: Octets

    /// Creates a record of what was sent.
    public init(
        method: HTTPMethod,
        target: TargetURI,
        fields: HTTPFields,
        body: Octets = Octets(),
        contentReference: ContentReference? = nil,
        headOctets: Octets = Octets()
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.contentReference = contentReference
        self.headOctets = headOctets
    }
}

/// What was decided about sending a request again after an attempt.
public struct RetryDecision: Hashable, Sendable {
    /// Whether the request is sent again.
    public var isRetried: Bool
    /// How long to wait before; zero when it is not sent again.
    public var delay: Duration
    /// Why, as a sentence fragment: "status 503", "POST is not idempotent".
    public var reason: String

    /// Creates a decision.
    public init(isRetried: Bool, delay: Duration = .zero, reason: String) {
        self.isRetried = isRetried
        self.delay = delay
        self.reason = reason
    }
}

/// One request on one connection and what came back.
public struct Hop: Hashable, Sendable {
    /// What was sent.
    public var sent: SentRequest
    /// The head received, if any.
    public var responseHead: HTTPResponseHead?
    /// The phases.
    public var timings: Timings
    /// When the hop began, counted from the start of the exchange.
    public var startOffset: Duration
    /// Which attempt this hop belongs to, from 1.
    public var attempt: Int
    /// Bytes sent, head and content.
    public var bytesSent: Int
    /// Bytes received, head and content, codings on.
    public var bytesReceived: Int
    /// The peer's address, such as `127.0.0.1:8080`; empty when no connection was made.
    public var remoteAddress: String
    /// Our own address on the connection; empty when none was made, and for Unix sockets.
    public var localAddress: String
    /// The version of HTTP spoken; `nil` when no response came.
    public var version: HTTPVersion?
    /// What is known of the TLS connection; `nil` when there was none.
    public var tls: TLSFacts?
    /// The proxy the connection went through; `nil` when there was none.
    public var proxy: ProxyUse?
    /// Challenges that were answered before the response came, in order.
    ///
    /// They took place inside this hop, on the wire; their time counts as sending.
    public var authenticationLegs: [AuthenticationLeg]
    /// Whether the connection had been used before.
    public var isReusedConnection: Bool
    /// What was decided when the response was a redirect.
    public var redirect: RedirectDecision?
    /// What was decided about another attempt, on the last hop of an attempt; `nil` when nobody asked.
    public var retry: RetryDecision?
    /// What a cache had to do with the hop; `nil` where there is none.
    public var cacheUse: CacheUse?
    /// Cookies of the response that the jar did not keep, and why; never their values.
    public var refusedCookies: [String] = []
    /// The failure that ended this hop, if one did.
    public var failure: NetworkFailure?

    /// Creates a hop.
    public init(sent: SentRequest, attempt: Int = 1, startOffset: Duration = .zero) {
        self.sent = sent
        self.attempt = attempt
        self.startOffset = startOffset
        timings = Timings()
        bytesSent = 0
        bytesReceived = 0
        remoteAddress = ""
        localAddress = ""
        authenticationLegs = []
        isReusedConnection = false
    }
}

/// One request with everything that came of it.
///
/// - SeeAlso: RFC 9110 §3.
public struct Exchange: Hashable, Sendable {
    /// The request as given to the pipeline.
    public var request: HTTPRequest
    /// Each hop of each attempt, in order; empty when nothing was sent.
    public var hops: [Hop]
    /// What came of it in the end.
    public var result: Result<HTTPResponse, NetworkFailure>
    /// From start to end, waits between attempts included.
    public var elapsed: Duration

    /// Creates an exchange.
    public init(
        request: HTTPRequest,
        hops: [Hop] = [],
        result: Result<HTTPResponse, NetworkFailure>,
        elapsed: Duration = .zero
    ) {
        self.request = request
        self.hops = hops
        self.result = result
        self.elapsed = elapsed
    }

    /// The response, when one came whole.
    public var response: HTTPResponse? { try? result.get() }

    /// The failure, when no whole response came.
    public var failure: NetworkFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }

    /// How many attempts were made.
    public var attempts: Int { hops.last?.attempt ?? 0 }

    /// The phases added up over all hops; the total is that of the whole exchange.
    public var timings: Timings {
        var sum = Timings()
        for hop in hops {
            sum.queued += hop.timings.queued
            sum.nameLookup += hop.timings.nameLookup
            sum.connect += hop.timings.connect
            sum.tls += hop.timings.tls
            sum.send += hop.timings.send
            sum.wait += hop.timings.wait
            sum.receive += hop.timings.receive
        }
        sum.total = elapsed
        return sum
    }
}
