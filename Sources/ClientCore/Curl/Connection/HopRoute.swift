import Glibc
package import HTTPModel

/// The way of one hop to its server: through which proxy, and trusting whom.
final class HopRoute: Equatable, Sendable {
    /// The proxy, `nil` for none.
    let proxy: ProxyServer?
    /// Why no hop can be made, as a fragment; `nil` when one can.
    let problem: String?
    /// How TLS is made with the server; `nil` when it is not.
    let tls: TLSConfiguration?
    /// Whether the way leads straight to the server, in the clear.
    let isPlain: Bool

    /// Straight to the server, in the clear.
    private static let plain = HopRoute(proxy: nil, tls: nil)

    private init(proxy: ProxyServer?, problem: String? = nil, tls: TLSConfiguration?) {
        self.proxy = proxy
        self.problem = problem
        self.tls = tls
        isPlain = proxy == nil && problem == nil && tls == nil
    }

    /// Decides about `request`.
    static func route(
        for request: borrowing PreparedRequest,
        configuration: borrowing CurlTransport.Configuration
    ) -> HopRoute {
        let isInTheClear = request.target.scheme != "https"
        let tls = isInTheClear ? nil : Self.tls(for: request, configuration: configuration)
        let straight = isInTheClear ? plain : HopRoute(proxy: nil, tls: tls)
        guard request.options.unixSocketPath == nil else { return straight }
        var chosen = request.options.proxyConfiguration
        if chosen == .fromEnvironment {
            chosen = ProxyEnvironment(configuration.environment).proxy(for: request.target)
        }
        switch chosen {
        case .server(let server) where NoProxyList(server.exceptions).covers(request.target.host):
            return straight
        case .server(let server):
            return HopRoute(proxy: server, tls: tls)
        case .unreadable:
            let problem = "the proxy is given as no URI such as http://host:port"
            return HopRoute(proxy: nil, problem: problem, tls: tls)
        case .none, .fromEnvironment:
            return straight
        }
    }

    /// Compares the parts.
    static func == (left: HopRoute, right: HopRoute) -> Bool {
        // As nearly always: nothing has to be compared.
        if left === right { return true }
        return left.proxy == right.proxy && left.problem == right.problem && left.tls == right.tls
    }

    /// Whether TLS is made with anybody.
    var usesTLS: Bool { tls != nil || proxy?.kind == .https }

    /// Whether the proxy hands the request on without looking into it.
    func isTunnel(to request: PreparedRequest) -> Bool {
        guard let proxy else { return false }
        return !proxy.kind.isHTTP || request.target.scheme == "https"
            || !request.options.connectTo.isEmpty || !request.options.resolve.isEmpty
    }

    private static func tls(
        for request: borrowing PreparedRequest,
        configuration: borrowing CurlTransport.Configuration
    ) -> TLSConfiguration {
        var tls = request.options.tls ?? configuration.tls
        let (host, port) = (request.target.host, request.target.effectivePort)
        if !request.options.isVerifyingTLS || tls.isInsecure(host: host, port: port) {
            tls.trust = .insecure
            tls.verifiesHost = false
        }
        return tls
    }
}

/// The proxies that the environment names.
///
/// - SeeAlso: curl(1), "ENVIRONMENT".
package struct ProxyEnvironment {
    private let variables: [String: String]?

    /// Looks into these variables; `nil` means those of the process.
    package init(_ variables: [String: String]?) {
        self.variables = variables
    }

    /// The proxy for requests to `target`.
    ///
    /// `http_proxy` counts in lower case only, since a CGI program gets `HTTP_PROXY` from its client;
    /// the others count in either case, lower case first. Empty ones do not count.
    package func proxy(for target: TargetURI) -> ProxyConfiguration {
        guard mayNameProxy else { return .none }
        let text =
            target.scheme == "http"
            ? value(of: "http_proxy") : value(of: "https_proxy") ?? value(of: "HTTPS_PROXY")
        guard let text = text ?? value(of: "all_proxy") ?? value(of: "ALL_PROXY") else {
            return .none
        }
        if let list = value(of: "no_proxy") ?? value(of: "NO_PROXY"),
            NoProxyList(list).covers(target.host)
        {
            return .none
        }
        return ProxyConfiguration(text)
    }

    /// Whether a variable may be one of those that name proxies: as a rule none is, which one look at the
    /// names of the process's variables shows.
    private var mayNameProxy: Bool {
        guard variables == nil else { return true }
        // A program may have let go of its environment.
        let first = unsafe UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>(
            bitPattern: UInt(bitPattern: environ)
        )
        guard var place = unsafe first else { return false }
        while let name = unsafe place.pointee {
            switch unsafe UInt8(bitPattern: name[0]) | 0x20 {
            case UInt8(ascii: "h") where unsafe strncasecmp(name, "http_proxy=", 11) == 0,
                UInt8(ascii: "h") where unsafe strncasecmp(name, "https_proxy=", 12) == 0,
                UInt8(ascii: "a") where unsafe strncasecmp(name, "all_proxy=", 10) == 0:
                return true
            default:
                unsafe place += 1
            }
        }
        return false
    }

    /// The value of a variable; `nil` when it is not set, or empty.
    func value(of name: String) -> String? {
        let value: String? =
            if let variables {
                variables[name]
            } else {
                unsafe name.withCString { unsafe getenv($0) }.map { unsafe String(cString: $0) }
            }
        return value?.isEmpty == false ? value : nil
    }
}
