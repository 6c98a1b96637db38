public import Foundation

/// Which certificates of a chain must have a pinned public key.
public enum SSLPinningCertificateType: Hashable, Sendable {
    /// The authority at the end of the chain: only chains that end in one of the pinned
    /// certificates are trusted, whatever the system trusts.
    case root
    /// The server's own certificate: its public key must be that of a pinned certificate, and its
    /// chain must be trusted by the system all the same.
    case leaf
}

/// The certificates whose public keys are pinned.
public struct SSLPinningConfiguration: Hashable, Sendable {
    /// The certificates in DER, written in Base64; PEM does as well.
    public var sslCertificates: [String]
    /// Which certificates of a chain must have one of their keys.
    public var sslPinningCertificateType: SSLPinningCertificateType

    /// Creates a configuration.
    public init(
        sslCertificates: [String],
        sslPinningCertificateType: SSLPinningCertificateType
    ) {
        self.sslCertificates = sslCertificates
        self.sslPinningCertificateType = sslPinningCertificateType
    }
}

/// Public keys that servers must have, for all calls of a `NetworkKit`.
///
/// Without pinning, certificates are validated as usual. With it, certificates that cannot be read
/// fail every call, and so does a `URLSession`, which cannot check them: a mistake never means less
/// protection.
public struct SSLPinning: Hashable, Sendable {
    /// The pinned certificates.
    public let configuration: SSLPinningConfiguration
    /// Why the certificates cannot be used; `nil` when they can.
    public let problem: SSLPinningError?
    private let certificates: [PeerCertificate]

    /// Reads the pinned certificates.
    public init(sslPinningConfig configuration: SSLPinningConfiguration) {
        self.configuration = configuration
        do throws(SSLPinningError) {
            guard !configuration.sslCertificates.isEmpty else { throw .noCertificate }
            certificates = try configuration.sslCertificates.map(Self.certificate)
            problem = nil
        } catch {
            certificates = []
            problem = error
        }
    }

    /// The Base64 of the SHA-256 of each pinned public key.
    public var publicKeyPins: [String] { certificates.map(\.publicKeyPin) }

    /// Adds the pins to how TLS connections are made.
    ///
    /// - Throws: `SSLPinningError` when the certificates cannot be used.
    public func apply(to tls: inout TLSConfiguration) throws(SSLPinningError) {
        if let problem { throw problem }
        switch configuration.sslPinningCertificateType {
        case .leaf: tls.publicKeyPins = publicKeyPins
        case .root:
            let authorities = certificates.map(\.pem).joined()
            tls.trust = .custom(.octets(Octets(utf8: authorities)), includesSystem: false)
        }
    }

    private static func certificate(
        _ text: String
    ) throws(SSLPinningError) -> PeerCertificate {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        let digits = lines.joined().filter { !$0.isWhitespace }
        guard let der = Data(base64Encoded: digits), !der.isEmpty else { throw .notBase64 }
        let certificate = PeerCertificate(der: der.octets)
        guard !certificate.publicKeyPin.isEmpty else { throw .notACertificate }
        return certificate
    }
}

/// Why certificates cannot be pinned.
public enum SSLPinningError: Error, Hashable, Sendable {
    /// A text is not Base64.
    case notBase64
    /// The bytes are no X.509 certificate in DER.
    case notACertificate
    /// There is no certificate to pin.
    case noCertificate
    /// The call would go through a `URLSession`, which leaves pins unchecked.
    case uncheckedBySession
}

extension SSLPinningError: CustomStringConvertible, LocalizedError {
    /// What is wrong and what would be right.
    public var description: String {
        switch self {
        case .notBase64: "a pinned certificate is not Base64; give its DER form in Base64, or PEM"
        case .notACertificate: "a pinned certificate is no X.509 certificate in DER"
        case .noCertificate: "there is no certificate to pin; give one, or set up no pinning"
        case .uncheckedBySession:
            "a URLSession cannot check pinned certificates; send through the default transport, "
                + "or set up no pinning"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

/// An earlier spelling of `SSLPinning`.
@available(*, deprecated, renamed: "SSLPinning")
public typealias SSLPining = SSLPinning

/// An earlier spelling of `SSLPinningConfiguration`.
@available(*, deprecated, renamed: "SSLPinningConfiguration")
public typealias SSLPingningConfiguration = SSLPinningConfiguration
