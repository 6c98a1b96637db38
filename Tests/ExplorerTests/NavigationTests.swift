import Explorer
import Screen
import Testing

@Suite struct NavigationTests {
    @Test func tabWalksThroughThePanes() {
        var state = Sample.state()
        var seen: [Pane] = []
        for _ in 0..<3 {
            Sample.press("<Tab>", &state)
            seen.append(state.focus)
        }
        #expect(seen == [.request, .response, .tree])
        Sample.press("<S-Tab>", &state)
        #expect(state.focus == .response)
    }

    @Test func theEnvironmentIsChosenFromAList() {
        var state = Sample.state()
        #expect(state.environmentName == "local")
        Sample.press("Eprod<Enter>", &state)
        #expect(state.environmentName == "production")
        Sample.press("E<Up><Up><Enter>", &state)
        #expect(state.environmentName == nil)
    }

    @Test func anUnknownEnvironmentIsNamed() {
        var state = ExplorerState(
            path: "samples",
            size: Size(rows: 24, columns: 80),
            environmentName: "staging"
        )
        _ = update(&state, on: .collectionLoaded(LoadedCollection(Sample.collection)))
        #expect(
            state.notice?.text == "There is no environment staging; there is: local, production."
        )
        #expect(state.environmentName == "local")
    }

    @Test func thePaletteRunsACommandByName() {
        var state = Sample.state()
        Sample.press(":show timing<Enter>", &state)
        #expect(state.popup == nil)
        #expect(state.response.tab == .timing)
        #expect(state.focus == .response)
    }

    @Test func thePaletteTellsWhyACommandCannotBeRun() {
        var state = Sample.state()
        Sample.press(":save snapshot<Enter>", &state)
        #expect(state.popup != nil)
        #expect(state.notice?.text.contains("press s to send") == true)
    }

    @Test func helpScrollsAndCloses() {
        var state = Sample.state()
        Sample.press("?jj", &state)
        #expect(state.popup == .help(.tree, Scroll(row: 0, offset: 2)))
        Sample.press("k", &state)
        #expect(state.popup == .help(.tree, Scroll(row: 0, offset: 1)))
        Sample.press("q", &state)
        #expect(state.popup == nil)
    }

    @Test func escapeJoinedWithTheNextKeyIsBoth() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        // Help is left, and the next key is a command of the pane.
        Sample.press("?<A-3>", &state)
        #expect(state.popup == nil)
        #expect(state.request.tab == .body)
        // An editor is left with its text kept, and what follows moves.
        Sample.press("1a", &state)
        #expect(state.request.editing != nil)
        Sample.press("<A-5>", &state)
        #expect(state.request.editing == nil)
        #expect(state.request.tab == .options)
        // Alt that is bound stays what it is.
        state.focus = .tree
        Sample.press("/one two<A-b>", &state)
        #expect(state.tree.filterInput?.caret.column == 4)
        // Labels are left.
        Sample.press("<Esc>", &state)
        state.focus = .request
        Sample.press(";", &state)
        #expect(state.jump != nil)
        Sample.press("<A-2>", &state)
        #expect(state.jump == nil)
        #expect(state.request.tab == .headers)
    }

    @Test func anySizeIsTaken() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        for (rows, columns) in [(1, 1), (0, 0), (6, 24), (60, 200), (24, 80)] {
            _ = update(&state, on: .input(.resize(Size(rows: rows, columns: columns))))
            Sample.press("jk3e<Down><Esc>?<Esc>:<Esc>G", &state)
            #expect(state.size == Size(rows: rows, columns: columns))
        }
    }

    @Test func clickingATabOpensIt() {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        let layout = Layout(state.size, state)
        let columns = Layout.tabColumns(RequestTab.allCases.map(\.rawValue), in: layout.requestTabs)
        let place = Position(row: layout.requestTabs.row, column: columns[3].lowerBound)
        let event = MouseEvent(kind: .press, position: place, clicks: 1)
        _ = update(&state, on: .input(.mouse(event)))
        #expect(state.request.tab == .token)
        #expect(state.focus == .request)
    }

    @Test func hintsFollowTheContext() {
        var state = Sample.state()
        #expect(FooterHints.hints(for: state).first?.title == "send")
        state.focus = .request
        Sample.press("2a", &state)
        #expect(
            FooterHints.hints(for: state).map(\.title) == [
                "keep", "leave", "next input", "suggest", "select",
            ]
        )
    }
}
