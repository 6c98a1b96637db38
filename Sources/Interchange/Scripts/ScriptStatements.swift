/// The statements of a JavaScript text that run whatever happens.
///
/// No JavaScript is run. Statements below `if`, `for`, `while`, `switch` or `catch` are left out, and so
/// are comments; the bodies of function literals, such as those of tests, count as run.
enum ScriptStatements {
    /// The statements in order, white space between tokens removed, strings as written.
    static func unconditional(in text: String) -> [String] {
        var reader = Reader(characters: Array(text))
        reader.read()
        return reader.statements
    }

    private static let conditions: Set<String> = [
        "if", "else", "for", "while", "switch", "catch", "case",
    ]

    private struct Reader {
        let characters: [Character]
        var i = 0
        var statements: [String] = []
        private var statement = ""
        private var words: Set<String> = []
        private var word = ""
        /// Whether each open brace is conditional.
        private var braces: [Bool] = []
        /// Round and square brackets that are open in the statement, by depth of braces.
        private var depth = [0]

        init(characters: [Character]) {
            self.characters = characters
        }

        mutating func read() {
            while i < characters.count {
                let character = characters[i]
                switch character {
                case "/" where peek == "/": skip { $0.isNewline }
                case "/" where peek == "*": skipBlockComment()
                case "\"", "'", "`": takeString(character)
                case "{": open()
                case "}": close()
                case ";": end()
                case _ where character.isNewline: endOfLine()
                default: take(character)
                }
                i += 1
            }
            end()
        }

        private var peek: Character? { i + 1 < characters.count ? characters[i + 1] : nil }

        private mutating func skip(until isEnd: (Character) -> Bool) {
            while i + 1 < characters.count, !isEnd(characters[i + 1]) { i += 1 }
        }

        private mutating func skipBlockComment() {
            i += 2
            while i + 1 < characters.count, !(characters[i] == "*" && characters[i + 1] == "/") {
                i += 1
            }
            i += 1
        }

        private mutating func takeString(_ quote: Character) {
            endWord()
            statement.append(quote)
            i += 1
            while i < characters.count, characters[i] != quote {
                if characters[i] == "\\", i + 1 < characters.count {
                    statement.append(characters[i])
                    i += 1
                }
                statement.append(characters[i])
                i += 1
            }
            statement.append(quote)
        }

        private mutating func take(_ character: Character) {
            if character.isWhitespace { return endWord() }
            if character.isLetter || character.isNumber || character == "_" || character == "$" {
                // `var x` must not become `varx`.
                if word.isEmpty, let last = statement.last, last.isLetter { statement += " " }
                word.append(character)
            } else {
                endWord()
                if character == "(" || character == "[" { depth[depth.count - 1] += 1 }
                if character == ")" || character == "]" { depth[depth.count - 1] -= 1 }
            }
            statement.append(character)
        }

        private mutating func endWord() {
            if !word.isEmpty { words.insert(word) }
            word = ""
        }

        private mutating func open() {
            endWord()
            let isConditional =
                (braces.last ?? false) || !words.isDisjoint(with: ScriptStatements.conditions)
            flush()
            braces.append(isConditional)
            depth.append(0)
        }

        private mutating func close() {
            end()
            _ = braces.popLast()
            if depth.count > 1 { depth.removeLast() }
        }

        private mutating func endOfLine() {
            endWord()
            guard (depth.last ?? 0) <= 0, !statement.isEmpty else { return }
            // A chain goes on when the next line begins with a dot.
            var next = i + 1
            while next < characters.count, characters[next].isWhitespace { next += 1 }
            if next < characters.count, characters[next] == "." { return }
            end()
        }

        private mutating func end() {
            endWord()
            flush()
            if !depth.isEmpty { depth[depth.count - 1] = 0 }
        }

        private mutating func flush() {
            let isConditional =
                (braces.last ?? false) || !words.isDisjoint(with: ScriptStatements.conditions)
            if !statement.isEmpty, !isConditional { statements.append(statement) }
            statement = ""
            words = []
        }
    }
}
