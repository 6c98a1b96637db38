import Documents
import HTTPModel

/// A fact about a server's certificate that conditions and captures name.
package enum CertificateFact: String, Sendable, Hashable, CaseIterable {
    /// The name of the holder.
    case subject
    /// The name of who issued it.
    case issuer
    /// The first moment it is valid, in ISO 8601.
    case startDate
    /// The last moment it is valid, in ISO 8601.
    case expireDate
    /// The whole days until then; negative when it is past.
    case daysLeft
    /// The serial number in hexadecimal digits.
    case serialNumber
    /// The alternative names, as an array.
    case names
    /// The public-key pin, `sha256//…`.
    case pin

    /// Finds a fact by its name; letter case and hyphens do not matter, and hurl's names are known.
    package init?(name: String) {
        let plain = name.lowercased().filter { $0 != "-" }
        let known = [
            "subjectaltname": Self.names, "notbefore": .startDate, "notafter": .expireDate,
        ]
        guard
            let fact = known[plain]
                ?? Self.allCases.first(where: { $0.rawValue.lowercased() == plain })
        else { return nil }
        self = fact
    }

    /// The fact in `certificate`; `now` is in seconds since 1970, for `daysLeft`.
    func value(in certificate: PeerCertificate, now: Int64) -> ActualValue {
        switch self {
        case .subject: return .text(certificate.subject)
        case .issuer: return .text(certificate.issuer)
        case .serialNumber: return .text(certificate.serialNumber)
        case .pin: return .text("sha256//" + certificate.publicKeyPin)
        case .names:
            let names = certificate.alternativeNames.map(JSONValue.string)
            return .json(.array, JSONValue.array(names).encoded(pretty: false))
        case .startDate: return Self.date(certificate.notBefore)
        case .expireDate: return Self.date(certificate.notAfter)
        case .daysLeft:
            guard let end = certificate.notAfter else { return Self.date(nil) }
            let seconds = end.secondsSince1970 - now
            let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
            return .json(.number, "\(days)")
        }
    }

    private static func date(_ date: HTTPDate?) -> ActualValue {
        guard let date else { return .absent("the certificate has no such date") }
        let text = DateText(seconds: date.secondsSince1970, milliseconds: 0)
        return .text(text.text(format: "YYYY-MM-DDTHH:mm:ss[Z]"))
    }
}
