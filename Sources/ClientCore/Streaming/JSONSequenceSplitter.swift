public import HTTPModel

/// Splits a JSON text sequence that comes in pieces; how it is cut makes no difference.
///
/// A text is given out at the line feed behind it, or at the next record separator. One that was cut
/// off is left out, as is a number, `true`, `false` or `null` that nothing ends: it may be cut off too.
///
/// - SeeAlso: RFC 7464 §2.
public struct JSONSequenceSplitter: Sendable {
    private var text: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// How many octets of a text that has not ended are kept.
    public var pendingCount: Int { text.count }

    /// Creates a splitter at the start of a sequence.
    public init() {}

    /// Takes a piece.
    ///
    /// - Returns: The texts that ended in it, without blanks around them.
    public mutating func push(_ piece: Octets) -> [Octets] {
        var texts: [Octets] = []
        for byte in piece {
            if byte == 0x1E {
                if let text = finish() { texts.append(text) }
                continue
            }
            text.append(byte)
            note(byte)
            if byte == 0x0A, isBetweenTokens, let text = take() { texts.append(text) }
        }
        return texts
    }

    /// Takes the end of the octets.
    ///
    /// - Returns: The last text when no line feed follows it; `nil` when there is none.
    public mutating func finish() -> Octets? {
        let isWhole = isBetweenTokens
        guard let text = take(), isWhole, let first = text.first,
            "{[\"".utf8.contains(first)
        else { return nil }
        return text
    }

    /// Whether no string, array or object is open.
    private var isBetweenTokens: Bool { depth <= 0 && !isInString }

    private mutating func note(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if isInString {
            isEscaped = byte == UInt8(ascii: "\\")
            isInString = byte != UInt8(ascii: "\"")
        } else {
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
    }

    /// What is kept, without blanks around it; `nil` when that is nothing.
    private mutating func take() -> Octets? {
        let start = text.firstIndex { !Self.isBlank($0) }
        let end = text.lastIndex { !Self.isBlank($0) }
        let octets = start.flatMap { start in end.map { Octets(Array(text[start...$0])) } }
        self = JSONSequenceSplitter()
        return octets
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
