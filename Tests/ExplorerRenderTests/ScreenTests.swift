import ClientCore
import CollectionRun
import Explorer
import ExplorerRender
import Fixtures
import HTTPModel
import Screen
import Testing

@Suite struct ScreenTests {
    private static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
        ("200x60", Size(rows: 60, columns: 200)), ("minimum", Layout.minimum),
    ]

    @Test(arguments: sizes)
    func theTreeAtTheStart(_ name: String, _ size: Size) throws {
        let state = Sample.state(rows: size.rows, columns: size.columns)
        try GoldenScreen.expect(state, "start-\(name)")
    }

    @Test(arguments: sizes)
    func aResponseWithItsBody(_ name: String, _ size: Size) throws {
        let state = Sample.received(
            Sample.createKey,
            rows: size.rows,
            columns: size.columns
        ) { Sample.result(of: $0, in: $1) }
        try GoldenScreen.expect(state, "response-body-\(name)")
    }

    @Test(arguments: sizes)
    func theHeaderSectionOfARequest(_ name: String, _ size: Size) throws {
        var state = Sample.state(
            open: Sample.createKey,
            focus: .request,
            rows: size.rows,
            columns: size.columns
        )
        Sample.press("2", &state)
        try GoldenScreen.expect(state, "request-headers-\(name)")
    }

    @Test(arguments: sizes)
    func theBodyEditor(_ name: String, _ size: Size) throws {
        var state = Sample.state(
            open: Sample.createKey,
            focus: .request,
            rows: size.rows,
            columns: size.columns
        )
        Sample.press("3e<Down><End>", &state)
        try GoldenScreen.expect(state, "body-editor-\(name)")
    }

    @Test(arguments: sizes)
    func theKeysThatHelpShows(_ name: String, _ size: Size) throws {
        var state = Sample.state(rows: size.rows, columns: size.columns)
        Sample.press("?", &state)
        try GoldenScreen.expect(state, "help-\(name)")
    }

    @Test(arguments: [("params", "1"), ("token", "4"), ("options", "5"), ("docs", "6")])
    func theOtherTabsOfARequest(_ name: String, _ keys: String) throws {
        let key = name == "params" ? Sample.listKey : Sample.createKey
        var state = Sample.state(open: key, focus: .request)
        Sample.press(keys, &state)
        try GoldenScreen.expect(state, "request-\(name)")
    }

    @Test(arguments: [
        ("headers", "2"), ("timing", "3"), ("errors", "4"), ("sent", "5"), ("fixture", "6"),
        ("raw", "r"), ("hex", "H"), ("search", "/o<Enter>"), ("what-if", "i503<Enter>"),
    ])
    func theOtherTabsOfAResponse(_ name: String, _ keys: String) throws {
        var state = Sample.received(Sample.createKey, rows: 30, columns: 100) {
            Sample.result(of: $0, in: $1)
        }
        Sample.press(keys, &state)
        try GoldenScreen.expect(state, "response-\(name)")
    }

    @Test(arguments: [("body", "1"), ("errors", "4")])
    func aResetConnection(_ name: String, _ keys: String) throws {
        var state = Sample.received(Sample.createKey, rows: 30, columns: 100) {
            Sample.resetResult(of: $0, in: $1)
        }
        Sample.press(keys, &state)
        try GoldenScreen.expect(state, "failure-\(name)")
    }

    @Test(arguments: [
        ("palette", ":"), ("environment", "E"), ("method", "m"), ("rename", "<Esc>r"),
        ("filter", "<Esc>/cre"), ("url-input", "e"), ("header-input", "2aX-A<Tab>1"),
        ("delete", "<Esc>d"),
    ])
    func popupsAndInputs(_ name: String, _ keys: String) throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press(keys, &state)
        try GoldenScreen.expect(state, "popup-\(name)")
    }

    @Test func theQuestionBeforeQuitting() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("mput<Enter>q", &state)
        try GoldenScreen.expect(state, "popup-quit")
    }

    @Test func thePreviewOfASnapshot() throws {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        Sample.press("S", &state)
        guard case .snapshot(let preview) = state.popup else {
            Issue.record("no preview")
            return
        }
        var fixture = Fixture(
            .post,
            authority: "127.0.0.1:8080",
            path: "/bookings",
            outcome: .success(HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(201))))
        )
        fixture.redactions = [
            Redaction(placeholder: "REDACTED-cookie-1", places: ["response field Set-Cookie"])
        ]
        let folder = "Fixtures/127.0.0.1:8080/bookings"
        let prepared = PreparedSnapshot(
            fixture: fixture,
            paths: ["\(folder)/POST.201.json", "\(folder)/POST.201.meta.json"],
            replacesFiles: true
        )
        _ = update(&state, on: .snapshotPrepared(preview.id, prepared))
        try GoldenScreen.expect(state, "popup-snapshot")
    }

    @Test func anExchangeInFlight() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        if let id = state.currentSending?.id {
            _ = update(&state, on: .exchangeTicked(id, elapsed: .milliseconds(1_300)))
        }
        try GoldenScreen.expect(state, "sending")
    }

    @Test(arguments: sizes)
    func theHistoryOfARequest(_ name: String, _ size: Size) throws {
        var state = Sample.state(
            open: Sample.createKey,
            focus: .tree,
            rows: size.rows,
            columns: size.columns
        )
        let effects = Sample.press("B", &state)
        if case .listHistory(let work, _)? = effects.first {
            _ = update(&state, on: .historyListed(work, Sample.historyLines))
        }
        try GoldenScreen.expect(state, "history-\(name)")
    }

    @Test(arguments: [("all", "a"), ("search", "/503"), ("empty", "/nothing")])
    func otherListsOfTheHistory(_ name: String, _ keys: String) throws {
        var state = Sample.state(open: Sample.createKey, focus: .tree, rows: 30, columns: 100)
        for effect in Sample.press("B", &state) + Sample.press(keys, &state) {
            if case .listHistory(let work, _) = effect {
                _ = update(&state, on: .historyListed(work, Sample.historyLines))
            }
        }
        try GoldenScreen.expect(state, "history-\(name)")
    }

    @Test func aResponseOfThePast() throws {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        for effect in Sample.press("B", &state) {
            if case .listHistory(let work, _) = effect {
                _ = update(&state, on: .historyListed(work, Sample.historyLines))
            }
        }
        if case .openHistory(let work, _)? = Sample.press("j<Enter>", &state).first {
            let entry = try Sample.historyEntry(2, in: state)
            let document = ResponseRecord.document(of: RunResult(of: entry, mapping: .standard))
            _ = update(&state, on: .historyOpened(work, entry, document))
        }
        try GoldenScreen.expect(state, "history-response")
    }

    @Test(arguments: sizes)
    func aRunThatGoesOn(_ name: String, _ size: Size) throws {
        var state = Sample.state(
            open: Sample.listKey,
            focus: .tree,
            rows: size.rows,
            columns: size.columns
        )
        if case .startRun(let work, _)? = Sample.press("kt", &state).last {
            let result = Sample.result(of: Sample.listKey, status: 503, in: state)
            _ = update(&state, on: .runAdvanced(work, Sample.listKey, result, nil))
            _ = update(&state, on: .runReached(work, Sample.createKey))
            _ = update(&state, on: .runTicked(work, elapsed: .milliseconds(1_300)))
        }
        try GoldenScreen.expect(state, "run-\(name)")
    }

    @Test func aRunThatIsOver() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        if case .startRun(let work, _)? = Sample.press("kt", &state).last {
            let failed = Sample.resetResult(of: Sample.listKey, in: state)
            let passed = Sample.result(of: Sample.createKey, in: state)
            _ = update(&state, on: .runAdvanced(work, Sample.createKey, passed, nil))
            _ = update(&state, on: .runAdvanced(work, Sample.listKey, failed, nil))
            _ = update(&state, on: .runEnded(work, elapsed: .milliseconds(1_300)))
        }
        Sample.press("f", &state)
        try GoldenScreen.expect(state, "run-over")
    }

    @Test func theQuestionBeforeQuittingInFlight() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("sq", &state)
        try GoldenScreen.expect(state, "popup-quit-in-flight")
    }

    @Test func aCollectionThatCannotBeRead() throws {
        var state = ExplorerState(path: "nowhere", size: Size(rows: 24, columns: 80))
        let reason = "cannot read nowhere: No such file or directory"
        _ = update(&state, on: .collectionFailed(reason: reason))
        try GoldenScreen.expect(state, "load-problem")
    }

    @Test func aScreenThatIsTooSmallSaysSo() throws {
        try GoldenScreen.expect(Sample.state(rows: 5, columns: 40), "tiny")
    }
}

/// What lies over and beside the panes.
@Suite struct AroundScreenTests {
    private static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
        ("minimum", Layout.minimum),
    ]

    private func state(_ size: Size) -> ExplorerState {
        Sample.state(
            open: Sample.createKey,
            focus: .request,
            rows: size.rows,
            columns: size.columns
        )
    }

    @Test(arguments: sizes)
    func theCommandsFoundByLetters(_ name: String, _ size: Size) throws {
        var state = state(size)
        Sample.press(":sho", &state)
        try GoldenScreen.expect(state, "palette-\(name)")
    }

    @Test(arguments: sizes)
    func theRequestsToGoTo(_ name: String, _ size: Size) throws {
        var state = state(size)
        Sample.press("'", &state)
        try GoldenScreen.expect(state, "switch-\(name)")
    }

    @Test(arguments: sizes)
    func theLabelsToJumpTo(_ name: String, _ size: Size) throws {
        var state = state(size)
        Sample.press(";", &state)
        try GoldenScreen.expect(state, "jump-\(name)")
    }

    @Test(arguments: sizes)
    func theLog(_ name: String, _ size: Size) throws {
        var state = state(size)
        _ = update(&state, on: .timeTold(TimeOfDay(seconds: 32_767)))
        _ = update(&state, on: .noticed(Notice(.success, "Saved bookings.http.")))
        let long =
            "The disk is full; the edits are kept here and in the journal, and saving again "
            + "when there is room loses nothing."
        _ = update(&state, on: .noticed(Notice(.problem, long)))
        _ = update(&state, on: .timeTold(TimeOfDay(seconds: 32_770)))
        Sample.press("E<Enter>L", &state)
        try GoldenScreen.expect(state, "log-\(name)")
    }

    @Test(arguments: sizes)
    func theFirstHints(_ name: String, _ size: Size) throws {
        var state = ExplorerState(path: "samples", size: size)
        let loaded = LoadedCollection(Sample.collection, absolutePath: "/work/samples")
        _ = update(&state, on: .collectionLoaded(loaded))
        if name == "minimum" { state.focus = .response }
        try GoldenScreen.expect(state, "welcome-\(name)")
    }

    @Test func theKeysThatGoOn() throws {
        var state = state(Size(rows: 24, columns: 80))
        let text = #"{"keys": {"everywhere": {"moveToTop": "g g", "moveToBottom": "g e"}}}"#
        state.keymap = Configuration(Octets(utf8: text), file: "config.json").keymap
        Sample.press("g", &state)
        try GoldenScreen.expect(state, "chord")
    }

    @Test func panesOfOtherSizes() throws {
        var state = state(Size(rows: 24, columns: 80))
        Sample.press("++++", &state)
        state.focus = .tree
        Sample.press("-----", &state)
        try GoldenScreen.expect(state, "pane-sizes")
    }

    @Test func theThemes() throws {
        var state = state(Size(rows: 24, columns: 80))
        _ = update(&state, on: .command(.chooseTheme))
        try GoldenScreen.expect(state, "popup-theme")
    }

    @Test func aTabThatHelpExplains() throws {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        Sample.press("4?", &state)
        try GoldenScreen.expect(state, "help-errors")
    }
}
