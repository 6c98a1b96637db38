import HTTPModel

/// The lines of a `.env` file, and what an edit changes in them.
///
/// Signs are looked for by their bytes: a combining mark after a quote or an equals sign makes one
/// character of both, and yet the sign is there.
struct DotenvText {
    /// Where a variable's name and value are; the value with its quotes.
    struct Assignment {
        var name: Range<Int>
        var value: Range<Int>
    }

    let source: SourceText

    init(_ bytes: Octets) {
        source = SourceText(bytes)
    }

    /// The assignment of a line; `nil` for one that is none.
    func assignment(_ line: SourceLine) -> Assignment? {
        var content = source.trimmed(line.content)
        if source.starts(content, with: "#") { return nil }
        if source.starts(content, with: "export ") {
            content = source.trimmed((content.lowerBound + 7)..<content.upperBound)
        }
        guard let equals = source.bytes[content].firstIndex(of: Byte.equals) else { return nil }
        let name = source.trimmed(content.lowerBound..<equals)
        let all = source.trimmed((equals + 1)..<content.upperBound)
        guard let first = all.first.map({ source.bytes[$0] }) else {
            return Assignment(name: name, value: all)
        }
        if Self.isQuote(first) {
            var i = all.lowerBound + 1
            while i < all.upperBound, source.bytes[i] != first {
                i += source.bytes[i] == UInt8(ascii: "\\") && first == UInt8(ascii: "\"") ? 2 : 1
            }
            // One that is not closed is part of the value.
            if i < all.upperBound {
                return Assignment(name: name, value: all.lowerBound..<(i + 1))
            }
            return Assignment(name: name, value: all)
        }
        let comment = source.firstIndex(of: " #", in: all)
        let value = source.trimmed(all.lowerBound..<(comment ?? all.upperBound))
        return Assignment(name: name, value: value)
    }

    /// The value there: within quotes as it is (`\n`, `\t` and `\"` decoded in double ones).
    func value(of assignment: Assignment) -> String {
        let bytes = source.bytes[assignment.value]
        guard let quote = bytes.first, Self.isQuote(quote), bytes.count > 1, bytes.last == quote
        else {
            return source.text(assignment.value)
        }
        let inner = bytes.dropFirst().dropLast()
        guard quote == UInt8(ascii: "\"") else { return String(decoding: inner, as: UTF8.self) }
        var value: [UInt8] = []
        var isEscaped = false
        for byte in inner {
            guard !isEscaped else {
                switch byte {
                case UInt8(ascii: "n"): value.append(0x0A)
                case UInt8(ascii: "t"): value.append(0x09)
                default: value.append(byte)
                }
                isEscaped = false
                continue
            }
            isEscaped = byte == UInt8(ascii: "\\")
            if !isEscaped { value.append(byte) }
        }
        // With the last quote escaped, it is not closed.
        return isEscaped
            ? source.text(assignment.value) : String(decoding: value, as: UTF8.self)
    }

    // MARK: Edits

    /// What changes when a variable gets a value, or none.
    func splices(_ name: String, _ value: String?) throws(EditPlan.Refusal) -> [Splice] {
        guard !name.utf8.contains(where: { Self.signs.contains($0) }) else {
            throw EditPlan.Refusal(detail: "\(TextQuote.quoted(name)) cannot name a variable here")
        }
        guard value?.utf8.contains(0x0D) != true else {
            throw EditPlan.Refusal(detail: "a carriage return cannot be written here")
        }
        for line in source.lines {
            guard let place = assignment(line), source.text(place.name) == name else { continue }
            guard let value else { return [Splice(line.start..<line.next, "")] }
            let quote = place.value.first.map { source.bytes[$0] }.flatMap { byte in
                Self.isQuote(byte) ? byte : nil
            }
            return [Splice(place.value, Self.written(value, quote: quote))]
        }
        guard let value else { return [] }
        let line = name + "=" + Self.written(value, quote: nil) + source.lineEnd
        let needsEnd = source.lines.last.map { $0.end == $0.next } ?? false
        return [Splice(at: source.bytes.count, (needsEnd ? source.lineEnd : "") + line)]
    }

    /// The bytes that no name may hold.
    private static let signs = Array("=# \t\r\n\"'".utf8)

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// The value as it reads back, in the quotes of the old one where these can hold it.
    private static func written(_ value: String, quote: UInt8?) -> String {
        let isPlain =
            value == value.trimmingSpace
            && !value.utf8.contains { "\"'\\\n\r\t#".utf8.contains($0) }
        if quote == nil, isPlain { return value }
        if quote == UInt8(ascii: "'"), !value.utf8.contains(where: { "'\n\r".utf8.contains($0) }) {
            return "'\(value)'"
        }
        var result = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
