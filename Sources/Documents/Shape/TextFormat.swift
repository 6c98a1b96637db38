/// What a string looks like, when it looks like something that programs parse.
package enum TextFormat: String, Hashable, Sendable {
    /// A date with a time, as in RFC 3339.
    case dateTime = "date-time"
    /// A date, such as `2026-11-30`.
    case date
    /// A UUID.
    case uuid
    /// An absolute URI of http or https.
    case uri
    /// An email address.
    case email
    /// An IPv4 address.
    case ipv4

    /// The format of `text`; `nil` when it has none of these.
    package init?(of text: String) {
        let bytes = Array(text.utf8)
        guard (6...2_000).contains(bytes.count) else { return nil }
        if Self.isDate(bytes.prefix(10)) {
            if bytes.count == 10 {
                self = .date
                return
            }
            guard Self.isTime(bytes.dropFirst(10)) else { return nil }
            self = .dateTime
        } else if Self.isUUID(bytes) {
            self = .uuid
        } else if text.hasPrefix("https://") || text.hasPrefix("http://"),
            !bytes.contains(where: { $0 <= 0x20 })
        {
            self = .uri
        } else if Self.isAddress(text) {
            self = .ipv4
        } else if Self.isEmail(text) {
            self = .email
        } else {
            return nil
        }
    }

    private static func fits(_ bytes: some Collection<UInt8>, _ pattern: StaticString) -> Bool {
        let pattern = Array("\(pattern)".utf8)
        guard bytes.count == pattern.count else { return false }
        return zip(bytes, pattern).allSatisfy { byte, place in
            switch place {
            case UInt8(ascii: "0"): (0x30...0x39).contains(byte)
            case UInt8(ascii: "x"): isHex(byte)
            default: byte == place
            }
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isDate(_ bytes: some Collection<UInt8>) -> Bool {
        fits(bytes, "0000-00-00")
    }

    /// `T06:00:00`, with a fraction and a zone if there is one.
    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 6, let first = bytes.first,
            first | 0x20 == UInt8(ascii: "t") || first == 0x20
        else { return false }
        return fits(bytes.dropFirst().prefix(5), "00:00")
            && bytes.dropFirst(6).allSatisfy { byte in
                (0x30...0x39).contains(byte) || ":.+-Zz".utf8.contains(byte)
            }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        fits(bytes, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, text.utf8.allSatisfy({ $0 > 0x20 }) else {
            return false
        }
        return parts[1].contains(".") && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
    }
}
