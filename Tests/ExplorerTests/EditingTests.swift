import Collections
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct EditingTests {
    private func text(_ state: ExplorerState, _ path: String = "bookings.http") -> String {
        state.file(at: path)?.source.bytes.text ?? ""
    }

    @Test func theURLIsEditedOnItsLine() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<C-u>http://x.test/<Enter>", &state)
        #expect(state.openRequest?.url == "http://x.test/")
        #expect(state.request.editing == nil)
        #expect(state.isUnsaved("bookings.http"))
    }

    @Test func escapeForgetsWhatWasTypedInALine() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let before = text(state)
        #expect(Sample.press("eabc<Esc>", &state) == [])
        #expect(text(state) == before)
    }

    @Test func lettersTypedInAnInputAreNoCommands() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        #expect(Sample.press("esxq:?", &state) == [])
        #expect(state.request.editing?.buffer.text.hasSuffix("sxq:?") == true)
        #expect(state.sends.isEmpty)
    }

    @Test func theMethodIsChosenOrTyped() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("mput<Enter>", &state)
        #expect(state.openRequest?.method == "PUT")
        Sample.press("mPURGE<Enter>", &state)
        #expect(state.openRequest?.method == "PURGE")
    }

    @Test func onlyTheEditedBytesChange() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        let before = text(state)
        Sample.press("mput<Enter>", &state)
        #expect(text(state) == before.replacingFirst("POST {{base}}", with: "PUT {{base}}"))
    }

    @Test func aHeaderIsAddedWithTwoInputs() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("2aX-New<Tab>a b<Enter>", &state)
        #expect(state.openRequest?.fields.last?.name == "X-New")
        #expect(state.openRequest?.fields.last?.value == "a b")
    }

    @Test func aRowIsSwitchedOffAndOnAndDeleted() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("2jt", &state)
        #expect(state.openRequest?.fields.map(\.isEnabled) == [true, false])
        Sample.press("t", &state)
        #expect(state.openRequest?.fields.map(\.isEnabled) == [true, true])
        Sample.press("d", &state)
        #expect(state.openRequest?.fields.map(\.name) == ["Content-Type"])
    }

    @Test func aQueryParameterIsEditedInPlace() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("1e<BS>7<Enter>", &state)
        #expect(state.openRequest?.queryItems.map(\.value) == ["7", "20"])
    }

    @Test func theBodyIsEditedInLinesAndKeptByEscape() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("3e", &state)
        #expect(state.request.editing?.subject == .body)
        Sample.press("<Down><End><BS><BS><BS>13,<Enter>\"vip\": true,<Esc>", &state)
        #expect(state.request.editing == nil)
        guard case .text(let body)? = state.openRequest?.body else {
            Issue.record("no body")
            return
        }
        #expect(body.hasPrefix("{\n  \"room\": 13,\n  \"vip\": true,\n  \"guests\""))
    }

    @Test func pastedTextIsNeverTakenForKeys() {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        #expect(update(&state, on: .input(.paste("sq\nw"))) == [])
        #expect(state.sends.isEmpty)
        #expect(state.notice?.kind == .neutral)
        state.focus = .request
        Sample.press("3e", &state)
        _ = update(&state, on: .input(.paste("1\n2\n")))
        #expect(state.request.editing?.buffer.text.hasPrefix("1\n2\n{") == true)
    }

    @Test func aTokenIsChosenThenTyped() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("4<Enter>bearer<Enter>abc<Enter>", &state)
        #expect(state.openRequest?.token == .bearer("abc"))
    }

    @Test func aTokenWithoutValueIsNotWritten() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        #expect(Sample.press("4<Enter>bearer<Enter><Enter>", &state) == [])
        #expect(state.openRequest?.token == nil)
    }

    @Test func anotherKindOfTokenKeepsTheValue() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("4<Enter>query<Enter>", &state)
        #expect(
            state.openRequest?.token == .query(name: "access_token", value: "{{accessToken}}")
        )
        Sample.press("j<Enter><C-u>key<Enter>", &state)
        #expect(state.openRequest?.token == .query(name: "key", value: "{{accessToken}}"))
        Sample.press("g4<Enter>none<Enter>", &state)
        #expect(state.openRequest?.token == TokenSetting.none)
    }

    @Test func anOptionIsSetAndSwitched() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("5<Enter>5 s<Enter>", &state)
        #expect(state.openRequest?.settings.timeout == .seconds(5))
        Sample.press("jj<Enter>", &state)
        #expect(state.openRequest?.settings.isFollowingRedirects == false)
        Sample.press("t", &state)
        #expect(state.openRequest?.settings.isFollowingRedirects == true)
    }

    @Test func requestsAreAddedCopiedRenamedAndRemoved() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        func names() -> [String] {
            state.file(at: "bookings.http")?.source.requests.map(\.name) ?? []
        }
        Sample.press("D", &state)
        #expect(names() == ["list", "list copy", "create"])
        #expect(state.openRequest?.name == "list copy")
        Sample.press("r<C-u>other<Enter>", &state)
        #expect(names() == ["list", "other", "create"])
        Sample.press("dr", &state)
        #expect(names() == ["list", "create"])
        Sample.press("afresh<Enter>", &state)
        #expect(names() == ["list", "create", "fresh"])
        #expect(state.openRequest?.name == "fresh")
        #expect(state.focus == .request)
    }

    @Test func theKindOfBodyIsChosen() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("3<Enter>file<Enter>data.json<Enter>", &state)
        #expect(state.openRequest?.body == .file(path: "data.json", isTemplated: false))
        Sample.press("g3<Enter>none<Enter>", &state)
        #expect(state.openRequest?.body == SavedBody.none)
    }

    @Test func undoAndRedoWalkThroughTheEditsOfTheFile() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let before = text(state)
        Sample.press("mput<Enter>", &state)
        Sample.press("mpatch<Enter>", &state)
        let after = text(state)
        Sample.press("u", &state)
        #expect(state.openRequest?.method == "PUT")
        #expect(state.notice?.text.hasPrefix("Took back: method PATCH in ") == true)
        Sample.press("u", &state)
        #expect(text(state) == before)
        #expect(!state.isUnsaved("bookings.http"))
        #expect(Sample.press("u", &state) == [])
        Sample.press("UU", &state)
        #expect(text(state) == after)
    }

    @Test func everyEditIsKeptInTheJournal() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let effects = Sample.press("mput<Enter>", &state)
        let bytes = state.file(at: "bookings.http")?.source.bytes
        #expect(
            effects == [
                .writeJournal(path: "bookings.http", absolutePath: "/samples/bookings.http", bytes)
            ]
        )
        #expect(
            Sample.press("u", &state) == [
                .writeJournal(path: "bookings.http", absolutePath: "/samples/bookings.http", nil)
            ]
        )
    }

    @Test func aRefusedEditStaysOpenWithItsReason() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        let before = text(state)
        Sample.press("2aBad Name<Tab>x<Enter>", &state)
        #expect(state.request.editing?.problem != nil)
        #expect(text(state) == before)
        Sample.press("<Esc>", &state)
        #expect(state.request.editing == nil)
    }

    @Test func theBodyComesBackFromAnotherProgram() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        let effects = Sample.press("v", &state)
        guard case .editExternally(let id, let body, let type, _)? = effects.first else {
            Issue.record("no edit")
            return
        }
        #expect(type == "json")
        _ = update(&state, on: .externalEditFinished(WorkID(rawValue: 999), "late"))
        #expect(!state.isUnsaved("bookings.http"))
        _ = update(&state, on: .externalEditFinished(id, body.replacingFirst("12", with: "14")))
        #expect(state.isUnsaved("bookings.http"))
    }
}

extension String {
    /// The text with the first occurrence of `old` replaced.
    func replacingFirst(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return replacingCharacters(in: range, with: new)
    }

    private func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    private func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        var copy = self
        copy.replaceSubrange(range, with: text)
        return copy
    }
}
