/// How many cells text takes on a terminal.
///
/// Own tables, so that no locale matters. A grapheme cluster takes the cells of its first scalar:
/// 2 for East Asian wide ones and for emoji (also sequences joined by U+200D, flags, and symbols
/// followed by U+FE0F), else 1. Control characters and invisible ones take the cells of the symbols
/// that `Frame` draws for them.
///
/// - SeeAlso: UAX #11 (East Asian Width), UAX #29 (grapheme clusters), UTS #51 (emoji).
package enum DisplayWidth {
    /// Returns the cells `character` takes: 1 or 2.
    ///
    /// A line break of two characters takes 2, one for each symbol.
    package static func columns(of character: Character) -> Int {
        if let value = character.asciiValue {
            return value == 0x0A && character.unicodeScalars.count == 2 ? 2 : 1
        }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if let visible = VisibleForm.of(character) { return visible.columns }
        let second = scalars.dropFirst().first
        if let second,
            second.value == 0xFE0F || isRegionalIndicator(first) && isRegionalIndicator(second)
        {
            return 2
        }
        return max(1, columns(of: first))
    }

    /// Returns the cells `text` takes.
    package static func columns(of text: some StringProtocol) -> Int {
        if let count = asciiColumns(of: text) { return count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Whether `text` takes at most `limit` cells; looks no further than that.
    package static func fits(_ text: some StringProtocol, in limit: Int) -> Bool {
        prefix(of: text, fitting: limit).text.endIndex == text.endIndex
    }

    /// Returns the longest start of `text` that takes at most `limit` cells, and its cells.
    package static func prefix<Text: StringProtocol>(
        of text: Text,
        fitting limit: Int
    ) -> (text: Text.SubSequence, columns: Int) {
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            let width = columns(of: text[end])
            if used + width > limit { break }
            used += width
            end = text.index(after: end)
        }
        return (text[..<end], used)
    }

    /// Returns the longest end of `text` that takes at most `limit` cells, and its cells.
    package static func suffix<Text: StringProtocol>(
        of text: Text,
        fitting limit: Int
    ) -> (text: Text.SubSequence, columns: Int) {
        var used = 0
        var start = text.endIndex
        while start > text.startIndex {
            let before = text.index(before: start)
            let width = columns(of: text[before])
            if used + width > limit { break }
            used += width
            start = before
        }
        return (text[start...], used)
    }

    /// Returns `text` cut to `limit` cells; when something is cut, `…` takes the last cell.
    package static func truncated(_ text: String, to limit: Int) -> String {
        if fits(text, in: limit) { return text }
        guard limit > 0 else { return "" }
        return String(prefix(of: text, fitting: limit - 1).text) + "…"
    }

    /// Returns the cells one scalar takes by the tables alone: 0, 1 or 2.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if contains(value, in: zeroWidthRanges) { return 0 }
        if value < 0x1100 { return 1 }
        return contains(value, in: wideRanges) ? 2 : 1
    }

    /// The cells of printable ASCII text, or `nil` for any other.
    private static func asciiColumns(of text: some StringProtocol) -> Int? {
        var count = 0
        for byte in text.utf8 {
            guard byte >= 0x20, byte < 0x7F else { return nil }
            count += 1
        }
        return count
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
