/// A text with variables: literal pieces and expressions in `{{ }}`.
///
/// `\{{` stands for two literal braces. Expressions do not span lines.
struct Template: Sendable, Equatable {
    enum Piece: Sendable, Equatable {
        /// Text that stays as it is.
        case literal(String)
        /// What stands between the braces, blanks trimmed, and where the braces begin, in bytes.
        case expression(String, offset: Int)
    }

    /// The pieces in order; literals are not empty and not neighbours.
    private(set) var pieces: [Piece] = []
    /// Where braces open that are not closed on their line, in bytes from the start.
    private(set) var unclosed: [Int] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var literal: [UInt8] = []
        var i = 0
        func isAt(_ position: Int, _ first: UInt8, _ second: UInt8) -> Bool {
            position + 1 < bytes.count && bytes[position] == first && bytes[position + 1] == second
        }
        while i < bytes.count {
            if bytes[i] == Self.backslash, isAt(i + 1, Self.open, Self.open) {
                literal += [Self.open, Self.open]
                i += 3
            } else if isAt(i, Self.open, Self.open) {
                // In `{{{x}}}` the inner pair of braces is the expression's.
                if isAt(i + 1, Self.open, Self.open) {
                    literal.append(Self.open)
                    i += 1
                    continue
                }
                guard let close = Self.close(in: bytes, from: i + 2) else {
                    unclosed.append(i)
                    literal += [Self.open, Self.open]
                    i += 2
                    continue
                }
                if !literal.isEmpty { pieces.append(.literal(Self.text(literal))) }
                literal = []
                let inner = Self.text(Array(bytes[(i + 2)..<close]))
                pieces.append(.expression(inner.trimmingSpace, offset: i))
                i = close + 2
            } else {
                literal.append(bytes[i])
                i += 1
            }
        }
        if !literal.isEmpty { pieces.append(.literal(Self.text(literal))) }
    }

    /// Whether there is nothing to fill in.
    var isLiteral: Bool {
        pieces.allSatisfy { piece in
            if case .literal = piece { true } else { false }
        }
    }

    /// `text` written so that it reads back as itself.
    static func escaping(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "{{") {
            result += rest[..<open.lowerBound] + "\\{{"
            rest = rest[open.upperBound...]
        }
        return result + rest
    }

    private static let open = UInt8(ascii: "{")
    private static let closing = UInt8(ascii: "}")
    private static let backslash = UInt8(ascii: "\\")

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func close(in bytes: [UInt8], from start: Int) -> Int? {
        var i = start
        while i + 1 < bytes.count, bytes[i] != Byte.lineFeed {
            if bytes[i] == closing, bytes[i + 1] == closing { return i }
            i += 1
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmingSpace: String {
        // A whole string is given back as it is, not copied.
        let isWhole = utf8.withContiguousStorageIfAvailable { bytes in
            guard let first = bytes.first, let last = bytes.last else { return true }
            return (0x21...0x7E).contains(first) && (0x21...0x7E).contains(last)
        }
        if isWhole == true { return String(self) }
        guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<unicodeScalars.index(after: last)])
    }
}
