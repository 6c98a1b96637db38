import Explorer
import Testing

@Suite struct VariableTests {
    @Test(arguments: [
        ("base", true), ("accessToken", true), ("$uuid", true), ("list.response.body.$.id", true),
        ("nobody.response.body.$.id", false), ("trace", false),
    ])
    func variablesAreKnownByEnvironmentFileOrRequest(_ name: String, _ isKnown: Bool) {
        let state = Sample.state(open: Sample.createKey, focus: .request)
        #expect(state.knowsVariable(name) == isKnown)
    }

    @Test func anotherEnvironmentKnowsOthers() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("Eprod<Enter>", &state)
        #expect(state.knowsVariable("base"))
        #expect(!state.knowsVariable("accessToken"))
    }
}
