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

    /// The phases added up over `hops`, which took `total` in all.
    package init(of hops: [Hop], total: Duration) {
        // By index, which copies no hop.
        for i in hops.indices {
            queued += hops[i].timings.queued
            nameLookup += hops[i].timings.nameLookup
            connect += hops[i].timings.connect
            tls += hops[i].timings.tls
            send += hops[i].timings.send
            wait += hops[i].timings.wait
            receive += hops[i].timings.receive
        }
        self.total = total
    }

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

    /// The status of the response, when one came whole.
    public var status: HTTPStatus? {
        guard case .success(let response) = result else { return nil }
        return response.head.status
    }

    /// The failure, when no whole response came.
    public var failure: NetworkFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }

    /// How many attempts were made.
    public var attempts: Int { hops.isEmpty ? 0 : hops[hops.count - 1].attempt }

    /// The phases added up over all hops; the total is that of the whole exchange.
    public var timings: Timings { Timings(of: hops, total: elapsed) }
}
