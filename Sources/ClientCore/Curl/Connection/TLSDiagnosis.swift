import Glibc
import HTTPModel

/// Why TLS failed, in words: what was wrong with which certificate, and what to try.
struct TLSDiagnosis {
    /// The cause.
    let code: NetworkFailure.Code
    /// libcurl's text.
    let text: String
    /// What was asked for.
    let tls: TLSConfiguration
    /// What the server showed, as far as it came to that.
    let peer: TLSFacts?

    /// What follows the place in the detail of a failure; begins with `: ` or is empty.
    var detail: String {
        let parts = [reason, facts].compactMap { $0 }
        return parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
    }

    private var own: PeerCertificate? { peer?.certificates.first }

    private var reason: String? {
        switch code {
        case .tlsUntrusted: untrusted
        case .tlsExpired: expired
        case .tlsHostMismatch: "it is for \(names)"
        case .tlsPinMismatch: pinMismatch
        case .tlsClientCertificate: clientCertificate
        case .tlsHandshake: handshake
        default: nil
        }
    }

    /// OpenSSL's verdicts: 18 the certificate signed itself, 19 an authority at the end of the chain
    /// is not known, 20 and 21 the chain does not lead to an authority at all.
    private var untrusted: String? {
        guard let verdict = peer?.verification, let own else { return nil }
        switch verdict.code {
        case 18: return "self-signed certificate; to trust it, name it as an authority"
        case 19:
            let last = peer?.certificates.last?.subject ?? own.issuer
            return "unknown authority \(last), which the server sent along"
        case 20, 21:
            let last = peer?.certificates.last ?? own
            return "unknown authority \(last.issuer)"
        case 0: return nil
        default: return verdict.text
        }
    }

    private var expired: String? {
        let now = HTTPDate(secondsSince1970: Int64(time(nil)))
        for certificate in peer?.certificates ?? [] {
            if let end = certificate.notAfter, end < now {
                return "\(certificate.subject) expired on \(Self.text(of: end))"
            }
            if let start = certificate.notBefore, now < start {
                return "\(certificate.subject) is valid from \(Self.text(of: start))"
            }
        }
        return nil
    }

    private var names: String {
        guard let own else { return "another host" }
        if own.alternativeNames.isEmpty { return own.subject.isEmpty ? "no host" : own.subject }
        return own.alternativeNames.joined(separator: ", ")
    }

    private var pinMismatch: String? {
        guard let own else { return nil }
        return "the server's key is sha256//\(own.publicKeyPin)"
    }

    private var clientCertificate: String {
        switch tls.clientCertificate {
        case nil: "the server asks for one, and none is set"
        case _ where text.contains("alert"): "the server refused the one that is set"
        default: "the one that is set cannot be used"
        }
    }

    private var handshake: String? {
        if text.contains("wrong version number") || text.contains("packet length too long") {
            return "the port does not speak TLS; it may be plain HTTP, try http://"
        }
        if text.contains("protocol version") || text.contains("unsupported protocol")
            || text.contains("no protocols available")
        {
            let limits = [
                tls.minimumVersion.map { "at least \($0.number)" },
                tls.maximumVersion.map { "at most \($0.number)" },
            ].compactMap { $0 }
            let wanted = limits.isEmpty ? "" : ": \(limits.joined(separator: ", ")) is wanted"
            return "no version of TLS that both sides accept\(wanted)"
        }
        if text.contains("handshake failure") || text.contains("no shared cipher")
            || text.contains("no cipher")
        {
            return "no cipher or key exchange that both sides accept"
        }
        return nil
    }

    /// The certificate in one line.
    private var facts: String? {
        guard let own else { return nil }
        var text = "certificate of \(own.subject.isEmpty ? names : own.subject)"
        text += own.isSelfIssued ? ", issued by itself" : ", issued by \(own.issuer)"
        if let start = own.notBefore, let end = own.notAfter {
            text += ", valid \(Self.text(of: start)) to \(Self.text(of: end))"
        }
        return text
    }

    /// The day as `2026-11-30`.
    private static func text(of date: HTTPDate) -> String {
        let words = date.text.split(separator: " ")
        guard words.count > 3, let month = HTTPDate.months.firstIndex(of: String(words[2])) else {
            return date.text
        }
        return "\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])"
    }
}
