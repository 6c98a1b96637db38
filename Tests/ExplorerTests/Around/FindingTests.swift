import Explorer
import HTTPModel
import Screen
import Testing

/// The lists that find by a few letters: commands, requests, collections, themes.
@Suite struct FindingTests {
    private func choice(_ state: ExplorerState) -> Choice? {
        if case .choice(let choice) = state.popup { choice } else { nil }
    }

    private func titles(_ keys: String, _ state: ExplorerState) -> [String] {
        var state = state
        Sample.press(keys, &state)
        return choice(state)?.matchingItems.map(\.title) ?? []
    }

    @Test(arguments: [
        ("send", "send"), ("snap", "save snapshot"), ("saf", "save file"), ("log", "show log"),
        ("thm", "choose theme"), ("timing", "show timing"), ("env", "choose environment"),
        ("gtr", "go to request"), ("new req", "new request"),
    ])
    func theBestCommandComesFirst(letters: String, title: String) {
        let state = Sample.state(open: Sample.createKey, focus: .request)
        #expect(titles(":" + letters.replacing(" ", with: "<Space>"), state).first == title)
    }

    @Test func whatCannotBeDoneSaysWhyAndComesLater() {
        var state = Sample.state()
        Sample.press(":cancel", &state)
        let item = choice(state)?.matchingItems.first { $0.value == "cancel" }
        #expect(item?.reasonUnavailable == "nothing is being sent")
        Sample.press("<Enter>", &state)
        #expect(state.notice?.text == "cancel: nothing is being sent")
        #expect(state.popup != nil)
    }

    @Test func requestsAreFoundByNameMethodURLFileAndTag() {
        let state = Sample.state()
        #expect(titles("'crt", state).first == "create")
        #expect(titles("'unicorn", state) == ["missing"])
        #expect(titles("'post", state).first == "create")
        #expect(titles("'#smoke", state) == ["create"])
        #expect(titles("'dogs", state) == ["breeds", "missing"])
        #expect(titles("'nothing", state).isEmpty)
    }

    @Test func theLastRequestsComeFirst() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("'missing<Enter>", &state)
        #expect(state.request.key == Sample.missingKey)
        #expect(state.focus == .request)
        // Enter alone goes back and forth.
        Sample.press("'<Enter>", &state)
        #expect(state.request.key == Sample.createKey)
        Sample.press("'<Enter>", &state)
        #expect(state.request.key == Sample.missingKey)
    }

    @Test func goingToARequestUnfoldsAndUnfiltersTheTree() {
        var state = Sample.state()
        Sample.press("Z/list<Enter>'missing<Enter>", &state)
        #expect(state.tree.filter.isEmpty)
        guard case .request(let key, _)? = state.selectedTreeRow?.kind else {
            Issue.record("no request is selected")
            return
        }
        #expect(key == Sample.missingKey)
    }

    @Test func openedCollectionsAreRemembered() {
        var state = ExplorerState(path: "samples", size: Size(rows: 24, columns: 80))
        let loaded = LoadedCollection(Sample.collection, absolutePath: "/work/samples")
        let effects = update(&state, on: .collectionLoaded(loaded))
        let recent = RecentCollection(path: "/work/samples", name: "samples")
        #expect(state.memory.collections == [recent])
        #expect(effects == [.remember(state.memory)])
        #expect(state.isWelcoming)
        // Once is enough.
        #expect(update(&state, on: .collectionLoaded(loaded)).isEmpty)
    }

    @Test func anotherCollectionIsOpenedByPath() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        state.memory.collections = [
            RecentCollection(path: "/a", name: "here"), RecentCollection(path: "/b", name: "other"),
        ]
        var other = state
        #expect(Sample.press("O<Enter>", &other) == [.loadCollection(path: "/b")])
        #expect(other.collection == nil)
        #expect(other.memory == state.memory)
        #expect(Sample.press("O/tmp/x<Enter>", &state) == [.loadCollection(path: "/tmp/x")])
    }

    @Test func unsavedEditsKeepACollectionOpen() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("mput<Enter>O/tmp/x<Enter>", &state)
        #expect(state.collection != nil)
        #expect(state.notice?.kind == .problem)
    }

    @Test func leavingForAnotherCollectionCancelsWhatIsInFlight() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("s", &state)
        let id = state.currentSending?.id
        let effects = Sample.press("O/tmp/x<Enter>", &state)
        #expect(effects == [id.map { .cancel($0) }, .loadCollection(path: "/tmp/x")])
    }

    @Test func everyThemeIsShownWhileItIsSelected() {
        var state = Sample.state()
        _ = update(&state, on: .command(.chooseTheme))
        // `auto` and `dark` look the same here.
        #expect(Sample.press("<Down><Down>", &state) == [.useTheme(.light)])
        #expect(Sample.press("<Esc>", &state) == [.useTheme(state.shownTheme)])
        #expect(state.shownThemeName == "auto")
        _ = update(&state, on: .command(.chooseTheme))
        let effects = Sample.press("high<Enter>", &state)
        #expect(effects.contains(.useTheme(.highContrast)))
        #expect(effects.contains(.remember(state.memory)))
        #expect(state.memory.themeName == "high-contrast")
    }

    @Test func theTerminalDecidesUnlessAThemeIsChosen() {
        var state = Sample.state()
        #expect(update(&state, on: .input(.background(.light))) == [.useTheme(.light)])
        state.themes.chosen = "dark"
        #expect(update(&state, on: .input(.background(.dark))).isEmpty)
        state.themes.chosen = "auto"
        state.themes.isColourless = true
        #expect(state.shownTheme.name == "mono")
    }
}
