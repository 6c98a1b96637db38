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

    @Test(arguments: [
        (#"{"token":"a"}"#, true), (#"{"x":[{"token":1}]}"#, true), (#"{"tok\u0065n":"a"}"#, true),
        (#"{"x":"token"}"#, true), (#"{"tokens":"a","toke":"b"}"#, false), (#"{"x":"a"}"#, false),
        (#"{"x":"token: a"}"#, false), (#"{"x":"","token"#, false), (#""""#, false), ("", false),
        ("[1,2]", false), (#"{"":"","token":""}"#, true),
    ])
    func quotesTellWhetherANameMayStand(text: String, mayStand: Bool) {
        let names = MemberNames(["token", "password"])
        #expect(names.mayStand(in: Octets(utf8: text)) == mayStand)
        let strings = JSONTape(Octets(utf8: text)).strings(ofMembers: names)
        #expect(strings.isEmpty || mayStand)
    }
}
