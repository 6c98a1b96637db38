import HTTPModel
import TestSupport
import Testing

import Documents

/// The tokens of JSON text, found without the tape: strings, runs of other characters, punctuation.
func tokens(_ octets: Octets) -> [String] {
    var tokens: [String] = []
    let bytes = octets.array
    var index = 0
    while index < bytes.count {
        let start = index
        switch bytes[index] {
        case 0x20, 0x09, 0x0A, 0x0D:
            index += 1
            continue
        case UInt8(ascii: "\""):
            index += 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            index += 1
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: ","), UInt8(ascii: ":"):
            index += 1
        default:
            while index < bytes.count, !" \t\r\n,:]}".utf8.contains(bytes[index]) { index += 1 }
        }
        tokens.append(String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self))
    }
    return tokens
}

/// A document as plain text.
func plainText(_ document: ResponseDocument, isExact: Bool = true) -> Octets {
    var bytes: [UInt8] = []
    renderPlainText(document, isExact: isExact) { bytes.append(contentsOf: $0) }
    return Octets(bytes)
}

func json(_ text: String) -> JSONTape { JSONTape(Octets(utf8: text)) }

@Suite struct JSONTapeTests {
    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "-1.5e+10", "1E400", "\"\"",
        "\"\\u00e9\\ud83d\\ude00\"",
        "[]", "{}", "[[],{}]", "{\"a\":1,\"a\":2}", "[1,2,[3,{\"b\":[]}]]", "\"é☺😀\"", "\t[\n1\r]",
        "\u{FEFF}[1]", "\"\\ud800\"", "123456789012345678901234567890.000",
    ])
    func validTextHasNoFault(text: String) {
        #expect(json(text).fault == nil)
        #expect(json(text).rootCount == 1)
    }

    @Test(arguments: [
        ("", 0, "there is no value"),
        ("  ", 2, "there is no value"),
        ("[1,]", 3, "expected a value, found ']'"),
        ("[1 2]", 3, "expected ',' or ']', found '2'"),
        ("{\"a\" 1}", 5, "expected ':' after the name, found '1'"),
        ("{\"a\":1,}", 7, "expected a name in double quotes, found '}'"),
        ("{a:1}", 1, "expected a name in double quotes or '}', found 'a'"),
        ("[01]", 2, "a number has no leading zero"),
        ("[1.]", 3, "expected a digit after the decimal point, found ']'"),
        ("[-]", 2, "expected a digit after the minus sign, found ']'"),
        ("1e", 2, "expected a digit after the exponent sign, found the end of the text"),
        ("tru", 3, "expected the literal true, found the end of the text in it"),
        ("[1", 2, "the text ends inside an array"),
        ("{", 1, "the text ends inside an object"),
        ("\"a\nb\"", 2, "control character 0x0A in a string must be escaped"),
        ("\"\\x\"", 2, "unknown escape: \\ followed by 'x'"),
        ("\"\\u12g4\"", 5, "expected four hexadecimal digits after \\u, found 'g'"),
        ("\"abc", 4, "the text ends inside a string that starts at byte 0"),
        ("1 2", 2, "expected the end of the text, found '2'"),
        ("[1}", 2, "expected ',' or ']', found '}'"),
    ])
    func theFirstErrorIsPlaced(text: String, offset: Int, detail: String) {
        let fault = json(text).fault
        #expect(fault?.offset == offset)
        #expect(fault?.detail == detail)
    }

    @Test func aPlaceIsALineAndAColumnInCharacters() {
        let fault = json("{\n  \"é\": é\n}").fault
        #expect(fault?.location == TextLocation(line: 2, column: 8))
        #expect(fault?.description == "2:8: expected a value, found byte 0xC3")
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xFF],
        ] as [[UInt8]]
    )
    func illFormedUTF8IsRefused(bytes: [UInt8]) {
        let fault = JSONTape(Octets([0x22, 0x61] + bytes + [0x22])).fault
        #expect(fault?.offset == 2)
    }

    @Test func deepNestingCostsNoStack() {
        let depth = 200_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let tape = json(text)
        #expect(tape.fault == nil)
        #expect(tape.storage.rowCount == 2 * depth - 1)
        #expect(json(String(repeating: "{\"a\":", count: depth)).fault?.offset == 5 * depth)
    }

    @Test func longStringsAndManyChildrenAreIndexed() {
        let long = String(repeating: "x", count: 600_000)
        let numbers = (0..<1000).map(String.init).joined(separator: ",")
        let tape = json("{\"\(long)\":\"\(long)\",\"n\":[\(numbers)],\"z\":0}")
        #expect(tape.fault == nil)
        let storage = tape.storage
        #expect(storage.childCount(of: 0) == 3)
        let list = storage.value(at: storage.child(1, of: 0))
        #expect(storage.childCount(of: list) == 1000)
        for position in [0, 63, 64, 65, 500, 999] {
            let index = storage.child(position, of: list)
            #expect(tape.octets.slice(storage.range(of: index)).text == "\(position)")
            #expect(storage.child(containing: index, in: list)?.position == position)
            #expect(tape.path(of: index) == "$['n'][\(position)]")
        }
    }

    @Test(arguments: ["]]}", "]", ""])
    func bracketsThatStandFarApartAreIndexed(end: String) {
        let count = 1_100_000
        let tape = json(
            "{\"a\":[[1,2],[" + String(repeating: "0,", count: count) + "{\"b\":[3]},[]" + end
        )
        #expect((tape.fault == nil) == (end == "]]}"))
        let storage = tape.storage
        #expect(storage.childCount(of: 0) == 1)
        let list = storage.value(at: storage.child(0, of: 0))
        #expect(storage.childCount(of: list) == 2)
        let near = storage.child(0, of: list)
        #expect(storage.childCount(of: near) == 2)
        let far = storage.child(1, of: list)
        #expect(storage.childCount(of: far) == count + 2)
        let empty = storage.child(count + 1, of: far)
        #expect(storage.childCount(of: empty) == 0)
        #expect(tape.path(of: storage.child(count, of: far) + 3) == "$['a'][1][\(count)]['b'][0]")
        #expect(storage.range(of: far).upperBound == tape.octets.count - max(end.utf8.count - 1, 0))
        #expect(storage.range(of: 0).upperBound == tape.octets.count)
        #expect(storage.rowCount == count + 13 + end.utf8.count)
        #expect(
            storage.firstRow(of: storage.row(storage.rowCount - 3).start) == storage.rowCount - 3
        )
    }

    @Test(arguments: ["]", ""])
    func moreChildrenThanAWordCanCountAreCounted(end: String) {
        let count = 8_400_000
        let tape = json("[" + String(repeating: "0,", count: count) + "[1,[]],[2],3" + end)
        #expect(tape.storage.childCount(of: 0) == count + 3)
        #expect(tape.storage.childCount(of: tape.storage.child(count, of: 0)) == 2)
        #expect(tape.storage.childCount(of: tape.storage.child(count + 1, of: 0)) == 1)
        #expect(tape.path(of: tape.storage.child(count + 2, of: 0)) == "$[\(count + 2)]")
    }

    @Test func everyRowIsFoundAgain() {
        let items = (0..<300).map { "{\"a\":\($0),\"b\":[],\"c\":{\"d\":[\($0)]}}" }
        let tape = json("[" + items.joined(separator: ",") + "]")
        let storage = tape.storage
        #expect(storage.rowCount == 2 + 300 * 9)
        for row in 0..<storage.rowCount {
            #expect(storage.firstRow(of: storage.row(row).start) == row)
        }
    }

    @Test func whatPrecedesAFaultIsKept() {
        let tape = json("{\"a\":1,\"b\":[2,{\"c\" ?")
        #expect(tape.fault?.offset == 19)
        #expect(tape.understoodEnd == 15)
        #expect(tape.storage.childCount(of: 0) == 2)
    }

    @Test func aSequenceHoldsManyValues() {
        let tape = JSONTape(Octets(utf8: "{\"a\":1}\n{\"a\":2}\n3\n"), isSequence: true)
        #expect(tape.fault == nil)
        #expect(tape.rootCount == 3)
        #expect(tape.path(of: tape.storage.child(2, of: -1)) == "$[2]")
    }

    @Test func equalityIsThatOfTheText() {
        #expect(json("[1]") == json("[1]"))
        #expect(json("[1]") != json("[2]"))
    }
}

@Suite struct JSONCorpusTests {
    /// What we decide where the suite leaves it open; all else of `i_` is accepted.
    ///
    /// Text that is not UTF-8 is refused; numbers of any size, lone surrogate escapes, deep nesting
    /// and a byte order mark are accepted.
    static let refused: Set = [
        "i_string_UTF-16LE_with_BOM.json", "i_string_UTF-8_invalid_sequence.json",
        "i_string_UTF8_surrogate_U+D800.json", "i_string_invalid_utf-8.json",
        "i_string_iso_latin_1.json", "i_string_lone_utf8_continuation_byte.json",
        "i_string_not_in_unicode_range.json", "i_string_overlong_sequence_2_bytes.json",
        "i_string_overlong_sequence_6_bytes.json", "i_string_overlong_sequence_6_bytes_null.json",
        "i_string_truncated-utf-8.json", "i_string_utf16BE_no_BOM.json",
        "i_string_utf16LE_no_BOM.json",
    ]

    @Test func theParsingSuiteIsJudgedAsItSays() throws {
        for file in Corpus.files(in: "responses/JSONTestSuite/test_parsing") {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            let octets = try Corpus.read(file)
            let fault = JSONTape(octets).fault
            let isAccepted =
                name.hasPrefix("y_") || name.hasPrefix("i_") && !Self.refused.contains(name)
            #expect((fault == nil) == isAccepted, "\(name): \(fault?.description ?? "accepted")")
            if let fault { #expect(fault.offset <= octets.count, "\(name)") }
        }
    }

    @Test func prettyTextKeepsEveryTokenOfTheCorpus() throws {
        for file in Corpus.files(in: "responses") where file.hasSuffix(".json") {
            let octets = try Corpus.read(file)
            guard JSONTape(octets).fault == nil, octets.count < 1 << 18 else { continue }
            let document = ResponseDocument(
                body: octets,
                mediaType: MediaType("application/json")
            )
            let text = plainText(document)
            let kept =
                octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets.slice(3..<octets.count) : octets
            #expect(tokens(text) == tokens(kept), "\(file)")
            #expect(JSONTape(text).fault == nil, "\(file)")
        }
    }

    @Test func everyFaultyFileCanBeShown() throws {
        for file in Corpus.files(in: "responses/JSONTestSuite/test_parsing") {
            let octets = try Corpus.read(file)
            guard octets.count < 10_000 else { continue }
            var document = ResponseDocument(
                body: octets,
                mediaType: MediaType("application/json")
            )
            for _ in 0..<2 {
                for index in 0..<document.rowCount {
                    let row = document.row(index)
                    #expect(row.byteRange.upperBound <= octets.count, "\(file)")
                    _ = document.path(atRow: index)
                }
                document.foldAll()
            }
        }
    }
}
