import Documents
import HTTPModel
import TestSupport
import Testing

@Suite struct StreamedJSONTests {
    /// What a body is written as while it is read, in small pieces, and the fault.
    private func streamed(
        _ body: Octets,
        _ type: String,
        _ pieceLength: Int = 16
    )
        -> (text: Octets, fault: JSONFault?)
    {
        var bytes: [UInt8] = []
        let fault = StreamedJSON.render(
            body,
            mediaType: MediaType(type),
            pieceLength: pieceLength
        ) { bytes.append(contentsOf: $0) }
        return (Octets(bytes), fault)
    }

    private func whole(_ body: Octets, _ type: String) -> (text: Octets, fault: JSONFault?) {
        let document = ResponseDocument(body: body, mediaType: MediaType(type))
        var bytes: [UInt8] = []
        renderPlainText(document) { bytes.append(contentsOf: $0) }
        return (Octets(bytes), document.fault)
    }

    private func compare(_ body: Octets, _ type: String) {
        guard
            StreamedJSON.canRender(body, mediaType: MediaType(type), charset: nil)
        else { return }
        let (left, right) = (streamed(body, type), whole(body, type))
        #expect(left.text == right.text, "\(body.text)\n\(left.text.text)\n\(right.text.text)")
        #expect(left.fault == right.fault, "\(body.text)")
    }

    @Test func theCorpusIsWrittenAsFromItsIndex() throws {
        for file in Corpus.files(in: "responses") where file.hasSuffix("json") {
            let body = try Corpus.read(file)
            if body.count > 1 << 18 { continue }
            compare(body, file.hasSuffix("ndjson") ? "application/x-ndjson" : "application/json")
        }
    }

    @Test func brokenTextIsWrittenAsFromItsIndex() {
        var generator = MutationTests.Generator(state: 5)
        let alphabet = Array("{}[]\",:\\ue0-+.\n tfn1".utf8) + [0x00, 0x80, 0xE2, 0xFF]
        let nested = #"[1,[2,{"a":[3,{"b":[]},{}],"c":"d"}],"#
        let deep = String(repeating: nested, count: 9) + "0" + String(repeating: "]", count: 9)
        for seed in MutationTests.seeds.prefix(3) + [deep, "[1] 2 3", "{\"a\":1}{\"b\":2} x"] {
            for _ in 0..<150 {
                var bytes = Array(seed.utf8)
                for _ in 0..<Int.random(in: 0...2, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    if Bool.random(using: &generator) {
                        bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                    } else {
                        bytes.removeSubrange(place..<min(place + 2, bytes.count))
                    }
                    if bytes.isEmpty { bytes = [0x31] }
                }
                compare(Octets(bytes), "application/json")
                compare(Octets(bytes), "application/x-ndjson")
            }
        }
    }

    @Test(arguments: 0..<12)
    func aLineThatIsNoValueStandsAnywhere(count: Int) {
        let lines = (0..<count).map { "{\"a\":\($0)}\n" }.joined()
        compare(Octets(utf8: lines + "{\"bad\":?}\n{\"z\":[1]}\n"), "application/x-ndjson")
        compare(Octets(utf8: lines + "?\n1\n2\n"), "application/x-ndjson")
    }

    @Test func nestingAndLengthCostNoMore() {
        let deep = String(repeating: "[", count: 30_000)
        let (_, fault) = streamed(Octets(utf8: deep), "application/json")
        #expect(fault?.offset == 30_000)
        let long = "[" + String(repeating: "\"x\",", count: 50_000) + "1]"
        #expect(streamed(Octets(utf8: long), "application/json", 64).fault == nil)
        compare(Octets(utf8: long), "application/json")
    }

    @Test func aReaderThatHasGoneEndsIt() {
        struct Gone: Error {}
        let text = "[" + String(repeating: "\"some text\",", count: 100_000) + "1]"
        var count = 0
        #expect(throws: Gone.self) {
            _ = try StreamedJSON.render(
                Octets(utf8: text),
                mediaType: MediaType("application/json")
            ) { chunk throws(Gone) in
                count += chunk.count
                throw Gone()
            }
        }
        #expect(count < 1 << 19)
    }

    @Test func rolesHaveTheirMarks() {
        let marks = RoleMarks(end: ">") { $0 == .key ? "<key " : "<" }
        var bytes: [UInt8] = []
        renderPlainText(document(#"{"a":[1]}"#), marks: marks) { bytes.append(contentsOf: $0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "<{>\n  <key \"a\">: <[>\n    <1>\n  <]>\n<}>\n"
        )
    }
}
