import HTTPModel

/// Replaces secrets by placeholders and keeps the list of what was replaced.
///
/// First told of secrets with `note`, then asked to redact, so that a value seen anywhere is
/// replaced everywhere.
struct Redactor {
    private let fieldNames: Set<String>
    private let queryNames: Set<String>
    private let jsonNames: Set<String>
    private var placeholders: [String: String] = [:]
    /// Values to look for in all texts, in the order they were noted.
    private var searched: [String] = []
    private var counts: [String: Int] = [:]
    private var taken: Set<String> = []
    private var search: SecretSearch?
    /// What was replaced, in the order of first use.
    private(set) var redactions: [Redaction] = []

    /// A value noted by its name must have this many bytes to be looked for elsewhere.
    private static let shortestByName = 6
    private static let prefix = "REDACTED-"

    init(_ policy: RedactionPolicy) {
        fieldNames = Set(policy.fieldNames.map { $0.lowercased() })
        queryNames = Set(policy.queryNames.map(RedactionPolicy.normalized))
        jsonNames = Set(policy.jsonKeys.map(RedactionPolicy.normalized))
    }

    // MARK: Noting

    /// Notes a value that is secret wherever it stands.
    mutating func note(_ value: String, kind: String) {
        guard !value.isEmpty, !["true", "false", "null"].contains(value) else { return }
        _ = placeholder(for: value, kind: kind)
        if !Self.isPlaceholder(value), !searched.contains(value) { searched.append(value) }
        search = nil
    }

    /// Notes a value that is secret by its name.
    private mutating func noteNamed(_ value: String, kind: String) {
        if value.utf8.count >= Self.shortestByName {
            note(value, kind: kind)
        } else {
            _ = placeholder(for: value, kind: kind)
        }
    }

    /// Notes the credentials in fields.
    mutating func noteFields(_ fields: HTTPFields) {
        for field in fields where fieldNames.contains(field.name.lowercased()) {
            for part in CredentialField.parts(of: field) {
                noteNamed(part.value, kind: part.kind)
                for inner in part.inner { noteNamed(inner, kind: "password") }
            }
        }
    }

    /// Notes the credentials in a URI: user information and query items.
    mutating func noteTarget(_ target: TargetURI) {
        if let userInfo = target.userInfo {
            let text = PercentEncoding.decode(userInfo)
            if let colon = text.firstIndex(of: ":") {
                noteNamed(String(text[text.index(after: colon)...]), kind: "password")
            }
        }
        for value in NamedValues.inForm(Array((target.query ?? "").utf8), names: queryNames) {
            noteNamed(value.value, kind: Self.kind(of: value.name))
        }
    }

    /// Notes the secrets that their names give away in content.
    mutating func noteBody(_ body: Octets, mediaType: MediaType?) {
        for value in namedValues(in: body.array, mediaType: mediaType) {
            noteNamed(value.value, kind: Self.kind(of: value.name))
        }
    }

    // MARK: Redacting

    /// The text without the secrets noted.
    mutating func redact(_ text: String, place: String) -> String {
        if let whole = wholePlaceholder(for: text) {
            record(whole, at: place)
            return whole
        }
        let uris = uriReplacements(in: Array(text.utf8))
        let result = replace(uris, in: Array(text.utf8), place: place)
        return result.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The fields without credentials; `owner` is `response` or `request`.
    mutating func redact(_ fields: HTTPFields, owner: String) -> HTTPFields {
        HTTPFields(
            fields.map { field in
                let place = "\(owner) field \(field.name)"
                var bytes = field.valueBytes
                var named: [Replacement] = []
                if fieldNames.contains(field.name.lowercased()) {
                    for part in CredentialField.parts(of: field) {
                        let text = placeholder(for: part.value, kind: part.kind)
                        if text != part.value {
                            named.append(Replacement(range: part.range, text: text))
                        }
                    }
                } else if field.isNamed("Content-Length") {
                    // A length that equals a secret by chance tells nothing, and is needed.
                    return field
                } else if let whole = wholePlaceholder(for: field.value) {
                    named.append(Replacement(range: 0..<bytes.count, text: whole))
                } else {
                    named = uriReplacements(in: bytes)
                }
                if let redacted = replace(named, in: bytes, place: place) { bytes = redacted }
                return HTTPField(name: field.name, valueBytes: bytes)
            }
        )
    }

    /// The content without secrets.
    mutating func redact(_ body: Octets, mediaType: MediaType?, place: String) -> Octets {
        guard !body.isEmpty else { return body }
        let bytes = body.array
        var named: [Replacement] = []
        for value in namedValues(in: bytes, mediaType: mediaType) {
            let text = placeholder(for: value.value, kind: Self.kind(of: value.name))
            guard text != value.value else { continue }
            named.append(
                Replacement(range: value.range, text: value.needsQuotes ? "\"\(text)\"" : text)
            )
        }
        return replace(named, in: bytes, place: place).map { Octets($0) } ?? body
    }

    /// Whether a query item of this name carries a credential.
    func isSecretQueryItem(_ name: String) -> Bool {
        queryNames.contains(RedactionPolicy.normalized(name))
    }

    /// Notes in the list that the value of a query item was left out.
    mutating func recordQueryItem(_ name: String, value: String) {
        record(placeholder(for: value, kind: Self.kind(of: name)), at: "query item \(name)")
    }

    /// Whether `text` is a placeholder of ours.
    static func isPlaceholder(_ text: some StringProtocol) -> Bool {
        guard text.hasPrefix(prefix) else { return false }
        let parts = text.dropFirst(prefix.count).split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        return parts.count == 2 && !parts[0].isEmpty && Int(parts[1]) != nil
    }

    // MARK: Parts

    private mutating func placeholder(for value: String, kind: String) -> String {
        if let known = placeholders[value] { return known }
        var text = value
        if !Self.isPlaceholder(value) {
            repeat {
                counts[kind, default: 0] += 1
                text = "\(Self.prefix)\(kind)-\(counts[kind, default: 0])"
            } while taken.contains(text)
        }
        taken.insert(text)
        placeholders[value] = text
        return text
    }

    /// The placeholder for a text that is a secret as a whole, `nil` for another.
    ///
    /// What was noted by its name alone and is very short, such as a cookie `1`, is as likely
    /// something else where it has another name.
    private func wholePlaceholder(for text: String) -> String? {
        guard text.utf8.count >= SecretSearch.shortestSearched || searched.contains(text) else {
            return nil
        }
        return placeholders[text]
    }

    private func namedValues(in bytes: [UInt8], mediaType: MediaType?) -> [NamedValue] {
        let first = bytes.first { $0 > 0x20 }
        // What a client calls a form by default is often JSON.
        if mediaType?.essence == "application/x-www-form-urlencoded", first != UInt8(ascii: "{") {
            return NamedValues.inForm(bytes, names: queryNames.union(jsonNames))
        }
        guard
            mediaType?.isText == true || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return [] }
        // A placeholder in place of a bare number would not be JSON, so it needs quotes.
        let numbers = searched.filter { secret in
            secret.utf8.count >= SecretSearch.shortestSearched
                && secret.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
        }
        return NamedValues.inJSON(bytes, names: jsonNames, numbers: numbers)
    }

    private mutating func uriReplacements(in bytes: [UInt8]) -> [Replacement] {
        NamedValues.inURIs(bytes, names: queryNames).compactMap { value in
            let text = placeholder(for: value.value, kind: Self.kind(of: value.name))
            return text == value.value ? nil : Replacement(range: value.range, text: text)
        }
    }

    /// Applies named replacements and those of all secrets noted.
    ///
    /// - Returns: `nil` when nothing was replaced.
    private mutating func replace(
        _ named: [Replacement],
        in bytes: [UInt8],
        place: String
    ) -> [UInt8]? {
        if search == nil {
            search = SecretSearch(
                searched.compactMap { value in placeholders[value].map { (value, $0) } }
            )
        }
        let found = search?.replacements(in: bytes) ?? []
        // A value given away by its name goes whole, so it wins over a part found in it.
        let kept = found.filter { part in
            !named.contains {
                $0.range.lowerBound <= part.range.lowerBound
                    && $0.range.upperBound >= part.range.upperBound
            }
        }
        guard !named.isEmpty || !kept.isEmpty else { return nil }
        let result = Replacement.apply(named + kept, to: bytes)
        for placeholder in result.placeholders { record(placeholder, at: place) }
        return result.bytes
    }

    private mutating func record(_ placeholder: String, at place: String) {
        if let i = redactions.firstIndex(where: { $0.placeholder == placeholder }) {
            if !redactions[i].places.contains(place) { redactions[i].places.append(place) }
        } else {
            redactions.append(Redaction(placeholder: placeholder, places: [place]))
        }
    }

    /// What a name says about its value.
    private static func kind(of name: String) -> String {
        let name = RedactionPolicy.normalized(name)
        if name == "credentials" || name == "authorization" { return "credentials" }
        if name.hasPrefix("pass") { return "password" }
        if name.contains("token") || name == "jwt" { return "token" }
        if name.contains("key") { return "key" }
        if name.contains("sig") { return "signature" }
        return "secret"
    }
}
