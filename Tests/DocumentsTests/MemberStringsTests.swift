import Documents
import HTTPModel
import Testing

@Suite struct MemberStringsTests {
    private func strings(_ text: String, _ names: String...) -> [String] {
        JSONTape(Octets(utf8: text)).strings(ofMembers: MemberNames(names))
    }

    @Test func stringsAreFoundAtAnyDepthInTheOrderOfTheText() {
        let text = #"{"b":"1","x":[{"a":"2"},{"y":{"a":"3"}}],"a":"4"}"#
        #expect(strings(text, "a", "b") == ["1", "2", "3", "4"])
    }

    @Test func onlyStringValuesCount() {
        #expect(strings(#"{"a":1,"a":null,"a":{"b":"x"},"a":["y"],"a":"z"}"#, "a") == ["z"])
    }

    @Test func namesAndValuesAreDecoded() {
        #expect(strings(#"{"\u0061":"line\nend"}"#, "a") == ["line\nend"])
    }

    @Test func aNameMustMatchAsAWhole() {
        #expect(strings(#"{"ab":"1","A":"2","":"3"}"#, "a").isEmpty)
        #expect(strings(#"{"":"3"}"#, "") == ["3"])
    }

    @Test func whatIsUnderstoodOfABrokenTextIsSearched() {
        #expect(strings(#"{"a":"1","a":"#, "a") == ["1"])
    }
}
