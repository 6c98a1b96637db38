import Explorer
import Testing

@Suite struct QueryTextTests {
    @Test(
        arguments: [
            ("a=b&c=d", "a%3Db%26c%3Dd"), ("100%", "100%25"), ("x y", "x%20y"), ("1+1", "1%2B1"),
            ("{{a b}}&", "{{a b}}%26"), ("Zoë", "Zo%C3%AB"), ("", ""), ("{\"$gt\":1}", nil),
        ] as [(String, String?)]
    )
    func whatIsTypedComesBackFromTheURL(_ typed: String, _ encoded: String?) {
        if let encoded { #expect(QueryText.encoded(typed) == encoded) }
        #expect(QueryText.decoded(QueryText.encoded(typed)) == typed)
    }

    @Test func aPlusIsABlank() {
        #expect(QueryText.decoded("a+b%2Bc") == "a b+c")
    }
}
