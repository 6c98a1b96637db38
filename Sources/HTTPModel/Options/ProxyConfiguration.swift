/// Whether and how a proxy stands between the client and the server.
public enum ProxyConfiguration: Hashable, Sendable {
    /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say, as in curl.
    case fromEnvironment
    /// None.
    case none
    /// This one.
    case server(ProxyServer)
    /// A text that names no proxy; sending ends in `proxy.refused`.
    case unreadable(String)

    /// Reads a proxy's URI as curl does; empty text means none.
    public init(_ text: String) {
        if text.isEmpty {
            self = .none
        } else if let server = ProxyServer(text) {
            self = .server(server)
        } else {
            self = .unreadable(text)
        }
    }

    /// An HTTP proxy.
    public static func http(_ host: String, port: Int = 1080) -> ProxyConfiguration {
        .server(ProxyServer(.http, host: host, port: port))
    }

    /// A SOCKS 5 proxy that looks names up itself.
    public static func socks5(_ host: String, port: Int = 1080) -> ProxyConfiguration {
        .server(ProxyServer(.socks5h, host: host, port: port))
    }
}

extension ProxyConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
    /// The proxy without credentials.
    public var description: String {
        switch self {
        case .fromEnvironment: "proxy of the environment"
        case .none: "no proxy"
        case .server(let server): server.description
        case .unreadable: "a text that names no proxy"
        }
    }
    /// The proxy without credentials.
    public var debugDescription: String { description }
}

/// A proxy, and how to get along with it.
public struct ProxyServer: Hashable, Sendable {
    /// What the proxy speaks.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// HTTP: requests for `https` go through a tunnel made with `CONNECT`.
        case http
        /// HTTP over TLS.
        case https
        /// SOCKS 4.
        case socks4
        /// SOCKS 4, the proxy looks names up.
        case socks4a
        /// SOCKS 5.
        case socks5
        /// SOCKS 5, the proxy looks names up.
        case socks5h

        /// Whether it speaks HTTP.
        public var isHTTP: Bool { self == .http || self == .https }
    }

    /// How the client shows who it is.
    public enum Authentication: String, Hashable, Sendable, CaseIterable {
        /// User and password as they are (RFC 7617).
        case basic
        /// A digest of them (RFC 7616).
        case digest
        /// NTLM.
        case ntlm
        /// Kerberos by SPNEGO.
        case negotiate
        /// The safest that the proxy offers; costs a request more.
        case any
    }

    /// What it speaks.
    public var kind: Kind
    /// Its host name or address, IPv6 without brackets.
    public var host: String
    /// Its port.
    public var port: Int
    /// The user, `nil` for none.
    public var user: String?
    /// The password, `nil` for none.
    public var password: Secret?
    /// How user and password are shown to an HTTP proxy.
    public var authentication = Authentication.basic
    /// Hosts reached without it, in the form of `no_proxy`: names with their subdomains, addresses,
    /// CIDR blocks, or `*` for all.
    public var exceptions: [String] = []
    /// How to make TLS with a proxy that speaks it; `nil` trusts as the system does.
    public var tls: TLSConfiguration?

    /// Creates a proxy.
    public init(_ kind: Kind, host: String, port: Int) {
        self.kind = kind
        self.host = host
        self.port = port
    }

    /// Reads `[scheme://][user[:password]@]host[:port][/]` as curl does.
    ///
    /// Without a scheme it is `http`, without a port 1080, for `https` 443. User and password are
    /// percent-decoded. Another scheme, no host or a port out of range gives `nil`.
    public init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        var kind = Kind.http
        if let mark = rest.firstRange(of: "://") {
            let scheme = rest[..<mark.lowerBound].lowercased()
            guard let known = Kind(rawValue: scheme == "socks" ? "socks4" : scheme) else {
                return nil
            }
            kind = known
            rest = rest[mark.upperBound...]
        }
        if let end = rest.firstIndex(of: "/") { rest = rest[..<end] }
        var user: String?
        var password: Secret?
        if let at = rest.lastIndex(of: "@") {
            let halves = rest[..<at].split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            user = PercentEncoding.decode(halves[0])
            if halves.count > 1 { password = Secret(PercentEncoding.decode(halves[1])) }
            rest = rest[rest.index(after: at)...]
        }
        guard let (host, portText) = Self.hostAndPort(rest), !host.isEmpty else { return nil }
        var port = kind == .https ? 443 : 1080
        if let portText {
            guard let given = Int(portText), (1...65_535).contains(given) else { return nil }
            port = given
        }
        self.init(kind, host: host, port: port)
        self.user = user
        self.password = password
    }

    private static func hostAndPort(_ text: Substring) -> (host: String, port: Substring?)? {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let after = text[text.index(after: end)...]
            guard after.isEmpty || after.first == ":" else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            return (host, after.isEmpty ? nil : after.dropFirst())
        }
        guard !text.contains(where: { $0.isWhitespace || $0.isNewline }) else { return nil }
        guard let colon = text.lastIndex(of: ":") else { return (String(text), nil) }
        return (String(text[..<colon]), text[text.index(after: colon)...])
    }

    /// Host and port, such as `proxy.test:3128` or `[::1]:3128`.
    public var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension ProxyServer: CustomStringConvertible, CustomDebugStringConvertible {
    /// The URI without credentials.
    public var description: String { "\(kind.rawValue)://\(address)" }
    /// The URI without credentials.
    public var debugDescription: String { description }
}
