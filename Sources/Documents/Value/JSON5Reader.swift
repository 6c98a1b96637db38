import HTTPModel

/// Reads JSON5 text: settings that people write by hand.
///
/// - SeeAlso: <https://spec.json5.org/>.
struct JSON5Reader {
    private let octets: Octets
    private let bytes: [UInt8]
    private var position = 0

    init(_ octets: Octets) {
        self.octets = octets
        bytes = octets.array
    }

    /// Reads the one value of the text.
    mutating func document() throws(JSONFault) -> JSONValue {
        if let bad = octets.firstIllFormedByte {
            position = bad
            throw fault("byte \(ByteText.hexadecimal(bytes[bad])) is not UTF-8 here")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipBlank()
        let value = try value(depth: 0)
        try skipBlank()
        guard position == bytes.count else {
            throw fault("expected the end of the text, found \(found)")
        }
        return value
    }

    private func fault(_ detail: String) -> JSONFault {
        JSONFault(offset: position, in: octets, detail: detail)
    }

    /// The byte at `position`.
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var found: String { byte.map(ByteText.described) ?? "the end of the text" }

    private mutating func accept(_ text: StaticString) -> Bool {
        let wanted = "\(text)".utf8
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    // MARK: Blanks and comments

    private mutating func skipBlank() throws(JSONFault) {
        while let byte {
            switch byte {
            case 0x20, 0x09...0x0D: position += 1
            case 0xC2 where accept("\u{A0}"), 0xEF where accept("\u{FEFF}"),
                0xE2 where accept("\u{2028}") || accept("\u{2029}"):
                continue
            case UInt8(ascii: "/"):
                if accept("//") {
                    while let byte = self.byte, byte != 0x0A, byte != 0x0D { position += 1 }
                } else if accept("/*") {
                    try skipBlockComment()
                } else {
                    throw fault("expected a comment, found '/'")
                }
            default: return
            }
        }
    }

    private mutating func skipBlockComment() throws(JSONFault) {
        while !accept("*/") {
            guard position < bytes.count else { throw fault("the text ends inside a comment") }
            position += 1
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard let byte else { throw fault("expected a value, found the end of the text") }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < JSONValue.deepestNesting else {
                throw fault("nested deeper than \(JSONValue.deepestNesting) levels")
            }
            position += 1
            return byte == UInt8(ascii: "{")
                ? .object(try members(depth: depth + 1)) : .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return .string(try string())
        case UInt8(ascii: "t") where acceptWord("true"): return .bool(true)
        case UInt8(ascii: "f") where acceptWord("false"): return .bool(false)
        case UInt8(ascii: "n") where acceptWord("null"): return .null
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
            return .number(try number())
        default:
            throw fault("expected a value, found \(found)")
        }
    }

    private mutating func acceptWord(_ text: StaticString) -> Bool {
        let start = position
        guard accept(text) else { return false }
        if let byte, Self.isNamePart(byte) {
            position = start
            return false
        }
        return true
    }

    private mutating func elements(depth: Int) throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        while true {
            try skipBlank()
            if accept("]") { return elements }
            elements.append(try value(depth: depth))
            try skipBlank()
            if accept(",") { continue }
            guard byte == UInt8(ascii: "]") else {
                throw fault("expected ',' or ']', found \(found)")
            }
        }
    }

    private mutating func members(depth: Int) throws(JSONFault) -> [JSONMember] {
        var members: [JSONMember] = []
        while true {
            try skipBlank()
            if accept("}") { return members }
            let key = try name()
            try skipBlank()
            guard accept(":") else { throw fault("expected ':' after the name, found \(found)") }
            try skipBlank()
            members.append(JSONMember(key, try value(depth: depth)))
            try skipBlank()
            if accept(",") { continue }
            guard byte == UInt8(ascii: "}") else {
                throw fault("expected ',' or '}', found \(found)")
            }
        }
    }

    // MARK: Names and strings

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
            0x80...0xFF:
            true
        default: false
        }
    }

    private mutating func name() throws(JSONFault) -> String {
        guard let byte else { throw fault("expected a name or '}', found the end of the text") }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string() }
        let start = position
        while let byte = self.byte, Self.isNamePart(byte) { position += 1 }
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        guard position > start, !isDigit else {
            position = start
            throw fault("expected a name or '}', found \(found)")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func string() throws(JSONFault) -> String {
        let quote = byte
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte, byte != quote {
            if byte == UInt8(ascii: "\\") {
                position += 1
                text.append(contentsOf: try escape())
            } else if byte == 0x0A || byte == 0x0D {
                throw fault("the line ends inside a string; write \\n, or \\ at its end")
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard position < bytes.count else {
            throw fault("the text ends inside a string that starts at byte \(start)")
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// What an escape stands for; `position` is after the backslash.
    private mutating func escape() throws(JSONFault) -> [UInt8] {
        guard let byte else { throw fault("the text ends inside an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "v"): return [0x0B]
        case UInt8(ascii: "0"): return [0x00]
        case UInt8(ascii: "x"): return Array(String(Self.scalar(try digits(2))).utf8)
        case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
        case 0x0A: return []
        case 0x0D:
            _ = accept("\n")
            return []
        case UInt8(ascii: "1")...UInt8(ascii: "9"):
            position -= 1
            throw fault("unknown escape: \\ followed by \(found)")
        default: return [byte]
        }
    }

    private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        let high = try digits(4)
        guard high >= 0xD800, high < 0xDC00 else { return Self.scalar(high) }
        let after = position
        guard accept("\\u") else { return Self.scalar(high) }
        let low = try digits(4)
        guard low >= 0xDC00, low <= 0xDFFF else {
            position = after
            return Self.scalar(high)
        }
        return Self.scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func digits(_ count: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let byte, ByteText.isHexadecimal(byte) else {
                throw fault("expected \(count) hexadecimal digits, found \(found)")
            }
            value = value << 4 | ByteText.value(ofDigit: byte)
            position += 1
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(JSONFault) -> String {
        let start = position
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
        if acceptWord("Infinity") || acceptWord("NaN") { return text(from: start) }
        if accept("0x") || accept("0X") {
            let digits = skipDigits(where: ByteText.isHexadecimal)
            guard digits > 0 else { throw fault("expected hexadecimal digits, found \(found)") }
            return text(from: start)
        }
        let isZero = byte == UInt8(ascii: "0")
        let whole = skipDigits()
        if isZero && whole > 1 {
            position -= whole - 1
            throw fault("a number has no leading zero")
        }
        let fraction = accept(".") ? skipDigits() : 0
        guard whole + fraction > 0 else { throw fault("expected a digit, found \(found)") }
        if accept("e") || accept("E") {
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else {
                throw fault("expected a digit after the exponent sign, found \(found)")
            }
        }
        if let byte, Self.isNamePart(byte) { throw fault("unexpected \(found) after a number") }
        return text(from: start)
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits(
        where isDigit: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
    ) -> Int {
        let start = position
        while let byte, isDigit(byte) { position += 1 }
        return position - start
    }
}

extension Octets {
    /// The first byte that is not part of well-formed UTF-8, or `nil`.
    var firstIllFormedByte: Int? {
        unsafe withUnsafeBytes { bytes in
            guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
            var index = 0
            while index < bytes.count {
                let length = unsafe UTF8Text.length(base + index, bytes.count - index)
                guard length > 0 else { return index }
                index += length
            }
            return nil
        }
    }
}
