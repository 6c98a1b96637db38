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
    /// Whether the connection had been used before.
    public var isReusedConnection: Bool
    /// What few hops have; `nil` when this one has nothing of it.
    private var rare: RareFacts?

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
        isReusedConnection = false
    }
}

// What few hops have stands in a box of its own: a hop is passed on many times, and copied as often.
extension Hop {
    /// What is known of the TLS connection; `nil` when there was none.
    public var tls: TLSFacts? {
        get { rare?.values.tls }
        set { if rare != nil || newValue != nil { change(\.tls, to: newValue) } }
    }

    /// The proxy the connection went through; `nil` when there was none.
    public var proxy: ProxyUse? {
        get { rare?.values.proxy }
        set { if rare != nil || newValue != nil { change(\.proxy, to: newValue) } }
    }

    /// Challenges that were answered before the response came, in order.
    ///
    /// They took place inside this hop, on the wire; their time counts as sending.
    public var authenticationLegs: [AuthenticationLeg] {
        get { rare?.values.authenticationLegs ?? [] }
        set { if rare != nil || !newValue.isEmpty { change(\.authenticationLegs, to: newValue) } }
    }

    /// What was decided when the response was a redirect.
    public var redirect: RedirectDecision? {
        get { rare?.values.redirect }
        set { if rare != nil || newValue != nil { change(\.redirect, to: newValue) } }
    }

    /// What was decided about another attempt, on the last hop of an attempt; `nil` when nobody asked.
    public var retry: RetryDecision? {
        get { rare?.values.retry }
        set { if rare != nil || newValue != nil { change(\.retry, to: newValue) } }
    }

    /// What a cache had to do with the hop; `nil` where there is none.
    public var cacheUse: CacheUse? {
        get { rare?.values.cacheUse }
        set { if rare != nil || newValue != nil { change(\.cacheUse, to: newValue) } }
    }

    /// Cookies of the response that the jar did not keep, and why; never their values.
    public var refusedCookies: [String] {
        get { rare?.values.refusedCookies ?? [] }
        set { if rare != nil || !newValue.isEmpty { change(\.refusedCookies, to: newValue) } }
    }

    /// The failure that ended this hop, if one did.
    public var failure: NetworkFailure? {
        get { rare?.values.failure }
        set { if rare != nil || newValue != nil { change(\.failure, to: newValue) } }
    }

    private mutating func change<Value: Hashable>(
        _ path: WritableKeyPath<RareFacts.Values, Value>,
        to value: Value
    ) {
        var values = rare?.values ?? RareFacts.none
        guard values[keyPath: path] != value else { return }
        values[keyPath: path] = value
        rare = values == RareFacts.none ? nil : RareFacts(values)
    }
}

/// What few hops have, shared by copies.
private final class RareFacts: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var tls: TLSFacts?
        var proxy: ProxyUse?
        var authenticationLegs: [AuthenticationLeg] = []
        var redirect: RedirectDecision?
        var retry: RetryDecision?
        var cacheUse: CacheUse?
        var refusedCookies: [String] = []
        var failure: NetworkFailure?
    }

    static let none = Values()

    let values: Values

    init(_ values: Values) {
        self.values = values
    }

    static func == (left: RareFacts, right: RareFacts) -> Bool {
        left === right || left.values == right.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
