import ClientCore
import CollectionRun
import Explorer
import Fixtures
import HTTPModel
import History
import Screen
import Testing

@Suite struct HistoryTests {
    /// The list of the history, open with three lines about the request `create`.
    private func opened(_ keys: String = "B") throws -> (state: ExplorerState, work: WorkID) {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        let effects = Sample.press(keys, &state)
        guard case .listHistory(let work, let query)? = effects.last else {
            Issue.record("\(effects)")
            throw Missing()
        }
        #expect(query.limit == 500)
        _ = update(&state, on: .historyListed(work, Sample.historyLines))
        return (state, work)
    }

    private struct Missing: Error {}

    private func popup(_ state: ExplorerState) throws -> HistoryPopup {
        guard case .history(let popup) = state.popup else { throw Missing() }
        return popup
    }

    @Test func theHistoryOfTheOpenRequestIsAskedFor() throws {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        let effects = Sample.press("B", &state)
        var query = HistoryQuery(limit: 500)
        query.root = "/samples"
        query.requestID = "bookings.http#create"
        guard case .listHistory(_, query)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(HistoryLines.title(of: try popup(state)) == "History of create")
        #expect(HistoryLines.emptyText(of: try popup(state)) == "Reading…")
    }

    @Test func aLateListIsIgnored() throws {
        var (state, work) = try opened()
        #expect(try popup(state).lines.count == 3)
        // Another scope was asked for meanwhile.
        let effects = Sample.press("a", &state)
        guard case .listHistory(let later, let query)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(query.requestID == nil)
        _ = update(&state, on: .historyListed(work, []))
        #expect(try popup(state).lines.count == 3)
        _ = update(&state, on: .historyListed(later, []))
        #expect(try popup(state).lines.isEmpty)
        #expect(try popup(state).scope == .all)
    }

    @Test func anOpenListShowsWhatIsKeptMeanwhile() throws {
        var (state, _) = try opened()
        let count = try popup(state).lines.count
        guard case .listHistory(let work, _)? = update(&state, on: .historyGrew).first else {
            throw Missing()
        }
        #expect(try popup(state).lines.count == count, "the list stays until there is another")
        _ = update(&state, on: .historyListed(work, []))
        #expect(try popup(state).lines.isEmpty)
        Sample.press("<Esc>", &state)
        #expect(update(&state, on: .historyGrew).isEmpty)
    }

    @Test func typingNarrowsTheListAndEnterLooksThroughEverything() throws {
        var (state, _) = try opened()
        Sample.press("/503", &state)
        #expect(try popup(state).shownLines.map(\.item.id) == [2])
        let effects = Sample.press("<Enter>", &state)
        guard case .listHistory(let work, let query)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(query.text == "503")
        _ = update(&state, on: .historyListed(work, []))
        #expect(HistoryLines.emptyText(of: try popup(state)) == "Nothing that was kept holds 503.")
        // Esc takes the search away first, then the list.
        #expect(Sample.press("<Esc>", &state).count == 1)
        #expect(try popup(state).search.isEmpty)
        Sample.press("<Esc>", &state)
        #expect(state.popup == nil)
    }

    @Test func anEntryIsShownInPlaceOfTheResponseAndEscBringsThatBack() throws {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        let present = try #require(state.record)
        let effects = Sample.press("B", &state)
        guard case .listHistory(let work, _)? = effects.first else { throw Missing() }
        _ = update(&state, on: .historyListed(work, Sample.historyLines))
        let opening = Sample.press("j<Enter>", &state)
        guard case .openHistory(let id, 2)? = opening.first else {
            Issue.record("\(opening)")
            return
        }
        let entry = try Sample.historyEntry(2, in: state)
        let document = ResponseRecord.document(of: RunResult(of: entry, mapping: .standard))
        _ = update(&state, on: .historyOpened(id, entry, document))
        #expect(state.popup == nil)
        #expect(state.focus == .response)
        #expect(state.record?.past == PastResponse(id: 2, time: "11-29 18:30"))
        #expect(state.record?.headline == "503 Service Unavailable · 38 ms · 87 B · HTTP/1.1")
        Sample.press("<Esc>", &state)
        #expect(state.record == present)
        #expect(state.focus == .response)
    }

    @Test func thePresentResponseIsComparedWithAnEntry() throws {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        for effect in Sample.press("B", &state) {
            guard case .listHistory(let work, _) = effect else { continue }
            _ = update(&state, on: .historyListed(work, Sample.historyLines))
        }
        guard case .openHistory(let id, 2)? = Sample.press("jc", &state).first else {
            throw Missing()
        }
        let entry = try Sample.historyEntry(2, in: state)
        let document = ResponseRecord.document(of: RunResult(of: entry, mapping: .standard))
        _ = update(&state, on: .historyOpened(id, entry, document))
        #expect(state.popup == nil)
        #expect(state.response.tab == .diff)
        #expect(state.record?.past == nil)
        #expect(state.record?.headline.hasPrefix("201") == true)
        #expect(state.record?.comparison?.base == .previous)
        #expect(state.record?.previous?.title.hasPrefix("11-29 18:30 · 503") == true)
        #expect(state.record?.comparison?.difference?.count == 0, "the bodies are the same")
    }

    @Test func withoutAPresentResponseNothingIsCompared() throws {
        var (state, _) = try opened()
        #expect(Sample.press("c", &state) == [])
        #expect(state.notice?.text.hasPrefix("There is no present response") == true)
    }

    @Test func anEntryThatWasNotWaitedForAnyMoreIsIgnored() throws {
        var (state, _) = try opened()
        let effects = Sample.press("<Enter>", &state)
        guard case .openHistory(let id, 3)? = effects.first else { throw Missing() }
        Sample.press("j<Enter>", &state)
        let entry = try Sample.historyEntry(3, in: state)
        let before = state
        _ = update(&state, on: .historyOpened(id, entry, nil))
        #expect(state == before)
    }

    @Test func anEntryOfARequestThatIsGoneIsShownAllTheSame() throws {
        var (state, _) = try opened()
        let effects = Sample.press("<Enter>", &state)
        guard case .openHistory(let id, _)? = effects.first else { throw Missing() }
        var entry = try Sample.historyEntry(3, in: state)
        entry.item.origin.requestID = "bookings.http#gone"
        _ = update(&state, on: .historyOpened(id, entry, nil))
        #expect(state.openRequest == nil)
        #expect(state.record?.past?.id == 3)
        // Choosing a request in the tree goes on as ever.
        state.focus = .tree
        Sample.press("gjj", &state)
        #expect(state.openRequest != nil)
    }

    @Test func sendingAgainShowsItsResultAtTheRequest() throws {
        var (state, _) = try opened()
        let effects = Sample.press("s", &state)
        guard case .resendHistory(let id, let order)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(order.entryID == 3)
        #expect(order.key == Sample.createKey)
        #expect(order.order.environmentName == "local")
        #expect(state.popup == nil)
        #expect(state.currentSending?.id == id)
        #expect(Sample.press("x", &state) == [.cancel(id)])
        let result = Sample.result(of: Sample.createKey, in: state)
        _ = update(&state, on: .exchangeFinished(id, result, nil))
        #expect(state.record?.headline.hasPrefix("201 Created") == true)
        #expect(state.record?.past == nil)
    }

    @Test func aRemovedEntryLeavesTheList() throws {
        var (state, _) = try opened()
        let effects = Sample.press("d", &state)
        guard case .removeHistory(let id, [3])? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        _ = update(&state, on: .historyRemoved(id, [3]))
        #expect(try popup(state).lines.map(\.item.id) == [2, 1])
        #expect(state.notice == Notice(.success, "Removed entry 3."))
    }

    @Test func aHistoryThatDoesNotAnswerSaysWhyInItsPlace() throws {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        let effects = Sample.press("B", &state)
        guard case .listHistory(let work, _)? = effects.first else { throw Missing() }
        _ = update(&state, on: .historyFailed(work, reason: "the history is damaged"))
        #expect(HistoryLines.emptyText(of: try popup(state)) == "the history is damaged")
        #expect(
            Sample.press("s", &state).contains { if case .send = $0 { true } else { false } }
                == false
        )
        Sample.press("<Esc>", &state)
        #expect(state.popup == nil)
    }
}
