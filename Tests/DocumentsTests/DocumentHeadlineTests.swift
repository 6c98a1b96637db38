import Documents
import HTTPModel
import TestSupport
import Testing

@Suite struct DocumentHeadlineTests {
    @Test func aProblemHasItsTitleDetailAndStatus() {
        let text = """
            {"type":"https://example.test/credit","title":"Not \\u001benough credit","status":403,\
            "detail":"Your balance is 30","instance":"/account/12345/msgs/abc"}
            """
        let headline = document(text, "application/problem+json; charset=utf-8").headline
        #expect(headline?.form == .problem)
        #expect(headline?.status == 403)
        #expect(headline?.type == "https://example.test/credit")
        #expect(headline?.description == "403 Not ␛enough credit: Your balance is 30")
        #expect(document(text, "application/json").headline == nil)
    }

    @Test(arguments: [
        (#"{"type":"about:blank","detail":"d"}"#, "d"),
        (#"{"status":404}"#, "status 404"),
        (#"{"title":"Not Found","status":"404"}"#, "Not Found"),
    ])
    func incompleteProblemsSayWhatTheyHave(text: String, line: String) {
        let headline = document(text, "application/problem+json").headline
        #expect(headline?.description == line)
    }

    @Test(arguments: ["{}", "[]", "{\"title\":1}", "{", "", "x"])
    func whatIsNoProblemHasNoHeadline(text: String) {
        #expect(document(text, "application/problem+json").headline == nil)
    }

    @Test func errorsOfGraphQLHaveAHeadline() {
        let text = #"""
            {"data":null,"errors":[{"message":"Name for character with ID 1002 could not be fetched.",
            "locations":[{"line":6,"column":7}],"path":["hero","heroFriends",1,"name"]},{"message":"b"}]}
            """#
        for type in ["application/graphql-response+json", "application/json"] {
            let document = document(text, type)
            let headline = document.headline
            #expect(headline?.form == .errors)
            #expect(headline?.count == 2)
            #expect(headline?.detail == "hero.heroFriends[1].name")
            #expect(
                headline?.description
                    == "Name for character with ID 1002 could not be fetched. at "
                    + "hero.heroFriends[1].name (and 1 more)"
            )
            if let range = headline?.byteRange {
                #expect(document.path(atRow: document.row(containing: range.lowerBound)) != nil)
            }
        }
        #expect(document(#"{"errors":[]}"#).headline == nil)
        #expect(document(#"{"errors":["x"]}"#).headline == nil)
        #expect(document(#"{"errors":[{"message":"#).headline == nil)
    }

    @Test func problemsOfTheCorpusHaveHeadlines() throws {
        for file in Corpus.files(in: "responses/problem") {
            let body = try Corpus.read(file)
            let type = MediaType("application/problem+json")
            #expect(ResponseDocument(body: body, mediaType: type).headline != nil, "\(file)")
        }
    }
}
