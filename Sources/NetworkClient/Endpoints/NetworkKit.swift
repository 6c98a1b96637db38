import Foundation
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The settings of all routers that name no other kit.
///
/// Routers read the settings when a call begins: a set-up applies to all calls begun after it, and
/// calls that are going on keep theirs. Setting up one thing leaves the others as they are. Without
/// a set-up there is the default configuration, no pinning, and normal validation of certificates.
///
/// Of a `URLSessionConfiguration` count: `httpAdditionalHeaders`, `timeoutIntervalForResource`,
/// `httpShouldSetCookies`, `httpCookieAcceptPolicy`, `httpMaximumConnectionsPerHost`,
/// `connectionProxyDictionary`, and `protocolClasses`, which make calls go through a `URLSession`.
/// The time limit of a request is that of its endpoint.
public final class NetworkKit: Sendable {
    private struct Content {
        var settings = SessionSettings()
        var tls = TLSConfiguration()
        var pinning: SSLPinning?
    }

    /// The kit of routers that name no other.
    public static let shared = NetworkKit()

    private let content = Mutex(Content())

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

    /// The properties of the configuration set up last that mean nothing here, such as
    /// `allowsCellularAccess`.
    public var ignoredSettings: [String] { content.withLock { $0.settings.ignored } }

    /// What sends the next call.
    ///
    /// - Parameters:
    ///   - transport: What sends instead of the kit's transport.
    ///   - isMock: Whether nothing is sent at all, so that pinning has nothing to do.
    /// - Returns: The sender.
    /// - Throws: `NetworkError.underlying` when the pinned certificates cannot be used.
    func sender(
        transport: (any Transport)?,
        isMock: Bool
    ) throws(NetworkError) -> CallSender {
        let (settings, base, pinning) = content.withLock { ($0.settings, $0.tls, $0.pinning) }
        var tls = base
        if let pinning, !isMock {
            do {
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
        return CallSender(client: settings.client(transport: transport)) { request in
            settings.apply(to: &request)
            if let used { request.options.tls = used }
        }
    }
}
