import Documents
import HTTPModel
import TestSupport
import Testing

@Suite struct MutationTests {
    /// A small generator, so that a failing round can be repeated.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    static let seeds = [
        #"{"id":1,"tags":["a","b"],"none":{},"owner":{"name":"Zoë","ok":true,"n":-1.5e+3}}"#,
        #"[[[[]]],[{},{"a":[1,2,{"b":null}]}],"\u00e9\ud83d\ude00\n","漢字",false]"#,
        "{\"a\":1}\n{\"a\":[2]}\n\n3 \"x\"\n",
        "a,b\n1,\"x\"\"y\nz\"\n-2.5,é\n",
        "a=b&c=%C3%A9+d&&e",
        "id: 1\ndata: {\"a\":[1]}\n\n: c\ndata: x\ndata: y\n\n",
        "<?xml version='1.0'?><a x=\"1\"><b>t &amp; <i>u</i></b><c/><!-- d --><p><![CDATA[<]]></p></a>",
        "--b\r\nA: b\r\n\r\n{\"a\":1}\r\n--b\r\n\r\ntext\r\n--b--\r\n",
    ]

    static let mediaTypes = [
        "application/json", "application/x-ndjson", "text/plain", "text/csv",
        "application/x-www-form-urlencoded", "text/event-stream", "multipart/mixed; boundary=b",
        "application/xml", "text/html", "text/plain; charset=utf-16",
        "text/plain; charset=shift_jis",
    ]

    /// Looks at everything a document offers.
    private func exercise(_ body: Octets, _ generator: inout Generator) throws {
        for mediaType in Self.mediaTypes {
            var document = ResponseDocument(body: body, mediaType: MediaType(mediaType))
            for round in 0..<4 {
                var previous = -1
                for index in 0..<document.rowCount {
                    let row = document.row(index)
                    #expect(row.byteRange.upperBound <= document.content.count)
                    #expect(row.byteRange.lowerBound >= previous || document.fault != nil)
                    previous = row.byteRange.lowerBound
                    _ = document.path(atRow: index)
                    _ = document.valueRange(atRow: index)
                    _ = document.enclosingRow(of: index)
                }
                guard document.rowCount > 0 else { break }
                if round == 1 { document.foldAll() }
                document.toggleFold(atRow: Int.random(in: 0..<document.rowCount, using: &generator))
                let offset = Int.random(in: 0...body.count, using: &generator)
                let row = document.row(containing: offset)
                #expect(row >= 0 && row < document.rowCount)
                #expect(document.reveal(offset: offset) < document.rowCount)
            }
            renderPlainText(document) { _ in }
            renderPlainText(document, isExact: false) { _ in }
            if let tape = document.tape {
                for match in try JSONPath("$..[?@ == @ || @.a < 2]").matches(in: tape) {
                    #expect(match.range.upperBound <= tape.octets.count)
                    _ = match.path
                }
            }
            for other in [
                document.changing(mode: .raw), document.changing(mode: .hex),
                document.changing(mode: .raw).wrapping(columns: 20),
            ] {
                for index in 0..<other.rowCount { _ = other.row(index) }
            }
        }
        _ = try? JSONValue(parsing: body, dialect: .json5)
    }

    @Test(arguments: seeds.indices)
    func noTextTrapsOrLosesItsRows(number: Int) throws {
        var generator = Generator(state: UInt64(number) + 1)
        let alphabet =
            Array("{}[]\",:\\ue0-+.\n\r tfnb=&%;<>/!".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xFF]
        for _ in 0..<40 {
            var bytes = Array(Self.seeds[number].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = alphabet.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.insert(byte, at: place)
                case 1 where bytes.count > 1: bytes.remove(at: place)
                case 2: bytes.removeSubrange((place + 1)...)
                default: bytes[place] = byte
                }
            }
            try exercise(Octets(bytes), &generator)
        }
    }

    /// The last bytes of a text are read with more care than the others; blanks after it change that for
    /// all of it, and must change nothing else.
    @Test func blanksAfterATextLeaveItsIndexAlone() throws {
        var generator = Generator(state: 11)
        var texts = Self.seeds.map { Array($0.utf8) }
        for file in Corpus.files(in: "responses/JSONTestSuite/test_parsing") {
            texts.append(try Corpus.read(file).array)
        }
        let long = String(repeating: "é\\u00e9x", count: 700)
        texts.append(Array("{\"a\":\"\(long)\",\"b\":[0.5,-7e2,12]}".utf8))
        let alphabet = Array("{}[]\",:\\ue0-+.\n tfn1".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xFF]
        for text in texts where text.count < 20_000 {
            for round in 0..<30 {
                var bytes = text
                if round > 0, let byte = alphabet.randomElement(using: &generator) {
                    let place = Int.random(in: 0...bytes.count, using: &generator)
                    if round % 3 == 0 {
                        bytes.removeSubrange(place...)
                    } else {
                        bytes.insert(byte, at: place)
                    }
                }
                for isSequence in [false, true] { compare(bytes, isSequence: isSequence) }
            }
        }
    }

    private func compare(_ bytes: [UInt8], isSequence: Bool) {
        let tape = JSONTape(Octets(bytes), isSequence: isSequence)
        let blanks = [UInt8](repeating: 0x20, count: 40)
        let other = JSONTape(Octets(bytes + blanks), isSequence: isSequence)
        // A text that ends in a token goes on with the blanks.
        if let fault = tape.fault, fault.offset == bytes.count {
            #expect(other.fault != nil, "\(bytes)")
            return
        }
        #expect(tape.fault?.offset == other.fault?.offset, "\(bytes)")
        #expect(tape.fault?.detail == other.fault?.detail, "\(bytes)")
        // Blanks are a line to go on with after one that is no JSON.
        if isSequence && tape.fault != nil { return }
        #expect(tape.storage.rowCount == other.storage.rowCount, "\(bytes)")
        #expect(tape.rootCount == other.rootCount, "\(bytes)")
        guard tape.stop == nil else { return }
        for row in 0..<tape.storage.rowCount {
            let (left, right) = (tape.storage.row(row), other.storage.row(row))
            #expect(left.start == right.start && left.depth == right.depth, "\(bytes)")
            let value = tape.storage.value(at: left.start)
            #expect(tape.storage.range(of: value) == other.storage.range(of: value), "\(bytes)")
        }
    }

    @Test func noQueryOrExpressionTraps() {
        var generator = Generator(state: 7)
        let seeds = [
            "$..book[?@.a[1:2:-1] == 'x' && !(length(@) < 2.5e1)]['b', *]",
            "(a|b)*[^c-d\\w]{1,3}?\\p{Lu}$",
        ]
        for _ in 0..<500 {
            for seed in seeds {
                var scalars = Array(seed.unicodeScalars)
                let place = Int.random(in: 0..<scalars.count, using: &generator)
                if Bool.random(using: &generator) {
                    scalars.remove(at: place)
                } else {
                    scalars.insert(scalars[scalars.count - 1 - place], at: place)
                }
                let text = String(String.UnicodeScalarView(scalars))
                _ = try? JSONPath(text).matches(in: JSONPathTests.store)
                _ = try? DocumentSearch(text, isRegularExpression: true)
                    .matches(in: JSONPathTests.store.octets)
            }
        }
    }
}
