/// A reader of JSON that is written for nothing but to be right: one function a rule of the grammar.
///
/// - SeeAlso: RFC 8259.
struct PlainJSONReader {
    /// Deeper texts are left to the other reader, for this one needs stack.
    private static let deepest = 400

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var isTooDeep = false

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether `bytes` are one value; `nil` when they are nested too deep to tell.
    static func isValid(_ bytes: [UInt8]) -> Bool? {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: text, as: UTF8.self) != nil else { return false }
        var reader = PlainJSONReader(text)
        reader.blanks()
        let isValue = reader.value()
        reader.blanks()
        return reader.isTooDeep ? nil : isValue && reader.position == text.count
    }

    /// The bytes that are no blank between tokens, and no mark before them.
    static func tokens(_ bytes: [UInt8]) -> [UInt8] {
        var (result, isInString, isEscaped) = ([UInt8](), false, false)
        for byte in bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...] {
            if isInString {
                result.append(byte)
                if byte == 0x22, !isEscaped { isInString = false }
                isEscaped = byte == 0x5C && !isEscaped
            } else if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                result.append(byte)
                isInString = byte == 0x22
                isEscaped = false
            }
        }
        return result
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func blanks() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func value() -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else {
            isTooDeep = true
            return false
        }
        return switch byte {
        case UInt8(ascii: "["): array()
        case UInt8(ascii: "{"): object()
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "-"), .some(0x30...0x39): number()
        default: take("null") || take("true") || take("false")
        }
    }

    private mutating func array() -> Bool {
        guard take("[") else { return false }
        blanks()
        if take("]") { return true }
        while true {
            guard value() else { return false }
            blanks()
            if take("]") { return true }
            guard take(",") else { return false }
            blanks()
        }
    }

    private mutating func object() -> Bool {
        guard take("{") else { return false }
        blanks()
        if take("}") { return true }
        while true {
            guard string() else { return false }
            blanks()
            guard take(":") else { return false }
            blanks()
            guard value() else { return false }
            blanks()
            if take("}") { return true }
            guard take(",") else { return false }
            blanks()
        }
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let byte {
            position += 1
            switch byte {
            case 0x22: return true
            case 0..<0x20: return false
            case 0x5C:
                guard let escape = self.byte else { return false }
                position += 1
                if escape == UInt8(ascii: "u") {
                    for _ in 0..<4 {
                        guard let digit = self.byte, isHexadecimal(digit) else { return false }
                        position += 1
                    }
                } else if !"\"\\/bfnrt".utf8.contains(escape) {
                    return false
                }
            default: break
            }
        }
        return false
    }

    private func isHexadecimal(_ byte: UInt8) -> Bool {
        "0123456789abcdefABCDEF".utf8.contains(byte)
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard take("0") || digits() else { return false }
        if take("."), !digits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return digits()
        }
        return true
    }
}
