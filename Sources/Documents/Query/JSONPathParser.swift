/// Reads the text of a JSONPath query.
///
/// - SeeAlso: RFC 9535 appendix A.
struct JSONPathParser {
    let scalars: [Unicode.Scalar]
    var position = 0
    /// How deep filters and parentheses are nested.
    var depth = 0

    static let deepestNesting = 100

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(JSONPathError) -> PathQuery {
        guard accept("$") else { throw error("a query starts with '$'") }
        let segments = try segments()
        guard position == scalars.count else { throw error("expected '.' or '[', found \(found)") }
        return PathQuery(isRelative: false, segments: segments)
    }

    // MARK: Characters

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    var found: String {
        next.map { "'\(TextEscaping.visible(String($0)))'" } ?? "the end"
    }

    func error(_ detail: String) -> JSONPathError {
        JSONPathError(column: position + 1, detail: detail)
    }

    mutating func accept(_ text: String) -> Bool {
        guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    mutating func skipBlank() {
        while let next, next == " " || next == "\t" || next == "\n" || next == "\r" {
            position += 1
        }
    }

    // MARK: Segments

    mutating func segments() throws(JSONPathError) -> [PathSegment] {
        var segments: [PathSegment] = []
        while true {
            let start = position
            skipBlank()
            guard next == "." || next == "[" else {
                position = start
                return segments
            }
            segments.append(try segment())
        }
    }

    private mutating func segment() throws(JSONPathError) -> PathSegment {
        let isDescendant = accept("..")
        if !isDescendant && next == "[" || isDescendant && next == "[" {
            position += 1
            return PathSegment(isDescendant: isDescendant, selectors: try selectors())
        }
        if !isDescendant { position += 1 }
        if accept("*") { return PathSegment(isDescendant: isDescendant, selectors: [.wildcard]) }
        let name = try shorthandName()
        return PathSegment(isDescendant: isDescendant, selectors: [.name(Array(name.utf8))])
    }

    private mutating func shorthandName() throws(JSONPathError) -> String {
        var name = ""
        while let scalar = next, Self.isNamePart(scalar), !name.isEmpty || !Self.isDigit(scalar) {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard !name.isEmpty else { throw error("expected a name or '*', found \(found)") }
        return name
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar >= "a" && scalar <= "z" || scalar >= "A" && scalar <= "Z" || isDigit(scalar)
            || scalar == "_" || scalar.value >= 0x80
    }

    private mutating func selectors() throws(JSONPathError) -> [PathSelector] {
        var selectors: [PathSelector] = []
        while true {
            skipBlank()
            selectors.append(try selector())
            skipBlank()
            if accept("]") { return selectors }
            guard accept(",") else { throw error("expected ',' or ']', found \(found)") }
        }
    }

    private mutating func selector() throws(JSONPathError) -> PathSelector {
        switch next {
        case "'", "\"": return .name(Array(try string().utf8))
        case "*":
            position += 1
            return .wildcard
        case "?":
            position += 1
            return .filter(try condition())
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(JSONPathError) -> PathSelector {
        let start = try integer()
        let afterStart = position
        skipBlank()
        guard accept(":") else {
            position = afterStart
            guard let start else { throw error("expected a selector, found \(found)") }
            return .index(start)
        }
        skipBlank()
        let end = try integer()
        let afterEnd = position
        skipBlank()
        var step: Int?
        if accept(":") {
            skipBlank()
            step = try integer()
        } else {
            position = afterEnd
        }
        return .slice(start: start, end: end, step: step ?? 1)
    }

    /// The integer at the position, within ±(2⁵³ − 1); `nil` when there is none.
    private mutating func integer() throws(JSONPathError) -> Int? {
        let start = position
        let isNegative = accept("-")
        var digits = ""
        while let scalar = next, Self.isDigit(scalar) {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        guard !digits.isEmpty else {
            if isNegative { throw error("expected a digit, found \(found)") }
            return nil
        }
        guard digits == "0" && !isNegative || !digits.hasPrefix("0"), let value = Int(digits),
            value < 1 << 53
        else {
            position = start
            throw error("not an integer: no leading zero, no -0, at most 2^53-1")
        }
        return isNegative ? -value : value
    }

    // MARK: Strings

    mutating func string() throws(JSONPathError) -> String {
        let quote = scalars[position]
        position += 1
        var text = ""
        while let scalar = next, scalar != quote {
            if scalar == "\\" {
                position += 1
                text.unicodeScalars.append(try escape(in: quote))
            } else if scalar.value < 0x20 {
                throw error("a control character in a string must be escaped")
            } else {
                text.unicodeScalars.append(scalar)
                position += 1
            }
        }
        guard next == quote else { throw error("the string has no closing quote") }
        position += 1
        return text
    }

    private mutating func escape(in quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        guard let scalar = next else { throw error("the string has no closing quote") }
        position += 1
        switch scalar {
        case "b": return "\u{08}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/", "\\", quote: return scalar
        case "u": return try unicodeEscape()
        default:
            position -= 1
            throw error("unknown escape: \\ followed by \(found)")
        }
    }

    private mutating func unicodeEscape() throws(JSONPathError) -> Unicode.Scalar {
        let high = try fourDigits()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, accept("\\u") else { throw error("half of a surrogate pair") }
        let low = try fourDigits()
        guard low >= 0xDC00, low <= 0xDFFF,
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw error("half of a surrogate pair") }
        return scalar
    }

    private mutating func fourDigits() throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = next, scalar.isASCII,
                ByteText.isHexadecimal(UInt8(scalar.value))
            else { throw error("expected four hexadecimal digits, found \(found)") }
            value = value << 4 | ByteText.value(ofDigit: UInt8(scalar.value))
            position += 1
        }
        return value
    }
}
