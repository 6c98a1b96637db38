import Documents
import HTTPModel
import Testing

@Suite struct HeadTests {
    private static let list: String = {
        let lines = (0..<9_000).map { #"{"number":\#($0),"text":"needle"}"# }
        return "[" + lines.joined(separator: ",") + "]"
    }()

    private func texts(_ document: ResponseDocument, _ count: Int) -> [String] {
        (0..<min(count, document.rowCount)).map { document.row($0).text }
    }

    @Test(arguments: ["application/json", nil, "text/plain"])
    func theRowsOfAHeadAreTheFirstOfTheWhole(_ type: String?) {
        let body = Octets(utf8: Self.list)
        let head = ResponseDocument(headOf: body, mediaType: type.flatMap { MediaType($0) })
        let whole = head.whole
        #expect(head.isHead)
        #expect(head.kind == .json)
        #expect(!whole.isHead)
        #expect(whole.rowCount == 2 + 9_000 * 4)
        // The commas after the last rows of a head are not known.
        let count = head.rowCount - 200
        #expect(count > 4_000)
        #expect(texts(head, count) == texts(whole, count))
        #expect(
            whole
                == ResponseDocument(body: body, mediaType: whole.tape.map { _ in jsonType } ?? nil)
        )
    }

    private let jsonType = MediaType("application/json")

    @Test(arguments: [
        ("a,b\n1,2\n", "text/csv"), ("<a><b>x</b></a>", "text/xml"), ("x\ny\n", "text/plain"),
    ])
    func otherKindsHaveHeadsToo(_ line: String, _ type: String) {
        let text =
            type == "text/xml"
            ? "<r>" + String(repeating: line, count: 20_000) + "</r>"
            : String(repeating: line, count: 20_000)
        let head = ResponseDocument(headOf: Octets(utf8: text), mediaType: MediaType(type))
        #expect(head.isHead)
        #expect(head.rowCount > 100)
        #expect(texts(head, 50) == texts(head.whole, 50))
        #expect(head.whole.rowCount > head.rowCount)
        #expect(head.fault == nil)
    }

    @Test func textInAnotherCharsetIsConvertedAsFarAsItIsShown() {
        let bytes = (0..<100_000).flatMap { _ in [UInt8](arrayLiteral: 0xE9, 0x0A) }
        let type = MediaType("text/plain; charset=iso-8859-1")
        let head = ResponseDocument(headOf: Octets(bytes), mediaType: type)
        #expect(head.row(0).text == "é")
        #expect(head.content.count < 200_000)
        #expect(head.whole.content.count == 300_000)
    }

    @Test func bytesAreWholeAtOnce() {
        let body = Octets([UInt8](repeating: 0, count: 300_000))
        let head = ResponseDocument(headOf: body, mediaType: nil)
        #expect(!head.isHead)
        #expect(head.rowCount == 300_000 / 16)
    }

    @Test func foldsAndLayoutGoOnInTheWhole() {
        var head = ResponseDocument(headOf: Octets(utf8: Self.list), mediaType: jsonType)
        head.toggleFold(atRow: 1)
        head.hexRowBytes = 8
        let whole = head.whole
        #expect(whole.row(1).text == "{…},")
        #expect(whole.hexRowBytes == 8)
        head.foldAll()
        #expect(head.whole.rowCount == 2 + 9_000)
    }

    @Test func valuesNestedBeyondReasonHaveNoPath() {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let document = ResponseDocument(body: Octets(utf8: text), mediaType: jsonType)
        #expect(document.path(atRow: 3) == "$[0][0][0]")
        #expect(document.path(atRow: 50_000) == nil)
    }

    @Test func aQueryIsGivenUp() throws {
        let tape = JSONTape(Octets(utf8: "[" + String(repeating: "1,", count: 100_000) + "1]"))
        let path = try JSONPath("$[?@ == 1]")
        let all = path.matches(in: tape, limit: 5) { false }
        #expect(all.first.count == 5)
        #expect(all.count == 100_001)
        #expect(path.matches(in: tape, limit: 5) { true }.count < 100_000)
    }

    @Test func lettersOfAnyCaseAreFoundWhereverTheyStand() throws {
        let search = try DocumentSearch("needle-x")
        for length in 0..<40 {
            let before = String(repeating: "n", count: length)
            for found in ["needle-x", "NeEdLe-X"] {
                let octets = Octets(utf8: before + found + "needle")
                #expect(search.first(in: octets) == length..<(length + 8))
            }
        }
        // A bracket differs from a brace in the bit of the case only.
        #expect(try DocumentSearch("a{").first(in: Octets(utf8: "a[ A[ A{")) == 6..<8)
        #expect(try DocumentSearch("n").matches(in: Octets(utf8: "NnN")).count == 3)
    }
}
