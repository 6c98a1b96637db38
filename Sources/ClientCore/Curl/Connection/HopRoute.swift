import Glibc
package import HTTPModel

/// The way of one hop to its server: through which proxy, and trusting whom.
struct HopRoute: Equatable {
    /// The proxy, `nil` for none.
    let proxy: ProxyServer?
    /// Why no hop can be made, as a fragment; `nil` when one can.
    let problem: String?
    /// How TLS is made with the server; `nil` when it is not.
    let tls: TLSConfiguration?
    /// Whether the way leads straight to the server, in the clear.
    let isPlain: Bool

    /// Decides about `request`.
    init(_ request: borrowing PreparedRequest, configuration: borrowing CurlTransport.Configuration)
    {
        tls =
            request.target.scheme == "https"
            ? Self.tls(for: request, configuration: configuration) : nil
        let isInTheClear = request.target.scheme != "https"
        guard request.options.unixSocketPath == nil else {
            (proxy, problem, isPlain) = (nil, nil, isInTheClear)
            return
        }
        var chosen = request.options.proxyConfiguration
        if chosen == .fromEnvironment {
            chosen = ProxyEnvironment(configuration.environment).proxy(for: request.target)
        }
        switch chosen {
        case .server(let server) where NoProxyList(server.exceptions).covers(request.target.host):
            (proxy, problem, isPlain) = (nil, nil, isInTheClear)
        case .server(let server):
            (proxy, problem, isPlain) = (server, nil, false)
        case .unreadable:
            proxy = nil
            problem = "the proxy is given as no URI such as http://host:port"
            isPlain = false
        case .none, .fromEnvironment:
            (proxy, problem, isPlain) = (nil, nil, isInTheClear)
        }
    }

    /// Compares the parts.
    static func == (left: HopRoute, right: HopRoute) -> Bool {
        // As nearly always: nothing has to be compared.
        if left.isPlain, right.isPlain { return true }
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
