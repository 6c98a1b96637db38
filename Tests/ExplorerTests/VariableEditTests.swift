import Collections
import Explorer
import HTTPModel
import Screen
import Testing

/// Variables are changed in the file that gives them their values.
@Suite struct VariableEditTests {
    private func chosen(_ name: String, _ state: inout ExplorerState) -> [Effect] {
        Sample.press("$\(name)<Enter>", &state)
    }

    private func input(_ state: ExplorerState) throws -> InputPopup {
        guard case .input(let input)? = state.popup else {
            throw SampleError.noInput("\(String(describing: state.popup))")
        }
        return input
    }

    private enum SampleError: Error { case noInput(String) }

    @Test func whatTheRequestUsesIsOfferedFirst() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("$", &state)
        guard case .choice(let choice)? = state.popup else {
            Issue.record("nothing is offered")
            return
        }
        #expect(choice.matchingItems.prefix(3).map(\.value) == ["accessToken", "base", "trace"])
        let details = choice.matchingItems.map(\.detail)
        #expect(details[0].hasPrefix("••• · "))
        #expect(details[1].hasPrefix("http://127.0.0.1:8080 · environment local"))
        #expect(details[2].hasPrefix("has no value"))
    }

    @Test func aVariableOfAnEnvironmentIsWrittenToItsFile() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        #expect(chosen("base", &state) == [])
        let shown = try input(state)
        #expect(shown.title == "base in http-client.env.json, local")
        #expect(shown.input.text == "http://127.0.0.1:8080")
        let effects = Sample.press("<C-u>http://h<Enter>", &state)
        #expect(
            effects == [
                .saveVariable(
                    VariableOrder(
                        edit: EnvironmentEdit(
                            name: "base",
                            value: "http://h",
                            environment: "local"
                        ),
                        path: "http-client.env.json",
                        absolutePath: "/samples/http-client.env.json",
                        isPrivate: false
                    )
                )
            ]
        )
        #expect(state.popup == nil)
    }

    @Test func aNewSecretGoesToThePrivateFileAndIsNotShown() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        #expect(chosen("otherToken", &state) == [])
        let shown = try input(state)
        #expect(shown.isSecret)
        #expect(shown.title == "otherToken in http-client.private.env.json, local")
        guard case .saveVariable(let order)? = Sample.press("s3<Enter>", &state).first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(order.isPrivate)
        #expect(order.edit.value == "s3")
        #expect(chosen("otherToken", &state) + Sample.press("<Enter>", &state) == [])
    }

    @Test func aVariableOfTheFileIsEditedAsText() throws {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let text = "@base = http://old\r\n" + Sample.bookings
        state.collection?.files[1] = Sample.file("bookings.http", text)
        #expect(chosen("base", &state) == [])
        #expect(try input(state).title == "base in bookings.http")
        Sample.press("<C-u>http://new<Enter>", &state)
        let bytes = state.file(at: "bookings.http")?.source.bytes.text
        #expect(bytes == "@base = http://new\r\n" + Sample.bookings)
        #expect(state.isUnsaved("bookings.http"))
        Sample.press("u", &state)
        #expect(state.file(at: "bookings.http")?.source.bytes.text == text)
    }

    @Test func whatNoFileGivesIsNotChanged() throws {
        var state = ExplorerState(
            path: "samples",
            size: Size(rows: 24, columns: 80),
            overrides: ["base": "http://x"]
        )
        _ = update(&state, on: .collectionLoaded(LoadedCollection(Sample.collection)))
        #expect(chosen("base", &state) == [])
        #expect(state.popup == nil)
        #expect(state.notice?.text == "base comes from --var, which is not changed here.")
        #expect(chosen("a{b", &state) == [])
        #expect(state.notice?.text.contains("is no name") == true)
    }
}
