import Screen
import Testing

struct FrameDifferenceTests {
    private let size = Size(rows: 2, columns: 20)

    private func frame(_ first: String, _ second: String = "") -> Frame {
        var frame = Frame(size: size)
        frame.write(first, row: 0, column: 0)
        frame.write(second, row: 1, column: 0)
        return frame
    }

    @Test func equalFramesNeedNothing() {
        #expect(frame("abc").changes(from: frame("abc")) == [])
    }

    @Test func withoutAnOldFrameEveryRowIsPainted() {
        let whole = [CellRun(row: 0, columns: 0..<20), CellRun(row: 1, columns: 0..<20)]
        #expect(frame("abc").changes(from: nil) == whole)
        #expect(frame("abc").changes(from: Frame(size: Size(rows: 1, columns: 20))) == whole)
    }

    @Test func onlyChangedCellsArePainted() {
        #expect(
            frame("abc", "x").changes(from: frame("aBc"))
                == [CellRun(row: 0, columns: 1..<2), CellRun(row: 1, columns: 0..<1)]
        )
    }

    @Test func nearRunsAreOneAndFarOnesAreNot() {
        #expect(
            frame("a....b").changes(from: frame("x....y")) == [CellRun(row: 0, columns: 0..<6)]
        )
        #expect(
            frame("a.........b").changes(from: frame("x.........y"))
                == [CellRun(row: 0, columns: 0..<1), CellRun(row: 0, columns: 10..<11)]
        )
    }

    @Test func runsCoverWholeGraphemesOfBothFrames() {
        #expect(frame("漢b").changes(from: frame("字b")) == [CellRun(row: 0, columns: 0..<2)])
        #expect(frame("ab").changes(from: frame("a漢")) == [CellRun(row: 0, columns: 1..<3)])
        #expect(frame(" x").changes(from: frame("漢")) == [CellRun(row: 0, columns: 0..<2)])
    }

    @Test func aChangeOfRoleIsAChange() {
        var raised = frame("abc")
        raised.restyle(Rectangle(row: 0, column: 2, rows: 1, columns: 1), role: .match)
        #expect(raised.changes(from: frame("abc")) == [CellRun(row: 0, columns: 2..<3)])
    }
}
