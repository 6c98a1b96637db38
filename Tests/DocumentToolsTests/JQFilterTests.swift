@testable import DocumentTools
import Documents
import HTTPModel
import Testing

/// What a filter gives for JSON.
func filtered(
    _ expression: String,
    _ text: String,
    _ type: String = "application/json"
)
    -> FilteredContent
{
    let document = ResponseDocument(body: Octets(utf8: text), mediaType: MediaType(type))
    return filterDocument(document, by: expression)
}

extension FilteredContent {
    /// The values as written.
    var lines: [String] { values.map(\.octets.text) }
}

@Suite struct JQFilterTests {
    private static let text = #"{"a":[1,2,{"b":"x\u00e9"}],"c":null}"#

    @Test func aProgramGivesValuesOnOneLineEach() {
        let found = filtered(".a[2], (.a|length), {n: .c}", Self.text)
        #expect(found.lines == [#"{"b":"xé"}"#, "3", #"{"n":null}"#])
        #expect(found.error == nil)
        #expect(found.octets.text == "{\"b\":\"xé\"}\n3\n{\"n\":null}\n")
        #expect(filtered(".a[2].b", Self.text).values.first?.text == "xé")
        #expect(filtered("$ENV | type", Self.text).lines == ["\"object\""])
        #expect(filtered("$.a[0]", Self.text).lines == ["1"])
        #expect(filtered("empty", Self.text).values.isEmpty)
    }

    @Test(
        arguments: [
            (".a | ]", "column 6", "unexpected character"),
            (".a[", "column 4", "unexpected the end"),
            (".a | nothing(1)", "column 6", "nothing/1 is not defined"),
            (".a\n | ! .b", "2:4", "syntax error"),
            ("$x", "column 1", "$x is not defined"),
            ("stderr", "column 1", "stderr would write over the screen"),
            ("\"abc", "column 1", "expecting the end of the string"),
        ] as [(String, String, String)]
    )
    func aWrongProgramHasItsPlace(program: String, place: String, detail: String) {
        let found = filtered(program, Self.text)
        #expect(found.error?.code == .expression)
        let message = found.error?.description ?? ""
        #expect(message.hasPrefix(place + ":"), "\(message)")
        #expect(message.contains(detail), "\(message)")
    }

    @Test func whatAProgramCannotDoIsSaidAfterTheValuesBeforeIt() {
        let found = filtered(".a[] | .b", #"{"a":[{"b":1},2]}"#)
        #expect(found.lines == ["1"])
        #expect(found.error?.code == .evaluation)
        #expect(found.error?.detail == "Cannot index number with string \"b\"")
        #expect(filtered("error(\"no\")", "1").error?.detail == "no")
        #expect(filtered("\"bye\\n\" | halt_error", "1").error?.detail == "bye\n")
    }

    @Test func whatIsSelectedKeepsItsBytes() {
        let text = #"{"id":12345678901234567890,"price":10.50,"e":1E5,"list":[0.10,-0, 7]}"#
        #expect(
            filtered(".id, .price, .e", text).lines == ["12345678901234567890", "10.50", "1E5"]
        )
        let list = filtered(".list", text)
        #expect(list.lines == ["[0.10,-0, 7]"])
        #expect(list.allRemarks().isEmpty)
        #expect(filtered(".list[] | select(. > 1)", text).lines == ["7"])
    }

    @Test func numbersThatAProgramChangesAreMarked() {
        let text = #"{"id":12345678901234567890,"price":10.50,"n":3}"#
        let found = filtered("{id}, {price}, {n}", text)
        #expect(found.lines == [#"{"id":12345678901234567000}"#, #"{"price":10.5}"#, #"{"n":3}"#])
        #expect(
            found.allRemarks() == [
                "value 1: jq wrote 12345678901234567000 for 12345678901234567890",
                "value 2: jq writes 10.50 as 10.5",
            ]
        )
    }

    @Test func repeatedNamesAreToldAbout() {
        let found = filtered(".a", #"{"x":{"y":1,"y":2},"a":1}"#)
        #expect(found.lines == ["1"])
        #expect(found.remarks.first?.contains("$['x']['y']") == true)
    }

    @Test func everyValueOfASequenceIsFiltered() {
        let found = filtered(".n", "{\"n\":1}\nnot json\n{\"n\":2.0}\n", "application/x-ndjson")
        #expect(found.lines == ["1", "2.0"])
        let broken = filtered(".n", "{\"n\":1", "application/json")
        #expect(broken.error?.code == .document)
        #expect(broken.error?.detail.contains("1:7") == true)
        #expect(filtered("[.[0:2][]]", "[1,2,3]").lines == ["[1,2]"])
    }

    @Test(arguments: ["[range(1e15)] | length", "def f: f; f", "range(1e15) | select(. < 0)"])
    func anEndlessProgramCanBeCancelled(program: String) async throws {
        let filter = try JQFilter(program)
        let cancellation = FilterCancellation()
        async let found = Self.values(filter, cancellation)
        cancellation.cancel()
        #expect(await found.error?.code == .cancelled)
    }

    @concurrent
    private static func values(
        _ filter: JQFilter,
        _ cancellation: FilterCancellation
    ) async -> FilteredContent {
        filter.values(in: JSONTape(Octets(utf8: "null")), cancellation: cancellation)
    }

    @Test func moreThanTheLimitIsNotAskedFor() throws {
        let filter = try JQFilter("range(1e12)")
        #expect(filter.values(in: JSONTape(Octets(utf8: "1")), limit: 3).lines == ["0", "1", "2"])
    }

    // MARK: Programs inside of path expressions, which libjq must not tear down

    @Test func valuesWhoseNumbersJQChangesAreFoundAgainBelowOthers() throws {
        let document = JSONTape(Octets(utf8: "[0e1, [2.0]]"))
        let found = try JQFilter("..").values(in: document)
        #expect(found.lines == ["[0e1, [2.0]]", "0e1", "[2.0]", "2.0"])
        let some = try JQFilter("..").values(in: document, limit: 2)
        #expect(some.lines == ["[0e1, [2.0]]", "0e1"])
    }

    @Test(arguments: ["path(..)", "paths", "path(.[]?, .[]?)", "path(..) # so", "del(.[0, 1])"])
    func programsThatFollowPathsStopAtTheLimit(program: String) throws {
        let document = JSONTape(Octets(utf8: "[[1, 2], [3, [4]]]"))
        let all = try JQFilter(program).values(in: document)
        #expect(all.error == nil)
        let limited = try JQFilter(program).values(in: document, limit: 1)
        #expect(limited.lines == Array(all.lines.prefix(1)))
        let lines = JSONTape(Octets(utf8: "[1,[2]]\n[3,[4]]\n"), isSequence: true)
        #expect(try JQFilter(program).values(in: lines, limit: 1).values.count == 1)
    }

    @Test(arguments: ["path(repeat(.)) | select(false)", "path(..) | halt", "first(path(..))"])
    func programsMayBeLeftInsideOfPaths(program: String) async throws {
        let filter = try JQFilter(program)
        let cancellation = FilterCancellation()
        async let found = Self.values(filter, cancellation)
        cancellation.cancel()
        _ = await found
    }

    @Test(
        arguments: [
            (".a.b[] | select(.x == 1 and .path != \"paths\") | {key: .x, del: 2}", false),
            ("map(.a) | sort_by(.b) | .[0:2] # del", false), ("[.[] | tojson | @base64]", false),
            ("reduce .[] as $path (0; . + $path)", false), (".a >= 1, .b <= 1e5", false),
            ("path(..)", true), ("paths", true), (".a = 1", true), (".a |= 1", true),
            ("del(.a)", true),
            (".a //= 1", true), ("\"\\(paths)\"", true), ("leaf_paths", true), ("tostream", true),
        ]
    )
    func whatMayFollowPathsIsSeen(program: String, expected: Bool) {
        #expect(JQPaths.mayBeFollowed(by: program) == expected)
    }
}
