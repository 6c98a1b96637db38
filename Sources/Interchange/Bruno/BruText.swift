import Documents
import HTTPModel

/// The blocks of a `.bru` file.
///
/// - SeeAlso: Bruno documentation, "Bru Lang".
struct BruText {
    /// One line of a block of names and values.
    struct Entry {
        var name: String
        var value: String
        /// Whether a `~` switches the entry off.
        var isEnabled = true
        /// Whether an `@` makes the variable local.
        var isLocal = false
    }

    /// What stands between the braces.
    enum Content {
        case entries([Entry])
        case text(String)
        case list([String])
    }

    /// Why a text is not in this language.
    struct Fault: Error {
        var location: TextLocation
        var detail: String
    }

    /// The blocks in order.
    private(set) var blocks: [(name: String, content: Content)] = []

    private static let texts: Set<String> = [
        "body", "body:json", "body:text", "body:xml", "body:sparql", "body:graphql",
        "body:graphql:vars", "tests", "docs", "script:pre-request", "script:post-response",
        "body:grpc", "body:ws", "script:hooks",
    ]

    init(_ text: String) throws(Fault) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        var i = 0
        while i < lines.count {
            let line = lines[i].trimmingSpaces
            let start = i
            i += 1
            if line.isEmpty || line.hasPrefix("//") || line.hasPrefix("#") { continue }
            // A stray brace closes nothing; Bruno's own fixtures have one.
            if line == "}" { continue }
            guard let open = line.last, open == "{" || open == "[" else {
                throw Fault(
                    location: TextLocation(line: start + 1, column: 1),
                    detail: "a block begins with its name and {, as in: get {"
                )
            }
            let name = line.dropLast().trimmingSpaces
            let close = open == "{" ? "}" : "]"
            guard let end = (i..<lines.count).first(where: { lines[$0].trimmingTrail == close })
            else {
                throw Fault(
                    location: TextLocation(line: start + 1, column: 1),
                    detail:
                        "the block \(name) is not closed; end it with \(close) on a line of its own"
                )
            }
            blocks.append((name, Self.content(name, open, Array(lines[i..<end]))))
            i = end + 1
        }
    }

    private static func content(_ name: String, _ open: Character, _ lines: [String]) -> Content {
        if open == "[" {
            let items = lines.flatMap { $0.split(separator: ",") }.map(\.trimmingSpaces)
            return .list(items.filter { !$0.isEmpty })
        }
        if texts.contains(name) || name.hasPrefix("script:") {
            return .text(lines.map(outdented).joined(separator: "\n"))
        }
        return .entries(entries(lines))
    }

    private static func outdented(_ line: String) -> String {
        line.hasPrefix("  ") ? String(line.dropFirst(2)) : line
    }

    private static func entries(_ lines: [String]) -> [Entry] {
        var entries: [Entry] = []
        var i = 0
        while i < lines.count {
            var line = lines[i].trimmingSpaces
            i += 1
            if line.isEmpty { continue }
            if let end = annotationEnd(lines, i - 1) {
                i = end
                continue
            }
            var entry = Entry(name: "", value: "")
            if line.hasPrefix("~") {
                entry.isEnabled = false
                line.removeFirst()
            }
            if line.hasPrefix("@") {
                entry.isLocal = true
                line.removeFirst()
            }
            guard let (name, rest) = nameAndRest(line) else { continue }
            entry.name = name
            entry.value = rest
            if rest == "'''" || rest.hasPrefix("'''") && !rest.dropFirst(3).contains("'''") {
                let end = (i..<lines.count).first { lines[$0].contains("'''") } ?? lines.count
                var inner = lines[i..<end].map { outdented(outdented($0)) }
                let first = String(rest.dropFirst(3))
                if !first.isEmpty { inner.insert(first, at: 0) }
                entry.value = inner.joined(separator: "\n")
                i = min(end + 1, lines.count)
            } else if rest.hasPrefix("'''") {
                entry.value = String(rest.dropFirst(3).dropLast(3))
            } else if rest == "[" {
                let end = (i..<lines.count).first { lines[$0].trimmingSpaces == "]" } ?? lines.count
                entry.value = lines[i..<end].map(\.trimmingSpaces).joined(separator: ",")
                i = min(end + 1, lines.count)
            }
            entries.append(entry)
        }
        return entries
    }

    /// Where the lines go on after an annotation such as `@description('…')` or `@number`.
    private static func annotationEnd(_ lines: [String], _ i: Int) -> Int? {
        let line = lines[i].trimmingSpaces
        guard line.hasPrefix("@") else { return nil }
        let name = line.dropFirst().prefix { $0.isLetter }
        let rest = line.dropFirst(1 + name.count)
        if rest.isEmpty { return i + 1 }
        guard rest.hasPrefix("(") else { return nil }
        if rest.hasPrefix("('''"), !rest.dropFirst(4).contains("'''") {
            let end = (i + 1..<lines.count).first { lines[$0].contains("'''") } ?? lines.count
            return min(end + 1, lines.count)
        }
        return i + 1
    }

    /// `name: value`, the name perhaps in quotes.
    private static func nameAndRest(_ line: String) -> (name: String, rest: String)? {
        if line.hasPrefix("\"") {
            var name = ""
            var isEscaped = false
            var i = line.index(after: line.startIndex)
            while i < line.endIndex, isEscaped || line[i] != "\"" {
                if line[i] == "\\", !isEscaped {
                    isEscaped = true
                } else {
                    name.append(line[i])
                    isEscaped = false
                }
                i = line.index(after: i)
            }
            let rest = i < line.endIndex ? line[line.index(after: i)...].trimmingSpaces : ""
            guard rest.hasPrefix(":") else { return nil }
            return (name, rest.dropFirst().trimmingSpaces)
        }
        guard let colon = line.firstIndex(of: ":") else { return (line.trimmingSpaces, "") }
        return (line[..<colon].trimmingSpaces, line[line.index(after: colon)...].trimmingSpaces)
    }
}
