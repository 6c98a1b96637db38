import Collections
import HTTPModel
import Testing

@testable import Interchange

/// Texts of other tools cannot break out of their place in a request file.
@Suite struct ForeignTextTests {
    private func file(_ collection: ImportedCollection) -> HTTPFile {
        HTTPFile(Octets(utf8: HTTPFileText.text(of: collection)), path: "a.http")
    }

    private func file(_ change: (inout ImportedRequest) -> Void) throws -> SavedRequest {
        var request = ImportedRequest(name: "n", method: "POST", url: "https://h.example/")
        change(&request)
        var collection = ImportedCollection(format: .postman)
        collection.requests = [request]
        let file = file(collection)
        try #require(file.requests.count == 1)
        return file.requests[0]
    }

    static let breakingOut = "x\n### y\nDELETE https://evil.example/"

    @Test func aLineBreakInAnyPlaceMakesNoSecondRequest() throws {
        let text = Self.breakingOut
        let requests = [
            try file { $0.name = text },
            try file { $0.folders = [text] },
            try file { $0.url = "https://h.example/{{\(text)}}" },
            try file { $0.summary = text },
            try file { $0.notes = [text] },
            try file {
                $0.fields = [ImportedPair(text, text), ImportedPair(text, text, isEnabled: false)]
            },
            try file { $0.disabledQuery = [ImportedPair(text, text)] },
            try file { $0.assertions = [text] },
            try file { $0.captures = [text] },
            try file {
                $0.scripts = [ImportedScript(.before, text), ImportedScript(.after, text)]
            },
            try file { $0.token = .query(name: text, value: text) },
            try file { $0.body = .text(text) },
            try file { $0.body = .file(path: text) },
            try file { $0.body = .form([ImportedPair(text, text)]) },
            try file { $0.body = .graphQL(query: text, variables: text) },
            try file { $0.body = .multipart([ImportedPart(text, .text(text))]) },
        ]
        #expect(requests.allSatisfy { $0.method == "POST" })
    }

    @Test(arguments: ["GET {{x", "POST http://evil.example/", "a b", "# c", "< d", "???", "a:b"])
    func aFieldWhoseNameIsNoneIsLeftOutAndToldOf(name: String) throws {
        let request = try file { request in
            request.fields = [
                ImportedPair("A", "1"), ImportedPair(name, "2"), ImportedPair("{{b}}-C", "3"),
            ]
        }
        #expect(request.fields.map(\.name) == ["A", "{{b}}-C"])
        #expect(request.comment.contains("not carried over: the field \(name)"))
    }

    @Test(arguments: ["import", "run"])
    func aMethodMayBeCalledAsALineForOtherFilesBegins(method: String) throws {
        let file = HTTPFile(Octets(utf8: "### a\n\(method) https://h.example/\n"), path: "a.http")
        #expect(file.requests.map(\.method) == [method])
        #expect(file.problems.isEmpty)
    }

    @Test func aNULMakesNoFileBinary() throws {
        let text = "a\0b" + String(repeating: "\0", count: 60)
        let request = try file { request in
            request.name = text
            request.fields = [ImportedPair("X", text)]
            request.scripts = [ImportedScript(.after, text)]
            request.body = .text(text)
        }
        #expect(request.fields.first?.value.hasPrefix("a\u{FFFD}b") == true)
        #expect(request.body == .none && request.comment.contains("put it in a file"))
    }

    @Test func variablesAndNamesOfCollectionsAreNoDirectives() {
        var collection = ImportedCollection(format: .postman, name: "@import secret.http\n### x")
        collection.variables = [ImportedVariable(name: "a b\n### c", value: "1\n### d")]
        collection.requests = [ImportedRequest(url: "https://h.example/")]
        let file = file(collection)
        #expect(file.requests.count == 1)
        #expect(file.variables.map(\.name) == ["a_b_____c"])
        #expect(file.problems.isEmpty)
    }

    /// A text that names a file of the reader's machine would be sent with that file in its place.
    @Test(arguments: ["< /etc/passwd", "{\n  < /etc/passwd\n}", "<@latin1 secret", "a\n<@ secret"])
    func contentNamesNoFileUnlessItWasOne(_ text: String) throws {
        for body in [
            ImportedBody.text(text), .graphQL(query: text, variables: ""),
            .multipart([ImportedPart("p", .text(text))]),
        ] {
            let request = try file { $0.body = body }
            #expect(request.body == .none)
            #expect(request.comment.contains("put it in a file"))
        }
    }

    @Test(arguments: ["> {%\nclient.log()\n%}", "a\n?? status == 200", "a\n<> b.json", "{{\nx\n}}"])
    func contentIsNoScriptConditionOrReference(_ text: String) throws {
        let request = try file { $0.body = .text(text) }
        #expect(request.body == .none && request.notRun.isEmpty && request.assertions.isEmpty)
        #expect(request.comment.contains("put it in a file"))
    }

    @Test(arguments: [
        "{\n  \"a\": 1\n}\n", "\n<a>\n  < b\n</a>".replacing("< b", with: "<b/>"), "plain # text",
        "a=b&c=d", "// remark\n{}\n# end", "{{variable}}", "x\r\ny",
    ])
    func ordinaryContentStays(_ text: String) throws {
        let request = try file { $0.body = .text(text) }
        #expect(request.body != .none)
        #expect(!request.comment.contains("put it in a file"))
    }

    @Test(arguments: ["1e300", "-1", ".inf", ".nan", "9999999999"])
    func aTimeLimitThatIsNoneIsLeftOut(_ seconds: String) throws {
        let text = "name: r\nmethod: GET\nurl: http://h\noptions: {timeout: \(seconds)}\n"
        let collection = try Interchange.read(Octets(utf8: text), path: "r.posting.yaml")
        #expect(try file(#require(collection)).requests.first?.settings.timeout == nil)
    }

    @Test func numbersAtTheEndOfTheirRangeAreRead() throws {
        let hurl = "GET http://h/\n[Options]\nmax-time: 9223372036854775807m\nHTTP 200\n"
        let entries = try Interchange.read(Octets(utf8: hurl), path: "a.hurl")
        #expect(entries?.requests.count == 1)
        let openAPI = """
            {"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
            "parameters": [{"name": "n", "in": "query", "required": true, "schema": {"type": "integer",
            "exclusiveMinimum": 9223372036854775807}}]}}}}
            """
        let operations = try Interchange.read(Octets(utf8: openAPI), path: "a.json")
        #expect(operations?.requests.count == 1)
    }
}
