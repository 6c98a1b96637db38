import CSupport

/// A certificate with its key, made up, that signs others.
///
/// `@unchecked Sendable`: it does not change once it is made, and OpenSSL counts references atomically.
@safe
final class TLSAuthority: @unchecked Sendable {
    private let raw: OpaquePointer

    /// Makes an authority; `nil` when OpenSSL's library is not there, or fails.
    init?() {
        guard cs_tls_open() != 0, let raw = unsafe cs_tls_authority_create() else { return nil }
        unsafe self.raw = raw
    }

    deinit {
        unsafe cs_tls_authority_free(raw)
    }

    /// The certificate as PEM.
    var pem: String? {
        var buffer = [CChar](repeating: 0, count: 8_192)
        let capacity = buffer.count
        let length = unsafe cs_tls_authority_pem(raw, &buffer, capacity)
        guard length > 0 else { return nil }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a certificate and the settings of connections that show it.
    ///
    /// - Parameters:
    ///   - commonName: The common name, at most 64 characters.
    ///   - names: The alternative names in OpenSSL's notation.
    ///   - kind: One of `cs_tls_kind`.
    /// - Returns: The settings; `nil` when the library fails.
    func settings(commonName: String, names: String, kind: Int32) -> TLSSettings? {
        unsafe TLSSettings(cs_tls_settings_create(raw, commonName, names, kind))
    }
}

/// The settings of TLS connections: a certificate with its key.
///
/// `@unchecked Sendable`: they do not change once they are made; OpenSSL guards what connections share.
@safe
final class TLSSettings: @unchecked Sendable {
    private let raw: OpaquePointer

    /// Owns settings made by OpenSSL's library; `nil` for none.
    init?(_ raw: OpaquePointer?) {
        guard let raw = unsafe raw else { return nil }
        unsafe self.raw = raw
    }

    deinit {
        unsafe cs_tls_settings_free(raw)
    }

    /// A connection that waits for its client.
    func connection() -> TLSChannel? { unsafe TLSChannel(cs_tls_connection_create(raw)) }
}
