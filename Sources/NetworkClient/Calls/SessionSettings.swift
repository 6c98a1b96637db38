import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a `URLSessionConfiguration` means to the client core.
struct SessionSettings: Sendable {
    /// Fields for requests that have none of that name.
    var fields = HTTPFields()
    /// The limit on a whole exchange; `nil` means none.
    var total: Duration?
    /// Whether cookies are stored and sent.
    var usesCookieJar = true
    /// How requests that do not say it use a cache.
    var cacheMode = CacheMode.standard
    /// What stands between client and server, by scheme; without it, what the environment says.
    var proxies: [String: ProxyConfiguration] = [:]
    /// What makes the hops; `nil` means the default transport.
    var transport: (any Transport)?
    /// The properties that differ from the default and mean nothing here, in order.
    var ignored: [String] = []

    /// The default configuration.
    init() {}

    /// Reads a configuration.
    ///
    /// A configuration with protocol classes of its own gets a `URLSession`, for only that knows
    /// them; a limit on connections gets a transport of its own.
    init(_ configuration: URLSessionConfiguration) {
        let standard = URLSessionConfiguration.default
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            fields.append(String(describing: name), String(describing: value))
        }
        fields = HTTPFields(fields.sorted { $0.name < $1.name })
        if configuration.timeoutIntervalForResource != standard.timeoutIntervalForResource {
            total = .limit(seconds: configuration.timeoutIntervalForResource)
        }
        usesCookieJar =
            configuration.httpShouldSetCookies && configuration.httpCookieAcceptPolicy != .never
        cacheMode = CacheMode(configuration.requestCachePolicy)
        if let dictionary = configuration.connectionProxyDictionary, !dictionary.isEmpty {
            proxies = Self.proxies(dictionary)
            if proxies.isEmpty { ignored.append("connectionProxyDictionary") }
        }
        let ownClasses = (configuration.protocolClasses ?? []).filter { given in
            !(standard.protocolClasses ?? []).contains { $0 == given }
        }
        if !ownClasses.isEmpty {
            transport = URLSessionTransport(session: URLSession(configuration: configuration))
        } else if configuration.httpMaximumConnectionsPerHost
            != standard.httpMaximumConnectionsPerHost
        {
            var own = CurlTransport.Configuration()
            own.connectionLimitPerHost = max(configuration.httpMaximumConnectionsPerHost, 0)
            transport = CurlTransport(configuration: own)
        }
        noteIgnored(in: configuration, standard: standard)
    }

    private mutating func noteIgnored(
        in configuration: URLSessionConfiguration,
        standard: URLSessionConfiguration
    ) {
        let rows: [(String, Bool)] = [
            (
                "timeoutIntervalForRequest",
                configuration.timeoutIntervalForRequest != standard.timeoutIntervalForRequest
            ),
            ("allowsCellularAccess", !configuration.allowsCellularAccess),
            ("identifier", configuration.identifier != nil),
            (
                "networkServiceType",
                configuration.networkServiceType != standard.networkServiceType
            ),
            ("isDiscretionary", configuration.isDiscretionary),
        ]
        ignored += rows.filter(\.1).map(\.0)
        noteIgnoredStores(in: configuration, standard: standard)
    }

    /// Stores of one's own mean nothing here; to have none is what is done without them.
    private mutating func noteIgnoredStores(
        in configuration: URLSessionConfiguration,
        standard: URLSessionConfiguration
    ) {
        if let cache = configuration.urlCache, cache !== standard.urlCache {
            ignored.append("urlCache")
        }
        if let cookies = configuration.httpCookieStorage, cookies !== standard.httpCookieStorage {
            ignored.append("httpCookieStorage")
        }
        if let credentials = configuration.urlCredentialStorage,
            credentials !== standard.urlCredentialStorage
        {
            ignored.append("urlCredentialStorage")
        }
    }

    /// Reads the keys of proxies as CFNetwork names them: one for each scheme, else the one for SOCKS.
    ///
    /// A scheme that the dictionary gives no proxy goes without one.
    ///
    /// - Returns: The proxy of each scheme; nothing when the dictionary has no key that counts.
    private static func proxies(_ dictionary: [AnyHashable: Any]) -> [String: ProxyConfiguration] {
        let kinds = [("http", "HTTP"), ("https", "HTTPS")]
        let isAboutProxies = (kinds.map(\.1) + ["SOCKS"]).contains { kind in
            dictionary[kind + "Proxy"] != nil || dictionary[kind + "Enable"] != nil
        }
        guard isAboutProxies else { return [:] }
        let socks = server(.socks5h, "SOCKS", in: dictionary)
        return kinds.reduce(into: [:]) { proxies, kind in
            let own = server(.http, kind.1, in: dictionary)
            proxies[kind.0] = (own ?? socks).map { .server($0) } ?? ProxyConfiguration.none
        }
    }

    /// The proxy of one kind; `nil` when it is switched off, or host or port are missing.
    private static func server(
        _ kind: ProxyServer.Kind,
        _ name: String,
        in dictionary: [AnyHashable: Any]
    ) -> ProxyServer? {
        guard let host = dictionary[name + "Proxy"] as? String,
            let port = dictionary[name + "Port"] as? Int,
            (dictionary[name + "Enable"] as? Int) != 0
        else { return nil }
        var server = ProxyServer(kind, host: host, port: port)
        let exceptions = dictionary["ExceptionsList"] as? [String] ?? []
        server.exceptions = exceptions.map { $0.hasPrefix("*.") ? String($0.dropFirst()) : $0 }
        return server
    }

    /// The client for calls with these settings.
    ///
    /// - Parameters:
    ///   - override: What sends instead of the configuration's transport.
    ///   - cookieJar: Where cookies are kept; `nil` keeps none.
    ///   - cache: Where responses are kept; `nil` keeps none.
    /// - Returns: The client.
    func client(
        transport override: (any Transport)?,
        cookieJar: CookieJar? = nil,
        cache: ResponseCache? = nil
    ) -> HTTPClient {
        var client = HTTPClient(
            transport: override ?? transport ?? CurlTransport.shared,
            configuration: HTTPClient.Configuration(
                fields: fields,
                fieldPolicy: .addMissing,
                cookieJar: cookieJar
            )
        )
        client.configuration.cache = cache
        return client
    }

    /// Gives a request what it does not say itself.
    func apply(to request: inout HTTPRequest) {
        if request.options.timeouts.total == nil { request.options.timeouts.total = total }
        if !usesCookieJar { request.options.usesCookieJar = false }
        if request.options.cacheMode == .standard { request.options.cacheMode = cacheMode }
        if let proxy = proxies[request.target.scheme] {
            request.options.proxyConfiguration = proxy
        }
    }
}
