package import HTTPModel

/// What a request or a collection says about TLS; texts are templates, `nil` says nothing.
package struct TLSSetting: Sendable, Equatable {
    /// `# @tls-ca`: a PEM file of the authorities to trust.
    package var authorities: String?
    /// Whether the system's authorities are trusted besides those of the file.
    package var includesSystem: Bool?
    /// `# @tls-cert`: a PEM or PKCS#12 file with the client's certificate.
    package var certificate: String?
    /// The PEM file of its key; `nil` means that the certificate's file holds it.
    package var key: String?
    /// `# @tls-passphrase`: what opens the key.
    package var passphrase: String?
    /// `# @tls-pin`: the public keys a server may have.
    package var pins: [String] = []
    /// `# @tls-min`: the oldest version to accept.
    package var minimum: TLSConfiguration.Version?
    /// `# @tls-max`: the newest version to offer.
    package var maximum: TLSConfiguration.Version?
    /// Cipher suites in OpenSSL's words.
    package var ciphers: String?
    /// Hosts, as `host` or `host:port`, whose certificates are not checked.
    package var insecureHosts: [String] = []

    /// Creates a setting that says nothing.
    package init() {}

    /// Whether nothing is said.
    package var isEmpty: Bool { self == TLSSetting() }
}

/// The proxy a collection names; texts are templates.
package struct ProxySetting: Sendable, Equatable {
    /// The proxy's URI; empty means none.
    package var url: String
    /// The user; `nil` when the URI names one, or none is needed.
    package var user: String?
    /// The password.
    package var password: String?
    /// How they are shown.
    package var authentication: ProxyServer.Authentication?
    /// Hosts reached without the proxy.
    package var exceptions: [String] = []

    /// Creates a setting.
    package init(url: String) {
        self.url = url
    }
}
