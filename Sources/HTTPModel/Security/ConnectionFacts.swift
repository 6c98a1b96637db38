/// What is known of a TLS connection, or of the attempt to make one.
public struct TLSFacts: Hashable, Sendable {
    /// What the TLS library thinks of the server's certificate.
    public struct Verification: Hashable, Sendable {
        /// OpenSSL's number, `X509_V_ERR_…`; 0 when the chain is trusted.
        public var code: Int
        /// Its words, such as `certificate has expired`; `ok` for 0.
        public var text: String

        /// Creates a verdict.
        public init(code: Int = 0, text: String = "ok") {
            self.code = code
            self.text = text
        }

        /// Whether a trusted authority signed a certificate that is in its period.
        ///
        /// Whether it is for the right host is not part of this.
        public var isTrusted: Bool { code == 0 }
    }

    /// The version agreed on, such as `TLSv1.3`; empty when the handshake failed.
    public var version: String
    /// The cipher suite agreed on; empty when the handshake failed.
    public var cipher: String
    /// What was found about the certificate, even if nobody insisted on it.
    public var verification: Verification
    /// Whether any certificate would have done: the mark of an unchecked connection.
    public var isInsecure: Bool
    /// The certificates that the server sent, its own first.
    public var certificates: [PeerCertificate]

    /// Creates facts.
    public init(
        version: String = "",
        cipher: String = "",
        verification: Verification = Verification(),
        isInsecure: Bool = false,
        certificates: [PeerCertificate] = []
    ) {
        self.version = version
        self.cipher = cipher
        self.verification = verification
        self.isInsecure = isInsecure
        self.certificates = certificates
    }
}

/// The proxy that a hop went through.
public struct ProxyUse: Hashable, Sendable {
    /// What it speaks.
    public var kind: ProxyServer.Kind
    /// Its host and port.
    public var address: String
    /// Whether the request went through a tunnel that the proxy does not look into.
    public var isTunnel: Bool
    /// What the proxy answered to `CONNECT`; `nil` when it was not asked, or did not answer.
    public var connectStatus: HTTPStatus?

    /// Creates a record of a proxy.
    public init(
        kind: ProxyServer.Kind,
        address: String,
        isTunnel: Bool,
        connectStatus: HTTPStatus? = nil
    ) {
        self.kind = kind
        self.address = address
        self.isTunnel = isTunnel
        self.connectStatus = connectStatus
    }
}

/// One request that was answered with a challenge, and so sent once more.
public struct AuthenticationLeg: Hashable, Sendable {
    /// The status: 401, 407 of a proxy, or 417 of a server that refuses to meet `Expect`.
    public var status: HTTPStatus
    /// The schemes that were offered, in order, such as `Digest`.
    public var schemes: [String]
    /// Bytes sent in this leg.
    public var bytesSent: Int
    /// How long it took.
    public var duration: Duration

    /// Creates a leg.
    public init(
        status: HTTPStatus,
        schemes: [String] = [],
        bytesSent: Int = 0,
        duration: Duration = .zero
    ) {
        self.status = status
        self.schemes = schemes
        self.bytesSent = bytesSent
        self.duration = duration
    }
}
