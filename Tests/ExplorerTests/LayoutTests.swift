import Explorer
import Screen
import Testing

@Suite struct LayoutTests {
    /// The panes as letters, ten columns and four rows of the screen to a character.
    private func drawing(
        _ size: Size,
        _ state: ExplorerState,
        rows: Int = 4,
        columns: Int = 10
    ) -> [String] {
        let layout = Layout(size, state)
        return stride(from: 0, to: size.rows, by: rows).map { row in
            String(
                stride(from: 0, to: size.columns, by: columns).map { column -> Character in
                    let place = Position(row: row, column: column)
                    switch layout.pane(at: place) {
                    case .tree: return "t"
                    case .request: return "q"
                    case .response: return "r"
                    case nil: return layout.footer.contains(place) ? "f" : " "
                    }
                }
            )
        }
    }

    private func state(_ size: Size) -> ExplorerState { ExplorerState(path: ".", size: size) }

    @Test func theUsualScreenStacksRequestOverResponse() {
        let size = Size(rows: 24, columns: 80)
        #expect(
            drawing(size, state(size)) == [
                "tttqqqqq",
                "tttqqqqq",
                "tttqqqqq",
                "tttrrrrr",
                "tttrrrrr",
                "tttrrrrr",
            ]
        )
    }

    @Test func aWideScreenPutsPanesSideBySide() {
        let size = Size(rows: 60, columns: 200)
        #expect(
            drawing(size, state(size), rows: 30) == [
                "ttttqqqqqqqqrrrrrrrr", "ttttqqqqqqqqrrrrrrrr",
            ]
        )
    }

    @Test func aNarrowScreenShowsTheFocusedPaneOnly() {
        let size = Size(rows: 12, columns: 60)
        var state = state(size)
        #expect(drawing(size, state) == ["tttttt", "tttttt", "tttttt"])
        state.focus = .response
        #expect(drawing(size, state) == ["rrrrrr", "rrrrrr", "rrrrrr"])
    }

    @Test func anEnlargedPaneHasTheScreen() {
        let size = Size(rows: 24, columns: 80)
        var state = state(size)
        state.isZoomed = true
        state.focus = .request
        #expect(
            Layout(size, state).panes == [
                .request: Rectangle(row: 0, column: 0, rows: 23, columns: 80)
            ]
        )
    }

    @Test func aTinyScreenShowsNoPane() {
        for size in [
            Size(rows: 5, columns: 80), Size(rows: 24, columns: 23), Size(rows: 0, columns: 0),
        ] {
            #expect(Layout(size, state(size)).arrangement == .tiny)
            #expect(Layout(size, state(size)).panes.isEmpty)
        }
        #expect(Layout(Layout.minimum, state(Layout.minimum)).arrangement == .single)
    }

    @Test func panesNeitherOverlapNorLeaveGaps() {
        for rows in stride(from: 6, through: 70, by: 7) {
            for columns in stride(from: 24, through: 220, by: 13) {
                let size = Size(rows: rows, columns: columns)
                let layout = Layout(size, state(size))
                let areas = Array(layout.panes.values)
                let cells = areas.reduce(0) { $0 + $1.rows * $1.columns }
                #expect(cells == (rows - 1) * columns)
                for (index, area) in areas.enumerated() {
                    for other in areas[(index + 1)...] { #expect(area.intersection(other).isEmpty) }
                }
            }
        }
    }

    @Test func tabsNeverLeaveTheirRow() {
        let row = Rectangle(row: 0, column: 3, rows: 1, columns: 12)
        let columns = Layout.tabColumns(["Body", "Headers", "Timing"], in: row)
        #expect(columns[0] == 4..<8)
        #expect(columns.allSatisfy { $0.upperBound <= 15 || $0.isEmpty })
    }
}
