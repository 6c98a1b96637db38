/// How TLS connections are made and whom they trust.
public struct TLSConfiguration: Hashable, Sendable {
    /// PEM or PKCS#12 data: in a file, or at hand.
    public enum Source: Hashable, Sendable {
        /// The file of this path, read when a connection is made.
        case file(String)
        /// These octets.
        case octets(Octets)
    }

    /// Which authorities may sign a server's certificate.
    public enum Trust: Hashable, Sendable {
        /// Those of the system, or of the file that the variable `SSL_CERT_FILE` names.
        case system
        /// Those of these PEM certificates, with those of the system or alone.
        case custom(Source, includesSystem: Bool)
        /// Anybody: the certificate is not checked, which every hop shows.
        case insecure
    }

    /// A version of TLS.
    public enum Version: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// TLS 1.0, which is obsolete.
        case tls1_0
        /// TLS 1.1, which is obsolete.
        case tls1_1
        /// TLS 1.2.
        case tls1_2
        /// TLS 1.3.
        case tls1_3

        /// Reads `1.2`, `TLSv1.2` or `TLS 1.2`; `nil` when it is none of the versions.
        public init?(_ text: some StringProtocol) {
            let number = text.lowercased().drop { "tlsv ".contains($0) }
            guard let version = Self.allCases.first(where: { $0.number == number }) else {
                return nil
            }
            self = version
        }

        /// The number, such as `1.2`.
        public var number: String { "1.\(rawValue)" }

        /// Older versions come first.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The certificate that the client shows when a server asks for one.
    public enum ClientCertificate: Hashable, Sendable {
        /// PEM data; a `key` of `nil` stands in the same data as the certificate.
        case pem(certificate: Source, key: Source?, passphrase: Secret? = nil)
        /// PKCS#12 data with certificate and key.
        case pkcs12(Source, passphrase: Secret? = nil)
    }

    /// Which authorities are trusted.
    public var trust = Trust.system
    /// Whether the certificate must be for the host that is asked.
    public var verifiesHost = true
    /// Hosts, as `host` or `host:port` in lower case, whose certificates are not checked at all.
    public var insecureHosts: Set<String> = []
    /// The oldest version to accept; `nil` leaves it to the TLS library.
    public var minimumVersion: Version?
    /// The newest version to offer; `nil` means the newest there is.
    public var maximumVersion: Version?
    /// What the client shows of itself; `nil` shows nothing.
    public var clientCertificate: ClientCertificate?
    /// The public keys a server may have: Base64 of the SHA-256, with or without `sha256//`.
    ///
    /// Empty allows all. Pins are checked in addition to the certificate, and also without it.
    public var publicKeyPins: [String] = []
    /// Cipher suites in OpenSSL's words, separated by colons; `nil` leaves them to the library.
    ///
    /// Names that begin with `TLS_` are for TLS 1.3, the others for older versions.
    public var cipherList: String?

    /// Creates the default configuration: the system's authorities and nothing else.
    public init() {}

    /// Creates a configuration that trusts as `trust` says.
    public init(trust: Trust) {
        self.trust = trust
    }

    /// Whether any certificate of any host will do.
    public var isInsecure: Bool { trust == .insecure }

    /// Whether the certificate of this host is not checked.
    public func isInsecure(host: String, port: Int) -> Bool {
        guard !isInsecure else { return true }
        guard !insecureHosts.isEmpty else { return false }
        let host = host.lowercased()
        return insecureHosts.contains(host) || insecureHosts.contains("\(host):\(port)")
    }
}
