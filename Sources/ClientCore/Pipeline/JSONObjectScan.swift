import HTTPModel

/// The top-level members of a JSON object, found in its bytes; enough to place a token in content
/// without rewriting the rest of it.
///
/// - SeeAlso: RFC 8259.
struct JSONObjectScan {
    /// One member, by the places of its parts.
    struct Member {
        /// The name, escapes decoded.
        var name: String
        /// The bytes of the value.
        var value: Range<Int>
        /// Whether the value is a string.
        var isString: Bool
    }

    /// The members, in order.
    private(set) var members: [Member] = []
    /// Where the closing brace stands.
    private(set) var end = 0

    private let bytes: [UInt8]
    private var position = 0

    /// Deeper nesting is refused, so that content cannot exhaust the stack.
    private static let depthLimit = 512

    /// Reads the whole of `content`.
    ///
    /// - Returns: `nil` when it is not well-formed JSON, or not an object.
    init?(_ content: Octets) {
        guard content.first(where: { !Self.isBlank($0) }) == UInt8(ascii: "{"),
            content.validText != nil
        else { return nil }
        bytes = content.array
        skipBlanks()
        guard scanObject(depth: 0, isTop: true) else { return nil }
        skipBlanks()
        guard position == bytes.count else { return nil }
    }

    /// The content with member `name` set to the string `value`, all other bytes unchanged.
    func setting(_ name: String, to value: String) -> Octets {
        let text = Array(Self.quoted(value).utf8)
        if let member = members.last(where: { $0.name == name }) {
            return Octets(
                bytes[..<member.value.lowerBound] + text + bytes[member.value.upperBound...]
            )
        }
        let start = members.last?.value.upperBound ?? end
        let comma = members.isEmpty ? "" : ","
        let addition = Array((comma + Self.quoted(name) + ":").utf8) + text
        return Octets(bytes[..<start] + addition + bytes[start...])
    }

    /// The string that member `name` is, escapes decoded; `nil` when it is none.
    func string(_ name: String) -> String? {
        guard let member = members.last(where: { $0.name == name }), member.isString else {
            return nil
        }
        return Self.decoded(bytes[(member.value.lowerBound + 1)..<(member.value.upperBound - 1)])
    }

    /// The whole number that member `name` is; `nil` when it is none.
    func integer(_ name: String) -> Int? {
        guard let member = members.last(where: { $0.name == name }) else { return nil }
        return Int(String(decoding: bytes[member.value], as: UTF8.self))
    }

    /// `text` as a JSON string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1F}":
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

// Reading, one function for each kind of value; each leaves `position` behind what it read.
extension JSONObjectScan {
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, Self.isBlank(byte) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func scanObject(depth: Int, isTop: Bool) -> Bool {
        guard take("{"), depth < Self.depthLimit else { return false }
        skipBlanks()
        if next == UInt8(ascii: "}") {
            if isTop { end = position }
            return take("}")
        }
        repeat {
            skipBlanks()
            let nameStart = position
            guard scanString() else { return false }
            let nameEnd = position
            skipBlanks()
            guard take(":") else { return false }
            skipBlanks()
            let start = position
            let isString = next == UInt8(ascii: "\"")
            guard scanValue(depth: depth + 1) else { return false }
            if isTop {
                let name = Self.decoded(bytes[(nameStart + 1)..<(nameEnd - 1)])
                members.append(Member(name: name, value: start..<position, isString: isString))
            }
            skipBlanks()
        } while take(",")
        if isTop { end = position }
        return take("}")
    }

    private mutating func scanArray(depth: Int) -> Bool {
        guard take("["), depth < Self.depthLimit else { return false }
        skipBlanks()
        if take("]") { return true }
        repeat {
            skipBlanks()
            guard scanValue(depth: depth + 1) else { return false }
            skipBlanks()
        } while take(",")
        return take("]")
    }

    private mutating func scanValue(depth: Int) -> Bool {
        switch next {
        case UInt8(ascii: "{"): scanObject(depth: depth, isTop: false)
        case UInt8(ascii: "["): scanArray(depth: depth)
        case UInt8(ascii: "\""): scanString()
        case UInt8(ascii: "t"): scanWord("true")
        case UInt8(ascii: "f"): scanWord("false")
        case UInt8(ascii: "n"): scanWord("null")
        default: scanNumber()
        }
    }

    private mutating func scanWord(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func scanNumber() -> Bool {
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            guard scanDigits() else { return false }
        }
        if take(".") { guard scanDigits() else { return false } }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            return scanDigits()
        }
        return true
    }

    private mutating func scanDigits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func scanString() -> Bool {
        guard take("\"") else { return false }
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"): guard scanEscape() else { return false }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    /// What follows a backslash.
    private mutating func scanEscape() -> Bool {
        guard let sign = next else { return false }
        position += 1
        guard sign == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(sign) }
        for _ in 0..<4 {
            guard let digit = next, "0123456789abcdefABCDEF".utf8.contains(digit) else {
                return false
            }
            position += 1
        }
        return true
    }

    /// Decodes the escapes of a name; what is malformed stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var units: [UInt16] = []
        var rest = Array(String(decoding: bytes, as: UTF8.self).utf16)[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            let hex = String(decoding: rest.prefix(4), as: UTF16.self)
            if escape == 0x75, hex.utf16.count == 4, let value = UInt16(hex, radix: 16) {
                units.append(value)
                rest = rest.dropFirst(4)
            } else {
                units.append(Self.escapes[escape] ?? escape)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// `\b \f \n \r \t`; the others stand for themselves.
    private static let escapes: [UInt16: UInt16] = [
        0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
    ]
}
