import Collections
import HTTPModel
import Testing

/// What files of several dialects say.
@Suite struct ReaderTests {
    private func read(_ text: String) -> HTTPFile {
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(file.nodes.reduce(0) { $0 + $1.range.count } == text.utf8.count)
        return file
    }

    @Test func oneRequestIsReadWhole() throws {
        let request = try #require(
            read(
                """
                ### Create a booking
                # what it does
                # @name create
                # @tag smoke, slow
                # @custom x y
                POST {{base}}/bookings
                  ?dry=false
                  &x={{y}} HTTP/1.1
                Content-Type: application/json
                // X-Off: 1
                X-Long: a
                  b

                {"a": 1}

                > {% client.test(); %}
                <> Fixtures/a.json

                """
            ).requests.first
        )
        #expect(request.id == "a.http#create")
        #expect(request.title == "Create a booking")
        #expect(request.comment == "what it does")
        #expect(request.tags == ["smoke", "slow"])
        #expect(request.directives.map(\.name) == ["name", "tag", "custom"])
        #expect(request.method == "POST")
        #expect(request.url == "{{base}}/bookings?dry=false&x={{y}}")
        #expect(request.queryItems.map(\.value) == ["false", "{{y}}"])
        #expect(request.fields.map(\.name) == ["Content-Type", "X-Off", "X-Long"])
        #expect(request.fields.map(\.isEnabled) == [true, false, true])
        #expect(request.fields[2].value == "a b")
        #expect(request.body == .text("{\"a\": 1}"))
        #expect(request.notRun == ["@custom x y", "> {% client.test(); %}"])
        #expect(request.settings.version == .http1_1)
        #expect(request.requestLine == TextLocation(line: 6, column: 1))
    }

    @Test func oddEncodingsAndEndsAreKept() {
        let text = "\u{FEFF}GET http://a\r\nX: y\r\n\r\nb\r\nc\r\n\r\n###\r\nhttp://b"
        let file = read(text)
        #expect(file.problems.isEmpty)
        #expect(file.requests.map(\.url) == ["http://a", "http://b"])
        #expect(file.requests[0].body == .text("b\r\nc"))
        #expect(file.requests[0].fields.map(\.value) == ["y"])
        #expect(file.nodes.first?.kind == .byteOrderMark)
        let broken = HTTPFile(Octets([0x47, 0x45, 0x54, 0x20, 0x2F, 0xFF, 0x0A]), path: "b.http")
        #expect(broken.bytes.count == 7)
        #expect(broken.problems.count == 1)
        #expect(read("").requests.isEmpty)
        #expect(read("\n\n").problems.isEmpty)
    }

    @Test(arguments: [
        ("GET http://a\nno colon here\n", 2, 1),
        ("G@T http://a\n", 1, 1),
        ("GET\n", 1, 4),
        ("hello world this is prose\n", 1, 1),
        ("< {%\n x\nGET http://a\n", 1, 3),
        ("GET http://a\n\n> {%\n x\n", 3, 3),
        ("GET http://a/{{x\n", 1, 14),
        ("GET http://a\nX: {{y\n", 2, 4),
        ("@ = x\nGET http://a\n", 1, 1),
        ("/* open\nGET http://a\n", 1, 1),
    ])
    func brokenThingsAreProblemsWithTheirPlace(text: String, line: Int, column: Int) {
        let good = text + "\n### good\nGET http://good\n"
        let file = read(good)
        #expect(file.problems.map(\.location) == [TextLocation(line: line, column: column)])
        #expect(file.requests.last?.name == "good")
    }

    @Test(arguments: [
        ("< ./a.bin", SavedBody.file(path: "./a.bin", isTemplated: false)),
        ("<@ ./a.txt", .file(path: "./a.txt", isTemplated: true)),
        ("<@latin1 a.txt", .text("<@latin1 a.txt")),
        ("<xml>\n</xml>", .text("<xml>\n</xml>")),
        ("# only a comment", .none),
        ("# note\n\n{\"a\": 1}\n\n# next", .text("{\"a\": 1}")),
        ("# Title\n\ntext", .text("# Title\n\ntext")),
        ("query { a(x: $y) }\n\n{\"y\": 1}", .text("query { a(x: $y) }\n\n{\"y\": 1}")),
        ("a  \n\tb  ", .text("a  \n\tb  ")),
        ("x\n\nHTTP/1.1 200 OK\nA: b\n\nold", .text("x")),
        ("x\n?? status == 200", .text("x")),
        ("x\n>> out.json", .text("x")),
        ("{{\n  script();\n}}", .none),
    ])
    func contentEndsWhereItShould(text: String, body: SavedBody) {
        let file = read("POST http://a\n\n" + text + "\n\n###\nGET http://b\n")
        #expect(file.requests.first?.body == body)
        #expect(file.problems.isEmpty)
    }

    @Test func variablesOfAllSpellingsAreRead() {
        let file = read("@a=1\n@b = {{a}} x \n@c:=3\n@api-v.x = \nGET http://a\n")
        #expect(file.variables.map(\.name) == ["a", "b", "c", "api-v.x"])
        #expect(file.variables.map(\.value) == ["1", "{{a}} x", "3", ""])
    }

    @Test func equalNamesGetDifferentIds() {
        let file = read("### a\nGET http://a\n### a\nGET http://b\n###\nGET http://c\n")
        #expect(file.requests.map(\.id) == ["a.http#a", "a.http#a~2", "a.http#3"])
    }
}

extension ReaderTests {
    @Test func aFurtherRequestLineBeginsARequest() {
        let text = "GET http://a\nGET http://b\nX: y\n\nbody\n\n> {% x %}\n\nPOST http://c\n"
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(file.requests.map(\.url) == ["http://a", "http://b", "http://c"])
        #expect(file.requests.map(\.lines) == [1..<2, 2..<9, 9..<10])
        #expect(file.problems.isEmpty)
    }
}
