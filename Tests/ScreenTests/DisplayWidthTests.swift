import Screen
import Testing

struct DisplayWidthTests {
    @Test(
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("👩", 2), ("👩‍👧", 2), ("👍🏽", 2), ("🇨🇭", 2),
            ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("│", 1), ("…", 1), ("ا", 1),
            ("क्ष", 1), ("\u{301}", 1), ("\u{1B}", 1), ("\r\n", 2), ("\u{200B}", 1), ("䷀", 2),
            ("", 0), ("ab漢", 4), ("a\u{200D}", 2),
        ] as [(String, Int)]
    )
    func textTakesTheCellsOfItsGraphemes(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test func aPrefixNeverSplitsAWideGrapheme() {
        #expect(DisplayWidth.prefix(of: "a漢字", fitting: 2).text == "a")
        #expect(DisplayWidth.prefix(of: "a漢字", fitting: 3).text == "a漢")
        #expect(DisplayWidth.prefix(of: "abc", fitting: 0).text == "")
        #expect(DisplayWidth.prefix(of: "abc", fitting: 9).columns == 3)
    }

    @Test func aSuffixNeverSplitsAWideGrapheme() {
        #expect(DisplayWidth.suffix(of: "漢字a", fitting: 2).text == "a")
        #expect(DisplayWidth.suffix(of: "漢字a", fitting: 3).text == "字a")
    }

    @Test(
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("漢字漢", 4, "漢…"), ("ab", 0, ""),
            ("ab", 1, "…"),
        ]
    )
    func truncationEndsWithAnEllipsis(text: String, limit: Int, result: String) {
        #expect(DisplayWidth.truncated(text, to: limit) == result)
    }

    @Test(
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a\n\nb", 5, ["a", "", "b"]), ("漢字漢字", 5, ["漢字", "漢字"]), ("", 5, [""]),
            ("ab  cd", 3, ["ab", "cd"]), ("漢", 1, ["漢"]),
        ] as [(String, Int, [String])]
    )
    func linesBreakAtBlanks(text: String, columns: Int, rows: [String]) {
        #expect(DisplayWidth.wrapped(text, columns: columns) == rows)
    }

    @Test(arguments: ["", "abc", "日本", "e\u{301}x", "👩‍👩‍👧!", "a\u{200B}b", "\u{7}"])
    func aTextFitsWhereItsColumnsDo(_ text: String) {
        let columns = DisplayWidth.columns(of: text)
        for limit in 0...(columns + 2) {
            #expect(DisplayWidth.fits(text, in: limit) == (columns <= limit))
        }
    }
}
