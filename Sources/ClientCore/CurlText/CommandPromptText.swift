/// A command line for the Windows command prompt, as browsers copy it.
///
/// Two programs read such a line: the prompt, for which `^` makes the next character plain, and the
/// program's own start-up code, which splits what is left into words by quotes and backslashes.
enum CommandPromptText {
    /// Whether a text is written for the command prompt.
    static func isLikely(_ text: [UInt8]) -> Bool {
        var before: UInt8 = 0x20
        for (byte, next) in zip(text, text.dropFirst()) where byte != 0x0D {
            if byte == UInt8(ascii: "^") {
                if next == UInt8(ascii: "\""), before == 0x20 { return true }
                if next == 0x0A || next == 0x0D { return true }
            }
            before = byte
        }
        return false
    }

    /// The words of the first command.
    static func words(_ text: [UInt8]) -> [[UInt8]] { split(withoutCarets(text)) }

    /// What the prompt hands to the program; a line end that no caret stands before ends it.
    private static func withoutCarets(_ text: [UInt8]) -> [UInt8] {
        var rest = text.drop { $0 <= 0x20 }
        var result: [UInt8] = []
        var isQuoted = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                result.append(byte)
            case UInt8(ascii: "^") where !isQuoted:
                if rest.first == 0x0D { rest.removeFirst() }
                guard rest.first == 0x0A else {
                    if let plain = rest.popFirst() { result.append(plain) }
                    continue
                }
                rest.removeFirst()
                if rest.starts(with: [0x0D, 0x0A]) { rest.removeFirst() }
                // Of two line ends the second is meant as itself.
                if rest.first == 0x0A { result.append(rest.removeFirst()) }
            case 0x0A where !isQuoted: return result
            case 0x0D: break
            default: result.append(byte)
            }
        }
        return result
    }

    /// Splits as the C library of Windows does.
    private static func split(_ line: [UInt8]) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var isQuoted = false
        var backslashes = 0
        var rest = line[...]
        func pending(_ count: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "\\"), count: count)
        }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                backslashes += 1
                continue
            }
            let count = backslashes
            backslashes = 0
            if byte == UInt8(ascii: "\"") {
                if word == nil { word = [] }
                word?.append(contentsOf: pending(count / 2))
                if count % 2 == 1 {
                    word?.append(byte)
                } else if isQuoted, rest.first == byte {
                    rest.removeFirst()
                    word?.append(byte)
                } else {
                    isQuoted.toggle()
                }
                continue
            }
            if count > 0 {
                if word == nil { word = [] }
                word?.append(contentsOf: pending(count))
            }
            if !isQuoted, byte == 0x20 || byte == 0x09 {
                if let done = word { words.append(done) }
                word = nil
            } else {
                if word == nil { word = [] }
                word?.append(byte)
            }
        }
        if backslashes > 0 { word = (word ?? []) + pending(backslashes) }
        if let word { words.append(word) }
        return words
    }
}
