import HTTPModel

/// The encodings that `<@NAME path` can name.
enum TextEncoding: String {
    case utf8 = "UTF-8"
    case latin1 = "ISO-8859-1"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"

    /// Finds an encoding by what tools call it.
    init?(name: String) {
        switch name.lowercased().filter({ $0 != "-" && $0 != "_" }) {
        case "utf8": self = .utf8
        case "latin1", "iso88591", "binary", "ascii", "usascii": self = .latin1
        case "utf16", "utf16le", "ucs2": self = .utf16LittleEndian
        case "utf16be": self = .utf16BigEndian
        default: return nil
        }
    }

    /// The text of some bytes, without a byte order mark; `nil` when they are ill-formed.
    func text(_ octets: Octets) -> String? {
        switch self {
        case .utf8: return octets.validText
        case .latin1:
            return String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
        case .utf16LittleEndian, .utf16BigEndian:
            let bytes = octets.array
            guard bytes.count.isMultiple(of: 2) else { return nil }
            let high = self == .utf16BigEndian ? 0 : 1
            var units: [UInt16] = []
            for i in stride(from: 0, to: bytes.count, by: 2) {
                units.append(UInt16(bytes[i + high]) << 8 | UInt16(bytes[i + 1 - high]))
            }
            if units.first == 0xFEFF { units.removeFirst() }
            return String(validating: units, as: UTF16.self)
        }
    }
}
