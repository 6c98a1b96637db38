import Explorer
import HTTPModel
import Screen
import Testing

/// Jump labels, the sizes of panes, and the mouse on what has a command.
@Suite struct PlacesTests {
    private func mouse(
        _ kind: MouseEvent.Kind,
        _ row: Int,
        _ column: Int,
        button: Int = 1,
        clicks: Int = 1
    ) -> Message {
        .input(
            .mouse(
                MouseEvent(
                    kind: kind,
                    button: button,
                    position: Position(row: row, column: column),
                    clicks: clicks
                )
            )
        )
    }

    @Test func everyVisibleRowAndTabGetsALabel() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree, rows: 40, columns: 120)
        Sample.press(";", &state)
        let jump = try #require(state.jump)
        let labels = jump.targets.map(\.label)
        for (index, label) in labels.enumerated() {
            let others = labels[..<index] + labels[(index + 1)...]
            #expect(!others.contains { $0.hasPrefix(label) })
        }
        #expect(labels.first?.count == 1)
        #expect(jump.targets.contains { $0.destination == .responseTab(.fixture) })
        #expect(jump.targets.contains { $0.destination == .responseTab(.errors) })
        #expect(jump.targets.contains { $0.destination == .requestTab(.docs) })
        #expect(jump.targets.contains { $0.destination == .target })
        #expect(jump.targets.first?.destination == .treeRow(0))
    }

    @Test func typingALabelGoesThere() throws {
        for destination in [
            Jump.Destination.responseTab(.errors), .requestTab(.headers), .requestRow(1), .target,
        ] {
            var state = Sample.state(open: Sample.listKey, focus: .tree, rows: 40, columns: 120)
            Sample.press(";", &state)
            let target = try #require(state.jump?.targets.first { $0.destination == destination })
            Sample.press(target.label, &state)
            #expect(state.jump == nil)
            switch destination {
            case .responseTab: #expect(state.focus == .response && state.response.tab == .errors)
            case .requestTab: #expect(state.focus == .request && state.request.tab == .headers)
            case .requestRow: #expect(state.request.scroll.row == 1 && !state.request.isOnTarget)
            default: #expect(state.focus == .request && state.request.isOnTarget)
            }
        }
    }

    @Test func aRowOfTheTreeOpensItsRequest() throws {
        var state = Sample.state(open: Sample.listKey, focus: .response)
        let row = try #require(
            state.treeRows.firstIndex {
                if case .request(Sample.missingKey, _) = $0.kind { true } else { false }
            }
        )
        Sample.press(";", &state)
        let target = try #require(state.jump?.targets.first { $0.destination == .treeRow(row) })
        Sample.press(target.label, &state)
        #expect(state.request.key == Sample.missingKey)
        #expect(state.focus == .tree)
    }

    @Test func anyOtherKeyTakesTheLabelsAwayAndDoesNothingElse() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        let before = state
        for key in ["<Esc>", "<Enter>", "1", "?"] {
            #expect(Sample.press(";" + key, &state).isEmpty)
            #expect(state == before)
        }
    }

    @Test func panesGrowAndShrinkByKey() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        func columns() -> Int { Layout(state.size, state).panes[.tree]?.columns ?? 0 }
        func rows() -> Int { Layout(state.size, state).panes[.response]?.rows ?? 0 }
        #expect(columns() == 26)
        #expect(Sample.press("+", &state) == [.remember(state.memory)])
        #expect(columns() == 28)
        Sample.press("---", &state)
        #expect(columns() == 22)
        let before = rows()
        state.focus = .response
        Sample.press("+", &state)
        #expect(rows() == before + 1)
        _ = update(&state, on: .command(.resetPanes))
        #expect(columns() == 26 && rows() == before)
    }

    @Test func panesStopWhereTheirNeighbourNeedsTheRoom() {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        func columns() -> Int { Layout(state.size, state).panes[.tree]?.columns ?? 0 }
        Sample.press(String(repeating: "+", count: 60), &state)
        #expect(columns() == 80 - 24)
        Sample.press("-", &state)
        #expect(columns() == 80 - 26)
        Sample.press(String(repeating: "-", count: 60), &state)
        #expect(columns() == 12)
        state.isZoomed = true
        Sample.press("+", &state)
        #expect(state.notice?.kind == .problem)
    }

    @Test(arguments: [Size(rows: 24, columns: 80), Size(rows: 60, columns: 200)])
    func bordersAreDragged(size: Size) {
        var state = Sample.state(
            open: Sample.listKey,
            focus: .tree,
            rows: size.rows,
            columns: size.columns
        )
        let tree = Layout(size, state).panes[.tree]?.endColumn ?? 0
        _ = update(&state, on: mouse(.press, 5, tree))
        _ = update(&state, on: mouse(.drag, 5, 33))
        _ = update(&state, on: mouse(.release, 5, 33))
        #expect(Layout(size, state).panes[.tree]?.columns == 34)
        // Without a border held, the mouse moves nothing.
        _ = update(&state, on: mouse(.drag, 5, 40))
        #expect(Layout(size, state).panes[.tree]?.columns == 34)
        let request = Layout(size, state).panes[.request]
        let isWide = Layout(size, state).arrangement == .columns
        let end = isWide ? (5, (request?.endColumn ?? 0) - 1) : ((request?.endRow ?? 0) - 1, 50)
        _ = update(&state, on: mouse(.press, end.0, end.1))
        _ = update(&state, on: mouse(.drag, isWide ? 5 : 14, isWide ? 90 : 50))
        _ = update(&state, on: mouse(.release, 14, 50))
        let after = Layout(size, state).panes[.request]
        #expect(isWide ? after?.endColumn == 91 : after?.endRow == 15)
    }

    @Test func sizesNeverLeaveGapsOrOverlaps() {
        for treeColumns in [nil, 0, 30, 500] {
            for share in [nil, 0, 500, 1000] {
                for size in [Size(rows: 16, columns: 72), Size(rows: 60, columns: 200)] {
                    var state = ExplorerState(path: ".", size: size)
                    state.memory.paneSizes.treeColumns = treeColumns
                    state.memory.paneSizes.requestHeight = share
                    state.memory.paneSizes.requestWidth = share
                    let areas = Layout(size, state).panes.values
                    #expect(
                        areas.reduce(0) { $0 + $1.rows * $1.columns } == (size.rows - 1)
                            * size.columns
                    )
                    #expect(areas.allSatisfy { $0.rows >= 5 && $0.columns >= 12 })
                }
            }
        }
    }

    @Test func aHintAtTheBottomDoesWhatItSays() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree, columns: 120)
        let footer = Layout(state.size, state).footer
        let placed = FooterHints.placed(for: state, in: footer)
        let hint = try #require(placed.first { $0.hint.command == .palette })
        _ = update(&state, on: mouse(.press, footer.row, hint.columns.lowerBound))
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list of commands")
            return
        }
        #expect(choice.subject == .command)
    }

    @Test func theRightButtonOpensTheCommandsOfThePane() {
        var state = Sample.state(open: Sample.listKey, focus: .tree, columns: 120)
        _ = update(&state, on: mouse(.press, 5, 60, button: 3))
        #expect(state.focus == .request)
        #expect(state.popup != nil)
    }

    @Test func theNameOfTheEnvironmentOffersTheOthers() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree, columns: 120)
        let label = try #require(Layout(state.size, state).environmentLabel(state))
        _ = update(&state, on: mouse(.press, label.area.row, label.area.column + 1))
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list of environments")
            return
        }
        #expect(choice.subject == .environment)
    }

    @Test func whatWasToldStaysInTheLog() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        _ = update(&state, on: .timeTold(TimeOfDay(seconds: 50_709)))
        _ = update(&state, on: .noticed(Notice(.problem, "The disk is full.")))
        Sample.press("j", &state)
        #expect(state.notice == nil)
        Sample.press("L", &state)
        let lines = LogLines.lines(of: state.log, width: 60).map(\.text)
        #expect(lines.first == "14:05:09 ✗ The disk is full.")
        Sample.press("q", &state)
        #expect(state.popup == nil)
    }

    @Test func aClickOnWhatIsToldOpensTheLog() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        _ = update(&state, on: .noticed(Notice(.problem, "The disk is full.")))
        _ = update(&state, on: mouse(.press, 23, 4))
        #expect(state.popup == .log(Scroll()))
    }

    @Test func functionKeyOneHelpsWhileTextIsTyped() {
        var state = Sample.state(open: Sample.listKey, focus: .request)
        Sample.press("e<F1>", &state)
        let lines = HelpLines.lines(for: .request, in: state, width: 76).map(\.text)
        #expect(lines.contains("One-line inputs"))
        Sample.press("<Esc>", &state)
        #expect(state.request.editing != nil)
    }
}
