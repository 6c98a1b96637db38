import HTTPModel

extension CurlCommand {
    /// `--form-string name=text`: the text is taken as it is.
    static func formString(_ value: [UInt8]) -> FormPart {
        let equals = value.firstIndex(of: UInt8(ascii: "=")) ?? value.endIndex
        return FormPart(
            name: String(decoding: value[..<equals], as: UTF8.self),
            source: .octets(Octets(Array(value[equals...].dropFirst()))),
            isFile: false
        )
    }

    /// `-F name=content`: text, `@files` to upload or `<file` for text, and what `;type=` and others add.
    mutating func formParts(_ value: [UInt8]) -> [FormPart] {
        guard let equals = value.firstIndex(of: UInt8(ascii: "=")) else {
            note("a form part has no =")
            return []
        }
        let name = String(decoding: value[..<equals], as: UTF8.self)
        var reader = FormValueReader(value[(equals + 1)...])
        var parts: [FormPart] = []
        let kind = reader.peek
        guard kind == UInt8(ascii: "@") || kind == UInt8(ascii: "<") else {
            var part = FormPart(name: name, source: .octets(Octets()), isFile: false)
            part.source = .octets(Octets(reader.text(endingAt: [UInt8(ascii: ";")])))
            readAttributes(&reader, of: &part)
            return [part]
        }
        repeat {
            reader.skip()
            let file = reader.text(endingAt: [UInt8(ascii: ";"), UInt8(ascii: ",")])
            let path = String(decoding: file, as: UTF8.self)
            var part = FormPart(name: name, source: .file(path), isFile: kind == UInt8(ascii: "@"))
            readAttributes(&reader, of: &part)
            parts.append(part)
        } while reader.peek == UInt8(ascii: ",")
        return parts
    }

    private mutating func readAttributes(_ reader: inout FormValueReader, of part: inout FormPart) {
        while reader.peek == UInt8(ascii: ";") {
            reader.skip()
            let key = reader.key()
            let ends = [UInt8(ascii: ";"), UInt8(ascii: ",")]
            switch key {
            case "type": part.mediaType = reader.mediaType()
            case "filename":
                part.fileName = String(decoding: reader.text(endingAt: ends), as: UTF8.self)
            case "headers":
                let line = String(decoding: reader.text(endingAt: ends), as: UTF8.self)
                if let colon = line.firstIndex(of: ":") {
                    part.fields.append(
                        String(line[..<colon]),
                        line[line.index(after: colon)...].trimmingBlanks
                    )
                }
            case "encoder":
                _ = reader.text(endingAt: ends)
                note("the encoder of a form part is left out")
            default:
                // Not an attribute: the semicolon was part of the text.
                guard case .octets(let octets) = part.source else { continue }
                part.source = .octets(Octets(octets.array + reader.takeUnknown(key)))
            }
        }
    }
}

/// The value of a form option, read from left to right.
private struct FormValueReader {
    private var rest: ArraySlice<UInt8>

    init(_ rest: ArraySlice<UInt8>) {
        self.rest = rest
    }

    var peek: UInt8? { rest.first }

    mutating func skip() { _ = rest.popFirst() }

    /// Text in quotes, escapes removed, or up to one of `ends`.
    mutating func text(endingAt ends: [UInt8]) -> [UInt8] {
        let start = rest.drop { $0 == 0x20 }
        if start.first == UInt8(ascii: "\""), let text = quoted(start) { return text }
        let text = rest.prefix { !ends.contains($0) }
        rest = rest.dropFirst(text.count)
        return Array(text)
    }

    private mutating func quoted(_ start: ArraySlice<UInt8>) -> [UInt8]? {
        var ahead = start.dropFirst()
        var text: [UInt8] = []
        while let byte = ahead.popFirst() {
            if byte == UInt8(ascii: "\"") {
                let after = ahead.drop { $0 == 0x20 }
                guard after.isEmpty || ";,".utf8.contains(after[after.startIndex]) else {
                    return nil
                }
                rest = after
                return text
            }
            if byte == UInt8(ascii: "\\"), let next = ahead.first, "\\\"".utf8.contains(next) {
                text.append(next)
                ahead.removeFirst()
            } else {
                text.append(byte)
            }
        }
        return nil
    }

    /// The name of an attribute, its `=` taken away; empty and nothing taken when there is none.
    mutating func key() -> String {
        let start = rest.drop { $0 == 0x20 }
        for name in ["type", "filename", "headers", "encoder"]
        where start.starts(with: (name + "=").utf8) {
            rest = start.dropFirst(name.utf8.count + 1)
            return name
        }
        return ""
    }

    /// A media type, which may have parameters with semicolons of its own.
    mutating func mediaType() -> String {
        var result = String(decoding: text(endingAt: ",;".utf8.map(\.self)), as: UTF8.self)
        while peek == UInt8(ascii: ";") {
            var ahead = self
            ahead.skip()
            let parameter = ahead.rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            guard ahead.key().isEmpty, parameter.contains(UInt8(ascii: "=")) else { break }
            result += ";" + String(decoding: parameter, as: UTF8.self)
            rest = rest.dropFirst(parameter.count + 1)
        }
        return result.trimmingBlanks
    }

    /// The text up to the next semicolon, with the one before it.
    mutating func takeUnknown(_ key: String) -> [UInt8] {
        let text = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(text.count)
        return [UInt8(ascii: ";")] + Array(text)
    }
}
