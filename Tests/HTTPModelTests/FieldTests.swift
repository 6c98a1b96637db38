import HTTPModel
import Testing

@Suite("Methods, fields and statuses")
struct FieldTests {
    @Test func aMethodIsACaseSensitiveToken() {
        #expect(HTTPMethod(rawValue: "PURGE")?.description == "PURGE")
        #expect(HTTPMethod(rawValue: "get") != .get)
        #expect(HTTPMethod(rawValue: "") == nil)
        #expect(HTTPMethod(rawValue: "GE T") == nil)
        #expect(HTTPMethod(rawValue: "GET\r\nX: y") == nil)
    }

    @Test func fieldsKeepOrderSpellingAndDuplicates() {
        var fields: HTTPFields = ["Via": "a", "set-cookie": "x=1", "Set-Cookie": "y=2"]
        #expect(fields.map(\.name) == ["Via", "set-cookie", "Set-Cookie"])
        #expect(fields.values(named: "SET-COOKIE") == ["x=1", "y=2"])
        #expect(fields["via"] == "a")
        fields.append("VIA", "b")
        fields["via"] = "c"
        #expect(fields.map(\.value) == ["c", "x=1", "y=2"])
        fields.removeAll(named: "Set-Cookie")
        #expect(fields.count == 1)
        fields["New"] = "1"
        #expect(fields.last == HTTPField("New", "1"))
    }

    @Test func aValueThatIsNotUTF8IsReadAsLatin1() {
        let field = HTTPField(name: "X", valueBytes: [0x63, 0x61, 0x66, 0xE9])
        #expect(field.value == "café")
        #expect(field.valueBytes.count == 4)
    }

    @Test func aFieldThatWouldSplitTheMessageHasAProblem() {
        #expect(HTTPField("X", "a\r\nY: b").problem != nil)
        #expect(HTTPField("X Y", "a").problem != nil)
        #expect(HTTPField("", "a").problem != nil)
        #expect(HTTPField("X", "a\tb ü").problem == nil)
    }

    @Test(arguments: [
        (99, HTTPStatus.Kind.invalid), (204, .successful), (308, .redirection),
        (404, .clientError), (599, .serverError), (600, .invalid),
    ])
    func aStatusHasAClass(code: Int, kind: HTTPStatus.Kind) {
        #expect(HTTPStatus(code).kind == kind)
    }

    @Test func aStatusDescribesItself() {
        #expect(HTTPStatus(404).description == "404 Not Found")
        #expect(HTTPStatus(799).description == "799")
    }

    @Test func aMediaTypeReadsParametersAndQuotes() {
        let type = MediaType("Text/HTML ; Charset=\"utf-8; x\" ;q=1")
        #expect(type?.essence == "text/html")
        #expect(type?.parameter("charset") == "utf-8; x")
        #expect(type?.description == "text/html; charset=\"utf-8; x\"; q=1")
        #expect(MediaType("nonsense") == nil)
        #expect(MediaType("application/problem+json")?.isJSON == true)
        #expect(MediaType("image/svg+xml")?.isXML == true)
        #expect(MediaType("image/png")?.isText == false)
    }

    @Test(arguments: [
        #"a/b; c="d \"e\"""#, #"a/b; c="d\\""#, #"a/b; c=d\"#, #"a/b; c=d"e; f=g"#, #"a/b; c="""#,
        "a/b; c=\"\u{301}d\\\"\u{301}; e\"", "a/b; c=\u{301}d", "a/b; c=\"\\\u{301}\"",
    ])
    func aMediaTypeThatIsWrittenReadsBack(text: String) throws {
        let type = try #require(MediaType(text))
        #expect(type.parameters.first?.name == "c")
        #expect(MediaType(type.description) == type, "\(type)")
    }

    @Test func aMediaTypeEscapesWhatEndsAQuotedValue() {
        let type = MediaType(#"a/b; c="say \"x\\y\"""#)
        #expect(type?.parameter("c") == #"say "x\y""#)
        #expect(type?.description == #"a/b; c="say \"x\\y\"""#)
        // A quote with an accent on it ends a value, too.
        let accented = "a/b; c=\"\u{301}d\\\"\u{301}; e\""
        let value = "\u{301}d\"\u{301}; e"
        #expect(MediaType(accented)?.parameter("c") == value)
        #expect(MediaType(accented)?.description == accented)
    }

    @Test func aTokenNeverShowsItsValue() {
        let tokens: [Token] = [
            .bearer("s3cret"), .query(name: "k", value: "s3cret"),
            .body(name: "k", value: "s3cret"),
            .field(name: "X-Key", value: "s3cret"),
        ]
        for token in tokens {
            #expect(!"\(token) \(String(reflecting: token))".contains("s3cret"))
            #expect(token.value == "s3cret")
        }
    }

    @Test func everyFailureCodeHasItsTexts() {
        for code in NetworkFailure.Code.allCases {
            #expect(!code.summary.isEmpty && !code.summary.hasSuffix("."))
            #expect(code.advice.hasSuffix("."))
        }
        let failure = NetworkFailure(.connectRefused, phase: .connect, detail: "127.0.0.1:9")
        #expect(
            failure.description.hasPrefix(
                "connect.refused: The connection was refused (127.0.0.1:9)."
            )
        )
    }
}
