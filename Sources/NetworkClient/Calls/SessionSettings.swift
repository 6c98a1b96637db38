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
    /// What stands between client and server.
    var proxy: ProxyConfiguration?
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
            proxy = Self.proxy(dictionary)
            if proxy == nil { ignored.append("connectionProxyDictionary") }
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
        ]
        ignored += rows.filter(\.1).map(\.0)
    }

    /// Reads the keys of an HTTP proxy, as CFNetwork names them.
    private static func proxy(_ dictionary: [AnyHashable: Any]) -> ProxyConfiguration? {
        func value(_ name: String) -> Any? { dictionary[AnyHashable(name)] }
        for (kind, make) in [
            ("HTTPS", ProxyConfiguration.http), ("HTTP", ProxyConfiguration.http),
            ("SOCKS", ProxyConfiguration.socks5),
        ] {
            guard let host = value(kind + "Proxy") as? String,
                let port = value(kind + "Port") as? Int
            else { continue }
            if let isOn = value(kind + "Enable") as? Int, isOn == 0 { continue }
            return make(host, port)
        }
        return nil
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
        if let proxy { request.options.proxyConfiguration = proxy }
    }
}
