import Documents
import HTTPModel
import Testing

/// Bodies that are indexed while they arrive.
@Suite struct DraftTests {
    private static let type = MediaType("application/json")

    static let texts = [
        #"{"a":1,"b":[true,false,null,-0.5,1e10,12],"c":{"d":"é\u00e9 ☺","e":[]}}"#,
        "\u{FEFF} [ 1 , \"x\" , { \"y\" : 2.5E-3 } , [ [ [ ] ] ] , 123456 ] \n",
        #"{"k0":[{"k1":[{"k2":[{"k3":[1]}]}]}],"long":"abcdefghijklmnopqrstuvwxyz0123456789"}"#,
        #"[1,2 3,"what stands after the fault is not read at all"]"#,
        #"{"a":[1,{"b":tru,"c":2}],"d":"0123456789012345678901234567890123456789"}"#,
        #"[["the text breaks off",{"in":"an object","after a name"#,
        #"{"a":1} {"b":2} {"c":"a sequence, though a media type says otherwise"}"#,
        #"[01,"a leading zero",0123456789,0123456789,0123456789,0123456789]"#,
        "\"one string and nothing else, longer than what is left for later\"",
        "  12345678901234567890123456789012345678901234567890.25  ",
        #"[12345678901234567890123456789012345678901234567890e"#,
    ]

    /// The whole of a body that came in pieces, each of which was read on its own.
    private func drafted(_ bytes: [UInt8], cuts: [Int]) -> ResponseDocument {
        var builder = OctetBuilder(expecting: bytes.count)
        let draft = JSONTapeDraft(expecting: bytes.count, leastCount: 3)
        var start = 0
        for end in cuts + [bytes.count] {
            builder.append(contentsOf: Array(bytes[start..<end]))
            start = end
            if end < bytes.count { #expect(draft.read(builder.snapshot())) }
        }
        let head = ResponseDocument(
            headOf: builder.snapshot(),
            mediaType: Self.type,
            draft: draft
        )
        return head.whole
    }

    private func compare(_ document: ResponseDocument, _ comment: String) throws {
        let other = ResponseDocument(body: document.body, mediaType: Self.type)
        #expect(document.kind == other.kind, "\(comment)")
        #expect(document.fault == other.fault, "\(comment)")
        #expect(document.rowCount == other.rowCount, "\(comment)")
        #expect(plainText(document) == plainText(other), "\(comment)")
        let (tape, whole) = (try #require(document.tape), try #require(other.tape))
        #expect(tape.stop == whole.stop, "\(comment)")
        #expect(tape.understoodEnd == whole.understoodEnd, "\(comment)")
        #expect(tape.storage.indexByteCount == whole.storage.indexByteCount, "\(comment)")
        for row in 0..<min(tape.storage.rowCount, 2_000) {
            let (left, right) = (tape.storage.row(row), whole.storage.row(row))
            #expect(left.start == right.start && left.depth == right.depth, "\(comment)")
            let value = tape.storage.value(at: left.start)
            #expect(tape.storage.range(of: value) == whole.storage.range(of: value), "\(comment)")
        }
    }

    @Test(arguments: texts)
    func aTextInTwoPiecesIsThatOfOne(text: String) throws {
        let bytes = Array(text.utf8)
        for cut in 3..<bytes.count {
            try compare(drafted(bytes, cuts: [cut]), "\(text), cut at \(cut)")
        }
    }

    @Test(arguments: texts)
    func aTextThatComesByteByByteIsThatOfOne(text: String) throws {
        let bytes = Array(text.utf8)
        try compare(drafted(bytes, cuts: Array(1..<bytes.count)), text)
    }

    @Test func aLargeTextInPiecesOfAnyLengthIsThatOfOne() throws {
        var generator = MutationTests.Generator(state: 3)
        let long = String(repeating: "a long string ☺ ", count: 9_000)
        let items = (0..<6_000).map { number in
            number % 1_500 == 700
                ? "\"\(long)\"" : #"{"id":\#(number),"tags":["a","b\n"],"n":{"v":\#(number).5e1}}"#
        }
        let bytes = Array("[\(items.joined(separator: ","))]".utf8)
        for _ in 0..<3 {
            let cuts = (0..<12).map { _ in Int.random(in: 3..<bytes.count, using: &generator) }
            try compare(drafted(bytes, cuts: cuts.sorted()), "\(cuts)")
        }
    }

    @Test func theDraftOfAnotherTextIsOfNoUse() throws {
        let draft = JSONTapeDraft(expecting: 100, leastCount: 3)
        #expect(draft.read(Octets(utf8: #"{"a":"the first text was another one"}"#)))
        let body = Octets(utf8: #"{"b":["the second is what is shown", 2]}"#)
        #expect(!draft.read(body))
        let head = ResponseDocument(headOf: body, mediaType: Self.type, draft: draft)
        try compare(head.whole, "another text")
    }

    @Test func aTextThatHadToMoveIsReadFromItsStart() throws {
        let bytes = Array(Self.texts[0].utf8)
        var builder = OctetBuilder()
        let draft = JSONTapeDraft(expecting: 0, leastCount: 3)
        builder.append(contentsOf: Array(bytes[..<40]))
        #expect(draft.read(builder.snapshot()))
        builder.append(contentsOf: Array(repeating: 0x20, count: 4_000) + bytes[40...])
        let body = builder.snapshot()
        #expect(!draft.read(body))
        let head = ResponseDocument(headOf: body, mediaType: Self.type, draft: draft)
        try compare(head.whole, "moved")
    }

    @Test func aReadingThatIsGivenUpBeginsAnew() throws {
        struct GivenUp: Error {}
        let text = "[" + String(repeating: "\"some text\",", count: 700_000) + "1]"
        let body = Octets(utf8: text)
        let draft = JSONTapeDraft(expecting: body.count)
        #expect(draft.read(body.slice(0..<100_000)))
        let head = ResponseDocument(headOf: body, mediaType: Self.type, draft: draft)
        #expect(throws: GivenUp.self) {
            _ = try head.reading { _ throws(GivenUp) in throw GivenUp() }
        }
        #expect(!draft.read(body))
        let tape = try #require(head.whole.tape)
        #expect(tape.fault == nil && tape.storage.childCount(of: 0) == 700_001)
    }
}
