import Collections
import Fixtures
import HTTPModel

/// Replaces secret values in texts that leave the program.
///
/// A secret is found as it is, percent-encoded, escaped as in JSON and HTML, and within Base64. Values
/// shorter than three bytes are left alone: masking them would make any text unreadable and hide
/// nothing.
package struct SecretMask: Hashable, Sendable {
    /// What stands in the place of a secret.
    package static let placeholder = "•••"

    /// Forms to look for, the longest first, so that a secret within another leaves no rest.
    private let needles: [[UInt8]]
    /// Finds what is spelled in other ways; `nil` when there is no secret.
    private let search: SecretSearch?

    package static func == (left: SecretMask, right: SecretMask) -> Bool {
        left.needles == right.needles
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(needles)
    }

    /// Creates a mask for these values; duplicates and empty ones are fine.
    package init(_ secrets: some Sequence<String>) {
        var forms: Set<[UInt8]> = []
        for secret in secrets where secret.utf8.count >= 3 {
            forms.insert(Array(secret.utf8))
            forms.insert(Self.percentEncoded(secret, spaceAsPlus: false))
            forms.insert(Self.percentEncoded(secret, spaceAsPlus: true))
            forms.insert(Self.jsonEscaped(secret))
        }
        guard !forms.isEmpty else {
            needles = []
            search = nil
            return
        }
        search = SecretSearch(Set(secrets).map { ($0, Self.placeholder) })
        needles = forms.sorted {
            $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1)
        }
    }

    /// `text` with every secret replaced.
    package func callAsFunction(_ text: String) -> String {
        guard !needles.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var hasMasked = false
        var position = 0
        while position < bytes.count {
            if let needle = needles.first(where: { Self.stands($0, in: bytes, at: position) }) {
                result.append(contentsOf: Self.placeholder.utf8)
                position += needle.count
                hasMasked = true
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        let masked = hasMasked ? String(decoding: result, as: UTF8.self) : text
        return search?.redacted(masked).text ?? masked
    }

    /// Whether values of this name are secret by their name alone.
    ///
    /// Letter case and signs between words do not matter: `accessToken` and `api-key` are.
    package static func isSensitive(name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        return sensitiveWords.contains { letters.contains($0) }
    }

    private static let sensitiveWords = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "privatekey", "credential",
        "authorization", "cookie", "session", "jwt",
    ]

    private static func stands(_ needle: [UInt8], in bytes: [UInt8], at position: Int) -> Bool {
        position + needle.count <= bytes.count && bytes[position] == needle[0]
            && bytes[position..<(position + needle.count)].elementsEqual(needle)
    }

    private static func percentEncoded(_ text: String, spaceAsPlus: Bool) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            case UInt8(ascii: " ") where spaceAsPlus:
                result.append(UInt8(ascii: "+"))
            default:
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }

    private static func jsonEscaped(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
            case 0x0A: result += Array("\\n".utf8)
            case 0x0D: result += Array("\\r".utf8)
            case 0x09: result += Array("\\t".utf8)
            default: result.append(byte)
            }
        }
        return result
    }
}

extension RunResult {
    /// A mask for everything secret that this run has seen.
    package var mask: SecretMask { SecretMask(allSecrets) }

    /// Everything secret that this run has seen; may hold duplicates.
    var allSecrets: [String] {
        var values = secrets
        if let box = $resolved.box {
            if !box.value.secrets.isEmpty { values += box.value.secrets }
            if isDisguised, let disguise = box.value.disguise { values += disguise.standIns }
            if let token = box.value.token { values.append(token.value) }
            if box.value.request.target.userInfo != nil,
                let password = box.value.request.target.password
            {
                values.append(password)
            }
        }
        if !captures.isEmpty {
            for (name, value) in captures where SecretMask.isSensitive(name: name) {
                values.append(value)
            }
        }
        for result in upstream { values += result.allSecrets }
        return values
    }

    /// The captures with sensitive values masked, sorted by name.
    package var maskedCaptures: [(name: String, value: String)] {
        guard !captures.isEmpty else { return [] }
        let mask = mask
        return captures.sorted { $0.key < $1.key }.map { name, value in
            (name, SecretMask.isSensitive(name: name) ? SecretMask.placeholder : mask(value))
        }
    }
}
