import Documents
import HTTPModel
import Testing

@Suite struct WrappedRowsTests {
    private func wrapped(_ text: String, _ columns: Int) -> ResponseDocument {
        ResponseDocument(body: Octets(utf8: text), mediaType: MediaType("text/plain"))
            .wrapping(columns: columns)
    }

    @Test(
        arguments: [
            ("abcdefghij\nk\n", ["abcdefgh", "ij", "k"]),
            ("12345678\n\n1234567\r\n12345678\r\n9", ["12345678", "", "1234567", "12345678", "9"]),
            ("日本語日本語", ["日本語日", "本語"]),
            ("abcdefg日", ["abcdefg", "日"]),
            ("e\u{301}e\u{301}345678x", ["e\u{301}e\u{301}345678", "x"]),
            ("", []),
        ] as [(String, [String])]
    )
    func linesAreWrappedByTheirColumns(text: String, rows: [String]) {
        #expect(lines(wrapped(text, 8)) == rows)
    }

    @Test func nothingIsLostAndRowsAreFoundByTheirBytes() {
        let text = (0..<3000).map { String(repeating: "é漢\u{1}x\t", count: $0 % 40) + "\n" }
            .joined()
        for columns in [8, 33, 80] {
            let document = wrapped(text, columns)
            var end = 0
            for index in 0..<document.rowCount {
                let row = document.row(index)
                if index > 0 { #expect(row.isContinuation == (row.byteRange.lowerBound == end)) }
                end = row.byteRange.upperBound
                #expect(row.text.unicodeScalars.count <= columns)
                #expect(document.row(containing: row.byteRange.lowerBound) == index)
            }
            #expect(end == document.content.count - 1)
        }
    }

    @Test func oneLongLineIsAddressable() {
        let document = wrapped(String(repeating: "x", count: 3_000_000), 100)
        #expect(document.rowCount == 30_000)
        #expect(document.row(20_001).byteRange == 2_000_100..<2_000_200)
        #expect(document.row(containing: 2_000_150) == 20_001)
        #expect(document.wrapping(columns: nil).row(1).byteRange == 2048..<4096)
    }

    @Test func wrappingLeavesStructureAndBytesAlone() {
        let json = document(ResponseDocumentTests.text).wrapping(columns: 10)
        #expect(json.rowCount == 12)
        #expect(json.changing(mode: .raw).rowCount == 7)
        #expect(json != json.wrapping(columns: nil))
    }
}
