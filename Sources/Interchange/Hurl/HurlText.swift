import HTTPModel

/// The entries of a hurl file, cut into parts and not interpreted yet.
///
/// - SeeAlso: hurl.dev, "Grammar".
struct HurlText {
    /// One request with what is said about its response.
    struct Entry {
        var line: Int
        var comments: [String] = []
        var method = ""
        var url = ""
        /// Fields of the request.
        var fields: [String] = []
        /// The lines of each section of the request, by name.
        var sections: [(name: String, lines: [String])] = []
        var body: Body?
        /// The status of the response line; `nil` when there is none, `*` for any.
        var status: String?
        var responseFields: [String] = []
        var responseSections: [(name: String, lines: [String])] = []
        var hasResponseBody = false
    }

    /// The content of a request.
    enum Body {
        case text(String)
        /// Text between fences, with the word after the first.
        case fenced(String, language: String)
        case file(String)
        case encoded(String)
    }

    /// Why a text is not in this language.
    struct Fault: Error {
        var location: TextLocation
        var detail: String
    }

    private(set) var entries: [Entry] = []
    private let lines: [String]
    private var i = 0

    init(_ text: String) throws(Fault) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        try read()
    }

    private mutating func read() throws(Fault) {
        var comments: [String] = []
        while i < lines.count {
            let line = lines[i].trimmingSpaces
            if line.isEmpty {
                comments = []
                i += 1
            } else if line.hasPrefix("#") {
                comments.append(String(line.dropFirst()).trimmingSpaces)
                i += 1
            } else if let (method, url) = Self.requestLine(line) {
                var entry = Entry(line: i + 1, comments: comments, method: method, url: url)
                comments = []
                i += 1
                readRequest(&entry)
                readResponse(&entry)
                entries.append(entry)
            } else {
                throw Fault(
                    location: TextLocation(line: i + 1, column: 1),
                    detail:
                        "a request begins with its method and URL, as in: GET http://example.com"
                )
            }
        }
    }

    /// A method in capitals and a URL.
    static func requestLine(_ line: String) -> (method: String, url: String)? {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].allSatisfy({ $0.isASCII && $0.isUppercase }),
            words[0] != "HTTP"
        else { return nil }
        let url = withoutComment(words[1].trimmingSpaces)
        let isURL = url.contains("://") || url.hasPrefix("{{") || url.hasPrefix("/")
        return isURL ? (String(words[0]), url) : nil
    }

    private static func isResponseLine(_ line: String) -> Bool {
        guard line.hasPrefix("HTTP") else { return false }
        let words = line.split(separator: " ")
        guard words.count >= 2 else { return false }
        let version = words[0].dropFirst(4)
        return (version.isEmpty || version.hasPrefix("/"))
            && (words[1] == "*" || Int(words[1]) != nil)
    }

    // MARK: Request

    private mutating func readRequest(_ entry: inout Entry) {
        var section: Int?
        while i < lines.count {
            let line = lines[i].trimmingSpaces
            if Self.isResponseLine(line) { return }
            if line.isEmpty || line.hasPrefix("#") {
                i += 1
            } else if let name = Self.sectionName(line) {
                entry.sections.append((name, []))
                section = entry.sections.count - 1
                i += 1
            } else if Self.requestLine(line) != nil {
                return
            } else if Self.beginsBody(line) {
                entry.body = readBody()
                return
            } else if let section {
                entry.sections[section].lines.append(Self.withoutComment(line))
                i += 1
            } else {
                entry.fields.append(Self.withoutComment(line))
                i += 1
            }
        }
    }

    static func sectionName(_ line: String) -> String? {
        guard line.hasPrefix("["), let close = line.firstIndex(of: "]") else { return nil }
        let name = line[line.index(after: line.startIndex)..<close]
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter && $0.isASCII }
        return isName && name.first?.isUppercase == true ? String(name) : nil
    }

    private static func beginsBody(_ line: String) -> Bool {
        line.hasPrefix("```") || line.hasPrefix("`") || line.hasPrefix("{") && !line.hasPrefix("{{")
            || line.hasPrefix("[") || line.hasPrefix("<") || line.hasPrefix("file,")
            || line.hasPrefix("base64,") || line.hasPrefix("hex,")
    }

    private mutating func readBody() -> Body {
        let line = lines[i].trimmingSpaces
        if line.hasPrefix("```") { return readFenced(line) }
        if line.hasPrefix("`") {
            i += 1
            return .text(line.filter { $0 != "`" })
        }
        for kind in ["file,", "base64,", "hex,"] where line.hasPrefix(kind) {
            i += 1
            let value = Self.withoutComment(line).dropFirst(kind.count)
            let text = (value.hasSuffix(";") ? value.dropLast() : value).trimmingSpaces
            return kind == "file," ? .file(text) : .encoded(line)
        }
        return .text(readStructured(line))
    }

    private mutating func readFenced(_ first: String) -> Body {
        let language = first.dropFirst(3).trimmingSpaces
        // ```text``` on one line.
        if first.count > 6, first.hasSuffix("```") {
            i += 1
            return .fenced(String(first.dropFirst(3).dropLast(3)), language: "")
        }
        let start = i + 1
        let end = (start..<lines.count).first { lines[$0].trimmingSpaces.hasPrefix("```") }
        i = min((end ?? lines.count) + 1, lines.count)
        let text = lines[min(start, lines.count)..<(end ?? lines.count)].joined(separator: "\n")
        return .fenced(text + "\n", language: language)
    }

    /// JSON or XML, up to where its brackets are closed.
    private mutating func readStructured(_ first: String) -> String {
        let isXML = first.hasPrefix("<")
        var taken: [String] = []
        var depth = 0
        var isInString = false
        while i < lines.count {
            let line = lines[i]
            let trimmed = line.trimmingSpaces
            if isXML, trimmed.isEmpty || Self.isResponseLine(trimmed) { break }
            taken.append(line)
            i += 1
            guard !isXML else { continue }
            var isEscaped = false
            for character in line {
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if character == "\\" {
                        isEscaped = true
                    } else if character == "\"" {
                        isInString = false
                    }
                } else if character == "\"" {
                    isInString = true
                } else if character == "{" || character == "[" {
                    depth += 1
                } else if character == "}" || character == "]" {
                    depth -= 1
                }
            }
            if depth <= 0 { break }
        }
        return taken.joined(separator: "\n")
    }

    // MARK: Response

    private mutating func readResponse(_ entry: inout Entry) {
        while i < lines.count {
            let line = lines[i].trimmingSpaces
            if line.isEmpty || line.hasPrefix("#") {
                i += 1
                continue
            }
            guard Self.isResponseLine(line) else { return }
            break
        }
        guard i < lines.count else { return }
        entry.status = lines[i].split(separator: " ").dropFirst().first.map(String.init)
        i += 1
        var section: Int?
        while i < lines.count {
            let line = lines[i].trimmingSpaces
            // Comments before the next request belong to it.
            if line.isEmpty || line.hasPrefix("#") {
                if beginsNextEntry() { return }
                i += 1
            } else if Self.requestLine(line) != nil {
                return
            } else if let name = Self.sectionName(line) {
                entry.responseSections.append((name, []))
                section = entry.responseSections.count - 1
                i += 1
            } else if let section {
                entry.responseSections[section].lines.append(line)
                i += 1
            } else if Self.beginsBody(line) {
                _ = readBody()
                entry.hasResponseBody = true
            } else {
                entry.responseFields.append(Self.withoutComment(line))
                i += 1
            }
        }
    }

    /// Whether the next line that is neither blank nor a comment is a request line.
    private func beginsNextEntry() -> Bool {
        let next = lines[i...].first { line in
            let text = line.trimmingSpaces
            return !text.isEmpty && !text.hasPrefix("#")
        }
        return next.map { Self.requestLine($0.trimmingSpaces) != nil } ?? true
    }

    /// `line` without a comment at its end; `\#` is a number sign.
    static func withoutComment(_ line: String) -> String {
        var result = ""
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                result += character == "#" ? "#" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "#", quote == nil, result.last?.isWhitespace != false {
                break
            } else {
                if character == "\"" { quote = quote == nil ? character : nil }
                result.append(character)
            }
        }
        return (isEscaped ? result + "\\" : result).trimmingSpaces
    }
}
