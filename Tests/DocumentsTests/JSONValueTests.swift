import Documents
import HTTPModel
import Testing

@Suite struct JSONValueTests {
    private func json5(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Octets(utf8: text), dialect: .json5)
    }

    @Test func orderDuplicatesAndNumberSpellingAreKept() throws {
        let text = #"{"b":1.0,"a":[1e2,true,null],"b":"é\n\u0001"}"#
        let value = try JSONValue(parsing: Octets(utf8: text))
        #expect(value.encoded(pretty: false) == text)
        #expect(value["b"] == .string("é\n\u{01}"))
        #expect(value.members?.map(\.key) == ["b", "a", "b"])
    }

    @Test func prettyTextIsIndentedByTwoSpaces() {
        let value: JSONValue = ["a": [1, "x"], "b": [:], "c": []]
        let lines = [
            "{", "  \"a\": [", "    1,", "    \"x\"", "  ],", "  \"b\": {},", "  \"c\": []", "}",
        ]
        #expect(value.encoded(pretty: true) == lines.joined(separator: "\n"))
        #expect((try? JSONValue(parsing: Octets(utf8: value.encoded(pretty: true)))) == value)
    }

    @Test func aWriterGivesTheTextOfTheValue() {
        var json = JSONWriter(isPretty: true)
        json.object { json in
            json.array("a") { json in
                json.number(1)
                json.string("x")
            }
            json.object("b") { _ in }
            json.member("c", true)
            json.member("d", nil as String?)
        }
        let value: JSONValue = ["a": [1, "x"], "b": [:], "c": true, "d": nil]
        #expect(String(decoding: json.bytes, as: UTF8.self) == value.encoded(pretty: true))
    }

    @Test(
        arguments: [
            (0, "0.0"), (7, "0.007"), (-7, "-0.007"), (1500, "1.5"), (-12_340, "-12.34"),
            (2_000_001, "2000.001"), (Int.max, "9223372036854775.807"),
        ]
    )
    func thousandthsHaveAPointAndNoMoreDigitsThanNeeded(_ count: Int, _ text: String) {
        var json = JSONWriter(isPretty: false)
        json.thousandths(count)
        #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }

    @Test func valuesAreReadByKind() {
        let value: JSONValue = [
            "i": 3, "d": 2.5, "s": "t", "b": true, "n": nil, "w": .number("3.0"),
        ]
        #expect(value["i"]?.intValue == 3)
        #expect(value["w"]?.intValue == 3)
        #expect(value["d"]?.intValue == nil)
        #expect(value["d"]?.doubleValue == 2.5)
        #expect(value["s"]?.stringValue == "t")
        #expect(value["b"]?.boolValue == true)
        #expect(value["n"] == .null)
        #expect(value["x"] == nil)
    }

    @Test func json5AllowsWhatPeopleWrite() throws {
        let text = """
            // settings
            {
              name: 'it\\'s', /* inline */ "two": [1, 2,],
              $x_1: .5, hex: 0x1F, plus: +3, line: "a\\
            b",
            }
            """
        let value = try json5(text)
        #expect(value["name"] == "it's")
        #expect(value["two"] == [1, 2])
        #expect(value["$x_1"]?.doubleValue == 0.5)
        #expect(value["hex"]?.intValue == 31)
        #expect(value["plus"]?.intValue == 3)
        #expect(value["line"] == "ab")
        #expect(value["hex"]?.encoded(pretty: false) == "31")
        #expect(value["$x_1"]?.encoded(pretty: false) == "0.5")
    }

    @Test(arguments: [
        ("", "1:1"), ("{a 1}", "1:4"), ("{\n  a: 'b\n}", "2:8"), ("[1 2]", "1:4"), ("/* x", "1:5"),
        ("{1a: 2}", "1:2"), ("[01]", "1:3"), ("nullx", "1:1"), ("1 2", "1:3"), ("{,}", "1:2"),
    ])
    func json5ErrorsArePlaced(text: String, place: String) {
        let fault = #expect(throws: JSONFault.self) { try json5(text) }
        #expect(fault?.location.description == place, "\(fault?.description ?? "")")
    }

    @Test func strictTextIsJSON5Too() throws {
        let text = #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00",true,false,null,{}]}"#
        #expect(try json5(text) == (try JSONValue(parsing: Octets(utf8: text))))
    }

    @Test(arguments: [JSONDialect.strict, .json5])
    func nestingHasALimit(dialect: JSONDialect) {
        let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let fault = #expect(throws: JSONFault.self) {
            try JSONValue(parsing: Octets(utf8: text), dialect: dialect)
        }
        #expect(fault?.offset == 512)
    }
}
