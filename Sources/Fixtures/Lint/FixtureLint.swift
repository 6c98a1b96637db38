import Documents
package import HTTPModel

/// Something in a file that looks like a secret.
package struct LintFinding: Hashable, Sendable {
    /// Why it was found.
    package enum Rule: String, Hashable, Sendable {
        /// The value of a field that carries credentials.
        case field
        /// The value of a JSON member or form item whose name says that it is secret.
        case name
        /// Credentials in a URI.
        case uri
        /// Text in the form of a known kind of token.
        case token
        /// A value that is known to be secret.
        case known
    }

    /// The line, from 1.
    package var line: Int
    /// Why it was found.
    package var rule: Rule
    /// What it is, as a fragment that does not tell the secret.
    package var detail: String
}

/// Finds secrets in the files of fixtures.
///
/// Found are the values of credential fields, of members and items with secret names, credentials in
/// the URIs of heads, tokens by their form, and known values in every spelling that `SecretSearch`
/// knows. Placeholders are none.
package struct FixtureLint: Sendable {
    /// A value that is known to be secret.
    package struct KnownSecret: Hashable, Sendable {
        /// What it is called, such as `variable password of http-client.private.env.json`.
        package var name: String
        /// The value.
        package var value: String

        /// Creates a record.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private typealias Place = (offset: Int, rule: LintFinding.Rule, detail: String)

    private let policy: RedactionPolicy
    private let names: Set<String>
    private let search: SecretSearch

    /// Creates a lint.
    ///
    /// - Parameters:
    ///   - policy: Which names are secret.
    ///   - secrets: The known values; those under four bytes are not looked for.
    package init(policy: RedactionPolicy = .standard, secrets: [KnownSecret] = []) {
        self.policy = policy
        names = Set(policy.jsonKeys.map(RedactionPolicy.normalized))
        search = SecretSearch(
            secrets.map { ($0.value, $0.name) } + policy.secrets.map { ($0, "value of the policy") }
        )
    }

    /// The findings in a file, in order of lines, each line and rule once.
    ///
    /// - Parameters:
    ///   - octets: The file.
    ///   - isHead: Whether it is the head of a fixture, where fields and URIs are looked at too.
    ///   - mediaType: What it is, if known; form content has items with names.
    /// - Returns: The findings; empty when there is none.
    package func findings(
        in octets: Octets,
        isHead: Bool,
        mediaType: MediaType? = nil
    ) -> [LintFinding] {
        let bytes = octets.array
        var found: [Place] = []
        if isHead { found += fields(in: bytes) + matchers(in: bytes) + uris(in: bytes) }
        for value in namedValues(in: bytes, mediaType) where !Self.isHarmless(value.value) {
            found.append((value.range.lowerBound, .name, "the value of \(value.name)"))
        }
        return Self.findings(found + copied(in: bytes), in: bytes)
    }

    /// The tokens and known values in a file that is no fixture, such as a request file.
    ///
    /// - Returns: The findings in order of lines; empty when there is none.
    package func copies(in octets: Octets) -> [LintFinding] {
        let bytes = octets.array
        return Self.findings(copied(in: bytes), in: bytes)
    }

    // MARK: Parts

    private func copied(in bytes: [UInt8]) -> [Place] {
        TokenPattern.tokens(in: bytes).map { ($0.offset, .token, $0.name) }
            + search.replacements(in: bytes).map { ($0.range.lowerBound, .known, $0.text) }
    }

    /// Counts lines in one pass over the bytes.
    private static func findings(
        _ found: [Place],
        in bytes: [UInt8]
    ) -> [LintFinding] {
        var result: [LintFinding] = []
        var line = 1
        var position = 0
        for item in found.sorted(by: { ($0.offset, $0.detail) < ($1.offset, $1.detail) }) {
            while position < item.offset {
                if bytes[position] == 0x0A { line += 1 }
                position += 1
            }
            let finding = LintFinding(line: line, rule: item.rule, detail: item.detail)
            if !result.contains(finding) { result.append(finding) }
        }
        return result
    }

    private static func isHarmless(_ value: String) -> Bool {
        value.isEmpty || Redactor.isPlaceholder(value)
    }

    private func namedValues(in bytes: [UInt8], _ mediaType: MediaType?) -> [NamedValue] {
        if mediaType?.essence == "application/x-www-form-urlencoded" {
            let all = names.union(policy.queryNames.map(RedactionPolicy.normalized))
            return NamedValues.inForm(bytes, names: all)
        }
        return NamedValues.inJSON(bytes, names: names)
    }

    /// The credentials in the strings `"Name: value"` of a head.
    private func fields(in bytes: [UInt8]) -> [Place] {
        var found: [Place] = []
        for string in Self.strings(in: bytes) {
            let text = EscapedText(bytes[string], escape: .json).bytes
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: text[..<colon], as: UTF8.self)
            guard HTTPToken.isToken(name), policy.isSecret(fieldNamed: name) else { continue }
            let value = String(decoding: text[(colon + 1)...], as: UTF8.self).trimmingBlanks
            let parts = CredentialField.parts(of: HTTPField(name, value))
            if parts.contains(where: { !Self.isHarmless($0.value) }) {
                found.append((string.lowerBound, .field, "the value of the field \(name)"))
            }
        }
        return found
    }

    /// The credentials that a head asks of requests: `"name": "Authorization", "value": "…"`.
    private func matchers(in bytes: [UInt8]) -> [Place] {
        let strings = Self.strings(in: bytes)
        func text(_ position: Int) -> String {
            String(
                decoding: EscapedText(bytes[strings[position]], escape: .json).bytes,
                as: UTF8.self
            )
        }
        return strings.indices.dropLast(3).compactMap { i in
            guard text(i) == "name", text(i + 2) == "value" else { return nil }
            let name = text(i + 1)
            var values: [String] = []
            if policy.isSecret(fieldNamed: name) {
                values = CredentialField.parts(of: HTTPField(name, text(i + 3))).map(\.value)
            } else if policy.isSecret(queryNamed: name) {
                values = [text(i + 3)]
            }
            guard values.contains(where: { !Self.isHarmless($0) }) else { return nil }
            return (strings[i + 3].lowerBound, .field, "the value asked of \(name)")
        }
    }

    private func uris(in bytes: [UInt8]) -> [Place] {
        let names = Set(policy.queryNames.map(RedactionPolicy.normalized))
        return NamedValues.inURIs(bytes, names: names)
            .filter { !Self.isHarmless($0.value) }
            .map { ($0.range.lowerBound, .uri, "\($0.name) in a URI") }
    }

    /// What stands between the quotes of each string of JSON text.
    private static func strings(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var position = 0
        while let quote = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) {
            var end = quote + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0x0A {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            end = min(end, bytes.count)
            found.append(quote + 1..<max(end, quote + 1))
            position = min(end + 1, bytes.count)
        }
        return found
    }
}
