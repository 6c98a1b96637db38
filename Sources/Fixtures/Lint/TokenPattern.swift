/// The forms of tokens that are known by their looks.
enum TokenPattern {
    /// A form: what it begins with, and what follows.
    private struct Form {
        var name: String
        var prefix: [UInt8]
        /// How many characters of the alphabet follow at least.
        var count: Int
        /// Whether `-` and `_` are of the alphabet, beside letters and digits.
        var hasDashes: Bool

        init(_ name: String, _ prefix: String, _ count: Int, hasDashes: Bool = false) {
            self.name = name
            self.prefix = Array(prefix.utf8)
            self.count = count
            self.hasDashes = hasDashes
        }
    }

    private static let forms: [Form] = [
        Form("a GitHub token", "ghp_", 36), Form("a GitHub token", "gho_", 36),
        Form("a GitHub token", "ghu_", 36), Form("a GitHub token", "ghs_", 36),
        Form("a GitHub token", "ghr_", 36),
        Form("a GitHub token", "github_pat_", 22, hasDashes: true),
        Form("a GitLab token", "glpat-", 20, hasDashes: true),
        Form("a Slack token", "xoxb-", 20, hasDashes: true),
        Form("a Slack token", "xoxp-", 20, hasDashes: true),
        Form("a Slack token", "xapp-", 20, hasDashes: true),
        Form("a Stripe key", "sk_live_", 16), Form("a Stripe key", "rk_live_", 16),
        Form("an OpenAI key", "sk-proj-", 20, hasDashes: true),
        Form("an Anthropic key", "sk-ant-", 20, hasDashes: true),
        Form("a Google key", "AIza", 35, hasDashes: true),
        Form("an AWS key id", "AKIA", 16), Form("an AWS key id", "ASIA", 16),
        Form("an npm token", "npm_", 36), Form("a SendGrid key", "SG.", 20, hasDashes: true),
        Form("a PyPI token", "pypi-", 60, hasDashes: true),
    ]

    /// The tokens in `bytes`, in the order of their forms.
    static func tokens(in bytes: [UInt8]) -> [(offset: Int, name: String)] {
        var found: [(offset: Int, name: String)] = []
        for form in forms {
            for range in SecretSearch.ranges(of: form.prefix, in: bytes) {
                let isStart = range.lowerBound == 0 || !isWord(bytes[range.lowerBound - 1], true)
                let rest = bytes[range.upperBound...].prefix { isWord($0, form.hasDashes) }
                if isStart, rest.count >= form.count { found.append((range.lowerBound, form.name)) }
            }
        }
        for range in SecretSearch.ranges(of: Array("PRIVATE KEY-----".utf8), in: bytes) {
            let front = bytes[..<range.lowerBound].suffix(24)
            if !SecretSearch.ranges(of: Array("-----BEGIN ".utf8), in: Array(front)).isEmpty {
                found.append((range.lowerBound, "a private key"))
            }
        }
        return found + webTokens(in: bytes)
    }

    /// JSON Web Tokens: two or three parts of Base64, of which the first is an object.
    ///
    /// - SeeAlso: RFC 7519 §3.
    private static func webTokens(in bytes: [UInt8]) -> [(offset: Int, name: String)] {
        SecretSearch.ranges(of: Array("eyJ".utf8), in: bytes).compactMap { range in
            let isStart = range.lowerBound == 0 || !isWord(bytes[range.lowerBound - 1], true)
            let run = bytes[range.lowerBound...].prefix { isWord($0, true) || $0 == 0x2E }
            let parts = run.split(separator: 0x2E)
            guard isStart, parts.count == 3, parts[0].count >= 12, parts[1].count >= 8,
                parts[1].starts(with: Array("eyJ".utf8)),
                Base64.decode(String(decoding: parts[0], as: UTF8.self))?.first
                    == UInt8(ascii: "{")
            else { return nil }
            return (range.lowerBound, "a JSON Web Token")
        }
    }

    private static func isWord(_ byte: UInt8, _ hasDashes: Bool) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || hasDashes && (byte == 0x2D || byte == 0x5F)
    }
}
