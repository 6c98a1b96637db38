import Documents
import HTTPModel
import Testing

@Suite struct TextRowsTests {
    private func raw(_ text: String) -> ResponseDocument {
        ResponseDocument(body: Octets(utf8: text), mediaType: MediaType("text/plain"), mode: .raw)
    }

    @Test(arguments: [
        ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]),
        ("a\r\nb\r\n", ["a", "b"]),
    ])
    func linesAreRows(text: String, rows: [String]) {
        #expect(lines(raw(text)) == rows)
    }

    @Test(arguments: [2047, 2048, 2049, 4095, 4096, 10_000])
    func longLinesAreCutWithoutLoss(length: Int) {
        let line = String(repeating: "é", count: length)
        let text = "short\n" + line + "\n" + line + "\nend"
        let document = raw(text)
        var joined = ""
        for index in 0..<document.rowCount {
            let row = document.row(index)
            if index > 0 && !row.isContinuation { joined += "\n" }
            joined += row.text
            #expect(row.byteRange.count < 4096)
            if !row.byteRange.isEmpty {
                #expect(document.row(containing: row.byteRange.lowerBound) == index)
                #expect(document.row(containing: row.byteRange.upperBound - 1) == index)
            }
        }
        #expect(joined == text)
    }

    @Test func oneLongLineIsAddressable() {
        let document = raw(String(repeating: "x", count: 5_000_000))
        #expect(document.rowCount == (5_000_000 + 2047) / 2048)
        #expect(document.row(2000).byteRange == 4_096_000..<4_098_048)
    }

    @Test func longStringsOfJSONTakeSeveralRows() {
        let long = String(repeating: "yé", count: 3000)
        var document = document("{\"a\":\"\(long)\",\"b\":[\"\(long)\"],\"c\":1}")
        let count = document.rowCount
        #expect(count == 1 + 5 + 1 + 5 + 1 + 1 + 1)
        #expect((1...5).map { document.row($0).text }.joined() == "\"a\": \"\(long)\",")
        #expect(document.row(3).isContinuation)
        #expect(document.path(atRow: 3) == "$['a']")
        for index in 0..<count {
            #expect(document.row(containing: document.row(index).byteRange.lowerBound) == index)
        }
        document.toggleFold(atRow: 3)
        #expect(document.rowCount == count - 4)
        #expect(document.row(1).fold == .closed(hiddenCount: 4))
        document.foldAll()
        #expect(document.rowCount == 5)
        document.toggleFold(atRow: 1)
        #expect(document.rowCount == 9)
        #expect(document.row(5).isContinuation)
        #expect(document.row(6).text == "\"b\": […],")
        #expect(document.row(containing: 5000) == 3)
        #expect(document.reveal(offset: 9_100) == 7)
        #expect(document.reveal(offset: 12_000) == 8)
    }
}
