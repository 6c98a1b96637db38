import Collections
import HTTPModel
import Testing

/// What a run keeps for later requests depends on whether any text may ask for it.
@Suite struct ReferenceMentionTests {
    private func collection(_ text: String) -> RequestCollection {
        let source = HTTPFile(Octets(utf8: text), path: "a.http")
        return RequestCollection(
            root: "/c",
            name: "c",
            files: [RequestFile(path: "a.http", absolutePath: "/c/a.http", source: source)]
        )
    }

    @Test(arguments: [
        "GET http://h.test/{{login.response.body.$.id}}\n",
        "GET http://h.test/\nX: {{login.request.headers.X}}\n",
        "# @ref login\nGET http://h.test/\n", "# @forceRef login\nGET http://h.test/\n",
    ])
    func aTextThatRefersToAnotherRequestIsNoticed(text: String) {
        #expect(collection(text).mayReferToResponses)
    }

    @Test func plainRequestsReferToNothing() {
        #expect(!collection("### request 1\nGET http://h.test/{{id}}\n").mayReferToResponses)
    }

    @Test func variablesOfTheCollectionCountToo() {
        var plain = collection("GET http://h.test/{{id}}\n")
        let value = "{{login.response.body.$.id}}"
        let place = TextLocation(line: 1, column: 1)
        plain.settings.variables = [FileVariable(name: "id", value: value, location: place)]
        #expect(plain.mayReferToResponses)
    }
}
