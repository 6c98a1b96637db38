/// One part of a request as it is written on the command line.
enum SendItem: Hashable, Sendable {
    /// `Field:value` or `Field;`: a header field.
    case field(name: String, value: String)
    /// `name==value`: an item of the query.
    case query(name: String, value: String)
    /// `key=value`: a text member of a JSON object, or a value of a form.
    case text(name: String, value: String)
    /// `key:=json`: a member of a JSON object as written.
    case json(name: String, text: String)
    /// `key=@file`: the text of a file as a member or value.
    case textFile(name: String, path: String)
    /// `key:=@file`: the JSON of a file as a member.
    case jsonFile(name: String, path: String)
    /// `name@file`: a file of a form.
    case formFile(name: String, path: String)
    /// `@file`: a file as the whole content; `@-` is the standard input.
    case content(path: String)

    /// The signs between name and value, longest first.
    private static let separators = [":=@", "=@", ":=", "==", "=", "@", ":"]

    /// Reads an item; the first separator counts, and of those that begin at one place the longest.
    ///
    /// A backslash before a character of a separator takes its meaning away.
    ///
    /// - Returns: `nil` when there is no separator.
    init?(_ text: String) {
        var name = ""
        var rest = text[...]
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, ":=@;\\".contains(next) {
                name.append(next)
                rest = rest.dropFirst(2)
                continue
            }
            if let separator = Self.separators.first(where: { rest.hasPrefix($0) }) {
                self.init(name, separator, String(rest.dropFirst(separator.count)))
                return
            }
            if character == ";", rest.count == 1, !name.isEmpty {
                self = .field(name: name, value: "")
                return
            }
            name.append(character)
            rest = rest.dropFirst()
        }
        return nil
    }

    private init?(_ name: String, _ separator: String, _ value: String) {
        if name.isEmpty {
            guard separator == "@" else { return nil }
            self = .content(path: value)
            return
        }
        switch separator {
        case ":=@": self = .jsonFile(name: name, path: value)
        case "=@": self = .textFile(name: name, path: value)
        case ":=": self = .json(name: name, text: value)
        case "==": self = .query(name: name, value: value)
        case "=": self = .text(name: name, value: value)
        case "@": self = .formFile(name: name, path: value)
        default: self = .field(name: name, value: value)
        }
    }
}
