import Explorer
import HTTPModel
import Screen
import Testing

/// Chords of several keys, as the person presses them.
@Suite struct ChordTests {
    private func state(_ keys: String) -> ExplorerState {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        let text = #"{"keys": {"everywhere": \#(keys)}}"#
        state.keymap = Configuration(Octets(utf8: text), file: "config.json").keymap
        return state
    }

    @Test func theFirstKeyWaitsAndSaysWhatMayFollow() {
        var state = state(#"{"send": "g s", "moveToTop": "g g"}"#)
        #expect(Sample.press("g", &state).isEmpty)
        let hints = FooterHints.hints(for: state).map { "\($0.key) \($0.title)" }
        #expect(hints == ["g … ", "s send", "g to the top", "Esc forget"])
        let effects = Sample.press("s", &state)
        #expect(effects.contains { if case .send = $0 { true } else { false } })
        #expect(state.pendingKeys.isEmpty)
    }

    @Test func escapeForgetsTheKeysBefore() {
        var state = state(#"{"send": "g s"}"#)
        Sample.press("g<Esc>s", &state)
        #expect(state.pendingKeys.isEmpty)
        #expect(state.notice == nil)
        #expect(state.focus == .tree)
    }

    @Test func keysThatMeanNothingTogetherAreTold() {
        var state = state(#"{"send": "g s"}"#)
        Sample.press("gk", &state)
        #expect(state.notice?.text == "g k is bound to nothing here.")
        #expect(state.tree.scroll == Sample.state(open: Sample.listKey, focus: .tree).tree.scroll)
    }

    @Test func aPasteAndAClickForgetThem() {
        var state = state(#"{"send": "g s"}"#)
        Sample.press("g", &state)
        _ = update(&state, on: .input(.paste("s")))
        #expect(state.pendingKeys.isEmpty)
        Sample.press("g", &state)
        let click = MouseEvent(kind: .press, position: Position(row: 1, column: 1), clicks: 1)
        _ = update(&state, on: .input(.mouse(click)))
        #expect(state.pendingKeys.isEmpty)
    }

    @Test func helpFooterAndCommandsShowTheKeysInForce() {
        var state = state(#"{"send": ["F5", "g s"], "palette": ["Ctrl-p", ":"]}"#)
        #expect(FooterHints.hints(for: state).contains { $0.key == "F5" && $0.title == "send" })
        let help = HelpLines.lines(for: .tree, in: state, width: 76).map(\.text)
        #expect(help.contains { $0.contains("F5 g s") && $0.contains("Send the request") })
        Sample.press("<C-p>", &state)
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list of commands")
            return
        }
        #expect(choice.items.first { $0.value == "send" }?.keys == "F5  g s")
    }
}
