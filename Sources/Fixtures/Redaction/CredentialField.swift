import HTTPModel

/// The parts of a credential field that are secret.
enum CredentialField {
    /// A secret part of a field's value.
    struct Part: Hashable {
        /// The bytes of the value it stands in.
        var range: Range<Int>
        /// The part as text.
        var value: String
        /// What it is: `token`, `credentials`, `cookie` or `key`.
        var kind: String
        /// Secrets encoded within it: the password of basic credentials.
        var inner: [String] = []
    }

    /// The secret parts of `field`; scheme, cookie names and cookie attributes are none.
    static func parts(of field: HTTPField) -> [Part] {
        let bytes = field.valueBytes
        switch field.name.lowercased() {
        case "set-cookie":
            let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
            return cookie(bytes, in: 0..<end)
        case "cookie":
            var parts: [Part] = []
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
                parts += cookie(bytes, in: start..<end)
                start = end + 1
            }
            return parts
        case "authorization", "proxy-authorization":
            return authorization(bytes)
        case let name:
            let kind = name.contains("token") ? "token" : "key"
            return [part(bytes, in: 0..<bytes.count, kind: kind)].filter { !$0.range.isEmpty }
        }
    }

    private static func authorization(_ bytes: [UInt8]) -> [Part] {
        guard let space = bytes.firstIndex(of: 0x20) else {
            return [part(bytes, in: 0..<bytes.count, kind: "credentials")].filter {
                !$0.range.isEmpty
            }
        }
        let scheme = String(decoding: bytes[..<space], as: UTF8.self).lowercased()
        let start = bytes[space...].firstIndex { $0 != 0x20 } ?? bytes.count
        var part = part(
            bytes,
            in: start..<bytes.count,
            kind: scheme == "bearer" || scheme == "token" ? "token" : "credentials"
        )
        guard !part.range.isEmpty else { return [] }
        if scheme == "basic", let decoded = Base64.decode(part.value) {
            let text = String(decoding: decoded, as: UTF8.self)
            if let colon = text.firstIndex(of: ":") {
                part.inner = [String(text[text.index(after: colon)...])].filter { !$0.isEmpty }
            }
        }
        return [part]
    }

    private static func cookie(_ bytes: [UInt8], in range: Range<Int>) -> [Part] {
        let start =
            bytes[range].firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? range.lowerBound
        var lower = start
        var upper = range.upperBound
        while lower < upper, bytes[lower] <= 0x20 { lower += 1 }
        while lower < upper, bytes[upper - 1] <= 0x20 { upper -= 1 }
        guard lower < upper else { return [] }
        return [part(bytes, in: lower..<upper, kind: "cookie")]
    }

    private static func part(_ bytes: [UInt8], in range: Range<Int>, kind: String) -> Part {
        Part(range: range, value: String(decoding: bytes[range], as: UTF8.self), kind: kind)
    }
}
