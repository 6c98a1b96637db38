import Documents
import HTTPModel
import Testing

@Suite struct LineDiffTests {
    private func rows(_ old: String, _ new: String) -> [String] {
        let diff = LineDiff(Octets(utf8: old), Octets(utf8: new))
        return diff.rows.indices.map { diff.row($0).text }
    }

    @Test func changedLinesStandBetweenEqualOnes() {
        #expect(rows("a\nb\nc\n", "a\nB\nc\nd") == ["  a", "- b", "+ B", "  c", "+ d"])
    }

    @Test func equalTextsHaveNoDifferences() {
        let diff = LineDiff(Octets(utf8: "a\r\nb"), Octets(utf8: "a\nb\n"))
        #expect(diff.isEmpty)
        #expect(diff.rows == [.skipped(2)])
        #expect(LineDiff(Octets(), Octets()).rows.isEmpty)
    }

    @Test func whatIsFarFromDifferencesIsLeftOut() {
        let old = (1...20).map(String.init).joined(separator: "\n")
        let new = old.replacing("10\n", with: "ten\n")
        let text = rows(old, new)
        #expect(text.first == "… 6 equal lines")
        #expect(text.last == "… 7 equal lines")
        #expect(text.contains("- 10") && text.contains("+ ten"))
        #expect(LineDiff(Octets(utf8: old), Octets(utf8: new)).starts == [4])
    }

    @Test func linesThatMovedAreRemovedAndAdded() {
        let text = rows("a\nb\nc\nd", "b\nc\nd\na")
        #expect(text == ["- a", "  b", "  c", "  d", "+ a"])
    }

    @Test func everyLineOfBothTextsIsAccountedFor() {
        let old = ["x", "a", "b", "x", "c", "x"]
        let new = ["a", "x", "x", "c", "b", "y"]
        let diff = LineDiff(
            Octets(utf8: old.joined(separator: "\n")),
            Octets(utf8: new.joined(separator: "\n"))
        )
        let text = diff.rows.indices.map { diff.row($0).text }
        func lines(_ signs: String) -> [String] {
            text.filter { signs.contains($0.first ?? "?") }.map { String($0.dropFirst(2)) }
        }
        #expect(lines(" -") == old)
        #expect(lines(" +") == new)
    }
}
