import HTTPModel

/// What one line says, as far as it can be told without its neighbours.
extension SourceText {
    /// Whether a line holds nothing but blanks.
    func isBlank(_ line: SourceLine) -> Bool { trimmed(line.content).isEmpty }

    /// Whether a line begins a block.
    func isSeparator(_ line: SourceLine) -> Bool { starts(line.content, with: "###") }

    /// The bytes after the marker of a comment line, blanks around them removed.
    func comment(_ line: SourceLine) -> Range<Int>? {
        let content = trimmed(line.content)
        if starts(content, with: "//") {
            return trimmed((content.lowerBound + 2)..<content.upperBound)
        }
        guard starts(content, with: "#"), !isSeparator(line) else { return nil }
        return trimmed((content.lowerBound + 1)..<content.upperBound)
    }

    /// The name and value of a directive line, without the `@`.
    func directive(_ line: SourceLine) -> (at: Int, name: Range<Int>, value: Range<Int>)? {
        guard let comment = comment(line), !comment.isEmpty, bytes[comment.lowerBound] == Byte.at
        else { return nil }
        let start = comment.lowerBound + 1
        let nameEnd = bytes[start..<comment.upperBound].firstIndex { !Byte.isName($0) }
        let name = start..<(nameEnd ?? comment.upperBound)
        guard !name.isEmpty else { return nil }
        var value = trimmed(name.upperBound..<comment.upperBound)
        if starts(value, with: "="), !starts(value, with: "==") {
            value = trimmed((value.lowerBound + 1)..<value.upperBound)
        }
        return (comment.lowerBound, name, value)
    }

    /// The name and value of an `@name = value` line.
    func variable(_ line: SourceLine) -> (name: Range<Int>, value: Range<Int>)? {
        let content = trimmed(line.content)
        guard starts(content, with: "@") else { return nil }
        let start = content.lowerBound + 1
        let nameEnd = bytes[start..<content.upperBound].firstIndex { !Byte.isName($0) }
        let name = start..<(nameEnd ?? content.upperBound)
        var rest = trimmed(name.upperBound..<content.upperBound)
        // `:=` is how httpYac writes a variable that is evaluated late, as all are here.
        if starts(rest, with: ":=") { rest = (rest.lowerBound + 1)..<rest.upperBound }
        guard !name.isEmpty, starts(rest, with: "=") else { return nil }
        return (name, trimmed((rest.lowerBound + 1)..<rest.upperBound))
    }

    /// Whether the bytes of `range` end with `}}`.
    func endsInBraces(_ range: Range<Int>) -> Bool {
        bytes[range].suffix(2).elementsEqual("}}".utf8)
    }

    /// Whether a line begins a recorded response, such as `HTTP/1.1 200 OK`.
    func isStatusLine(_ line: SourceLine) -> Bool {
        guard starts(line.content, with: "HTTP/") else { return false }
        let words = text(line.content).split(separator: " ")
        return words.count >= 2 && words[1].count == 3 && Int(words[1]) != nil
    }

    /// The path of a line `< path` or `<@ path`, and whether templates in the file are filled in.
    ///
    /// An encoding may follow the `@`, as in `<@latin1 path`.
    func fileReference(
        _ line: SourceLine
    ) -> (path: Range<Int>, isTemplated: Bool, encoding: String?)? {
        let content = trimmed(line.content)
        guard starts(content, with: "<") else { return nil }
        var rest = (content.lowerBound + 1)..<content.upperBound
        var isTemplated = false
        var encoding: String?
        if starts(rest, with: "@") {
            isTemplated = true
            let end = bytes[rest].firstIndex { Byte.isBlank($0) } ?? rest.upperBound
            let name = text((rest.lowerBound + 1)..<end)
            if !name.isEmpty { encoding = name }
            rest = end..<rest.upperBound
        }
        guard let first = rest.first, Byte.isBlank(bytes[first]) else { return nil }
        let path = trimmed(rest)
        guard !path.isEmpty, !starts(path, with: "{%") else { return nil }
        return (path, isTemplated, encoding)
    }

    /// Whether a line stands after the content: a handler, an output file, a `??` condition or `<>`.
    func endsContent(_ line: SourceLine) -> Bool {
        let content = trimmed(line.content)
        guard content.lowerBound == line.start, !content.isEmpty else { return false }
        if starts(content, with: "<> ") || starts(content, with: "?? ") { return true }
        if starts(content, with: ">> ") || starts(content, with: ">>! ") { return true }
        guard starts(content, with: ">") else { return false }
        let rest = text(trimmed((content.lowerBound + 1)..<content.upperBound))
        if rest.hasPrefix("{%") { return true }
        let isScript = [".js", ".mjs", ".ts", ".lua", ".py"].contains { rest.hasSuffix($0) }
        return isScript && !rest.contains(" ")
    }
}
