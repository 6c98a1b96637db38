import HTTPModel

/// What a response that reports an error says in short.
///
/// Found in problem details, and in GraphQL errors, which come with status 200 as well.
///
/// - SeeAlso: RFC 9457 §3.1; GraphQL specification §7.1.2.
package struct DocumentHeadline: Hashable, Sendable {
    /// The form of the report.
    package enum Form: String, Hashable, Sendable {
        /// Problem details: `application/problem+json`.
        case problem
        /// The `errors` of a GraphQL response, or of another that has the same form.
        case errors
        /// A message in a member that many services use for it: `error`, `message`, `error_description`
        /// or `detail`. A response of success may have one that reports no error.
        case message
    }

    /// The form of the report.
    package var form: Form
    /// What is wrong: the title of a problem, or the message of the first error; hidden characters
    /// are visible.
    package var title: String
    /// More about it: the detail of a problem, or where the first error occurred, such as
    /// `user.friends[0]`; `nil` when not told.
    package var detail: String?
    /// The status a problem names.
    package var status: Int?
    /// The URI reference that identifies the type of a problem; `nil` for `about:blank`.
    package var type: String?
    /// How many errors there are.
    package var count: Int
    /// The bytes of the text that say so: the title or the first error.
    package var byteRange: Range<Int>

    /// Longer texts are cut.
    private static let longestText = 500
    /// Members of the top level that are looked at.
    private static let mostMembers = 100

    /// Reads the headline of a JSON document; `nil` when it reports no error in a known form.
    init?(_ tape: JSONTape, _ mediaType: MediaType?) {
        guard tape.rootCount > 0, tape.storage[0].kind == .objectOpen else { return nil }
        let members = Self.members(of: 0, in: tape)
        if mediaType?.subtype == "problem+json" {
            self.init(problem: members, tape)
        } else if let errors = members["errors"], tape.storage[errors].kind == .arrayOpen {
            self.init(errors: errors, tape)
        } else {
            self.init(message: members, tape)
        }
    }

    /// The first text among the members that services put their messages into, or in an `error` that is
    /// an object of its own.
    private init?(message members: [String: Int], _ tape: JSONTape) {
        var members = members
        let code = members["error"].flatMap { Self.text($0, tape) }
        if let error = members["error"], tape.storage[error].kind == .objectOpen {
            members = Self.members(of: error, in: tape)
        }
        // With a title beside it, `detail` is part of a problem that was not declared as one.
        let names =
            ["message", "error_description", "error"] + (members["title"] == nil ? ["detail"] : [])
        guard let name = names.first(where: { members[$0].flatMap { Self.text($0, tape) } != nil }),
            let place = members[name], let text = Self.text(place, tape), !text.isEmpty
        else { return nil }
        form = .message
        title = name == "error" ? text : code ?? text
        detail = title == text ? nil : text
        status = nil
        type = nil
        count = 1
        byteRange = tape.storage.range(of: place)
    }

    private init?(problem members: [String: Int], _ tape: JSONTape) {
        let detail = members["detail"].flatMap { Self.text($0, tape) }
        let type = members["type"].flatMap { Self.text($0, tape) }.flatMap {
            $0 == "about:blank" ? nil : $0
        }
        let status = members["status"].flatMap { index in
            tape.storage[index].kind == .number
                ? Int(tape.octets.slice(tape.storage.range(of: index)).text) : nil
        }
        let title = members["title"].flatMap { Self.text($0, tape) }
        let place = members["title"] ?? members["detail"] ?? members["type"] ?? members["status"]
        guard let place, title != nil || detail != nil || type != nil || status != nil else {
            return nil
        }
        form = .problem
        self.title = title ?? detail ?? type ?? status.map { "status \($0)" } ?? ""
        self.detail = title == nil ? nil : detail
        self.status = status
        self.type = type
        count = 1
        byteRange = tape.storage.range(of: place)
    }

    private init?(errors: Int, _ tape: JSONTape) {
        var children = tape.children(of: errors)
        guard let first = children.next(), tape.storage[first.value].kind == .objectOpen else {
            return nil
        }
        let members = Self.members(of: first.value, in: tape)
        guard let message = members["message"].flatMap({ Self.text($0, tape) }) else { return nil }
        form = .errors
        title = message
        detail = members["path"].flatMap { Self.path($0, tape) }
        status = nil
        type = nil
        count = tape.storage.childCount(of: errors)
        byteRange = tape.storage.range(of: first.value)
    }

    /// The first members of an object by name; of members with one name the last.
    private static func members(of object: Int, in tape: JSONTape) -> [String: Int] {
        var result: [String: Int] = [:]
        for child in tape.children(of: object).prefix(mostMembers)
        where tape.storage.length(child.start) < 64 {
            result[tape.decodedText(child.start)] = child.value
        }
        return result
    }

    private static func text(_ index: Int, _ tape: JSONTape) -> String? {
        guard tape.storage[index].kind == .string else { return nil }
        let isLong = tape.storage.length(index) > 64 * 1024
        let text =
            isLong ? "a text of \(tape.storage.length(index)) bytes" : tape.decodedText(index)
        let visible = TextEscaping.visible(text)
        return visible.count > longestText ? visible.prefix(longestText) + "…" : visible
    }

    /// A response path such as `["user", "friends", 0]` in one word.
    private static func path(_ index: Int, _ tape: JSONTape) -> String? {
        guard tape.storage[index].kind == .arrayOpen else { return nil }
        var result = ""
        for child in tape.children(of: index).prefix(mostMembers) {
            if let name = text(child.value, tape) {
                result += result.isEmpty ? name : "." + name
            } else {
                let range = tape.storage.range(of: child.value)
                result += "[" + tape.octets.slice(range).prefix(20).map(Self.letter).joined() + "]"
            }
        }
        return result.isEmpty ? nil : result
    }

    private static func letter(_ byte: UInt8) -> String {
        byte < 0x80 ? TextEscaping.visible(String(Unicode.Scalar(byte))) : "?"
    }
}

extension DocumentHeadline: CustomStringConvertible {
    /// The headline in one line, such as `404 Not Found: no such user` or `boom at user.name (and 2 more)`.
    package var description: String {
        switch form {
        case .problem:
            let start = status.map { title.contains("\($0)") ? "" : "\($0) " } ?? ""
            return start + title + (detail.map { ": " + $0 } ?? "")
        case .errors:
            let more = count > 1 ? " (and \(count - 1) more)" : ""
            return title + (detail.map { " at " + $0 } ?? "") + more
        case .message:
            return title + (detail.map { ": " + $0 } ?? "")
        }
    }
}
