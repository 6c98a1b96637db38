import Screen
import Testing

struct FrameTests {
    @Test func aFrameIsWrittenAsTextAndRolePlanes() {
        var frame = Frame(size: Size(rows: 3, columns: 12))
        frame.write("  List pets", row: 0, column: 0)
        frame.write("> Get pet", row: 1, column: 0, role: .selection)
        frame.cursor = Position(row: 1, column: 2)
        #expect(
            frame.screenText() == """
                12x3 cursor 1,2
                |  List pets |
                |> Get pet   |
                |            |
                |............|
                |SSSSSSSSS...|
                |............|

                """
        )
    }

    @Test func aWideGraphemeHasOneCharacterAndTwoRoles() {
        var frame = Frame(size: Size(rows: 1, columns: 4))
        #expect(frame.write("漢a", row: 0, column: 0, role: .key) == 3)
        #expect(frame.screenText() == "4x1 cursor none\n|漢a |\n|k~k.|\n")
    }

    @Test func theRaisedBackgroundHasItsOwnPlane() {
        var frame = Frame(size: Size(rows: 1, columns: 3))
        frame.write("abc", row: 0, column: 0, role: .string)
        frame.raise(Rectangle(row: 0, column: 1, rows: 1, columns: 9))
        #expect(frame.screenText() == "3x1 cursor none\n|abc|\n|sss|\n| ^^|\n")
    }

    @Test(
        arguments: [
            (-2, "cde  "), (0, "abcde"), (3, "   ab"), (5, "     "), (-5, "     "), (90, "     "),
        ]
    )
    func textIsClippedAtBothEdges(column: Int, text: String) {
        var frame = Frame(size: Size(rows: 1, columns: 5))
        frame.write("abcde", row: 0, column: column)
        #expect(frame.screenText().split(separator: "\n")[1] == "|\(text)|")
    }

    @Test func rowsOutsideAreLeftOut() {
        var frame = Frame(size: Size(rows: 1, columns: 5))
        #expect(frame.write("abc", row: -1, column: 0) == 0)
        #expect(frame.write("abc", row: 1, column: 0) == 0)
        #expect(frame == Frame(size: Size(rows: 1, columns: 5)))
    }

    @Test func aLimitCutsBeforeAWideGraphemeThatDoesNotFit() {
        var frame = Frame(size: Size(rows: 1, columns: 6))
        #expect(frame.write("a漢b", row: 0, column: 1, limit: 2) == 1)
        #expect(frame.text(ofRow: 0) == " a")
    }

    @Test func overwritingHalfOfAWideGraphemeBlanksTheOtherHalf() {
        var frame = Frame(size: Size(rows: 1, columns: 6))
        frame.write("漢字漢", row: 0, column: 0)
        frame.write("x", row: 0, column: 1)
        #expect(frame.text(ofRow: 0) == " x字漢")
        frame.write("y", row: 0, column: 2)
        #expect(frame.text(ofRow: 0) == " xy 漢")
        frame.fill(Rectangle(row: 0, column: 5, rows: 1, columns: 1))
        #expect(frame.text(ofRow: 0) == " xy")
    }

    @Test(
        arguments: [
            ("a\u{1B}[2Jb", "a␛[2Jb"), ("\0", "␀"), ("a\tb", "a␉b"), ("a\r\nb", "a␍␊b"),
            ("\u{7F}", "␡"), ("\u{9B}2J", "\u{FFFD}2J"), ("\u{202E}abc", "◌abc"),
            ("\u{FEFF}http", "◌http"), ("x\u{200D}y", "x◌y"), ("\u{301}a", "◌\u{301}a"),
            ("\u{2028}", "◌"), ("\u{E0041}", "◌"),
        ]
    )
    func whatATerminalWouldObeyIsShown(text: String, shown: String) {
        var frame = Frame(size: Size(rows: 1, columns: 20))
        let columns = frame.write(text, row: 0, column: 0)
        #expect(frame.text(ofRow: 0) == shown)
        #expect(columns == DisplayWidth.columns(of: text))
    }

    @Test func symbolsForControlsHaveTheirOwnRole() {
        var frame = Frame(size: Size(rows: 1, columns: 3))
        frame.write("a\u{1B}b", row: 0, column: 0, role: .string)
        #expect(frame.screenText() == "3x1 cursor none\n|a␛b|\n|sCs|\n")
    }

    @Test func boxesThatShareAnEdgeAreJoined() {
        var frame = Frame(size: Size(rows: 5, columns: 13))
        let area = Rectangle(Size(rows: 5, columns: 13))
        let halves = area.splitColumns([.fixed(7), .weight(1)])
        frame.drawBox(halves[0], title: "Pets")
        frame.drawBox(
            Rectangle(row: 0, column: 6, rows: 5, columns: 7),
            title: "Too long"
        )
        frame.drawDivider(row: 2, in: Rectangle(row: 0, column: 6, rows: 5, columns: 7))
        let rows = (0..<5).map { frame.text(ofRow: $0) }
        #expect(
            rows == [
                "┌─ … ─┬─ … ─┐",
                "│     │     │",
                "│     ├─────┤",
                "│     │     │",
                "└─────┴─────┘",
            ]
        )
    }

    @Test func eachRoleHasItsOwnLetter() {
        #expect(Set(StyleRole.allCases.map(\.letter)).count == StyleRole.allCases.count)
        #expect(!StyleRole.allCases.map(\.letter).contains("~"))
    }
}
