import Collections
import Files
import HTTPModel
import Interchange

/// The saved requests of a recording, in one request file.
///
/// A file that is there already is kept as it is; requests are added at its end.
struct RecordedRequests {
    /// The file's path.
    let file: String
    /// How many requests were added.
    private(set) var addedCount = 0
    /// The service's path, which stands in `{{base}}`.
    private let basePath: String
    private let base: String
    /// What the file holds: its start, variables and requests.
    private var text: String
    /// The name of each request, by method, path and names of query items.
    private var names: [String: String] = [:]
    private var takenNames: Set<String> = []
    private var variables: Set<String> = []

    /// Fields that clients add by themselves, or that are about a connection.
    private static let usual: Set<String> = [
        "host", "user-agent", "accept-encoding", "accept-language", "connection", "content-length",
        "cookie", "origin", "referer", "cache-control", "pragma", "if-none-match",
        "if-modified-since", "dnt", "priority",
    ]

    /// Prepares a file, which need not exist.
    init(file: String, base: String, basePath: String) throws {
        self.file = file
        self.base = base
        self.basePath = basePath.hasSuffix("/") ? String(basePath.dropLast()) : basePath
        guard FileSystem.exists(file) else {
            text = "@base = \(base)\n"
            variables = ["base"]
            return
        }
        text = try FileSystem.read(file).text
        var lastName = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("@") {
                let name = line.dropFirst().prefix { $0 != "=" && $0 != " " }
                variables.insert(String(name))
            } else if let (method, url) = Self.requestLine(line) {
                names[Self.key(method, url)] = lastName
            } else if let name = Self.directive(line) {
                takenNames.insert(name)
                lastName = name
            }
        }
    }

    /// Adds a request and writes the file, unless there is one like it.
    ///
    /// - Parameters:
    ///   - request: The request; secrets in it are placeholders.
    ///   - secrets: The names of fields that carry credentials, in lower case.
    /// - Returns: The request's name.
    /// - Throws: `FileError` when the file cannot be written.
    mutating func add(_ request: RedactedRequest, secrets: Set<String>) throws -> String {
        let uri = try TargetURI(request.url)
        var path = uri.path
        if path.hasPrefix(basePath) { path = String(path.dropFirst(basePath.count)) }
        if !path.hasPrefix("/") { path = "/" + path }
        let template = PathTemplate(path)
        var url = "{{base}}" + Self.braced(template.path)
        let needed = template.values.map { ($0.name, PercentEncoding.decode($0.text[...])) }
        var secretNames: [String] = []
        if let query = uri.query {
            url += "?" + Self.query(query, &secretNames)
        }
        let key = Self.key(request.method, url)
        if let name = names[key] { return name }
        let name = uniqueName(request.method, template.path)
        var imported = ImportedRequest(name: name, method: request.method, url: url)
        imported.directives = [ImportedPair("name", name)]
        addFields(of: request, secrets: secrets, to: &imported, &secretNames)
        addBody(of: request, to: &imported)
        if !secretNames.isEmpty {
            imported.summary =
                "Needs \(secretNames.joined(separator: ", ")) in http-client.private.env.json."
        }
        var head = ""
        for (variable, value) in needed where variables.insert(variable).inserted {
            head += "@\(variable) = \(value.filter { !$0.isNewline })\n"
        }
        var next = text
        if !next.hasSuffix("\n") { next += "\n" }
        next += "\n" + HTTPFileText.text(of: imported)
        next = Self.inserting(head, into: next)
        try FileSystem.replace(file, with: Octets(utf8: next))
        text = next
        names[key] = name
        addedCount += 1
        return name
    }

    // MARK: Parts

    /// `{name}` as `{{name}}`.
    private static func braced(_ path: String) -> String {
        path.replacing("{", with: "{{").replacing("}", with: "}}")
    }

    /// The query, with a variable for each value that is secret.
    private static func query(_ query: String, _ secretNames: inout [String]) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, halves[1].hasPrefix("REDACTED-") else { return String(item) }
            let name = variableName(PercentEncoding.decode(halves[0]))
            secretNames.append(name)
            return "\(halves[0])={{\(name)}}"
        }.joined(separator: "&")
    }

    private func addFields(
        of request: RedactedRequest,
        secrets: Set<String>,
        to imported: inout ImportedRequest,
        _ secretNames: inout [String]
    ) {
        for field in request.fields {
            let name = field.name.lowercased()
            if Self.usual.contains(name) || name.hasPrefix("sec-") || name.hasPrefix("x-forwarded-")
            {
                continue
            }
            if name == "accept", field.value == "*/*" { continue }
            guard secrets.contains(name) || field.value.contains("REDACTED-") else {
                imported.fields.append(ImportedPair(field.name, field.value))
                continue
            }
            if name == "authorization", field.value.lowercased().hasPrefix("bearer ") {
                imported.token = .bearer("{{token}}")
                secretNames.append("token")
                continue
            }
            let variable = Self.variableName(field.name)
            imported.token =
                imported.token ?? .field(name: field.name, value: "{{\(variable)}}")
            secretNames.append(variable)
        }
    }

    private func addBody(of request: RedactedRequest, to imported: inout ImportedRequest) {
        guard !request.body.isEmpty else { return }
        let isText = request.body.validText.map { !$0.contains("\u{0}") } ?? false
        if isText, let text = request.body.validText {
            imported.body = .text(text.replacing("{{", with: "\\{{"))
        } else {
            imported.notes.append("content of \(request.body.count) bytes that is not text")
        }
    }

    /// Puts variables behind those that the file begins with.
    private static func inserting(_ head: String, into text: String) -> String {
        guard !head.isEmpty else { return text }
        var end = text.startIndex
        while end < text.endIndex, text[end] == "@" || text[end] == "#" {
            guard !text[end...].hasPrefix("###"),
                let feed = text[end...].firstIndex(where: \.isNewline)
            else { break }
            end = text.index(after: feed)
        }
        return text[..<end] + head + text[end...]
    }

    // MARK: Names

    private mutating func uniqueName(_ method: String, _ path: String) -> String {
        var words: [String] = []
        var trailing = ""
        for segment in path.split(separator: "/") {
            if segment.hasPrefix("{") {
                trailing = "ById"
            } else {
                words.append(String(segment.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }))
                trailing = ""
            }
        }
        let base =
            method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            + trailing
        var name = base
        var number = 2
        while !takenNames.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }

    private static func variableName(_ name: String) -> String {
        var result = ""
        var isUpper = false
        for character in name {
            guard character.isASCII, character.isLetter || character.isNumber else {
                isUpper = !result.isEmpty
                continue
            }
            result +=
                isUpper
                ? character.uppercased()
                : result.isEmpty ? character.lowercased() : String(character)
            isUpper = false
        }
        return result.isEmpty ? "secret" : result
    }

    /// What requests that are folded into one have in common.
    private static func key(_ method: String, _ url: String) -> String {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = parts.count > 1 ? parts[1].split(separator: "&") : []
        let names = Set(items.map { String($0.prefix { $0 != "=" }) }).sorted()
        return "\(method) \(parts[0]) \(names.joined(separator: "&"))"
    }

    private static func requestLine(_ line: Substring) -> (method: String, url: String)? {
        let words = line.split(separator: " ")
        guard words.count >= 2, words[1].hasPrefix("{{base}}"),
            words[0].allSatisfy({ $0.isASCII && $0.isUppercase })
        else { return nil }
        return (String(words[0]), String(words[1]))
    }

    private static func directive(_ line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard words.count >= 3, words[0] == "#", words[1] == "@name" else { return nil }
        return String(words[2])
    }
}
