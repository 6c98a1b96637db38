import Documents
import HTTPModel
import Testing

/// The rows as indented text, folds marked.
func lines(_ document: ResponseDocument) -> [String] {
    (0..<document.rowCount).map { index in
        let row = document.row(index)
        return String(repeating: "  ", count: row.indent) + row.text
    }
}

func document(_ text: String, _ mediaType: String? = "application/json") -> ResponseDocument {
    ResponseDocument(body: Octets(utf8: text), mediaType: mediaType.flatMap { MediaType($0) })
}

@Suite struct ResponseDocumentTests {
    static let text = #"{"id":1,"tags":["a","b"],"none":{},"owner":{"name":"Zoë","ok":true}}"#

    @Test func jsonIsLaidOutByItsStructure() {
        let document = document(Self.text)
        #expect(document.kind == .json)
        #expect(
            lines(document) == [
                "{", "  \"id\": 1,", "  \"tags\": [", "    \"a\",", "    \"b\"", "  ],",
                "  \"none\": {},", "  \"owner\": {", "    \"name\": \"Zoë\",", "    \"ok\": true",
                "  }",
                "}",
            ]
        )
        #expect(document.row(1).spans.map(\.role) == [.key, .punctuation, .number, .punctuation])
        #expect(document.path(atRow: 4) == "$['tags'][1]")
        #expect(document.path(atRow: 5) == "$['tags']")
        #expect(document.path(atRow: 11) == "$")
        #expect(document.enclosingRow(of: 4) == 2)
        #expect(document.enclosingRow(of: 0) == nil)
        #expect(document.valueRange(atRow: 2) == 15..<24)
    }

    @Test func spansStandForTheirBytes() {
        let document = document(Self.text)
        for index in 0..<document.rowCount {
            for span in document.row(index).spans {
                guard let range = span.byteRange else { continue }
                #expect(document.body.slice(range).text == span.text)
            }
        }
    }

    @Test func aFoldedContainerIsOneRow() {
        var document = document(Self.text)
        document.toggleFold(atRow: 2)
        #expect(document.rowCount == 9)
        #expect(lines(document)[2] == "  \"tags\": […],")
        #expect(document.row(2).fold == .closed(hiddenCount: 2))
        #expect(document.row(3).text == "\"none\": {},")
        #expect(document.row(3).fold == .none)
        #expect(document.row(containing: 17) == 2)
        document.toggleFold(atRow: 8)
        #expect(lines(document) == ["{…}"])
        document.toggleFold(atRow: 0)
        #expect(document.rowCount == 9)
        document.toggleFold(atRow: 2)
        #expect(
            document
                == Documents.ResponseDocument(
                    body: document.body,
                    mediaType: MediaType("application/json")
                )
        )
    }

    @Test func foldAllLeavesTheTopLevelOpen() {
        var document = document(Self.text)
        document.foldAll()
        #expect(
            lines(document) == [
                "{", "  \"id\": 1,", "  \"tags\": […],", "  \"none\": {},", "  \"owner\": {…}", "}",
            ]
        )
        document.toggleFold(atRow: 4)
        #expect(
            lines(document)[4...] == [
                "  \"owner\": {", "    \"name\": \"Zoë\",", "    \"ok\": true", "  }", "}",
            ]
        )
        #expect(document.row(containing: 16) == 2)
        #expect(document.path(atRow: 5) == "$['owner']['name']")
        document.toggleFold(atRow: 7)
        #expect(document.rowCount == 6)
        document.unfoldAll()
        #expect(document.rowCount == 12)
    }

    @Test func revealOpensWhatHides() {
        var document = document(#"[[[["x"]]],1]"#)
        document.foldAll()
        #expect(lines(document) == ["[", "  […],", "  1", "]"])
        #expect(document.reveal(offset: 5) == 4)
        #expect(document.row(4).text == "\"x\"")
        #expect(document.rowCount == 10)
        document.unfoldAll()
        document.toggleFold(atRow: 0)
        #expect(document.rowCount == 1)
        #expect(document.reveal(offset: 5) == 4)
    }

    @Test func anyFoldingKeepsRowsAndOffsetsTogether() {
        let items = (0..<200).map { "{\"k\($0)\":[\($0),{\"deep\":[[]]}],\"z\":null}" }
        var document = document("[" + items.joined(separator: ",") + "]")
        var seed: UInt64 = 42
        for round in 0..<60 {
            if round == 30 { document.foldAll() }
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            document.toggleFold(atRow: Int(seed >> 33) % document.rowCount)
            var place = -1
            for index in 0..<document.rowCount {
                let row = document.row(index)
                #expect(row.byteRange.lowerBound > place)
                place = row.byteRange.lowerBound
                #expect(document.row(containing: place) == index)
            }
        }
    }

    @Test func whatFollowsAFaultIsShownAsText() {
        let document = document("{\"a\":[1,2 3],\n\"b\":4}")
        #expect(document.fault?.location.description == "1:11")
        #expect(
            lines(document) == [
                "{", "  \"a\": [", "    1,", "    2",
                "not JSON from here: 1:11: expected ',' or ']', found '3'", "3],", "\"b\":4}",
            ]
        )
        #expect(document.row(containing: 16) == 6)
        #expect(document.row(5).spans.first?.role == .invalid)
    }

    @Test func jsonThatIsNone() {
        let document = document("<html>\n")
        #expect(document.kind == .json)
        #expect(lines(document).last == "<html>")
        #expect(document.rowCount == 2)
        #expect(document.changing(mode: .raw).rowCount == 1)
    }

    @Test(arguments: [nil, "application/json", "application/x-ndjson", "text/plain"] as [String?])
    func valuesOneAfterAnotherAreJSONLines(mediaType: String?) {
        let document = document("{\"a\":1}\n{\"a\":[]}\n", mediaType)
        #expect(document.kind == .jsonLines)
        #expect(lines(document) == ["{", "  \"a\": 1", "}", "{", "  \"a\": []", "}"])
        #expect(document.path(atRow: 4) == "$[1]['a']")
        var folded = document
        folded.foldAll()
        #expect(lines(folded) == ["{…}", "{…}"])
    }

    @Test func hiddenCharactersAndBadBytesAreShown() {
        let document = document("{\"\u{202E}k\":\"a\u{7F}b\u{200B}\"}")
        #expect(lines(document)[1] == "  \"<U+202E>k\": \"a␡b<U+200B>\"")
        let raw = ResponseDocument(
            body: Octets([0x61, 0x1B, 0xFF, 0x0A, 0x09, 0x62]),
            mediaType: MediaType("text/plain")
        )
        #expect(lines(raw) == ["a␛<FF>", "    b"])
        #expect(raw.row(0).spans.map(\.role) == [.text, .control, .invalid])
    }

    @Test func equalityLooksAtFoldsAndMode() {
        let one = document(Self.text)
        var two = one
        #expect(one == two)
        two.toggleFold(atRow: 0)
        #expect(one != two)
        #expect(one != one.changing(mode: .raw))
    }

    @Test func foldsSurviveAChangeOfMode() {
        var document = document(Self.text)
        document.toggleFold(atRow: 2)
        #expect(document.changing(mode: .hex).changing(mode: .pretty).rowCount == 9)
    }

    @Test(
        arguments: [
            ("{}", "application/problem+json", .json, .pretty),
            ("<a/>", "application/xml", .xml, .pretty),
            ("<!doctype html>", "text/html; charset=utf-8", .xml, .pretty),
            ("a,b", "text/csv", .table, .pretty),
            ("{\"a\":1}", "text/plain", .json, .pretty),
            ("{a", "text/plain", .text, .pretty),
            ("\u{0}\u{1}", nil, .binary, .hex),
            ("abc", nil, .text, .pretty),
            ("GIF89a", "image/gif", .binary, .hex),
            ("", "application/json", .text, .pretty),
        ] as [(String, String?, ResponseDocument.Kind, ResponseDocument.Mode)]
    )
    func theKindFollowsMediaTypeAndContent(
        text: String,
        mediaType: String?,
        kind: ResponseDocument.Kind,
        mode: ResponseDocument.Mode
    ) {
        let document = document(text, mediaType)
        #expect(document.kind == kind)
        #expect(document.mode == mode)
    }

    @Test func hexRowsShowOffsetBytesAndCharacters() {
        let document = ResponseDocument(
            body: Octets(Array(0x3A...0x4C)),
            mediaType: nil,
            mode: .hex
        )
        #expect(
            lines(document) == [
                "00000000  3A 3B 3C 3D 3E 3F 40 41  42 43 44 45 46 47 48 49  :;<=>?@ABCDEFGHI",
                "00000010  4A 4B 4C                                          JKL",
            ]
        )
        #expect(document.row(containing: 17) == 1)
    }

    @Test func anEmptyBodyHasNoRows() {
        let document = document("")
        #expect(document.rowCount == 0)
        #expect(document.row(containing: 0) == 0)
        #expect(document.changing(mode: .hex).rowCount == 0)
    }
}
