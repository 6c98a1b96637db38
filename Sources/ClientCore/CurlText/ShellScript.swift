/// A pasted command line, split into commands and words as a shell does, without running anything.
///
/// Quotes, escapes, continued lines, comments, here-documents and redirected input are understood;
/// variables and substitutions stay as they are written. Words are octets, since `$'\xff'` can make any.
///
/// - SeeAlso: POSIX.1-2024 Shell Command Language §2.2 and §2.7; `man bash`, QUOTING.
struct ShellScript {
    /// One command.
    struct Command {
        /// Its words, quotes removed.
        var words: [[UInt8]] = []
        /// What it reads from standard input, where the text says.
        var input: Input?
    }

    /// Where standard input comes from.
    enum Input: Hashable {
        /// A file.
        case file(String)
        /// A text in the script.
        case text([UInt8])
    }

    /// The commands, in order; none is empty.
    private(set) var commands: [Command] = []
    /// What a reader should know, in order, each once.
    private(set) var notes: [String] = []

    private var rest: ArraySlice<UInt8>
    private var command = Command()
    /// The word being read; `nil` between words.
    private var word: [UInt8]?
    /// What the next word is for when a redirection stands before it.
    private var redirection: Redirection?
    private var hereDocuments: [(delimiter: [UInt8], dropsTabs: Bool)] = []

    private enum Redirection {
        case input, output, hereText
        case hereDocument(dropsTabs: Bool)
    }

    /// Splits a text of a POSIX shell, bash, or (as far as they agree) PowerShell.
    init(_ text: [UInt8]) {
        rest = text[...]
        while let byte = rest.popFirst() { read(byte) }
        endCommand()
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    private mutating func read(_ byte: UInt8) {
        switch byte {
        case 0x20, 0x09: endWord()
        case 0x0D where rest.first == 0x0A: break
        case 0x0A: endLine()
        case UInt8(ascii: "\\"): readEscape()
        case UInt8(ascii: "'"): append(until: UInt8(ascii: "'"))
        case UInt8(ascii: "\""): readDoubleQuoted()
        case UInt8(ascii: "$"): readDollar()
        case UInt8(ascii: "`"): readBackquote()
        case UInt8(ascii: "#") where word == nil: rest = rest.drop { $0 != 0x0A }
        case UInt8(ascii: ";"), UInt8(ascii: "|"): endCommand()
        case UInt8(ascii: "&"): readAmpersand()
        case UInt8(ascii: "<"), UInt8(ascii: ">"): readRedirection(byte)
        default: append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if word == nil { word = [] }
        word?.append(byte)
    }

    private mutating func append(until end: UInt8) {
        let text = rest.prefix { $0 != end }
        if word == nil { word = [] }
        word?.append(contentsOf: text)
        rest = rest.dropFirst(text.count)
        if rest.popFirst() == nil { note("a quote is not closed") }
    }

    private mutating func endWord() {
        guard let word else { return }
        self.word = nil
        switch redirection {
        case nil: command.words.append(word)
        case .output: break
        case .input: command.input = .file(String(decoding: word, as: UTF8.self))
        case .hereText: command.input = .text(word + [0x0A])
        case .hereDocument(let dropsTabs): hereDocuments.append((word, dropsTabs))
        }
        redirection = nil
    }

    private mutating func endCommand() {
        endWord()
        if !hereDocuments.isEmpty {
            // They begin on the next line, whatever else stands on this one.
            rest = rest.drop { $0 != 0x0A }.dropFirst()
            readHereDocuments()
        }
        if !command.words.isEmpty { commands.append(command) }
        command = Command()
    }

    /// A line ends the command, unless the next one can only go on with it.
    private mutating func endLine() {
        endWord()
        if !hereDocuments.isEmpty { readHereDocuments() }
        let next = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        let goesOn =
            next.first == UInt8(ascii: "-") || next.first == UInt8(ascii: "'")
            || next.first == UInt8(ascii: "\"") || next.starts(with: "http://".utf8)
            || next.starts(with: "https://".utf8)
        guard goesOn, !command.words.isEmpty else { return endCommand() }
        note("a line goes on without a backslash at its end")
    }

    private mutating func readEscape() {
        guard let byte = rest.popFirst() else { return append(UInt8(ascii: "\\")) }
        if byte == 0x0A { return }
        if byte == 0x0D, rest.first == 0x0A {
            rest.removeFirst()
            return
        }
        append(byte)
    }

    private mutating func readBackquote() {
        // PowerShell continues a line so; elsewhere it would start a command substitution.
        let end = rest.drop { $0 == 0x20 || $0 == 0x0D }
        if end.first == 0x0A {
            rest = end.dropFirst()
            return
        }
        append(UInt8(ascii: "`"))
        let inside = rest.prefix { $0 != UInt8(ascii: "`") && $0 != 0x0A }
        guard rest.dropFirst(inside.count).first == UInt8(ascii: "`") else { return }
        note("a command substitution is kept as it is written")
        word?.append(contentsOf: inside + [UInt8(ascii: "`")])
        rest = rest.dropFirst(inside.count + 1)
    }

    private mutating func readDoubleQuoted() {
        word = word ?? []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return append(byte) }
                if next == 0x0A { continue }
                if !"\\\"$`".utf8.contains(next) { append(byte) }
                append(next)
            case UInt8(ascii: "$"):
                noteVariable()
                append(byte)
            default: append(byte)
            }
        }
        note("a quote is not closed")
    }

    private mutating func readDollar() {
        switch rest.first {
        case UInt8(ascii: "'"):
            rest.removeFirst()
            word = word ?? []
            if !ANSIQuote.read(&rest, into: &word) { note("a quote is not closed") }
        case UInt8(ascii: "\""):
            rest.removeFirst()
            readDoubleQuoted()
        case UInt8(ascii: " ") where word == nil && command.words.isEmpty:
            break  // The prompt of a session that was pasted whole.
        default:
            noteVariable()
            append(UInt8(ascii: "$"))
        }
    }

    private mutating func noteVariable() {
        guard let first = rest.first else { return }
        let isName = VariableName.isNameByte(first)
        guard isName || first == UInt8(ascii: "{") || first == UInt8(ascii: "(") else { return }
        let isBraced = first == UInt8(ascii: "{")
        let name = rest.dropFirst(isBraced ? 1 : 0).prefix(while: VariableName.isNameByte)
        note(
            name.isEmpty
                ? "a command substitution is kept as it is written"
                : "variable \(String(decoding: name, as: UTF8.self)) is kept as it is written"
        )
    }

    /// `&` ends a command, but in a URL that somebody forgot to quote it is meant as itself.
    private mutating func readAmpersand() {
        let isInside = rest.first.map { !" \t\r\n&>".utf8.contains($0) } ?? false
        guard let word, isInside || rest.isEmpty, word.contains(UInt8(ascii: "?")) else {
            if rest.first == UInt8(ascii: ">") { return }
            return endCommand()
        }
        note("a URL holds & without quotes; a shell would cut it there")
        append(UInt8(ascii: "&"))
    }

    private mutating func readRedirection(_ byte: UInt8) {
        if let word, word.allSatisfy({ (0x30...0x39).contains($0) }) {
            self.word = nil  // The number of a descriptor.
        }
        endWord()
        if byte == UInt8(ascii: ">") {
            while let next = rest.first, ">&|".utf8.contains(next) { rest.removeFirst() }
            redirection = .output
            return
        }
        var count = 1
        while rest.first == byte, count < 3 {
            rest.removeFirst()
            count += 1
        }
        switch count {
        case 1: redirection = .input
        case 2:
            let dropsTabs = rest.first == UInt8(ascii: "-")
            if dropsTabs { rest.removeFirst() }
            redirection = .hereDocument(dropsTabs: dropsTabs)
        default: redirection = .hereText
        }
    }

    private mutating func readHereDocuments() {
        for (delimiter, dropsTabs) in hereDocuments {
            var text: [UInt8] = []
            while !rest.isEmpty {
                var line = rest.prefix { $0 != 0x0A }
                rest = rest.dropFirst(line.count + 1)
                if dropsTabs { line = line.drop { $0 == 0x09 } }
                if line.elementsEqual(delimiter) { break }
                text += line + [0x0A]
            }
            command.input = .text(text)
        }
        hereDocuments = []
    }
}

/// The names of shell variables.
private enum VariableName {
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
