import Collections
import Explorer
import Testing

@Suite struct AuthorizationTests {
    private func values(_ state: ExplorerState) -> [String] {
        state.openRequest?.fields.filter { $0.name == "Authorization" }.map(\.value) ?? []
    }

    @Test func credentialsAreAskedForBeforeAnythingIsWritten() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("4G<Enter>basic<Enter>", &state)
        #expect(values(state) == [])
        Sample.press("ada<Tab>{{password}}<Enter>", &state)
        #expect(values(state) == ["Basic ada {{password}}"])
        #expect(state.requestRows.map(\.name).suffix(3) == ["Authorization", "User", "Password"])
        Sample.press("u", &state)
        #expect(values(state) == [])
    }

    @Test func anotherSchemeKeepsUserAndPassword() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("4G<Enter>basic<Enter>ada<Tab>s3cret pass<Enter>", &state)
        #expect(state.requestRows.last?.value == "••••••••")
        Sample.press("g4", &state)
        for _ in 0..<10 where state.selectedRequestRow?.name != "Authorization" {
            Sample.press("j", &state)
        }
        Sample.press("<Enter>digest<Enter>", &state)
        #expect(values(state) == ["Digest ada s3cret pass"])
        Sample.press("j<Enter><C-u>eve<Enter>", &state)
        #expect(values(state) == ["Digest eve s3cret pass"])
        Sample.press("kd", &state)
        #expect(values(state) == [])
    }

    @Test func credentialsAsTheyGoOverTheWireAreLeftAlone() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aAuthorization<Tab>Basic YWRhOng=<Enter>4", &state)
        #expect(state.requestRows.last?.value == "Basic, as the field in Headers says")
    }
}
