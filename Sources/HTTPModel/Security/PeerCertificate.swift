/// A certificate as a peer showed it.
///
/// Read from its DER encoding; what is missing or malformed there is empty or `nil` here. Nothing is
/// verified by reading.
///
/// - SeeAlso: RFC 5280 §4.1.
public struct PeerCertificate: Hashable, Sendable {
    /// The certificate, DER-encoded.
    public let der: Octets
    /// Whom it is for, as `CN=…, O=…`, most specific part first as written by most authorities.
    public private(set) var subject = ""
    /// Who signed it, written as `subject` is.
    public private(set) var issuer = ""
    /// The first moment it is valid.
    public private(set) var notBefore: HTTPDate?
    /// The last moment it is valid.
    public private(set) var notAfter: HTTPDate?
    /// The names it is good for, in its order: `DNS:a.test`, `IP:127.0.0.1`, `email:…`, `URI:…`.
    public private(set) var alternativeNames: [String] = []
    /// The serial number in hexadecimal digits, two for each byte.
    public private(set) var serialNumber = ""
    /// The Base64 of the SHA-256 of the public key: what stands after `sha256//` in a pin.
    ///
    /// - SeeAlso: RFC 7469 §2.4.
    public private(set) var publicKeyPin = ""

    /// Reads a certificate.
    public init(der: Octets) {
        self.der = der
        read()
    }

    /// Whether subject and issuer are the same, as in a self-signed certificate.
    public var isSelfIssued: Bool { !subject.isEmpty && subject == issuer }

    /// The certificate as PEM text.
    public var pem: String {
        let digits = Array(Base64.encode(der).utf8)
        var lines = ["-----BEGIN CERTIFICATE-----"]
        for start in stride(from: 0, to: digits.count, by: 64) {
            let line = digits[start..<min(start + 64, digits.count)]
            lines.append(String(decoding: line, as: UTF8.self))
        }
        lines.append("-----END CERTIFICATE-----\n")
        return lines.joined(separator: "\n")
    }

    private mutating func read() {
        var outer = DERReader(der)
        guard let certificate = outer.next(0x30) else { return }
        var inner = DERReader(certificate.content)
        guard let signed = inner.next(0x30) else { return }
        var fields = DERReader(signed.content)
        _ = fields.next(0xA0)
        if let serial = fields.next(0x02) {
            let bytes = serial.content
            let hasSignByte = bytes.count > 1 && bytes[0] == 0
            serialNumber = SHA256.hexadecimal(bytes.dropFirst(hasSignByte ? 1 : 0))
        }
        _ = fields.next(0x30)
        if let name = fields.next(0x30) { issuer = Self.name(name.content) }
        if let validity = fields.next(0x30) {
            var dates = DERReader(validity.content)
            notBefore = dates.next().flatMap(Self.date)
            notAfter = dates.next().flatMap(Self.date)
        }
        if let name = fields.next(0x30) { subject = Self.name(name.content) }
        guard let key = fields.next(0x30) else { return }
        publicKeyPin = Base64.encode(SHA256.hash(key.whole))
        guard let tagged = fields.rest().first(where: { $0.tag == 0xA3 }) else { return }
        var wrapper = DERReader(tagged.content)
        guard let list = wrapper.next(0x30) else { return }
        var extensions = DERReader(list.content)
        for element in extensions.rest() { readExtension(element.content) }
    }

    private mutating func readExtension(_ content: Octets) {
        var reader = DERReader(content)
        guard let identifier = reader.next(0x06),
            DERReader.identifier(identifier.content) == "2.5.29.17"
        else { return }
        _ = reader.next(0x01)
        guard let value = reader.next(0x04) else { return }
        var wrapper = DERReader(value.content)
        guard let names = wrapper.next(0x30) else { return }
        var list = DERReader(names.content)
        for name in list.rest() {
            switch name.tag {
            case 0x81: alternativeNames.append("email:" + name.content.text)
            case 0x82: alternativeNames.append("DNS:" + name.content.text)
            case 0x86: alternativeNames.append("URI:" + name.content.text)
            case 0x87: alternativeNames.append("IP:" + Self.address(name.content))
            default: break
            }
        }
    }

    /// The short names of the attributes that names are made of.
    private static let attributeNames = [
        "2.5.4.3": "CN", "2.5.4.4": "SN", "2.5.4.5": "serialNumber", "2.5.4.6": "C", "2.5.4.7": "L",
        "2.5.4.8": "ST", "2.5.4.9": "street", "2.5.4.10": "O", "2.5.4.11": "OU",
        "2.5.4.12": "title", "2.5.4.42": "GN", "0.9.2342.19200300.100.1.1": "UID",
        "0.9.2342.19200300.100.1.25": "DC", "1.2.840.113549.1.9.1": "emailAddress",
    ]

    /// A distinguished name, last part first (RFC 4514 §2.1).
    private static func name(_ content: Octets) -> String {
        var sets = DERReader(content)
        var parts: [String] = []
        for set in sets.rest() {
            var attributes = DERReader(set.content)
            for attribute in attributes.rest() {
                var pair = DERReader(attribute.content)
                guard let type = pair.next(0x06), let value = pair.next() else { continue }
                let identifier = DERReader.identifier(type.content)
                parts.append("\(attributeNames[identifier] ?? identifier)=\(text(of: value))")
            }
        }
        return parts.reversed().joined(separator: ", ")
    }

    private static func text(of value: DERReader.Element) -> String {
        guard value.tag == 0x1E else { return value.content.text }
        // BMPString: two bytes a character.
        var units: [UInt16] = []
        for i in stride(from: 0, to: value.content.count - 1, by: 2) {
            units.append(UInt16(value.content[i]) << 8 | UInt16(value.content[i + 1]))
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ` (RFC 5280 §4.1.2.5).
    private static func date(_ element: DERReader.Element) -> HTTPDate? {
        let digits = element.content.prefix { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        let yearLength = element.tag == 0x17 ? 2 : 4
        guard digits.count >= yearLength + 8 else { return nil }
        var year = digits.prefix(yearLength).reduce(0) { $0 * 10 + $1 }
        if yearLength == 2 { year += year < 50 ? 2000 : 1900 }
        let pairs = stride(from: yearLength, to: digits.count - 1, by: 2).map {
            digits[$0] * 10 + digits[$0 + 1]
        }
        return HTTPDate(
            year: year,
            month: pairs[0],
            day: pairs[1],
            hour: pairs[2],
            minute: pairs[3],
            second: pairs.count > 4 ? pairs[4] : 0
        )
    }

    /// An address of 4 or 16 bytes as text; IPv6 without abbreviation.
    private static func address(_ bytes: Octets) -> String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: bytes.count - 1, by: 2)
            .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}
