import CCurl
import HTTPModel

extension EasyHandle {
    /// Sets how the server is reached.
    func setRoute(
        _ route: HopRoute,
        for request: PreparedRequest,
        configuration: CurlTransport.Configuration
    ) {
        let environment = ProxyEnvironment(configuration.environment)
        if let tls = route.tls { setTLS(tls, .server, environment: environment) }
        if let proxy = route.proxy {
            setProxy(proxy, environment: environment)
        } else {
            set(CURLOPT_PROXY, "")
            set(CURLOPT_NOPROXY, "")
        }
        guard !request.options.hasOnlyCommonOptions else { return }
        setAddresses(request.options)
        setOverrides(request)
        if let authentication = request.options.authentication,
            !request.fields.contains(named: "Authorization")
        {
            setAuthentication(authentication)
        }
    }

    private func setProxy(_ proxy: ProxyServer, environment: ProxyEnvironment) {
        set(CURLOPT_PROXY, proxy.description)
        // Who is reached without it was decided before.
        set(CURLOPT_NOPROXY, "")
        if let user = proxy.user { set(CURLOPT_PROXYUSERNAME, user) }
        if let password = proxy.password { set(CURLOPT_PROXYPASSWORD, password.value) }
        if proxy.kind == .https {
            if !Self.has(CURL_VERSION_HTTPS_PROXY) { refuse("proxies that speak TLS") }
            setTLS(proxy.tls ?? TLSConfiguration(), .proxy, environment: environment)
        }
        let scheme: (bits: UInt, feature: Int32)? =
            switch proxy.authentication {
            case .basic: nil
            case .digest: (Self.digest, 0)
            case .ntlm: (Self.ntlm, CURL_VERSION_NTLM)
            case .negotiate: (Self.negotiate, CURL_VERSION_SPNEGO)
            case .any: (Self.anyScheme, 0)
            }
        guard let scheme else { return }
        if scheme.feature != 0, !Self.has(scheme.feature) {
            refuse("\(proxy.authentication.rawValue) authentication")
        }
        set(CURLOPT_PROXYAUTH, Int(bitPattern: scheme.bits))
        if proxy.authentication == .negotiate, proxy.user == nil {
            set(CURLOPT_PROXYUSERNAME, "")
            set(CURLOPT_PROXYPASSWORD, "")
        }
    }

    // The `CURLAUTH_…` masks, whose casts Swift does not import.
    private static let digest: UInt = 1 << 1
    private static let negotiate: UInt = 1 << 2
    private static let ntlm: UInt = 1 << 3
    private static let anyScheme: UInt = ~(1 << 4)

    private func setAuthentication(_ authentication: HTTPAuthentication) {
        switch authentication {
        case .digest(let user, let password):
            setCredentials(user, password, scheme: Self.digest)
        case .ntlm(let user, let password):
            if !Self.has(CURL_VERSION_NTLM) { refuse("NTLM") }
            setCredentials(user, password, scheme: Self.ntlm)
        case .negotiate:
            if !Self.has(CURL_VERSION_SPNEGO) { refuse("Negotiate, which needs GSS-API") }
            setCredentials("", "", scheme: Self.negotiate)
        case .basic, .awsSigV4:
            // Fields by now.
            break
        }
    }

    private func setCredentials(_ user: String, _ password: Secret, scheme: UInt) {
        set(CURLOPT_USERNAME, user)
        set(CURLOPT_PASSWORD, password.value)
        require("this kind of authentication", set(CURLOPT_HTTPAUTH, Int(scheme)))
    }

    private func setAddresses(_ options: RequestOptions) {
        if let path = options.unixSocketPath {
            let isAbstract = path.hasPrefix("@")
            let option = isAbstract ? CURLOPT_ABSTRACT_UNIX_SOCKET : CURLOPT_UNIX_SOCKET_PATH
            let name = isAbstract ? String(path.dropFirst()) : path
            if Self.has(CURL_VERSION_UNIX_SOCKETS) {
                require("Unix sockets", set(option, name))
            } else {
                refuse("Unix sockets")
            }
        }
        if let interface = options.localInterface { set(CURLOPT_INTERFACE, interface) }
        switch options.addressFamily {
        case .any: break
        case .ipv4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
        case .ipv6:
            if !Self.has(CURL_VERSION_IPV6) { refuse("IPv6") }
            set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
        }
        if let keepAlive = options.keepAlive {
            set(CURLOPT_TCP_KEEPALIVE, 1)
            set(CURLOPT_TCP_KEEPIDLE, Int(clamping: max(1, keepAlive.idle.components.seconds)))
            set(CURLOPT_TCP_KEEPINTVL, Int(clamping: max(1, keepAlive.interval.components.seconds)))
        }
    }

    /// Both kinds of overrides become libcurl's list of hosts to connect to.
    ///
    /// libcurl's own list of addresses would stay in its cache for later requests, and connections
    /// made by it would be used by requests without it. A host to connect to belongs to the
    /// connection. Several addresses get a name made of them, which can stand in the cache for good.
    private func setOverrides(_ request: PreparedRequest) {
        let options = request.options
        guard !options.connectTo.isEmpty || !options.resolve.isEmpty else { return }
        for override in options.connectTo {
            let text = [
                Self.bracketed(override.host ?? ""), override.port.map(String.init) ?? "",
                Self.bracketed(override.toHost ?? ""), override.toPort.map(String.init) ?? "",
            ]
            addConnectHost(text.joined(separator: ":"))
        }
        for override in options.resolve {
            guard let first = override.addresses.first else { continue }
            let host = override.host == "*" ? "" : Self.bracketed(override.host)
            let port = override.port.map(String.init) ?? ""
            guard override.addresses.count > 1 else {
                addConnectHost("\(host):\(port):\(Self.bracketed(first)):")
                continue
            }
            let list = override.addresses.map(Self.bracketed).joined(separator: ",")
            let digest = SHA256.hexadecimal(SHA256.hash(list.utf8).prefix(8))
            let name = "addresses-\(digest).invalid"
            addConnectHost("\(host):\(port):\(name):")
            addAddresses("\(name):\(override.port ?? request.target.effectivePort):\(list)")
        }
        useOverrides()
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Whether libcurl was built with one of `CURL_VERSION_…`.
    static func has(_ feature: Int32) -> Bool { cc_has_feature(feature) != 0 }
}
