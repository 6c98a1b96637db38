import Screen

/// Tabs in an editor: each goes to the next multiple of four columns.
package enum TabStops {
    /// The columns from one stop to the next.
    package static let distance = 4

    /// The columns that a start of a line takes.
    package static func columns(of text: some StringProtocol) -> Int {
        guard text.contains("\t") else { return DisplayWidth.columns(of: text) }
        return text.reduce(0) { $0 + columns(of: $1, at: $1 == "\t" ? $0 : 0) }
    }

    /// How many characters of a line fit into so many columns.
    package static func prefix(of text: String, fitting columns: Int) -> Int {
        var used = 0
        var count = 0
        for character in text {
            used += self.columns(of: character, at: used)
            if used > columns { break }
            count += 1
        }
        return count
    }

    /// Pieces of a line with an arrow and blanks in place of each tab.
    package static func expanded(_ spans: [StyledSpan]) -> [StyledSpan] {
        guard spans.contains(where: { $0.text.contains("\t") }) else { return spans }
        var result: [StyledSpan] = []
        var column = 0
        for span in spans {
            var plain = ""
            for character in span.text {
                let width = columns(of: character, at: column)
                column += width
                guard character == "\t" else {
                    plain.append(character)
                    continue
                }
                if !plain.isEmpty { result.append(StyledSpan(plain, span.role)) }
                plain = ""
                let mark = "→" + String(repeating: " ", count: width - 1)
                result.append(StyledSpan(mark, .comment))
            }
            if !plain.isEmpty { result.append(StyledSpan(plain, span.role)) }
        }
        return result
    }

    private static func columns(of character: Character, at column: Int) -> Int {
        character == "\t" ? distance - column % distance : DisplayWidth.columns(of: character)
    }
}
