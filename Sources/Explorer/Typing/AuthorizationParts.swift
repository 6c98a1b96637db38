import Collections
import HTTPModel

/// The field `Authorization` as the parts that people fill in.
///
/// `Basic USER PASSWORD` is encoded when sent, `Digest` and `NTLM` answer challenges, `AWS` signs; what is
/// written in another way is left as it is.
struct AuthorizationParts: Equatable {
    /// The schemes that have parts.
    enum Scheme: String, CaseIterable {
        case basic = "Basic"
        case digest = "Digest"
        case ntlm = "NTLM"
        case negotiate = "Negotiate"
        case aws = "AWS"

        /// The names of the parts, in order.
        var parts: [String] {
            switch self {
            case .basic, .digest, .ntlm: ["User", "Password"]
            case .negotiate: []
            case .aws: ["Key", "Secret", "More"]
            }
        }

        /// What it does.
        var detail: String {
            switch self {
            case .basic: "user and password, encoded when sent"
            case .digest: "user and password, answering a challenge"
            case .ntlm: "user and password, answering challenges of Windows servers"
            case .negotiate: "Kerberos, as the system is logged in"
            case .aws: "a signature, version 4; more may be token:T region:R service:S"
            }
        }
    }

    /// The scheme.
    var scheme: Scheme
    /// The parts, as many as the scheme has.
    var values: [String]

    /// Parts of a scheme, taken from those of another as far as they fit.
    init(_ scheme: Scheme, keeping old: AuthorizationParts? = nil) {
        self.scheme = scheme
        let kept = old?.values ?? []
        values = scheme.parts.indices.map { kept.indices.contains($0) ? kept[$0] : "" }
    }

    /// Takes a field value apart; `nil` when it is of another scheme, or written as it goes over the wire.
    init?(_ value: String) {
        let words = Self.words(value)
        guard let first = words.first,
            let scheme = Scheme.allCases.first(where: {
                $0.rawValue.lowercased() == first.lowercased()
            })
        else { return nil }
        let rest = Array(words.dropFirst())
        self.scheme = scheme
        switch scheme {
        case .negotiate:
            guard rest.isEmpty else { return nil }
            values = []
        case .basic, .digest, .ntlm:
            guard rest.count >= 2 else { return nil }
            values = [rest[0], rest.dropFirst().joined(separator: " ")]
        case .aws:
            guard rest.count >= 2 else { return nil }
            values = [rest[0], rest[1], rest.dropFirst(2).joined(separator: " ")]
        }
    }

    /// The field's value.
    var text: String {
        ([scheme.rawValue] + values.filter { !$0.isEmpty }).joined(separator: " ")
    }

    /// Whether a part that is needed is missing.
    var isIncomplete: Bool { values.prefix(2).contains("") }

    /// Words between blanks; blanks in braces separate nothing.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var depth = 0
        for character in text {
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            if depth <= 0, character == " " || character == "\t" {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}

extension SavedRequest {
    /// The place of the field `Authorization`; `nil` when there is none.
    var authorizationIndex: Int? {
        fields.lastIndex { HTTPToken.equalsIgnoringCase($0.name, "Authorization") }
    }

    /// The parts of the field `Authorization`; `nil` when there is none, or it has none.
    var authorizationParts: AuthorizationParts? {
        authorizationIndex.flatMap {
            fields[$0].isEnabled ? AuthorizationParts(fields[$0].value) : nil
        }
    }
}

extension ExplorerState {
    /// The rows about the field `Authorization`, below those of the token.
    func authorizationRows(_ saved: SavedRequest) -> [RequestRow] {
        var kind = RequestRow(.authScheme, "Authorization", "none")
        kind.help = "Credentials in the field Authorization: Basic, Digest, NTLM, Negotiate or AWS."
        guard let index = saved.authorizationIndex, saved.fields[index].isEnabled else {
            kind.isDefault = true
            return [kind]
        }
        guard let parts = saved.authorizationParts else {
            let scheme = saved.fields[index].value.split(separator: " ").first.map(String.init)
            kind.value = "\(scheme ?? ""), as the field in Headers says"
            return [kind]
        }
        kind.value = parts.scheme.rawValue
        return [kind]
            + parts.scheme.parts.enumerated().map { place, name in
                let value = parts.values[place]
                let isHidden = place == 1 && !value.isEmpty && !value.contains("{{")
                return RequestRow(.authPart(place), name, isHidden ? "••••••••" : value)
            }
    }
}

/// Opens the list of schemes.
func offerSchemes(_ state: inout ExplorerState) {
    var items = [Choice.Item("", title: "none", detail: "no field Authorization")]
    items += AuthorizationParts.Scheme.allCases.map {
        Choice.Item($0.rawValue, title: $0.rawValue, detail: $0.detail)
    }
    var choice = Choice(subject: .authScheme, title: "Authorization", items: items)
    let current = state.openRequest?.authorizationParts?.scheme.rawValue ?? ""
    choice.scroll.row = items.firstIndex { $0.value == current } ?? 0
    state.popup = .choice(choice)
}

/// Takes a scheme; what it needs is asked for before anything is written.
func takeScheme(_ value: String, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.openRequest else { return [] }
    guard let scheme = AuthorizationParts.Scheme(rawValue: value) else {
        guard let index = saved.authorizationIndex else { return [] }
        return apply(.removeField(index: index), "removal of Authorization", &state)
    }
    let parts = AuthorizationParts(scheme, keeping: saved.authorizationParts)
    guard parts.isIncomplete else {
        return apply(saved.settingAuthorization(parts.text), "Authorization", &state)
    }
    state.request.isOnTarget = false
    state.request.tab = .token
    startEditing(.newAuthorization(value), Array(parts.values.prefix(2)), &state)
    return []
}

extension SavedRequest {
    /// The edit that gives the field `Authorization` a value.
    func settingAuthorization(_ value: String) -> RequestEdit {
        guard let index = authorizationIndex else {
            return .addField(name: "Authorization", value: value)
        }
        return .setField(index: index, name: fields[index].name, value: value, isEnabled: true)
    }
}
