import Documents
import HTTPModel
import TestSupport
import Testing

@Suite struct JSONPathTests {
    static let store = json(
        """
        {"store":{"book":[
          {"category":"reference","author":"Nigel Rees","title":"Sayings","price":8.95},
          {"category":"fiction","author":"Evelyn Waugh","title":"Sword","price":12.99},
          {"category":"fiction","author":"Herman Melville","title":"Moby","isbn":"0-553","price":8.99},
          {"category":"fiction","author":"J. R. R. Tolkien","title":"Ring","isbn":"0-395","price":22.99}
         ],"bicycle":{"color":"red","price":399}},"o'k":[1,1,2.50]}
        """
    )

    @Test(
        arguments: [
            ("$.store.bicycle.color", ["\"red\""]),
            (
                "$.store.book[*].author",
                [
                    "\"Nigel Rees\"", "\"Evelyn Waugh\"", "\"Herman Melville\"",
                    "\"J. R. R. Tolkien\"",
                ]
            ),
            ("$..price", ["8.95", "12.99", "8.99", "22.99", "399"]),
            ("$..book[2].title", ["\"Moby\""]),
            ("$..book[-1].title", ["\"Ring\""]),
            ("$..book[0,1].title", ["\"Sayings\"", "\"Sword\""]),
            ("$..book[:2].title", ["\"Sayings\"", "\"Sword\""]),
            ("$..book[?@.isbn].title", ["\"Moby\"", "\"Ring\""]),
            ("$..book[?@.price<10].title", ["\"Sayings\"", "\"Moby\""]),
            ("$..book[?@.price == 8.950e0].title", ["\"Sayings\""]),
            ("$..book[?match(@.author, 'E.*')].title", ["\"Sword\""]),
            ("$..book[?search(@.author, '[NM]')].title", ["\"Sayings\"", "\"Moby\""]),
            ("$..book[?length(@.title) > 5 && !@.isbn].title", ["\"Sayings\""]),
            ("$.store[?count(@.*) == 4][0].title", ["\"Sayings\""]),
            ("$[\"o'k\"][::-1]", ["2.50", "1", "1"]),
            ("$.nothing", []),
        ] as [(String, [String])]
    )
    func aQuerySelects(query: String, texts: [String]) throws {
        #expect(try JSONPath(query).matches(in: Self.store).map(\.text) == texts)
    }

    @Test func aMatchKnowsPathRangeAndKind() throws {
        let matches = try JSONPath("$['o\\'k'][2]").matches(in: Self.store)
        #expect(matches.map(\.path) == ["$['o\\'k'][2]"])
        #expect(matches.map(\.kind) == [.number])
        #expect(matches.map { Self.store.octets.slice($0.range).text } == ["2.50"])
        let color = try JSONPath("$..color").matches(in: Self.store)
        #expect(color.map(\.stringValue) == ["red"])
        #expect(
            try JSONPath("$.store.bicycle").matches(in: Self.store).first?.value()["price"] == 399
        )
    }

    @Test(arguments: [
        ("", 1), ("store", 1), ("$.", 3), ("$[", 3), ("$[1", 4), ("$[01]", 3), ("$['a", 5),
        ("$ ", 2),
        ("$[?@.a=1]", 7), ("$[?1]", 4), ("$[?@.*==1]", 4), ("$[?size(@)]", 4), ("$[?length(@)]", 4),
    ])
    func anErrorIsPlaced(query: String, column: Int) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(query) }
        #expect(error?.column == column, "\(error?.description ?? "")")
    }

    @Test func numbersAreComparedExactly() throws {
        let tape = json("[9007199254740993, 9007199254740992, 1e400, 10E399, 0, -0]")
        let found = { (query: String) in try JSONPath(query).matches(in: tape).map(\.text) }
        #expect(try found("$[?@ == 9007199254740993]") == ["9007199254740993"])
        #expect(try found("$[?@ == 1e400]") == ["1e400", "10E399"])
        #expect(try found("$[?@ == 0]") == ["0", "-0"])
    }

    @Test func aSequenceIsAnArray() throws {
        let tape = JSONTape(Octets(utf8: "{\"a\":1}\n{\"a\":2}\n"), isSequence: true)
        #expect(try JSONPath("$[1].a").matches(in: tape).map(\.path) == ["$[1]['a']"])
        #expect(try JSONPath("$..a").matches(in: tape).map(\.text) == ["1", "2"])
        #expect(try JSONPath("$").matches(in: tape).count == 1)
    }

    @Test func aFaultyDocumentIsSearchedUpToTheFault() throws {
        let tape = json("{\"a\":[1,{\"b\":2},")
        #expect(try JSONPath("$..b").matches(in: tape).map(\.text) == ["2"])
        #expect(try JSONPath("$.a[*]").matches(in: tape).map(\.text) == ["1", "{\"b\":2}"])
    }

    @Test func deepValuesAreComparedWithoutRecursion() throws {
        let deep = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
        let tape = json("[{\"a\":\(deep),\"b\":\(deep)}]")
        #expect(try JSONPath("$[?@.a == @.b]").matches(in: tape).count == 1)
    }

    @Test func theComplianceSuiteHolds() throws {
        guard Corpus.root != nil else {
            print("skipped: corpus jsonpath (set APUS_CORPUS)")
            return
        }
        let suite = try JSONValue(parsing: Corpus.read("jsonpath/cts.json"))
        let tests = suite["tests"]?.arrayValue ?? []
        #expect(tests.count > 600)
        for test in tests {
            let name = test["name"]?.stringValue ?? ""
            let selector = test["selector"]?.stringValue ?? ""
            if test["invalid_selector"]?.boolValue == true {
                #expect(throws: JSONPathError.self, "\(name): \(selector)") {
                    try JSONPath(selector)
                }
                continue
            }
            let document = Octets(utf8: (test["document"] ?? .null).encoded(pretty: true))
            let path = try? JSONPath(selector)
            #expect(path != nil, "\(name): \(selector)")
            guard let path else { continue }
            let matches = path.matches(in: JSONTape(document))
            let values = JSONValue.array(try matches.map { try $0.value() })
            let results = test["results"]?.arrayValue ?? test["result"].map { [$0] } ?? []
            #expect(
                results.contains(values),
                "\(name): \(selector) gives \(values.encoded(pretty: false))"
            )
            let paths = JSONValue.array(matches.map { .string($0.path) })
            let allPaths =
                test["results_paths"]?.arrayValue ?? test["result_paths"].map { [$0] } ?? []
            #expect(allPaths.isEmpty || allPaths.contains(paths), "\(name): \(selector) paths")
        }
    }
}
