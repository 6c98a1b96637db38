import Collections
import Explorer
import Screen
import Testing

@Suite struct TreeTests {
    private func drawing(_ state: ExplorerState) -> [String] {
        state.treeRows.map { row in
            let fold = row.isFolded.map { $0 ? "▸" : "▾" } ?? " "
            return String(repeating: " ", count: row.indent) + fold + row.title
                + (row.hasProblem ? "!" : "")
        }
    }

    @Test func theTreeListsFoldersFilesRequestsAndProblems() {
        #expect(
            drawing(Sample.state()) == [
                "▾animals", " ▾dogs.http", "   breeds", "   missing", "▾bookings.http", "  list",
                "  create", "▾broken.http!", "  3:5: a request line needs a URL",
            ]
        )
    }

    @Test func theFirstRequestIsOpenAtTheStart() {
        let state = Sample.state()
        #expect(state.request.key == RequestKey(file: "animals/dogs.http", index: 0))
        #expect(state.tree.scroll.row == 2)
    }

    @Test func movingOpensTheRequestUnderTheCursor() {
        var state = Sample.state()
        Sample.press("j", &state)
        #expect(state.request.key == Sample.missingKey)
        Sample.press("jjj", &state)
        #expect(state.request.key == Sample.createKey)
        #expect(state.focus == .tree)
        Sample.press("<Enter>", &state)
        #expect(state.focus == .request)
        Sample.press("<Esc>", &state)
        #expect(state.focus == .tree)
    }

    @Test func foldersAndFilesFold() {
        var state = Sample.state()
        Sample.press("g<Enter>", &state)
        #expect(drawing(state).prefix(2) == ["▸animals", "▾bookings.http"])
        Sample.press("<Space>", &state)
        #expect(drawing(state).prefix(2) == ["▾animals", " ▾dogs.http"])
        Sample.press("Z", &state)
        #expect(
            drawing(state) == ["▸animals", "▾bookings.http", "  list"].prefix(0) + drawing(state)
        )
        #expect(state.treeRows.allSatisfy { $0.isFolded != false || $0.hasProblem })
        Sample.press("X", &state)
        #expect(drawing(state).count == 9)
    }

    @Test func leftOnARequestFoldsItsFile() {
        var state = Sample.state()
        Sample.press("h", &state)
        #expect(drawing(state).prefix(2) == ["▾animals", " ▸dogs.http"])
        #expect(state.tree.scroll.row == 1)
    }

    @Test func theFilterNarrowsWhileTyping() {
        var state = Sample.state()
        Sample.press("/cre", &state)
        #expect(drawing(state) == ["▾bookings.http", "  create"])
        Sample.press("<Enter>", &state)
        #expect(state.tree.filter == "cre")
        #expect(state.tree.filterInput == nil)
        Sample.press("<Esc>", &state)
        #expect(drawing(state).count == 9)
    }

    @Test func theFilterOpensTheFirstRequestThatIsLeft() {
        var state = Sample.state()
        #expect(state.openRequest?.name != "create")
        Sample.press("/cre<Enter>", &state)
        #expect(state.openRequest?.name == "create")
        #expect(state.selectedTreeRow?.title == "create")
        Sample.press("<Esc>", &state)
        #expect(state.selectedTreeRow?.title == "create")
    }

    @Test func theFilterKeepsTheOpenRequestWhenItMatches() {
        var state = Sample.state()
        Sample.press("G/cre<Enter><Esc>", &state)
        Sample.press("/bookings<Enter>", &state)
        #expect(state.openRequest?.name == "create")
    }

    @Test func theFilterFindsMethodsAndTags() {
        var state = Sample.state()
        Sample.press("/smoke<Enter>", &state)
        #expect(drawing(state) == ["▾bookings.http", "  create"])
        Sample.press("/<C-u>zzz<Enter>", &state)
        #expect(drawing(state).isEmpty)
    }

    @Test func aProblemSaysWhatToDo() {
        var state = Sample.state()
        Sample.press("G<Enter>", &state)
        #expect(state.notice?.text.hasPrefix("broken.http:3:5: a request line needs a URL") == true)
    }

    @Test func clickingSelectsAndClickingAgainOpens() {
        var state = Sample.state()
        func click(_ row: Int) {
            let event = MouseEvent(
                kind: .press,
                position: Position(row: row, column: 5),
                clicks: 1
            )
            _ = update(&state, on: .input(.mouse(event)))
        }
        click(7)
        #expect(state.request.key == Sample.createKey)
        #expect(state.focus == .tree)
        click(7)
        #expect(state.focus == .request)
    }

    @Test func theWheelMovesWithoutTakingTheFocus() {
        var state = Sample.state()
        let event = MouseEvent(
            kind: .wheelDown,
            button: 0,
            position: Position(row: 2, column: 3)
        )
        state.focus = .response
        _ = update(&state, on: .input(.mouse(event)))
        #expect(state.tree.scroll.row == 5)
        #expect(state.focus == .response)
    }
}
