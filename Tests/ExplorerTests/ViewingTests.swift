import Documents
import Explorer
import HTTPModel
import Screen
import Testing

/// One file in the machine of the explorer, without a collection.
@Suite struct ViewingTests {
    private func viewing(_ body: String, mode: ResponseDocument.Mode? = nil) -> ExplorerState {
        ExplorerState(
            viewing: ViewedFile(name: "list.json", mediaType: MediaType("application/json")),
            body: Octets(utf8: body),
            mode: mode,
            size: Size(rows: 24, columns: 80)
        )
    }

    private let list = #"{"items":[{"id":1},{"id":2}]}"#

    @Test func itIsFoldedSearchedAndFiltered() {
        var state = viewing(list)
        #expect(state.bodyInView?.rowCount == 10)
        Sample.press("jz", &state)
        #expect(state.bodyInView?.rowCount == 3)
        Sample.press("X/id<Enter>n", &state)
        #expect(state.bodyPlaceText == "$.items[1].id")
        Sample.press("<Esc>f$.items[*].id<Enter>", &state)
        #expect(state.bodyInView?.row(1).text == "2")
        Sample.press("<Esc>", &state)
        #expect(state.bodyInView?.rowCount == 10)
    }

    @Test func nothingLeadsToPanesThatAreNotThere() {
        var state = viewing(list)
        for keys in ["<Tab>", "<Esc>", "s", "e", "l", "2", "=", "'", "B", "S", "a", "E"] {
            let effects = Sample.press(keys, &state)
            #expect(effects.isEmpty, "\(keys)")
            #expect(state.focus == .response, "\(keys)")
            #expect(state.response.tab == .body, "\(keys)")
            #expect(state.popup == nil, "\(keys)")
        }
        #expect(state.notice?.text.hasSuffix("a file is shown, not a collection") == true)
    }

    @Test func qLeavesIt() {
        var state = viewing(list)
        #expect(Sample.press("q", &state) == [.quit])
    }

    @Test func itBeginsInTheLayoutThatWasAskedFor() {
        #expect(viewing(list, mode: .hex).bodyInView?.mode == .hex)
        #expect(viewing(list, mode: .raw).bodyInView?.rowCount == 1)
    }

    @Test func aCharsetIsChosenByWhatTheFileIs() {
        var state = viewing(list)
        Sample.press("Clatin<Enter>", &state)
        #expect(state.bodyInView?.kind == .json)
    }

    @Test func theHintsAreThoseThatWork() {
        let hints = FooterHints.hints(for: viewing(list)).compactMap(\.command)
        #expect(hints.contains(.search))
        #expect(hints.contains(.quit))
        #expect(hints.filter { !$0.isForViewing } == [])
    }

    @Test func savingProposesTheNameOfTheFile() {
        var state = viewing(list)
        Sample.press("D", &state)
        guard case .input(let input) = state.popup else {
            Issue.record("nothing is asked")
            return
        }
        #expect(input.input.text == "list.json")
    }
}
