/// What must not be shown.
enum SecretText {
    /// What stands in place of a secret.
    static let placeholder = "•••"

    /// Whether a variable of this name holds a secret, judged by its name.
    static func isSecretName(_ name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "-" && $0 != "_" }
        return ["token", "password", "passwd", "secret", "apikey", "credential", "authorization"]
            .contains { name.contains($0) }
    }

    /// `text` with every secret replaced.
    static func redacting(_ text: String, _ secrets: some Sequence<String>) -> String {
        var result = text
        for secret in secrets.sorted(by: { $0.count > $1.count }) where !secret.isEmpty {
            var redacted = ""
            var rest = Substring(result)
            while let found = rest.firstRange(of: secret) {
                redacted += rest[..<found.lowerBound] + placeholder
                rest = rest[found.upperBound...]
            }
            result = redacted + rest
        }
        return result
    }
}

/// Base 64 with padding.
///
/// - SeeAlso: RFC 4648 §4.
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The encoded form of some bytes.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var group: [UInt8] = []
        func flush() {
            let count = group.count
            guard count > 0 else { return }
            let padded = group + Array(repeating: 0, count: 3 - count)
            let number = UInt32(padded[0]) << 16 | UInt32(padded[1]) << 8 | UInt32(padded[2])
            for i in 0..<4 {
                let digit = digits[Int(number >> (18 - 6 * UInt32(i)) & 63)]
                result.append(i <= count ? digit : UInt8(ascii: "="))
            }
            group = []
        }
        for byte in bytes {
            group.append(byte)
            if group.count == 3 { flush() }
        }
        flush()
        return String(decoding: result, as: UTF8.self)
    }
}
