import Documents
import HTTPModel
import Testing

@Suite struct DocumentSearchTests {
    private let text = Octets(utf8: "One two one TWO oneone Zoë")

    @Test(arguments: [
        ("one", [0..<3, 8..<11, 16..<19, 19..<22]), ("One", [0..<3]), ("two", [4..<7, 12..<15]),
        ("oë", [24..<27]), ("none", []), ("", []),
    ])
    func literalsAreFoundWithSmartCase(needle: String, ranges: [Range<Int>]) throws {
        #expect(try DocumentSearch(needle).matches(in: text) == ranges)
    }

    @Test func searchGoesBothWays() throws {
        let search = try DocumentSearch("one", isCaseSensitive: true)
        #expect(search.first(in: text, from: 9) == 16..<19)
        #expect(search.last(in: text, before: 18) == 8..<11)
        #expect(search.last(in: text, before: 19) == 16..<19)
        #expect(search.last(in: text, before: 5) == nil)
        #expect(search.matches(in: text, limit: 2).count == 2)
    }

    @Test func aMatchAcrossBlocksIsFoundBackwards() throws {
        let padding = String(repeating: ".", count: (1 << 16) - 2)
        let octets = Octets(utf8: "needle" + padding + "needle" + padding)
        let search = try DocumentSearch("needle")
        let second = 6 + padding.utf8.count
        #expect(search.last(in: octets, before: octets.count) == second..<(second + 6))
        #expect(search.last(in: octets, before: second + 5) == 0..<6)
    }

    @Test(arguments: [
        ("o\\w+", [0..<3, 8..<11, 16..<22]), ("^one", [0..<3]),
        ("(two|zoë)", [4..<7, 12..<15, 23..<27]),
        ("\\bone\\b", [0..<3, 8..<11]), ("[^a-z ]{3}", [12..<15]), ("ë$", [25..<27]), ("x*", []),
        ("O.+?e", [0..<3, 14..<19]), ("(one){2}", [16..<22]), ("\\p{Lu}\\p{Ll}", [0..<2, 23..<25]),
    ])
    func regularExpressionsAreFound(pattern: String, ranges: [Range<Int>]) throws {
        let search = try DocumentSearch(
            pattern,
            isRegularExpression: true,
            isCaseSensitive: pattern.contains("[^") ? true : nil
        )
        #expect(search.matches(in: text) == ranges)
    }

    @Test(arguments: ["(a", "a)", "[a", "*a", "a{2", "a{3,2}", "\\q", "[z-a]", "\\p{Xx}", "(?=a)"])
    func aBadExpressionIsRefused(pattern: String) {
        #expect(throws: DocumentSearchError.self) {
            try DocumentSearch(pattern, isRegularExpression: true)
        }
    }

    @Test func noExpressionTakesForever() throws {
        let octets = Octets(utf8: String(repeating: "a", count: 5000))
        let search = try DocumentSearch("(a*)*b", isRegularExpression: true)
        #expect(search.first(in: octets.slice(0..<300)) == nil)
    }

    @Test func textIsEscapedVisibly() {
        #expect(TextEscaping.visible("a\u{1B}[0m\n\u{7F}\u{85}") == "a␛[0m␊␡<U+0085>")
        #expect(TextEscaping.visible("\u{202E}x\u{200B}\u{FEFF}") == "<U+202E>x<U+200B><U+FEFF>")
        #expect(TextEscaping.visible("👩\u{200D}👩\u{200D}👧 ok") == "👩\u{200D}👩\u{200D}👧 ok")
        #expect(TextEscaping.visible("a\u{200D}b") == "a<U+200D>b")
        #expect(TextEscaping.visible("Zoë ☺ 漢") == "Zoë ☺ 漢")
    }
}
