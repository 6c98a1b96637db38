import Documents
import HTTPModel
import TestSupport
import Testing

@Suite struct DocumentDiffTests {
    private func diff(_ old: String, _ new: String, ignoring: [String] = []) throws -> [String] {
        let difference = DocumentDiff(
            JSONTape(Octets(utf8: old)),
            JSONTape(Octets(utf8: new)),
            ignoring: try ignoring.map { try JSONPath($0) }
        )
        #expect(difference.isEmpty == (difference.rowCount == 0))
        return (0..<difference.rowCount).map { difference.row($0).text }
    }

    @Test(
        arguments: [
            (#"{"a":1,"b":[1,2]}"#, #" { "b" : [1 , 2], "a" : 1 } "#, []),
            (#"{"a":"\u00e9/"}"#, #"{"a":"é\/"}"#, []),
            (#"{"a":1.0}"#, #"{"a":1.00}"#, ["≈ $['a']: 1.0 → 1.00  same number"]),
            (
                #"{"a":1,"b":2}"#, #"{"a":2,"c":[3]}"#,
                ["~ $['a']: 1 → 2", "- $['b']: 2", "+ $['c']: [3]"]
            ),
            (#"{"a":{"b":null}}"#, #"{"a":{"b":{}}}"#, ["~ $['a']['b']: null → {}"]),
            (#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#, ["~ $['a']: 2 → 3"]),
            ("1", "\"1\"", ["~ $: 1 → \"1\""]),
            (
                "12345678901234567890", "12345678901234567891",
                ["~ $: 12345678901234567890 → 12345678901234567891"]
            ),
        ] as [(String, String, [String])]
    )
    func valuesAreComparedByWhatTheyMean(old: String, new: String, rows: [String]) throws {
        #expect(try diff(old, new) == rows)
    }

    @Test(
        arguments: [
            ("[1,2,3]", "[1,3]", ["- $[1]: 2"]),
            ("[1,3]", "[1,2,3]", ["+ $[1]: 2"]),
            ("[1,2,3]", "[1,5,3]", ["~ $[1]: 2 → 5"]),
            ("[1,2,3,4]", "[4,1,2,3]", ["↕ $[3] → $[0]"]),
            (
                "[[1,{\"a\":[0]}],2]", "[2,[1.0,{\"a\":[0]}]]",
                ["↕ $[0] → $[1]", "≈ $[0][0] → $[1][0]: 1 → 1.0  same number"]
            ),
            ("[1,1,1]", "[1,1,1,1]", ["+ $[3]: 1"]),
            ("[]", "[{}]", ["+ $[0]: {}"]),
        ] as [(String, String, [String])]
    )
    func elementsAreAligned(old: String, new: String, rows: [String]) throws {
        let found = try diff(old, new)
        // Which of two that changed places moved is not told apart.
        #expect(found == rows || old.hasPrefix("[[") && found.first == "↕ $[1] → $[0]", "\(found)")
    }

    @Test func elementsWithAKeyAreFollowed() throws {
        let old = #"[{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"}]"#
        let new = #"[{"id":3,"v":"c"},{"v":"a","id":1},{"id":4,"v":"d"},{"id":2,"v":"B"}]"#
        #expect(
            try diff(old, new) == [
                "+ $[2]: {\"id\":4,\"v\":\"d\"}", "~ $[1]['v'] → $[3]['v']: \"b\" → \"B\"",
                "↕ $[2] → $[0]",
            ]
        )
    }

    @Test func ignoredPathsAreLeftOut() throws {
        let old = #"{"at":"10:00","items":[{"n":1,"etag":"x"},{"n":2,"etag":"y"}]}"#
        let new = #"{"at":"11:00","items":[{"n":2,"etag":"q"},{"n":1,"etag":"p"}],"trace":"1"}"#
        let rows = try diff(old, new, ignoring: ["$.at", "$..etag", "$.trace"])
        #expect(rows.count == 1)
        #expect(rows.first?.hasPrefix("↕ ") == true)
        #expect(try diff(old, new, ignoring: ["$"]) == [])
    }

    @Test func sequencesAreComparedLikeArrays() {
        let old = JSONTape(Octets(utf8: "{\"id\":1}\n{\"id\":2}\n"), isSequence: true)
        let new = JSONTape(Octets(utf8: "{\"id\":2}\n{\"id\":3}\n"), isSequence: true)
        let changes = DocumentDiff(old, new).changes
        #expect(changes.map(\.kind) == [.removed, .added])
        #expect(changes.map(\.path) == ["$[0]", "$[1]"])
    }

    @Test func deepAndLongDocumentsAreQuick() throws {
        func nested(_ value: String) -> String {
            String(repeating: "[", count: 20_000) + value + String(repeating: "]", count: 20_000)
        }
        let difference = DocumentDiff(
            JSONTape(Octets(utf8: nested("1"))),
            JSONTape(Octets(utf8: nested("2")))
        )
        #expect(difference.changes.map(\.kind) == [.changed])
        let long = (0..<20_000).map { "\($0)" }
        let shifted = long.dropFirst(100).joined(separator: ",")
        #expect(try diff("[\(long.joined(separator: ","))]", "[\(shifted)]").count == 100)
    }

    @Test func aDocumentOfTheCorpusEqualsItself() throws {
        var generator = MutationTests.Generator(state: 5)
        for file in Corpus.files(in: "responses") where file.hasSuffix(".json") {
            let body = try Corpus.read(file)
            guard body.count < 100_000 else { continue }
            let tape = JSONTape(body)
            #expect(DocumentDiff(tape, JSONTape(Octets(body))).isEmpty, "\(file)")
            guard !body.isEmpty else { continue }
            let cut = JSONTape(body.slice(0..<Int.random(in: 0..<body.count, using: &generator)))
            let difference = DocumentDiff(tape, cut)
            for index in 0..<min(difference.rowCount, 20) { _ = difference.row(index) }
            _ = DocumentDiff(cut, tape)
        }
    }
}
