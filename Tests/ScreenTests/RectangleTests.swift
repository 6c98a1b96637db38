import Screen
import Testing

struct RectangleTests {
    private let area = Rectangle(row: 1, column: 2, rows: 10, columns: 21)

    @Test func fixedPartsComeFirstAndTheRestIsSharedByWeight() {
        let parts = area.splitColumns([.fixed(4), .weight(1), .weight(2)])
        #expect(parts.map(\.columns) == [4, 6, 11])
        #expect(parts.map(\.column) == [2, 6, 12])
        #expect(parts.allSatisfy { $0.row == 1 && $0.rows == 10 })
    }

    @Test func partsWithoutRoomAreEmpty() {
        #expect(area.splitRows([.fixed(8), .fixed(5), .weight(1)]).map(\.rows) == [8, 2, 0])
        #expect(area.splitRows([]).isEmpty)
    }

    @Test func aRectangleContainsItsCellsOnly() {
        #expect(area.contains(Position(row: 1, column: 2)))
        #expect(area.contains(Position(row: 10, column: 22)))
        #expect(!area.contains(Position(row: 11, column: 2)))
        #expect(!area.contains(Position(row: 1, column: 1)))
    }

    @Test func smallRectanglesBecomeEmptyNotNegative() {
        #expect(Rectangle(row: 0, column: 0, rows: 1, columns: 1).inset().isEmpty)
        let apart = area.intersection(Rectangle(row: 90, column: 90, rows: 1, columns: 1))
        #expect(apart.isEmpty)
        #expect(area.centred(Size(rows: 99, columns: 99)) == area)
        #expect(
            area.centred(Size(rows: 4, columns: 11))
                == Rectangle(row: 4, column: 7, rows: 4, columns: 11)
        )
    }
}
