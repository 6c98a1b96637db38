import CCurl
import Glibc
import HTTPModel

/// libcurl's options for TLS with one end: the server, or a proxy that speaks TLS.
struct TLSOptionNames {
    let verifyPeer: CURLoption
    let verifyHost: CURLoption
    let authorities: CURLoption
    let authoritiesBlob: CURLoption
    let authoritiesFolder: CURLoption
    let version: CURLoption
    let ciphers: CURLoption
    let newCiphers: CURLoption
    let certificate: CURLoption
    let certificateBlob: CURLoption
    let certificateType: CURLoption
    let key: CURLoption
    let keyBlob: CURLoption
    let passphrase: CURLoption
    let pins: CURLoption

    static let server = TLSOptionNames(
        verifyPeer: CURLOPT_SSL_VERIFYPEER,
        verifyHost: CURLOPT_SSL_VERIFYHOST,
        authorities: CURLOPT_CAINFO,
        authoritiesBlob: CURLOPT_CAINFO_BLOB,
        authoritiesFolder: CURLOPT_CAPATH,
        version: CURLOPT_SSLVERSION,
        ciphers: CURLOPT_SSL_CIPHER_LIST,
        newCiphers: CURLOPT_TLS13_CIPHERS,
        certificate: CURLOPT_SSLCERT,
        certificateBlob: CURLOPT_SSLCERT_BLOB,
        certificateType: CURLOPT_SSLCERTTYPE,
        key: CURLOPT_SSLKEY,
        keyBlob: CURLOPT_SSLKEY_BLOB,
        passphrase: CURLOPT_KEYPASSWD,
        pins: CURLOPT_PINNEDPUBLICKEY
    )

    static let proxy = TLSOptionNames(
        verifyPeer: CURLOPT_PROXY_SSL_VERIFYPEER,
        verifyHost: CURLOPT_PROXY_SSL_VERIFYHOST,
        authorities: CURLOPT_PROXY_CAINFO,
        authoritiesBlob: CURLOPT_PROXY_CAINFO_BLOB,
        authoritiesFolder: CURLOPT_PROXY_CAPATH,
        version: CURLOPT_PROXY_SSLVERSION,
        ciphers: CURLOPT_PROXY_SSL_CIPHER_LIST,
        newCiphers: CURLOPT_PROXY_TLS13_CIPHERS,
        certificate: CURLOPT_PROXY_SSLCERT,
        certificateBlob: CURLOPT_PROXY_SSLCERT_BLOB,
        certificateType: CURLOPT_PROXY_SSLCERTTYPE,
        key: CURLOPT_PROXY_SSLKEY,
        keyBlob: CURLOPT_PROXY_SSLKEY_BLOB,
        passphrase: CURLOPT_PROXY_KEYPASSWD,
        pins: CURLOPT_PROXY_PINNEDPUBLICKEY
    )
}

extension EasyHandle {
    /// Sets how TLS is made; `SSL_CERT_FILE` and `SSL_CERT_DIR` are looked up in `environment`.
    func setTLS(
        _ tls: TLSConfiguration,
        _ names: TLSOptionNames,
        environment: ProxyEnvironment
    ) {
        let isVerifying = !tls.isInsecure
        set(names.verifyPeer, isVerifying ? 1 : 0)
        set(names.verifyHost, isVerifying && tls.verifiesHost ? 2 : 0)
        setTrust(tls.trust, names, environment: environment)
        if tls.minimumVersion != nil || tls.maximumVersion != nil {
            // From CURL_SSLVERSION_TLSv1_0, which is 4; the newest one is in the upper half.
            let oldest = tls.minimumVersion.map { $0.rawValue + 4 } ?? 0
            let newest = tls.maximumVersion.map { ($0.rawValue + 4) << 16 } ?? 0
            require("TLS version limits", set(names.version, oldest | newest))
        }
        setCiphers(tls.cipherList, names)
        if let certificate = tls.clientCertificate { setClientCertificate(certificate, names) }
        if !tls.publicKeyPins.isEmpty {
            let pins = tls.publicKeyPins.map { pin in
                pin.hasPrefix("sha256//") ? pin : "sha256//" + pin
            }
            require("pinned keys", set(names.pins, pins.joined(separator: ";")))
        }
    }

    private func setTrust(
        _ trust: TLSConfiguration.Trust,
        _ names: TLSOptionNames,
        environment: ProxyEnvironment
    ) {
        switch trust {
        case .insecure: break
        case .system:
            let file = environment.value(of: "SSL_CERT_FILE")
            let folder = environment.value(of: "SSL_CERT_DIR")
            guard file != nil || folder != nil else { return }
            setText(names.authorities, file)
            setText(names.authoritiesFolder, folder)
        case .custom(let source, let includesSystem):
            if includesSystem, unsafe cc_authorities_folder() == nil {
                setAuthorities(addedTo: source, names)
                return
            }
            switch source {
            case .file(let path): set(names.authorities, path)
            case .octets(let octets):
                require("authorities in memory", setOctets(names.authoritiesBlob, octets))
            }
            if !includesSystem { setText(names.authoritiesFolder, nil) }
        }
    }

    /// Trusts `source` and the system's file, for a libcurl that knows no folder of authorities.
    private func setAuthorities(addedTo source: TLSConfiguration.Source, _ names: TLSOptionNames) {
        var bytes: [UInt8] = []
        if let path = unsafe cc_authorities_file().map({ unsafe String(cString: $0) }) {
            bytes = Self.contents(ofFile: path) ?? []
        }
        bytes.append(0x0A)
        switch source {
        case .file(let path):
            guard let own = Self.contents(ofFile: path) else {
                // libcurl then says which file is missing.
                set(names.authorities, path)
                return
            }
            bytes += own
        case .octets(let octets): bytes += octets
        }
        require("authorities in memory", setOctets(names.authoritiesBlob, Octets(bytes)))
    }

    private static func contents(ofFile path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe read(descriptor, &piece, piece.count)
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += piece.prefix(count)
        }
    }

    private func setCiphers(_ list: String?, _ names: TLSOptionNames) {
        guard let list else { return }
        let suites = list.split(separator: ":")
        let old = suites.filter { !$0.hasPrefix("TLS_") }.joined(separator: ":")
        let new = suites.filter { $0.hasPrefix("TLS_") }.joined(separator: ":")
        if !old.isEmpty { require("a choice of ciphers", set(names.ciphers, old)) }
        if !new.isEmpty { require("a choice of TLS 1.3 ciphers", set(names.newCiphers, new)) }
    }

    private func setClientCertificate(
        _ certificate: TLSConfiguration.ClientCertificate,
        _ names: TLSOptionNames
    ) {
        func set(
            _ source: TLSConfiguration.Source,
            _ file: CURLoption,
            _ blob: CURLoption,
            _ what: String
        ) {
            switch source {
            case .file(let path): require(what, self.set(file, path))
            case .octets(let octets): require(what + " in memory", setOctets(blob, octets))
            }
        }
        switch certificate {
        case .pem(let chain, let key, let passphrase):
            set(chain, names.certificate, names.certificateBlob, "client certificates")
            set(key ?? chain, names.key, names.keyBlob, "client keys")
            if let passphrase { self.set(names.passphrase, passphrase.value) }
        case .pkcs12(let source, let passphrase):
            require("PKCS#12 client certificates", self.set(names.certificateType, "P12"))
            set(source, names.certificate, names.certificateBlob, "client certificates")
            self.set(names.passphrase, passphrase?.value ?? "")
        }
    }
}
