import Collections
import Explorer
import Files
import Screen
import Testing

@Suite struct SuggestionTests {
    private func titles(_ state: ExplorerState) -> [String] {
        state.request.editing?.suggestions?.items.map(\.title) ?? []
    }

    @Test func variablesAreSuggestedWithValueAndOrigin() throws {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<C-u>{{ba", &state)
        let suggestions = try #require(state.request.editing?.suggestions)
        #expect(suggestions.items[0].title == "base")
        #expect(suggestions.items[0].detail.hasPrefix("http://127.0.0.1:8080 · environment local"))
        Sample.press("<Down><Enter>", &state)
        #expect(state.request.editing?.buffer.text == "{{base}}")
        #expect(state.request.editing?.suggestions == nil)
    }

    @Test func secretsAreNotShown() throws {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<C-u>{{access", &state)
        let item = try #require(state.request.editing?.suggestions?.items.first)
        #expect(item.title == "accessToken")
        #expect(item.detail.hasPrefix("•••"))
        #expect(!"\(state.request.editing as Any)".contains("t0p-s3cret"))
    }

    @Test func fieldNamesThenTheirValues() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aContent-T", &state)
        #expect(titles(state).first == "Content-Type")
        Sample.press("<Down><Enter>", &state)
        #expect(state.request.editing?.current == 1)
        #expect(titles(state).first == "application/json")
        Sample.press("<Down><Enter><Enter>", &state)
        #expect(state.openRequest?.fields.last?.name == "Content-Type")
        #expect(state.openRequest?.fields.last?.value == "application/json")
    }

    @Test func nothingIsTakenWithoutBeingPicked() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aAcc<Tab>x<Enter>", &state)
        #expect(state.openRequest?.fields.last?.name == "Acc")
    }

    @Test func escapeClosesTheListFirst() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aAcc<Esc>", &state)
        #expect(titles(state).isEmpty)
        #expect(state.request.editing?.inputs[0].text == "Acc")
        Sample.press("<Esc>", &state)
        #expect(state.request.editing == nil)
    }

    @Test func askingShowsAllThatCanStandThere() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aAccept-Encoding<Tab>", &state)
        #expect(titles(state).isEmpty)
        Sample.press("<A-/>", &state)
        #expect(titles(state).contains("gzip"))
    }

    @Test func theNextOfAListOfValuesIsCompleted() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aAccept-Encoding<Tab>gzip, b", &state)
        #expect(titles(state) == ["br"])
        Sample.press("<Down><Enter>", &state)
        #expect(state.request.editing?.buffer.text == "gzip, br")
    }

    @Test func pathsComeFromTheFolderOfTheFile() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("3<Enter>file<Enter>", &state)
        #expect(state.request.editing?.subject == .bodyFile(isTemplated: false))
        let effects = Sample.press("d", &state)
        #expect(effects == [.listFolder("/samples")])
        let entries = [
            DirectoryEntry(name: "data", isDirectory: true),
            DirectoryEntry(name: "dog.png", isDirectory: false),
        ]
        _ = update(&state, on: .folderListed(path: "/samples", entries))
        #expect(titles(state) == ["data/", "dog.png"])
        #expect(Sample.press("<Down><Enter>", &state) == [.listFolder("/samples/data")])
        #expect(state.request.editing?.buffer.text == "data/")
    }

    @Test func theTextOfARequestIsCompletedByPlace() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("r<A-lt><End><Enter># @tim", &state)
        #expect(titles(state).contains("timeout"))
        Sample.press("<Down><Enter>", &state)
        #expect(state.request.editing?.buffer.text.contains("# @timeout\n") == true)
    }
}

@Suite struct TypingCheckTests {
    @Test func anUnknownVariableIsToldAtOnce() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<C-u>{{bse}}/x", &state)
        #expect(state.request.editing?.fault == "bse has no value; did you mean base?")
        #expect(state.request.editing?.problem == nil)
    }

    @Test(
        arguments: [
            ("ftp://x.test/", "scheme \"ftp\" is not supported; use http or https"),
            ("http://x.test:99999/", "port \"99999\" is not a number from 0 to 65535"),
            ("{{base}}/x", nil), ("x.test/y", nil), ("http://", "the URL has no host"),
        ] as [(String, String?)]
    )
    func urlsAreChecked(_ url: String, _ fault: String?) {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<C-u>", &state)
        _ = update(&state, on: .input(.paste(url)))
        #expect(state.request.editing?.fault == fault)
    }

    @Test func aFieldNameIsChecked() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("2aBad Name", &state)
        #expect(state.request.editing?.fault?.hasPrefix("'Bad Name' is no field name") == true)
    }

    @Test func jsonIsCheckedWithLineAndColumn() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("3e", &state)
        #expect(state.request.editing?.fault == nil)
        Sample.press("<A-a>", &state)
        _ = update(&state, on: .input(.paste("{\n  \"a\": {{base}},\n  \"b\" 2\n}")))
        #expect(state.request.editing?.fault?.hasPrefix("JSON 3:7: ") == true)
    }

    @Test func anOptionIsCheckedByTheFilesOwnReader() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("5<Enter>soon", &state)
        #expect(
            state.request.editing?.fault == "@timeout takes a number and ms, s or m, not 'soon'"
        )
        Sample.press("<C-u>5 s", &state)
        #expect(state.request.editing?.fault == nil)
    }

    @Test func theValueUnderTheCaretIsShown() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        let whole = state.requestAdvice.map(\.text).joined()
        #expect(whole == "→ http://127.0.0.1:8080/bookings?page=1&limit=20")
        Sample.press("e<Home><Right><Right><Right>", &state)
        let advice = state.requestAdvice.map(\.text).joined()
        #expect(advice.hasPrefix("base = http://127.0.0.1:8080 · environment local"))
    }
}
