import Documents
import HTTPModel
import Testing

@Suite struct PlainTextTests {
    @Test func jsonIsIndentedAndKeepsItsTokens() {
        let text = #"{"a":[1.0,{"é":"é"}],"b":[],"c":{}}"#
        let lines = [
            "{", "  \"a\": [", "    1.0,", "    {", "      \"é\": \"é\"", "    }", "  ],",
            "  \"b\": [],", "  \"c\": {}", "}", "",
        ]
        #expect(plainText(document(text)).text == lines.joined(separator: "\n"))
    }

    @Test func manyValuesStandOneAfterAnother() {
        #expect(plainText(document("1 2\n[]")).text == "1\n2\n[]\n")
    }

    @Test func theRestAfterAFaultGoesOutAsItIs() {
        #expect(plainText(document("[1,\n 2 3]\n")).text == "[\n  1,\n  2\n 3]\n")
    }

    @Test func rawTextIsTheBody() {
        let body = "a\r\n\u{1B}[31mb"
        let document = document(body, "text/plain")
        #expect(plainText(document).text == body)
        #expect(plainText(document, isExact: false).text == "a\n␛[31mb")
    }

    @Test func hiddenCharactersBecomeSymbolsForATerminal() {
        #expect(
            plainText(document("[\"\u{9B}\"]"), isExact: false).text == "[\n  \"<U+009B>\"\n]\n"
        )
        #expect(plainText(document("[\"\u{9B}\"]")).text == "[\n  \"\u{9B}\"\n]\n")
    }

    @Test func largeDocumentsLeaveInChunks() {
        let items = (0..<60_000).map { "\"item \($0)\"" }
        var chunks = 0
        var count = 0
        renderPlainText(document("[" + items.joined(separator: ",") + "]")) { bytes in
            chunks += 1
            count += bytes.count
        }
        #expect(chunks > 2)
        #expect(count == items.reduce(0) { $0 + $1.utf8.count + 4 } + 3)
    }

    @Test func deepNestingDoesNotBecomeGigabytesOfSpaces() {
        let count = 20_000
        var length = 0
        renderPlainText(document(String(repeating: "[", count: count))) { length += $0.count }
        #expect(length >= count)
        #expect(length < count * 600)
        let shallow = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let lines = plainText(document(shallow)).text.split(separator: "\n")
        #expect(lines.max { $0.count < $1.count }?.count == 2 * 199 + 2)
    }

    @Test func aSinkMayFail() {
        struct Full: Error {}
        #expect(throws: Full.self) {
            try renderPlainText(document("[1]")) { _ throws(Full) in throw Full() }
        }
    }
}
