import HTTPModel

extension RedactionPolicy {
    /// Content as text, without its secrets: values that have secret names in JSON and in forms, and
    /// what `redacting(_:)` leaves out of any text.
    ///
    /// Whatever the content is, it is looked at as both, so that a wrong media type hides nothing less.
    func redacting(content: String) -> String {
        let members = Set(jsonKeys.map(Self.normalized))
        let names = members.union(queryNames.map(Self.normalized))
        var reader = SecretMembers(Array(content.utf8), names: members)
        let text = reader.read() ?? content
        var hasReplaced = false
        let items = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            .map { item in
                guard let name = Self.secretName(of: Substring(item), among: names) else {
                    return String(Substring(item))
                }
                hasReplaced = true
                return name + "=" + Self.placeholder
            }
        return redacting(hasReplaced ? items.joined(separator: "&") : text)
    }

    /// The name of a form item that has a value and a secret name, as it is written.
    private static func secretName(of item: Substring, among names: Set<String>) -> String? {
        guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")),
            item.utf8.index(after: equals) < item.utf8.endIndex
        else { return nil }
        let name = String(item[..<equals])
        let isSecret = names.contains(normalized(PercentEncoding.decode(name, plusIsSpace: true)))
        return isSecret ? name : nil
    }
}

/// Goes through the tokens of JSON, be it cut off or a line of many, and leaves out secret values.
private struct SecretMembers {
    private let bytes: [UInt8]
    private let names: Set<String>
    private var position = 0
    private var result: [UInt8] = []
    private var hasReplaced = false

    /// Starts at the beginning; `names` are normalized.
    init(_ bytes: [UInt8], names: Set<String>) {
        self.bytes = bytes
        self.names = names
    }

    /// The text without secrets; `nil` when there are none.
    mutating func read() -> String? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\"") else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let name = string()
            result += bytes[name]
            guard let start = startOfValue(), isSecret(text(in: name)),
                let value = value(at: start)
            else { continue }
            result += bytes[position..<value.lowerBound]
            result += "\"\(RedactionPolicy.placeholder)\"".utf8
            position = value.upperBound
            hasReplaced = true
        }
        return hasReplaced ? String(decoding: result, as: UTF8.self) : nil
    }

    /// Takes a string, and gives its place with its quotes; to the end of the text when it has no end.
    private mutating func string() -> Range<Int> {
        let start = position
        position = endOfString(at: start)
        return start..<position
    }

    private func text(in string: Range<Int>) -> ArraySlice<UInt8> {
        let hasEnd = string.count > 1 && bytes[string.upperBound - 1] == UInt8(ascii: "\"")
        return bytes[(string.lowerBound + 1)..<(hasEnd ? string.upperBound - 1 : string.upperBound)]
    }

    private func endOfString(at start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        names.contains(RedactionPolicy.normalized(JSONObjectScan.decoded(name)))
    }

    /// Where the value begins that the string before is the name of; `nil` when it is none.
    private func startOfValue() -> Int? {
        guard let colon = bytes[position...].firstIndex(where: { !Self.isBlank($0) }),
            bytes[colon] == UInt8(ascii: ":")
        else { return nil }
        return bytes[(colon + 1)...].firstIndex { !Self.isBlank($0) }
    }

    /// The place of a value that is to be hidden.
    ///
    /// Objects, `true`, `false`, `null` and what is empty are no secrets.
    private func value(at start: Int) -> Range<Int>? {
        switch bytes[start] {
        case UInt8(ascii: "\""):
            let value = start..<endOfString(at: start)
            return text(in: value).isEmpty ? nil : value
        case UInt8(ascii: "["): return start..<endOfArray(at: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let end = bytes[start...].firstIndex { Self.isBlank($0) || ",]}".utf8.contains($0) }
            return start..<(end ?? bytes.count)
        default: return nil
        }
    }

    private func endOfArray(at start: Int) -> Int {
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = endOfString(at: index)
                continue
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
