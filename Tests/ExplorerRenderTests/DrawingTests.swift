import Explorer
import ExplorerRender
import Screen
import Testing

@Suite struct DrawingTests {
    @Test func everySizeIsDrawnWithoutTrap() {
        var states = [Sample.state(), ExplorerState(path: ".", size: Size(rows: 24, columns: 80))]
        states.append(Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) })
        for keys in ["?", ":", "E", "q", "3e", "2a", "e", "S", "/x"] {
            var state = states[2]
            state.focus = .request
            Sample.press(keys, &state)
            states.append(state)
        }
        for var state in states {
            for rows in [0, 1, 2, 5, 6, 7, 9, 16, 17, 24] {
                for columns in [0, 1, 10, 24, 25, 40, 72, 80, 151] {
                    let size = Size(rows: rows, columns: columns)
                    _ = update(&state, on: .input(.resize(size)))
                    #expect(render(state, Layout(size, state)).size == size)
                }
            }
        }
    }

    @Test func theCaretIsInsideTheFrame() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("e" + String(repeating: "x", count: 300), &state)
        let frame = render(state, Layout(state.size, state))
        #expect(frame.cursor.map { $0.column < 79 && $0.row == 1 } == true)
    }

    @Test func controlCharactersOfAResponseAreShownNotSent() {
        let state = Sample.received(Sample.createKey) {
            Sample.result(of: $0, body: "\u{1B}[2J\u{7}\"x\"", in: $1)
        }
        let text = render(state, Layout(state.size, state)).screenText()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func secretInputsShowDots() {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        guard let exchange = state.currentSending?.id else { return }
        let question = RunQuestion.prompt(name: "pin", description: "", isSecret: true)
        _ = update(&state, on: .questionAsked(WorkID(rawValue: 5), exchange, question))
        Sample.press("hunter2", &state)
        let text = render(state, Layout(state.size, state)).screenText()
        #expect(!text.contains("hunter2"))
        #expect(text.contains("•••••••"))
    }
}
