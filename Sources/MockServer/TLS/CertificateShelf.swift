import CSupport
import Synchronization

/// The certificates of a server, made when a client first asks for them and kept in memory alone.
///
/// The authority that signs them is made anew for each run, so that no key lies on a disk.
final class CertificateShelf: Sendable {
    private struct Key: Hashable {
        var host: String
        var kind: MockCertificate
    }

    /// What OpenSSL made so far.
    private struct Made {
        var authority: TLSAuthority?
        var settings: [Key: TLSSettings] = [:]
    }

    private let made = Mutex(Made())
    private static let limit = 256

    /// The host that is meant when a client names none.
    static let defaultHost = "127.0.0.1"

    /// The certificate of the authority as PEM; `nil` when OpenSSL's library is not there.
    var authorityPEM: String? { made.withLock { Self.authority(&$0)?.pem } }

    /// Starts a connection that shows a certificate of a kind for a host.
    ///
    /// - Parameters:
    ///   - host: A host name or address that was checked.
    ///   - kind: Any but `refused`.
    /// - Returns: `nil` when OpenSSL's library is not there, or fails.
    func connection(host: String, kind: MockCertificate) -> TLSChannel? {
        let settings = made.withLock { made -> TLSSettings? in
            let key = Key(host: host, kind: kind)
            if let known = made.settings[key] { return known }
            let new = Self.authority(&made)?.settings(
                commonName: String(host.prefix(64)),
                names: Self.names(of: host, kind),
                kind: Self.number(of: kind)
            )
            if made.settings.count >= Self.limit { made.settings = [:] }
            made.settings[key] = new
            return new
        }
        return settings?.connection()
    }

    private static func authority(_ made: inout Made) -> TLSAuthority? {
        if made.authority == nil { made.authority = TLSAuthority() }
        return made.authority
    }

    /// The names in the certificate, in OpenSSL's notation.
    private static func names(of host: String, _ kind: MockCertificate) -> String {
        if kind == .wrongHost { return "DNS:another-host.invalid" }
        let local = "DNS:localhost,IP:127.0.0.1,IP:0:0:0:0:0:0:0:1"
        let isAddress = host.allSatisfy { $0.isNumber || $0 == "." }
        return isAddress || host == "localhost" ? local : "DNS:\(host),\(local)"
    }

    private static func number(of kind: MockCertificate) -> Int32 {
        switch kind {
        case .good, .refused: Int32(CS_TLS_GOOD.rawValue)
        case .expired: Int32(CS_TLS_EXPIRED.rawValue)
        case .wrongHost: Int32(CS_TLS_WRONG_HOST.rawValue)
        case .selfSigned: Int32(CS_TLS_SELF_SIGNED.rawValue)
        case .clientCertificate: Int32(CS_TLS_CLIENT_CERTIFICATE.rawValue)
        }
    }
}
