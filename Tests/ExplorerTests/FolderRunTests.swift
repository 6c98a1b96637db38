import CollectionRun
import Collections
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct FolderRunTests {
    /// A run of the file `bookings.http`.
    private func started() throws -> (state: ExplorerState, work: WorkID) {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        let effects = Sample.press("kt", &state)
        guard case .startRun(let work, let order)? = effects.last else {
            Issue.record("\(effects)")
            throw Missing()
        }
        #expect(order.keys == [Sample.listKey, Sample.createKey])
        #expect(order.environmentName == "local")
        return (state, work)
    }

    private struct Missing: Error {}

    private func result(
        _ key: RequestKey,
        _ outcome: RunOutcome,
        in state: ExplorerState
    ) -> RunResult {
        var result = Sample.result(of: key, status: outcome == .passed ? 200 : 503, in: state)
        result.outcome = outcome
        return result
    }

    @Test func theFileUnderTheCursorRunsInFileOrder() throws {
        let (state, _) = try started()
        #expect(state.popup == .run)
        let run = try #require(state.run)
        #expect(RunLines.title(of: run) == "Run of bookings.http · env: local")
        #expect(run.rows.map(\.name) == ["list", "create"])
        #expect(RunLines.summary(of: run).text == "Running 0 of 2 · 0 passed")
    }

    @Test func rowsAppearAsTheyEnd() throws {
        var (state, work) = try started()
        _ = update(&state, on: .runReached(work, Sample.listKey))
        #expect(state.run?.rows[0].phase == .running)
        #expect(state.isInFlight(Sample.listKey))
        let passed = result(Sample.listKey, .passed, in: state)
        _ = update(&state, on: .runAdvanced(work, Sample.listKey, passed, nil))
        _ = update(&state, on: .runReached(work, Sample.createKey))
        #expect(state.run?.scroll.row == 1, "the cursor follows")
        let failed = result(Sample.createKey, .failed, in: state)
        _ = update(&state, on: .runAdvanced(work, Sample.createKey, failed, nil))
        _ = update(&state, on: .runEnded(work, elapsed: .milliseconds(1_250)))
        let run = try #require(state.run)
        #expect(RunLines.summary(of: run).text == "2 requests · 1 passed · 1 failed · 1.25 s")
        #expect(state.outcomes[Sample.listKey] == .passed)
        #expect(state.outcomes[Sample.createKey] == .failed)
        let lines = RunLines.lines(of: run, in: 0..<2, width: 100).map(\.text)
        #expect(lines[0].hasPrefix("✓ list    GET     200 OK · 38 ms"))
        #expect(lines[1].hasPrefix("✗ create  POST    503 Service Unavailable"))
    }

    @Test func aRequestThatIsOpenedLaterShowsWhatTheRunGot() throws {
        var (state, work) = try started()
        let failed = result(Sample.createKey, .failed, in: state)
        _ = update(&state, on: .runAdvanced(work, Sample.createKey, failed, nil))
        #expect(state.response.records[Sample.createKey] == nil)
        Sample.press("<Esc>", &state)
        for _ in 0..<4 where state.request.key != Sample.createKey { Sample.press("j", &state) }
        #expect(state.record?.headline.hasPrefix("503") == true)
    }

    @Test func aFolderRunsWithAllBelowItAndNamesTheFiles() throws {
        var state = Sample.state(open: Sample.missingKey, focus: .tree)
        Sample.press("g", &state)
        let effects = Sample.press("t", &state)
        guard case .startRun(_, let order)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(order.keys.map(\.file) == ["animals/dogs.http", "animals/dogs.http"])
        #expect(state.run?.title == "animals/")
    }

    @Test func wordsOfAnotherRunAreIgnored() throws {
        var (state, work) = try started()
        let before = state
        let other = WorkID(rawValue: work.rawValue - 1)
        _ = update(&state, on: .runReached(other, Sample.listKey))
        let late = result(Sample.listKey, .passed, in: state)
        _ = update(&state, on: .runAdvanced(other, Sample.listKey, late, nil))
        _ = update(&state, on: .runEnded(other, elapsed: .seconds(1)))
        #expect(state == before)
    }

    @Test func failedOnesComeFirstOnDemandAndOneOpensItsResponse() throws {
        var (state, work) = try started()
        let passed = result(Sample.listKey, .passed, in: state)
        let failed = result(Sample.createKey, .failed, in: state)
        for (key, result) in [(Sample.listKey, passed), (Sample.createKey, failed)] {
            let document = ResponseRecord.document(of: result)
            _ = update(&state, on: .runAdvanced(work, key, result, document))
        }
        _ = update(&state, on: .runEnded(work, elapsed: .seconds(1)))
        Sample.press("f", &state)
        #expect(state.run?.selected?.key == Sample.createKey)
        Sample.press("<Enter>", &state)
        #expect(state.popup == nil)
        #expect(state.request.key == Sample.createKey)
        #expect(state.focus == .response)
        #expect(state.record?.headline.hasPrefix("503") == true)
        Sample.press("T", &state)
        #expect(state.popup == .run)
    }

    @Test func onlyFailedOnesRunAgain() throws {
        var (state, work) = try started()
        let passed = result(Sample.listKey, .passed, in: state)
        _ = update(&state, on: .runAdvanced(work, Sample.listKey, passed, nil))
        _ = update(&state, on: .runReached(work, Sample.createKey))
        Sample.press("r", &state)
        #expect(state.notice?.text == "The run is still going on; x stops it.")
        #expect(Sample.press("x", &state) == [.stopRun(work)])
        #expect(state.run?.isStopping == true)
        _ = update(&state, on: .runEnded(work, elapsed: .seconds(1)))
        let run = try #require(state.run)
        #expect(RunLines.summary(of: run).text == "Stopped after 1 of 2 · 1 passed · 1 s")
        let effects = Sample.press("r", &state)
        guard case .startRun(let again, let order)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(again != work)
        #expect(order.keys == [Sample.createKey])
        #expect(state.run?.rows[0].result == passed, "what passed stays")
    }

    @Test func theRunGoesOnWithoutItsListAndTellsItsEnd() throws {
        var (state, work) = try started()
        Sample.press("<Esc>", &state)
        #expect(state.popup == nil)
        let passed = result(Sample.listKey, .passed, in: state)
        _ = update(&state, on: .runAdvanced(work, Sample.listKey, passed, nil))
        let failed = result(Sample.createKey, .error, in: state)
        _ = update(&state, on: .runAdvanced(work, Sample.createKey, failed, nil))
        _ = update(&state, on: .runEnded(work, elapsed: .seconds(1)))
        #expect(
            state.notice
                == Notice(.problem, "bookings.http: 1 passed, 1 did not. T shows the run.")
        )
    }

    @Test func aSecondRunWaitsForTheFirst() throws {
        var (state, _) = try started()
        Sample.press("<Esc>", &state)
        #expect(Sample.press("t", &state) == [])
        #expect(state.popup == .run)
        #expect(state.notice?.text == "bookings.http is still running; x stops it.")
    }

    @Test func aTagIsChosenAndRun() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        _ = update(&state, on: .command(.runTag))
        let effects = Sample.press("smoke<Enter>", &state)
        guard case .startRun(_, let order)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(order.keys == [Sample.createKey])
        #expect(state.run?.title == "tag smoke")
    }

    @Test func leavingAsksWhileSomethingIsInFlight() throws {
        var (state, work) = try started()
        Sample.press("<Esc>", &state)
        #expect(Sample.press("q", &state) == [])
        guard case .dialog(let dialog) = state.popup else {
            Issue.record("no question")
            return
        }
        #expect(dialog.lines == ["  the run of bookings.http, 0 of 2"])
        #expect(Sample.press("<Enter>", &state) == [], "Enter stays")
        Sample.press("q", &state)
        #expect(Sample.press("x", &state) == [.stopRun(work), .quit])
    }

    @Test func eachRequestInFlightIsItsOwn() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        Sample.press("s", &state)
        let first = try #require(state.currentSending?.id)
        Sample.press("js", &state)
        let second = try #require(state.currentSending?.id)
        #expect(state.sends.count == 2)
        #expect(state.isInFlight(Sample.listKey) && state.isInFlight(Sample.createKey))
        // Cancelling means the selected one.
        #expect(Sample.press("x", &state) == [.cancel(second)])
        let result = result(Sample.listKey, .passed, in: state)
        _ = update(&state, on: .exchangeFinished(first, result, nil))
        #expect(state.outcomes[Sample.listKey] == .passed)
        #expect(!state.isInFlight(Sample.listKey) && state.isInFlight(Sample.createKey))
        #expect(state.currentSending?.id == second)
        guard
            case .dialog? = { () -> Popup? in
                Sample.press("q", &state)
                return state.popup
            }()
        else {
            Issue.record("no question")
            return
        }
        #expect(Sample.press("x", &state) == [.cancel(second), .quit])
    }

    @Test func removingARequestCancelsIt() throws {
        var state = Sample.state(open: Sample.listKey, focus: .tree)
        Sample.press("s", &state)
        let id = try #require(state.currentSending?.id)
        let effects = Sample.press("dr", &state)
        #expect(effects.contains(.cancel(id)))
        #expect(state.sends.isEmpty)
    }
}
