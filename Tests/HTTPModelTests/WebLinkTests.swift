import HTTPModel
import Testing

@Suite struct WebLinkTests {
    @Test func linksOfOneFieldAreReadInOrder() {
        let links = WebLink.list(
            "<https://a.test/?p=2>; rel=\"next\", <https://a.test/?p=9,x>; rel=last; title=\"a, \\\"b\\\"; c\""
        )
        #expect(links.map(\.target) == ["https://a.test/?p=2", "https://a.test/?p=9,x"])
        #expect(links.map(\.relations) == [["next"], ["last"]])
        #expect(links[1].parameter("Title") == "a, \"b\"; c")
    }

    @Test func aLinkMayHaveSeveralRelationsInAnyCase() {
        let links = WebLink.list("</>; REL=\"Index  NEXT\"; rel=\"prev\"")
        #expect(links.map(\.relations) == [["index", "next"]])
    }

    @Test func linksOfSeveralFieldsAreSearched() {
        let fields: HTTPFields = ["Link": "</a>; rel=prev", "link": "</b> ; rel = next ; x"]
        #expect(fields.linkTarget("NEXT") == "/b")
        #expect(fields.linkTarget("last") == nil)
    }

    @Test func aLinkAboutAnotherResourceIsPassedOver() {
        let fields: HTTPFields = ["Link": "</a>; rel=next; anchor=\"/other\", </b>; rel=next"]
        #expect(fields.linkTarget("next") == "/b")
    }

    @Test(arguments: ["", ",,", "rel=next", "<unclosed; rel=next", "no link, at all"])
    func whatIsNoLinkIsSkipped(_ text: String) {
        #expect(WebLink.list(text).isEmpty)
    }

    @Test(arguments: ["</a>;", "</a>;;;", "</a>; rel=", "</a>; rel=\"next", "</a> junk"])
    func aDamagedParameterLosesNoLink(_ text: String) {
        #expect(WebLink.list(text).map(\.target) == ["/a"])
    }
}
