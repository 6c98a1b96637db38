import Glibc

/// A run of bytes to replace, and what to put there.
struct Replacement: Hashable {
    /// The bytes to replace.
    var range: Range<Int>
    /// What stands there afterwards.
    var text: String
}

/// Finds known secrets in bytes, in every spelling a server may echo them in.
///
/// Found are the secret itself, its percent-encoded, JSON-escaped and HTML-escaped forms with any
/// choice of escaped characters, and Base64 of any text it is part of, which may be escaped itself.
package struct SecretSearch: Sendable {
    /// A secret and its placeholder.
    private struct Entry {
        var bytes: [UInt8]
        var placeholder: String
        var fragments: [[UInt8]]
    }

    /// Shorter secrets are replaced only where they are a whole value, not inside other text.
    static let shortestSearched = 4
    /// Shorter secrets are not looked for in Base64, where their few digits turn up by chance.
    private static let shortestInBase64 = 6
    /// Escaped forms are looked for in pieces of this size, so that memory stays small.
    private static let windowSize = 1 << 20

    private let entries: [Entry]
    private let longest: Int

    /// Prepares the search for `secrets`, longest first, so that a part never hides the whole.
    package init(_ secrets: [(value: String, placeholder: String)]) {
        entries =
            secrets
            .filter { $0.value.utf8.count >= Self.shortestSearched }
            .map { secret in
                let bytes = Array(secret.value.utf8)
                let isInBase64 = bytes.count >= Self.shortestInBase64
                return Entry(
                    bytes: bytes,
                    placeholder: secret.placeholder,
                    fragments: isInBase64 ? Base64.fragments(of: bytes) : []
                )
            }
            .sorted { $0.bytes.count > $1.bytes.count }
        longest = entries.first?.bytes.count ?? 0
    }

    /// The places of all secrets in `bytes`; they may overlap.
    func replacements(in bytes: [UInt8]) -> [Replacement] {
        guard !entries.isEmpty else { return [] }
        var found: [Replacement] = []
        for entry in entries {
            for range in Self.ranges(of: entry.bytes, in: bytes) {
                found.append(Replacement(range: range, text: entry.placeholder))
            }
            for fragment in entry.fragments {
                for range in Self.ranges(of: fragment, in: bytes) {
                    let run = Self.base64Run(around: range, in: bytes)
                    found.append(Replacement(range: run, text: entry.placeholder))
                }
            }
        }
        for escape in EscapedText.Escape.allCases where bytes.contains(escape.marker) {
            found += replacements(in: bytes, escapedBy: escape)
        }
        return found
    }

    private func replacements(
        in bytes: [UInt8],
        escapedBy escape: EscapedText.Escape
    ) -> [Replacement] {
        var found: [Replacement] = []
        // The longest escape of a byte has six characters.
        let overlap = longest * 6 + 6
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Self.windowSize + overlap)
            let window = EscapedText(bytes[start..<end], escape: escape)
            if window.hasEscapes {
                for entry in entries {
                    for range in Self.ranges(of: entry.bytes, in: window.bytes) {
                        let original = window.originalRange(of: range)
                        found.append(Replacement(range: original, text: entry.placeholder))
                    }
                    // Base64 has `/`, `+` and `=`, which queries and JSON escape.
                    for fragment in entry.fragments {
                        for range in Self.ranges(of: fragment, in: window.bytes) {
                            let run = Self.base64Run(around: range, in: window.bytes)
                            let original = window.originalRange(of: run)
                            found.append(Replacement(range: original, text: entry.placeholder))
                        }
                    }
                }
            }
            start += Self.windowSize
        }
        return found
    }

    /// The text with every secret in it replaced, and the placeholders used.
    package func redacted(_ text: String) -> (text: String, placeholders: [String]) {
        let bytes = Array(text.utf8)
        let result = Replacement.apply(replacements(in: bytes), to: bytes)
        guard !result.placeholders.isEmpty else { return (text, []) }
        return (String(decoding: result.bytes, as: UTF8.self), result.placeholders)
    }

    /// All places of `needle` in `bytes`, without overlap.
    static func ranges(of needle: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        guard let first = needle.first, needle.count <= bytes.count else { return [] }
        return bytes.withUnsafeBytes { haystack in
            needle.withUnsafeBytes { wanted in
                guard let base = haystack.baseAddress, let wantedBase = wanted.baseAddress else {
                    return []
                }
                var found: [Range<Int>] = []
                var position = 0
                let last = haystack.count - wanted.count
                while position <= last,
                    let next = memchr(base + position, Int32(first), last - position + 1)
                {
                    position = UnsafeRawPointer(next) - base
                    if memcmp(base + position, wantedBase, wanted.count) == 0 {
                        found.append(position..<position + wanted.count)
                        position += wanted.count
                    } else {
                        position += 1
                    }
                }
                return found
            }
        }
    }

    /// The whole run of Base64 digits that `range` is part of.
    private static func base64Run(around range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        // `=` only pads: to the left of a digit it belongs to something else.
        while lower > 0, bytes[lower - 1] != 0x3D, Base64.isDigit(bytes[lower - 1]) { lower -= 1 }
        while upper < bytes.count, Base64.isDigit(bytes[upper]) { upper += 1 }
        return lower..<upper
    }
}

extension Replacement {
    /// Applies replacements; where some overlap, their union becomes the text of the first.
    ///
    /// - Returns: The new bytes, and the texts put in, in order, each once.
    static func apply(
        _ replacements: [Replacement],
        to bytes: [UInt8]
    ) -> (bytes: [UInt8], placeholders: [String]) {
        guard !replacements.isEmpty else { return (bytes, []) }
        let sorted = replacements.sorted { left, right in
            left.range.lowerBound != right.range.lowerBound
                ? left.range.lowerBound < right.range.lowerBound
                : left.range.upperBound > right.range.upperBound
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var placeholders: [String] = []
        var end = 0
        for replacement in sorted {
            if replacement.range.lowerBound < end {
                end = max(end, replacement.range.upperBound)
                continue
            }
            result += bytes[end..<replacement.range.lowerBound]
            result += replacement.text.utf8
            let name = replacement.text.filter { $0 != "\"" }
            if !placeholders.contains(name) { placeholders.append(name) }
            end = replacement.range.upperBound
        }
        result += bytes[end...]
        return (result, placeholders)
    }
}
