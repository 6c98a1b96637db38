import HTTPModel

/// What jq says is wrong in a program, with the place found again.
struct JQProblem {
    private let program: String
    /// The first message without what jq puts around it.
    private let message: String
    /// The line it names, from 1.
    private let line: Int?

    /// Longer programs have no column.
    private static let longestSearch = 1000

    /// Reads jq's messages, such as `jq: error: x/0 is not defined at <top-level>, line 1:`.
    init(_ messages: String, of program: String) {
        self.program = program
        (message, line) = Self.first(messages)
    }

    private static func first(_ messages: String) -> (String, Int?) {
        var text = String(messages.prefix { $0 != "\n" })
        if text.hasPrefix("jq: error: ") { text.removeFirst("jq: error: ".count) }
        guard let at = text.firstRange(of: " at <top-level>, line ") else { return (text, nil) }
        let line = Int(text[at.upperBound...].prefix { $0.isNumber })
        return (String(text[..<at.lowerBound]), line)
    }

    /// The error; `handle` is used for finding its place.
    func error(_ handle: JQHandle) -> FilterError {
        if message.hasPrefix("syntax error") {
            return FilterError(.expression, at: syntaxPlace(handle), Self.readable(message))
        }
        if let slash = message.firstIndex(of: "/"), message.hasSuffix(" is not defined") {
            let name = String(message[..<slash])
            return FilterError(.expression, at: Self.place(ofWord: name, in: program), message)
        }
        let place = line.map { TextLocation(line: $0, column: 1) }
        return FilterError(.expression, at: place, Self.readable(message))
    }

    private static func readable(_ message: String) -> String {
        var text = message
        for (old, new) in [
            (" (Unix shell quoting issues?)", ""), ("$end", "the end"),
            ("INVALID_CHARACTER", "character"), ("QQSTRING_START", "string"),
            ("QQSTRING_TEXT or QQSTRING_INTERP_START or QQSTRING_END", "the end of the string"),
        ] {
            while let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
        }
        return text
    }

    /// Where the token stands that no program can go on with.
    ///
    /// The parser names a line only. So beginnings of the program are tried with a character on a line of
    /// its own that starts no token: where that one is the error, the beginning was right.
    private func syntaxPlace(_ handle: JQHandle) -> TextLocation? {
        let characters = Array(program)
        guard characters.count <= Self.longestSearch else {
            return line.map { TextLocation(line: $0, column: 1) }
        }
        var longest = 0
        for count in 1...max(characters.count, 1) where count <= characters.count {
            let beginning = String(characters[..<count])
            let lines = beginning.utf8.count { $0 == 0x0A } + 1
            _ = handle.compile(beginning + "\n\u{1}")
            if let line = Self.first(handle.text).1, line > lines { longest = count }
        }
        while longest < characters.count, characters[longest].isWhitespace { longest += 1 }
        return Self.location(of: longest, in: characters)
    }

    private static func location(of place: Int, in characters: [Character]) -> TextLocation {
        var location = TextLocation(line: 1, column: 1)
        for character in characters[..<place] {
            location.column += 1
            if character.isNewline { location = TextLocation(line: location.line + 1, column: 1) }
        }
        return location
    }

    /// Where a name stands alone in a program, outside of strings and not after a dot.
    static func place(ofWord word: String, in program: String) -> TextLocation? {
        let characters = Array(program)
        let wanted = Array(word)
        guard !wanted.isEmpty, characters.count >= wanted.count else { return nil }
        var isQuoted = false
        for start in characters.indices {
            if characters[start] == "\"", start == 0 || characters[start - 1] != "\\" {
                isQuoted.toggle()
            }
            let end = start + wanted.count
            guard !isQuoted, end <= characters.count, characters[start..<end].elementsEqual(wanted)
            else { continue }
            let before: Character = start > 0 ? characters[start - 1] : " "
            let after: Character = end < characters.count ? characters[end] : " "
            if !isWord(before) && !".$@\"".contains(before) && !isWord(after) && after != ":" {
                return location(of: start, in: characters)
            }
        }
        return nil
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
