/// How one request is sent.
public struct RequestOptions: Hashable, Sendable {
    /// Limits on the time of each phase; `nil` means no limit.
    public struct Timeouts: Hashable, Sendable {
        /// From the start to an established (for https: TLS) connection.
        public var connect: Duration?
        /// From the request's last byte sent to the end of the response's header section.
        public var headers: Duration?
        /// The longest pause between two pieces of the response's content.
        public var idle: Duration?
        /// The whole exchange, redirects included.
        public var total: Duration?

        /// Creates limits; the defaults suit a person who waits.
        public init(
            connect: Duration? = .seconds(10),
            headers: Duration? = .seconds(30),
            idle: Duration? = .seconds(30),
            total: Duration? = nil
        ) {
            self.connect = connect
            self.headers = headers
            self.idle = idle
            self.total = total
        }
    }

    /// Which HTTP version to ask for.
    public enum VersionPolicy: String, Hashable, Sendable, CaseIterable {
        /// HTTP/2 over TLS where the server offers it, else HTTP/1.1.
        case automatic
        /// HTTP/1.1 only.
        case http1_1
        /// HTTP/2 over TLS, or by upgrade.
        case http2
        /// HTTP/2 at once without upgrade.
        case http2PriorKnowledge
    }

    /// Time limits.
    public var timeouts = Timeouts()
    /// Which redirects are followed, and how.
    public var redirects = RedirectOptions()
    /// How many redirects to follow; 0 follows none and gives the redirect itself as the response.
    public var redirectLimit: Int {
        get { redirects.limit }
        set { redirects.limit = newValue }
    }
    /// Whether the server's certificate is checked.
    ///
    /// `false` is insecure and is always shown; it overrides what `tls` trusts.
    public var isVerifyingTLS = true
    /// Which HTTP version to ask for.
    public var version = VersionPolicy.automatic
    /// Whether `gzip`, `br` and other content codings are asked for and removed.
    public var isDecoding = true
    /// Whether cookies are stored and sent.
    public var usesCookieJar = true
    /// How a cache is used, where the client has one.
    public var cacheMode = CacheMode.standard
    /// The most bytes of content to accept, `nil` for no limit; more ends in `receive.tooLarge`.
    ///
    /// Content is counted with its codings removed when the request asks for that.
    public var contentLimitInBytes: Int?
    /// The most decoded bytes of content for each byte received, once there are more than 16 MiB.
    ///
    /// `nil` for no limit. More ends in `receive.tooLarge`: it is made to exhaust memory.
    public var decodingRatioLimit: Int? = 200
    /// Whether `HTTPResponse.encodedBody` keeps coded content as it came, besides the decoded one.
    public var keepsEncodedBody = false
    /// What few requests say; `nil` when this one does not.
    private var rare: RareOptions?

    /// Creates the default options.
    public init() {}
}

// What few requests say stands in a box of its own: options stay small, and comparing them is quick.
extension RequestOptions {
    /// How TLS is made; `nil` leaves it to the transport.
    public var tls: TLSConfiguration? {
        get { rare?.values.tls }
        set { change(\.tls, to: newValue) }
    }

    /// How the client proves who it is; `nil` when it does not.
    public var authentication: HTTPAuthentication? {
        get { rare?.values.authentication }
        set { change(\.authentication, to: newValue) }
    }

    /// The proxy to use.
    public var proxyConfiguration: ProxyConfiguration {
        get { rare?.values.proxy ?? .fromEnvironment }
        set { change(\.proxy, to: newValue) }
    }

    /// The proxy as text; `nil` means what the environment says, empty means none.
    ///
    /// What is read back holds no credentials; `proxyConfiguration` does.
    public var proxy: String? {
        get {
            switch proxyConfiguration {
            case .fromEnvironment: nil
            case .none: ""
            case .server(let server): server.description
            case .unreadable(let text): text
            }
        }
        set { proxyConfiguration = newValue.map { ProxyConfiguration($0) } ?? .fromEnvironment }
    }

    /// The Unix socket to connect to instead of the host; `@name` is an abstract one.
    public var unixSocketPath: String? {
        get { rare?.values.unixSocketPath }
        set { change(\.unixSocketPath, to: newValue) }
    }

    /// Addresses to use instead of those that host names have; the first that fits counts.
    public var resolve: [ResolveOverride] {
        get { rare?.values.resolve ?? [] }
        set { change(\.resolve, to: newValue) }
    }

    /// Other hosts and ports to connect to; the first that fits counts, before `resolve`.
    public var connectTo: [ConnectOverride] {
        get { rare?.values.connectTo ?? [] }
        set { change(\.connectTo, to: newValue) }
    }

    /// The address, host name or interface to connect from; `nil` leaves it to the system.
    public var localInterface: String? {
        get { rare?.values.localInterface }
        set { change(\.localInterface, to: newValue) }
    }

    /// Which versions of IP to use.
    public var addressFamily: AddressFamily {
        get { rare?.values.addressFamily ?? .any }
        set { change(\.addressFamily, to: newValue) }
    }

    /// Probes on idle connections; `nil` sends none.
    public var keepAlive: TCPKeepAlive? {
        get { rare?.values.keepAlive }
        set { change(\.keepAlive, to: newValue) }
    }

    /// The content codings to ask for when `isDecoding`; `nil` means all that can be removed.
    public var contentCodings: [String]? {
        get { rare?.values.contentCodings }
        set { change(\.contentCodings, to: newValue) }
    }

    /// Whether all options are their defaults but those of the first kind, which are in the struct.
    package var hasOnlyCommonOptions: Bool { rare == nil }

    private mutating func change<Value>(
        _ path: WritableKeyPath<RareOptions.Values, Value>,
        to value: Value
    ) {
        var values = rare?.values ?? RareOptions.Values()
        values[keyPath: path] = value
        rare = values == RareOptions.Values() ? nil : RareOptions(values)
    }
}

/// Options that few requests set, shared by copies.
private final class RareOptions: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var tls: TLSConfiguration?
        var authentication: HTTPAuthentication?
        var proxy = ProxyConfiguration.fromEnvironment
        var unixSocketPath: String?
        var resolve: [ResolveOverride] = []
        var connectTo: [ConnectOverride] = []
        var localInterface: String?
        var addressFamily = AddressFamily.any
        var keepAlive: TCPKeepAlive?
        var contentCodings: [String]?
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }

    static func == (left: RareOptions, right: RareOptions) -> Bool {
        left === right || left.values == right.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
