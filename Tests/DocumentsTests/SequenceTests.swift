import Documents
import HTTPModel
import Testing

@Suite struct SequenceTests {
    @Test func linesThatAreNoJSONStandBetweenTheOthers() {
        let text = "{\"a\":1}\n{\"b\":[1,2}\n\n{\"c\":{}}\noops\n[3]\n"
        let document = document(text, "application/x-ndjson")
        #expect(document.kind == .jsonLines)
        #expect(document.fault?.location.description == "2:10")
        #expect(document.tape?.stop == nil)
        #expect(document.tape?.invalidCount == 2)
        #expect(
            lines(document) == [
                "{", "  \"a\": 1", "}",
                "{\"b\":[1,2}  not JSON: 2:10: expected ',' or ']', found '}'", "{",
                "  \"c\": {}", "}", "oops", "[", "  3", "]",
            ]
        )
        #expect(document.row(3).spans[0].role == .invalid)
        #expect(document.path(atRow: 5) == "$[2]['c']")
        #expect(document.row(containing: 10) == 3)
        #expect(plain(document).contains("}\n{\"b\":[1,2}\n{\n  \"c\": {}\n}\noops\n[\n"))
        var folded = document
        folded.foldAll()
        #expect(lines(folded).last == "[…]")
        #expect(folded.rowCount == 5)
    }

    @Test func aBrokenValueOfSeveralLinesIsPassedOverAsOne() {
        let text = "{\n\"a\" 1,\n\"b\": 2\n}\n{\"c\":3}"
        let document = document(text, "application/x-ndjson")
        #expect(document.tape?.rootCount == 2)
        #expect(document.row(2).text == "\"c\": 3")
    }

    @Test(arguments: ["{\"b\":[2", "{\"b\":\"x", "{\"b\"", "[1,2", "{"])
    func aLineThatWasCutOffTakesNoOtherWithIt(line: String) {
        let document = document("{\"a\":1}\n\(line)\n{\"c\":3}\n", "application/x-ndjson")
        #expect(document.tape?.rootCount == 3)
        #expect(document.row(3).text.hasPrefix(line + "  not JSON: "))
        #expect(document.row(5).text == "\"c\": 3")
    }

    @Test(arguments: ["application/json", "application/x-ndjson"])
    func theHeadOfACutDocumentIsReadable(mediaType: String) {
        let cut = document("{\"a\":1}\n{\"b\":[1,{\"c\":\"x", mediaType)
        #expect(
            lines(cut)[3...] == [
                "{", "  \"b\": [", "    1,", "    {",
                "not JSON from here: 2:16: the text ends inside a string that starts at byte 21",
                "\"c\":\"x",
            ]
        )
        #expect(cut.kind == .jsonLines)
    }

    @Test func garbageAfterAValueLeavesTheValue() {
        let document = document("{\"a\":1}\n<!-- cached -->\n")
        #expect(document.kind == .json)
        #expect(lines(document)[1] == "  \"a\": 1")
        #expect(lines(document).last == "<!-- cached -->")
    }

    @Test func manyBrokenLinesKeepRowsAndOffsetsTogether() {
        let text = (0..<3000).map { number in
            number % 3 == 0 ? "{\"n\":\(number),}\n" : "{\"n\":\(number),\"l\":[\(number)]}\n"
        }.joined()
        var document = document(text, "application/x-ndjson")
        #expect(document.tape?.rootCount == 3000)
        #expect(document.rowCount == 1000 + 2000 * 6)
        for fold in [false, true] {
            if fold { document.foldAll() }
            for index in stride(from: 0, to: document.rowCount, by: 37) {
                let place = document.row(index).byteRange.lowerBound
                #expect(document.row(containing: place) == index)
            }
        }
        #expect(document.path(atRow: 2999) == "$[2999]")
    }
}
