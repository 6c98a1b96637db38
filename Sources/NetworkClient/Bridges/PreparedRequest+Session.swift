import ClientCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

extension PreparedRequest {
    /// Why a `URLSession` that opens connections cannot send the request as its options say.
    ///
    /// Foundation on Linux takes the proxy from the environment and has no setting for it that does
    /// anything; it answers no challenge but Basic, which is a field by now. What it would pass over is
    /// refused by the option's name, so that nothing goes where it should not.
    ///
    /// - Returns: `nil` when it can.
    var sessionRefusal: NetworkFailure? {
        guard let (option, code) = optionBeyondSession else { return nil }
        let detail =
            "a URLSession cannot honour the option \(option); send through the default transport"
        return NetworkFailure(code, phase: .prepare, detail: detail)
    }

    private var optionBeyondSession: (String, NetworkFailure.Code)? {
        switch options.proxyConfiguration {
        case .fromEnvironment: break
        // Without a proxy in the environment there is nothing to pass by.
        case .none where ProxyEnvironment(nil).proxy(for: target) == .none: break
        default: return ("proxyConfiguration", .proxyRefused)
        }
        if let authentication = options.authentication {
            return ("authentication (\(authentication))", .internal)
        }
        if target.scheme == "https", let option = tlsOptionBeyondSession { return option }
        if options.unixSocketPath != nil { return ("unixSocketPath", .internal) }
        if !options.connectTo.isEmpty { return ("connectTo", .internal) }
        if !options.resolve.isEmpty { return ("resolve", .internal) }
        if options.localInterface != nil { return ("localInterface", .internal) }
        if options.addressFamily != .any { return ("addressFamily", .internal) }
        if options.version == .http2PriorKnowledge { return ("version", .internal) }
        return nil
    }

    private var tlsOptionBeyondSession: (String, NetworkFailure.Code)? {
        guard options.isVerifyingTLS else { return ("isVerifyingTLS", .tlsUntrusted) }
        guard var tls = options.tls else { return nil }
        if tls.clientCertificate != nil {
            return ("tls.clientCertificate", .tlsClientCertificate)
        }
        if tls.trust != .system || !tls.verifiesHost
            || tls.isInsecure(host: target.host, port: target.effectivePort)
        {
            return ("tls.trust", .tlsUntrusted)
        }
        // Hosts that are not this one do not matter, and pins have a refusal of their own.
        tls.insecureHosts = []
        tls.publicKeyPins = []
        return tls == TLSConfiguration() ? nil : ("tls", .tlsHandshake)
    }
}

extension URLSession {
    /// Whether a protocol of the program answers `request`, so that no connection is opened.
    func isAnswering(_ request: URLRequest) -> Bool {
        let types = configuration.protocolClasses ?? []
        guard
            let type = types.lazy.compactMap({ $0 as? URLProtocol.Type })
                .first(where: { $0.canInit(with: request) })
        else { return false }
        return !String(reflecting: type).hasPrefix("Foundation")
    }
}
