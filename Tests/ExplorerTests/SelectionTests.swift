import Explorer
import Screen
import Testing

@Suite struct SelectionTests {
    private func multiline(_ text: String, line: Int = 0, column: Int = 0) -> TextBuffer {
        var buffer = TextBuffer(text, isMultiline: true)
        buffer.moveCaret(to: TextPosition(line: line, column: column))
        return buffer
    }

    /// A state with an open body editor that holds `text`.
    private func editor(_ text: String) -> ExplorerState {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("3e", &state)
        _ = update(&state, on: .input(.paste(text)))
        Sample.press("<A-lt>", &state)
        return state
    }

    @Test func shiftAndArrowsSelect() {
        var state = editor("one\ntwo")
        Sample.press("<S-Right><S-Right>", &state)
        #expect(state.request.editing?.buffer.selectedText == "on")
        Sample.press("<S-Down>", &state)
        #expect(state.request.editing?.buffer.selectedText == "one\ntw")
        Sample.press("<S-Home>", &state)
        #expect(state.request.editing?.buffer.selectedText == "one\n")
        Sample.press("<Left>", &state)
        #expect(state.request.editing?.buffer.selection == nil)
        #expect(state.request.editing?.buffer.caret == TextPosition(line: 0, column: 0))
    }

    @Test func aModeSelectsWithoutShift() {
        var state = editor("one two")
        Sample.press("<A-s><A-f>", &state)
        #expect(state.request.editing?.buffer.selectedText == "one")
        Sample.press("<Esc>", &state)
        #expect(state.request.editing?.subject == .body)
        #expect(state.request.editing?.buffer.selection == nil)
    }

    @Test func cutAndPasteMoveTextAndFillTheClipboard() {
        var state = editor("one\ntwo\n")
        #expect(Sample.press("<A-x>", &state).first == .copy("one\n"))
        #expect(state.request.editing?.buffer.text == "two\n")
        Sample.press("<A->><A-v>", &state)
        #expect(state.request.editing?.buffer.text == "two\none\n")
    }

    @Test func copyingLeavesTheTextAndSaysHowMuch() {
        var state = editor("one\ntwo")
        let effects = Sample.press("<A-a><A-c>", &state)
        #expect(effects == [.copy("one\ntwo")])
        #expect(state.notice?.text == "Copied 2 lines.")
        #expect(state.register == "one\ntwo")
        #expect(state.request.editing?.buffer.selection == nil)
    }

    @Test func theRegisterGoesFromOneInputToAnother() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<A-a><A-c><Esc>2a<A-v>", &state)
        #expect(state.request.editing?.inputs[0].text == "{{base}}/bookings?page=1&limit=20")
    }

    @Test func typingReplacesTheSelectionAsOneStep() {
        var buffer = multiline("one two", column: 4)
        buffer.selectAll()
        buffer.insert("x", isTyping: true)
        buffer.insert("y", isTyping: true)
        #expect(buffer.text == "xy")
        buffer.undo()
        #expect(buffer.text == "one two")
    }

    @Test func wordsAreStepsToUndo() {
        var buffer = multiline("")
        for character in "one two three" { buffer.insert(String(character), isTyping: true) }
        buffer.undo()
        #expect(buffer.text == "one two ")
        buffer.undo()
        #expect(buffer.text == "one ")
        for _ in 0..<3 { buffer.deleteBackward() }
        #expect(buffer.text == "o")
        buffer.undo()
        #expect(buffer.text == "one ")
    }

    @Test func aPasteOfTwoHundredLinesIsOneStepAndFiresNothing() {
        var state = editor("start")
        let lines = String(repeating: "q quit s x d :q!\n", count: 200)
        _ = update(&state, on: .input(.paste(lines)))
        #expect(state.request.editing?.buffer.lines.count == 201)
        #expect(state.sends.isEmpty)
        #expect(!state.isQuitting)
        Sample.press("<A-u>", &state)
        #expect(state.request.editing?.buffer.text == "start")
    }

    @Test func tabsGoToStopsAndWideCharactersTakeTwo() {
        #expect(TabStops.columns(of: "\t") == 4)
        #expect(TabStops.columns(of: "ab\tc") == 5)
        #expect(TabStops.columns(of: "漢\tc") == 5)
        #expect(TabStops.prefix(of: "ab\tc", fitting: 4) == 3)
        #expect(TabStops.prefix(of: "ab\tc", fitting: 3) == 2)
        let spans = TabStops.expanded([StyledSpan("a\tb")])
        #expect(spans.map(\.text) == ["a", "→  ", "b"])
    }

    @Test func draggingSelectsInTheEditor() {
        var state = editor("one two")
        let area = Layout(state.size, state).requestList(state)
        let gutter = Layout.gutterColumns(lineCount: 1)
        func mouse(_ kind: MouseEvent.Kind, _ column: Int) {
            let place = Position(row: area.row, column: area.column + gutter + column)
            let event = MouseEvent(kind: kind, position: place, clicks: 1)
            _ = update(&state, on: .input(.mouse(event)))
        }
        mouse(.press, 4)
        mouse(.drag, 7)
        #expect(state.request.editing?.buffer.selectedText == "two")
    }
}
