import ApusCommand
import Testing

@Suite struct SuggestionTests {
    private let words = ["run", "list", "snapshot", "mock"]

    @Test(
        arguments: [
            ("rnu", "run"), ("lsit", "list"), ("lis", "list"), ("snapshto", "snapshot"),
            ("sn", "snapshot"), ("MOCK", "mock"), ("mokc", "mock"),
        ]
    )
    func aNearWordIsSuggested(_ word: String, _ expected: String) {
        #expect(Suggestion.nearest(to: word, in: words) == expected)
    }

    @Test(arguments: ["", "x", "import", "zebra"])
    func aFarWordIsNot(_ word: String) {
        #expect(Suggestion.nearest(to: word, in: words) == nil)
    }
}
