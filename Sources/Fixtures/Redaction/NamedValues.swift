import HTTPModel

/// A value whose name says that it is secret.
struct NamedValue: Hashable {
    /// The name, as written.
    var name: String
    /// The value, decoded.
    var value: String
    /// The bytes it stands in; for a JSON value other than a string, the placeholder needs quotes.
    var range: Range<Int>
    /// Whether the placeholder must be put in quotes.
    var needsQuotes = false
}

/// Finds secrets by the names they have in JSON, form content and queries.
enum NamedValues {
    /// The values of JSON members whose names are among `names`, which are normalized.
    ///
    /// Reads tokens, not documents, so that truncated JSON, JSON lines and event streams work too.
    /// Strings and numbers count, alone or in an array; `true`, `false`, `null` and empty strings are
    /// no secrets. A number that holds one of `numbers` counts under any name: it is a known secret.
    static func inJSON(
        _ bytes: [UInt8],
        names: Set<String>,
        numbers: [String] = []
    ) -> [NamedValue] {
        var scanner = JSONScanner(bytes: bytes, names: names, numbers: numbers)
        scanner.scan()
        return scanner.found
    }

    /// The values of the items of form content or of a query whose names are among `names`.
    static func inForm(
        _ bytes: [UInt8],
        in range: Range<Int>? = nil,
        names: Set<String>
    ) -> [NamedValue] {
        var found: [NamedValue] = []
        let range = range ?? 0..<bytes.count
        var start = range.lowerBound
        while start < range.upperBound {
            let end =
                bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&"))
                ?? range.upperBound
            if let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) {
                let name = decode(bytes[start..<equals])
                if names.contains(RedactionPolicy.normalized(name)), equals + 1 < end {
                    let value = decode(bytes[(equals + 1)..<end])
                    found.append(NamedValue(name: name, value: value, range: equals + 1..<end))
                }
            }
            start = end + 1
        }
        return found
    }

    /// The credentials in the URIs of a text: query and fragment items, and user information.
    static func inURIs(_ bytes: [UInt8], names: Set<String>) -> [NamedValue] {
        var found: [NamedValue] = []
        var start = 0
        while start < bytes.count {
            guard let mark = bytes[start...].firstIndex(where: { $0 == 0x3F || $0 == 0x23 }) else {
                break
            }
            // A query ends at the fragment, which may hold items of its own.
            let end =
                bytes[(mark + 1)...].firstIndex { endsURI($0) || $0 == 0x23 } ?? bytes.count
            found += inForm(bytes, in: mark + 1..<end, names: names)
            start = max(end, mark + 1)
        }
        for slashes in SecretSearch.ranges(of: Array("://".utf8), in: bytes) {
            let start = slashes.upperBound
            let end =
                bytes[start...].firstIndex { endsURI($0) || $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }
                ?? bytes.count
            if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start {
                let value = decode(bytes[start..<at])
                found.append(NamedValue(name: "credentials", value: value, range: start..<at))
            }
        }
        return found
    }

    private static func endsURI(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "'")
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        PercentEncoding.decode(String(decoding: bytes, as: UTF8.self), plusIsSpace: true)
    }
}

/// Walks over the tokens of JSON text and keeps the values of secret members.
private struct JSONScanner {
    let bytes: [UInt8]
    let names: Set<String>
    let numbers: [String]
    var found: [NamedValue] = []
    private var i = 0
    /// The name of the secret member whose value is due, and whether an array of values is open.
    private var secretName: String?
    private var arrayDepth = 0

    init(bytes: [UInt8], names: Set<String>, numbers: [String]) {
        self.bytes = bytes
        self.names = names
        self.numbers = numbers
    }

    mutating func scan() {
        while i < bytes.count {
            switch bytes[i] {
            case UInt8(ascii: "\""): scanString()
            case UInt8(ascii: "["):
                if secretName != nil { arrayDepth += 1 }
                i += 1
            case UInt8(ascii: "]"):
                if secretName != nil, arrayDepth > 0 {
                    arrayDepth -= 1
                    if arrayDepth == 0 { secretName = nil }
                }
                i += 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                secretName = nil
                arrayDepth = 0
                i += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber()
            case UInt8(ascii: ","):
                if arrayDepth == 0 { secretName = nil }
                i += 1
            default: i += 1
            }
        }
    }

    private mutating func scanString() {
        let start = i + 1
        var end = start
        var hasEscapes = false
        while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0x0A {
            if bytes[end] == UInt8(ascii: "\\") {
                hasEscapes = true
                end += 1
            }
            end += 1
        }
        end = min(end, bytes.count)
        // A line break ends no string, so the quote was not the start of one.
        if end < bytes.count, bytes[end] == 0x0A {
            i = start
            return
        }
        i = min(end + 1, bytes.count)
        let slice = bytes[start..<end]
        if let name = secretName {
            if !slice.isEmpty {
                let value = hasEscapes ? EscapedText(slice, escape: .json).bytes : Array(slice)
                found.append(
                    NamedValue(
                        name: name,
                        value: String(decoding: value, as: UTF8.self),
                        range: start..<end
                    )
                )
            }
            if arrayDepth == 0 { secretName = nil }
            return
        }
        guard slice.count <= 64, followedByColon() else { return }
        let name = String(decoding: slice, as: UTF8.self)
        if names.contains(RedactionPolicy.normalized(name)) { secretName = name }
    }

    private func followedByColon() -> Bool {
        let next = bytes[i...].first { $0 > 0x20 }
        return next == UInt8(ascii: ":")
    }

    private mutating func scanNumber() {
        let start = i
        while i < bytes.count, HTTPToken.isTokenByte(bytes[i]) { i += 1 }
        guard secretName != nil || !numbers.isEmpty else { return }
        let text = String(decoding: bytes[start..<i], as: UTF8.self)
        guard let name = secretName else {
            if let known = numbers.first(where: { text.contains($0) }) {
                let range = start..<i
                found.append(NamedValue(name: "", value: known, range: range, needsQuotes: true))
            }
            return
        }
        found.append(NamedValue(name: name, value: text, range: start..<i, needsQuotes: true))
        if arrayDepth == 0 { secretName = nil }
    }
}
