import Documents
import HTTPModel
import Testing

/// A document as `apus view` writes it.
func plain(_ document: ResponseDocument) -> String {
    var bytes: [UInt8] = []
    renderPlainText(document) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
}

@Suite struct TableTests {
    @Test func recordsAreRowsOfATable() {
        let table = document(
            "id,name,price\r\n1,\"Doe, \"\"J\"\"\",9.50\r\n20,Zoë,100\r\n,\"two\nlines\",-1\n",
            "text/csv"
        )
        #expect(table.kind == .table)
        #expect(
            lines(table) == [
                "id │ name      │ price", " 1 │ Doe, \"J\"  │  9.50",
                "20 │ Zoë       │   100", "   │ two␊lines │    -1",
            ]
        )
        #expect(table.row(0).spans[0].role == .key)
        #expect(table.row(1).spans.contains { $0.role == .number && $0.text == "9.50" })
        for index in 0..<table.rowCount {
            for span in table.row(index).spans where span.role != .control {
                guard let range = span.byteRange else { continue }
                #expect(table.content.slice(range).text == span.text)
            }
            #expect(table.row(containing: table.row(index).byteRange.lowerBound) == index)
        }
        #expect(table.changing(mode: .raw).rowCount == 5)
    }

    @Test(
        arguments: [
            ("a\tb\n1\t2", "text/tab-separated-values", ["a │ b", "1 │ 2"]),
            ("a;b\n1,5;2", "text/csv", ["a   │ b", "1,5 │ 2"]),
            ("a,b\n1\n1,2,3\n\nx", "text/csv", ["a │ b", "1", "1 │ 2 │ 3", "", "x"]),
            ("a,b\n\"x\"y,z\n", "text/csv", ["a    │ b", "\"x\"y │ z"]),
            ("a,\"open\nb,c", "text/csv", ["a │ open␊b,c"]),
            ("", "text/csv", []),
        ] as [(String, String, [String])]
    )
    func separatorsAndOddRecords(text: String, mediaType: String, rows: [String]) {
        #expect(lines(document(text, mediaType)) == rows)
    }

    @Test func longCellsAreCutOnScreenAndWholeInText() {
        let long = String(repeating: "漢", count: 300)
        let table = document("a,b\n\(long),x\n", "text/csv")
        #expect(table.row(1).text == String(repeating: "漢", count: 24) + "… │ x")
        #expect(plain(table).contains(long))
    }

    @Test func aHugeRecordIsShownInPartAndPassedBy() {
        let cell = String(repeating: "x,y\n", count: 200_000)
        let table = document("a,b\n1,\"\(cell)\"\n2,z\n", "text/csv")
        #expect(table.rowCount == 3)
        #expect(table.row(1).text.hasPrefix("1 │ x,y␊x,y␊"))
        #expect(table.row(1).text.hasSuffix("more bytes"))
        #expect(table.row(2).text == "2 │ z")
        #expect(table.row(containing: 500_000) == 1)
        #expect(table.row(containing: 800_010) == 2)
    }

    @Test func recordsFarDownAreFoundWithTheirQuotes() {
        let text = (0..<20_000).map { "\($0),\"line\n\($0)\"\n" }.joined()
        let table = document(text, "text/csv")
        #expect(table.rowCount == 20_000)
        #expect(table.row(15_001).text == "15001 │ line␊15001")
        let range = table.row(19_999).byteRange
        #expect(table.row(containing: range.upperBound - 1) == 19_999)
    }
}

@Suite struct FormTests {
    @Test func pairsAreDecoded() {
        let form = document(
            "name=Zo%C3%AB+B&empty=&flag&&tags%5B%5D=a%3Db&x=%00%zz",
            "application/x-www-form-urlencoded"
        )
        #expect(
            lines(form) == [
                "name   = Zoë B", "empty  = ", "flag  ", "tags[] = a=b", "x      = ␀%zz",
            ]
        )
        #expect(form.row(0).byteRange == 0..<15)
        #expect(form.row(containing: 16) == 1)
        #expect(form.row(3).spans.map(\.role) == [.key, .punctuation, .string])
        #expect(document("", "application/x-www-form-urlencoded").rowCount == 0)
    }
}

@Suite struct EventTests {
    static let text = """
        : welcome
        retry: 500

        event: price
        id: 7
        data: {"a":1,"b":[]}

        data: two
        data: lines
        other: field


        data: open end
        """

    @Test func eventsAreAList() {
        let events = document(Self.text, "text/event-stream")
        #expect(events.kind == .events)
        #expect(
            lines(events) == [
                "#1 no data  retry 500", "  : welcome", "#2 price  id 7", "  {", "    \"a\": 1,",
                "    \"b\": []", "  }", "#3 message", "  two", "  lines", "  other: field",
                "#4 message", "  open end",
            ]
        )
        for index in 0..<events.rowCount {
            for span in events.row(index).spans {
                guard let range = span.byteRange else { continue }
                #expect(events.content.slice(range).text == span.text)
            }
        }
    }

    @Test func eventsFold() {
        var events = document(Self.text, "text/event-stream")
        let before = events
        events.toggleFold(atRow: 4)
        #expect(events.rowCount == 9)
        #expect(events != before)
        #expect(events.row(2).fold == .closed(hiddenCount: 4))
        #expect(events.row(3).text == "#3 message")
        events.foldAll()
        #expect(events.rowCount == 4)
        let place = Self.text.utf8.count - 2
        #expect(events.row(containing: place) == 3)
        #expect(events.reveal(offset: place) == 4)
        #expect(events.row(4).text == "open end")
        events.unfoldAll()
        #expect(events.rowCount == 13)
        #expect(plain(before).hasPrefix("#1 no data  retry 500\n  : welcome\n#2 price"))
    }

    @Test func aLongEventIsReadOnce() {
        let line = String(repeating: "é", count: 300_000)
        let events = document("data: \(line)\r\rdata: x\r\n\r\n", "text/event-stream")
        #expect(events.rowCount == 1 + 293 + 2)
        #expect((1...293).map { events.row($0).text }.joined() == line)
        #expect(events.row(2).isContinuation)
        #expect(!events.row(1).isContinuation)
    }
}

@Suite struct MultipartTests {
    static let text = [
        "preamble", "--xyz", "Content-Disposition: form-data; name=\"meta\"",
        "Content-Type: application/json", "", "{\"a\":[1,2]}", "--xyz",
        "content-disposition: form-data; name=file; filename=\"a.bin\"",
        "content-type: application/octet-stream", "", "\u{0}\u{1}\u{2}", "--xyz", "",
        "no head", "--xyz--", "epilogue",
    ].joined(separator: "\r\n")

    @Test func partsAreShownByTheirTypes() {
        let parts = document(Self.text, "multipart/form-data; boundary=xyz")
        #expect(parts.kind == .multipart)
        let rows = lines(parts)
        #expect(
            rows[...8] == [
                "part 1 meta  11 bytes", "  Content-Disposition: form-data; name=\"meta\"",
                "  Content-Type: application/json", "  {", "    \"a\": [", "      1,", "      2",
                "    ]", "  }",
            ]
        )
        #expect(rows[9] == "part 2 file file a.bin  3 bytes")
        #expect(rows[12].hasPrefix("  00000000  00 01 02"))
        #expect(rows[13...] == ["part 3  7 bytes", "  no head"])
        var folded = parts
        folded.toggleFold(atRow: 6)
        #expect(folded.row(1).text.hasPrefix("part 2"))
        #expect(parts.content.slice(parts.row(5).byteRange).text == "1")
        #expect(parts.row(containing: parts.row(6).byteRange.lowerBound) == 6)
    }

    @Test func bigBinaryPartsAreToldByTheirSize() {
        let content = String(repeating: "\u{0}", count: 5000)
        let parts = document("--b\n\n\(content)\n--b--", "multipart/mixed; boundary=b")
        #expect(lines(parts) == ["part 1  5000 bytes", "  binary content, 5000 bytes"])
    }

    @Test func withoutABoundaryItIsText() {
        for type in ["multipart/mixed", "multipart/mixed; boundary=other"] {
            #expect(document(Self.text, type).rowCount == 16)
        }
        let broken = document("--b\nA: b\n\nhalf", "multipart/mixed; boundary=b")
        #expect(lines(broken) == ["part 1  4 bytes", "  A: b", "  half"])
    }
}
