import Foundation
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The settings of all routers that name no other kit.
///
/// Routers take the settings when a call begins: a set-up applies to all calls begun after it, and
/// calls that are going on keep theirs. Setting up one thing leaves the others as they are. Without
/// a set-up there is the default configuration, no pinning, and normal validation of certificates.
///
/// Of a `URLSessionConfiguration` count: `httpAdditionalHeaders`, `timeoutIntervalForResource`,
/// `httpShouldSetCookies`, `httpCookieAcceptPolicy`, `requestCachePolicy`,
/// `httpMaximumConnectionsPerHost`, `connectionProxyDictionary` (the proxies for HTTP, HTTPS and SOCKS, and
/// their exceptions), and `protocolClasses`, which make calls go through a `URLSession`. What else
/// differs from the default is in `ignoredSettings`. The time limit of a request is that of its
/// endpoint; cookies and responses are kept in `cookieJar` and `cache`.
public final class NetworkKit: Sendable {
    /// The kit of routers that name no other.
    public static let shared = NetworkKit()

    private let content = Mutex(KitSettings())

    /// Creates a kit with the default settings.
    public init() {}

    /// Sets up how calls are made; `.default` returns to the default.
    public func setup(with configuration: URLSessionConfiguration) {
        let settings = SessionSettings(configuration)
        content.withLock { $0.settings = settings }
    }

    /// Sets up how calls are made, and which keys servers must have; `nil` ends pinning.
    public func setup(with configuration: URLSessionConfiguration, sslPinning: SSLPinning?) {
        let settings = SessionSettings(configuration)
        content.withLock { content in
            content.settings = settings
            content.pinning = sslPinning
        }
    }

    /// Sets up which keys servers must have; `nil` ends pinning.
    public func setup(sslPinning: SSLPinning?) {
        content.withLock { $0.pinning = sslPinning }
    }

    /// Sets up which keys servers must have.
    @available(*, deprecated, renamed: "setup(sslPinning:)")
    public func setup(sslPingning pinning: SSLPinning) {
        setup(sslPinning: pinning)
    }

    /// How TLS connections are made, before pinning: whose certificates are trusted, for instance.
    public var tls: TLSConfiguration {
        get { content.withLock { $0.tls } }
        set { content.withLock { $0.tls = newValue } }
    }

    /// Where cookies are kept and taken from; `nil`, the default, sends and keeps none.
    ///
    /// A configuration that sets no cookies, and a request that handles none, go without it.
    public var cookieJar: CookieJar? {
        get { content.withLock { $0.cookieJar } }
        set { content.withLock { $0.cookieJar = newValue } }
    }

    /// Where responses are kept and taken from; `nil`, the default, asks the server each time.
    ///
    /// The cache policy of a request, else that of the configuration, says how it is used. Endpoints
    /// have one that takes nothing from it unless they say otherwise.
    public var cache: ResponseCache? {
        get { content.withLock { $0.cache } }
        set { content.withLock { $0.cache = newValue } }
    }

    /// The properties of the configuration set up last that mean nothing here, such as
    /// `allowsCellularAccess`.
    public var ignoredSettings: [String] { content.withLock { $0.settings.ignored } }

    /// The settings as they are now.
    var current: KitSettings { content.withLock { $0 } }
}

/// The settings of a kit at one time, which a call keeps to its end.
struct KitSettings: Sendable {
    fileprivate var settings = SessionSettings()
    fileprivate var tls = TLSConfiguration()
    fileprivate var pinning: SSLPinning?
    fileprivate var cookieJar: CookieJar?
    fileprivate var cache: ResponseCache?

    /// What sends a call.
    ///
    /// - Parameters:
    ///   - transport: What sends instead of the kit's transport.
    ///   - isMock: Whether nothing is sent at all, so that pinning has nothing to do.
    /// - Returns: The sender.
    /// - Throws: `NetworkError.underlying` with `tls.pinMismatch` when the pinned certificates cannot
    ///   be used, or what sends cannot check them.
    func sender(
        transport: (any Transport)?,
        isMock: Bool
    ) throws(NetworkError) -> CallSender {
        let settings = settings
        var tls = tls
        if let pinning, !isMock {
            do throws(SSLPinningError) {
                guard !((transport ?? settings.transport) is URLSessionTransport) else {
                    throw .uncheckedBySession
                }
                try pinning.apply(to: &tls)
            } catch {
                let failure = NetworkFailure(
                    .tlsPinMismatch,
                    phase: .prepare,
                    detail: error.description
                )
                throw .underlying(failure, nil)
            }
        }
        let used = tls == TLSConfiguration() ? nil : tls
        // A mock is no response to keep, and no stored response may stand in for it.
        let client = settings.client(
            transport: transport,
            cookieJar: isMock ? nil : cookieJar,
            cache: isMock ? nil : cache
        )
        return CallSender(client: client) { request in
            settings.apply(to: &request)
            if let used { request.options.tls = used }
        }
    }
}
