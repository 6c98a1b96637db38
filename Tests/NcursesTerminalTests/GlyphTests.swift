import NcursesTerminal
import Screen
import Testing

struct GlyphTests {
    /// A painting library that knows nothing newer than the tables.
    private func columns(_ scalar: Unicode.Scalar) -> Int {
        scalar.value == 0x1FAE9 ? -1 : DisplayWidth.columns(of: scalar)
    }

    @Test(
        arguments: [
            ("a", ["a"]), ("漢", ["漢"]), ("e\u{301}", ["e\u{301}"]), ("👩‍👧", ["👩"]),
            ("👍🏽", ["👍"]), ("❤\u{FE0F}", ["❤", " "]), ("🇨🇭", ["🇨", "🇭"]),
            ("1\u{FE0F}\u{20E3}", ["1", " "]), ("\u{1FAE9}", ["\u{FFFD}", " "]),
            ("o\u{301}\u{302}\u{303}", ["o\u{301}\u{302}"]),
        ] as [(Character, [String])]
    )
    func eachGraphemeIsPaintedInTheFormAllTerminalsAgreeOn(character: Character, parts: [String]) {
        let glyph = Glyph(
            character,
            width: DisplayWidth.columns(of: character),
            columns: columns
        )
        let painted = glyph.parts.map { part in
            var text = String(part.base)
            for mark in part.marks { text.unicodeScalars.append(mark) }
            return text
        }
        #expect(painted.map { Array($0.unicodeScalars) } == parts.map { Array($0.unicodeScalars) })
        let total = glyph.parts.reduce(0) { $0 + max(1, columns($1.base)) }
        #expect(total == DisplayWidth.columns(of: character))
    }
}
