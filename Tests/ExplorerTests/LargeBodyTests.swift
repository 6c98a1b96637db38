import ClientCore
import CollectionRun
import Collections
import Documents
import Explorer
import HTTPModel
import Screen
import Testing

/// Bodies too large to be read while somebody waits: the head is there at once, the rest is work.
@Suite struct LargeBodyTests {
    private static let count = 20_000

    private static let list: String = {
        let lines = (0..<count).map { #"{"number":\#($0),"text":"needle"}"# }
        return #"{"items":["# + lines.joined(separator: ",") + "]}"
    }()

    /// The explorer with a body that has just come, and the work that reads the whole of it.
    private func received(
        _ body: Octets = Octets(utf8: list),
        type: String = "application/json"
    ) -> (ExplorerState, WorkID, BodyWork)? {
        var state = Sample.state(open: Sample.createKey, focus: .response)
        guard let (id, work) = send(&state, body, type) else { return nil }
        state.focus = .response
        return (state, id, work)
    }

    private func send(
        _ state: inout ExplorerState,
        _ body: Octets = Octets(utf8: list),
        _ type: String = "application/json",
        draft: JSONTapeDraft? = nil
    ) -> (WorkID, BodyWork)? {
        _ = update(&state, on: .command(.send))
        guard let sending = state.currentSending else { return nil }
        var result = Sample.result(of: Sample.createKey, in: state)
        let head = HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type])
        result.exchange?.result = .success(HTTPResponse(head: head, body: body))
        let document = ResponseRecord.document(of: result, draft: draft)
        let effects = update(&state, on: .exchangeFinished(sending.id, result, document))
        for case .workOnBody(let id, .read(let head, let isIndexed)) in effects {
            return (id, .read(head, isIndexed: isIndexed))
        }
        Issue.record("the body is not read")
        return nil
    }

    private func finish(_ id: WorkID, _ work: BodyWork, _ state: inout ExplorerState) -> [Effect] {
        var effects: [Effect] = []
        work.perform { effects += update(&state, on: .bodyReported(id, $0)) }
        return effects
    }

    @Test func theFirstRowsAreThereBeforeTheWholeIsRead() throws {
        let (state, _, _) = try #require(received())
        let document = try #require(state.bodyInView)
        #expect(document.isHead)
        #expect(document.body.count == Self.list.utf8.count)
        #expect(document.row(0).text == "{")
        #expect(document.row(3).text == #""number": 0,"#)
        #expect(document.fault == nil)
        #expect(document.rowCount < 10_000)
    }

    @Test func keysAreAnsweredWhileItIsReadAndKeepTheirPlace() throws {
        var (state, id, work) = try #require(received())
        Sample.press("jjjj", &state)
        #expect(state.bodyPlaceText == "$.items[0].text")
        Sample.press("kkz", &state)
        _ = update(&state, on: .bodyReported(id, .reading(400_000)))
        #expect(state.bodyTags == ["reading 61 %"])
        _ = finish(id, work, &state)
        let document = try #require(state.bodyInView)
        #expect(!document.isHead)
        #expect(state.bodyTags == [])
        // The first item stays folded, and the cursor on it.
        #expect(state.responseScroll.row == 2)
        #expect(document.row(2).text == "{…},")
        #expect(document.rowCount == 4 + 4 * Self.count - 3)
        Sample.press("X", &state)
        #expect(state.bodyInView?.rowCount == 4 + 4 * Self.count)
    }

    @Test func whatWasReadWhileItCameIsGoneOnWith() throws {
        let body = Octets(utf8: Self.list)
        let draft = JSONTapeDraft(expecting: body.count)
        #expect(draft.read(body.slice(0..<body.count / 2)))
        var state = Sample.state(open: Sample.createKey, focus: .response)
        let (id, work) = try #require(send(&state, body, draft: draft))
        #expect(state.bodyInView?.isHead == true)
        _ = finish(id, work, &state)
        #expect(!draft.read(body))
        #expect(state.bodyInView?.isHead == false)
        #expect(state.bodyInView?.rowCount == 4 + 4 * Self.count)
    }

    @Test func theEndIsGoneToOnceItIsKnown() throws {
        var (state, id, work) = try #require(received())
        Sample.press("G", &state)
        _ = finish(id, work, &state)
        #expect(state.responseScroll.row == 4 + 4 * Self.count - 1)
        Sample.press("k", &state)
        #expect(state.bodyPlaceText == "$.items")
    }

    @Test func aKeyAfterwardsForgetsTheWayToTheEnd() throws {
        var (state, id, work) = try #require(received())
        Sample.press("Gg", &state)
        _ = finish(id, work, &state)
        #expect(state.responseScroll.row == 0)
    }

    @Test func anIndexOfAResponseThatWasReplacedIsIgnored() throws {
        var (state, old, work) = try #require(received())
        _ = update(&state, on: .command(.send))
        let sending = try #require(state.currentSending)
        let result = Sample.result(of: Sample.createKey, in: state)
        let effects = update(
            &state,
            on: .exchangeFinished(sending.id, result, ResponseRecord.document(of: result))
        )
        #expect(effects.contains(.stopBodyWork(old)))
        _ = finish(old, work, &state)
        #expect(state.bodyInView?.body == Octets(utf8: Sample.createdBody))
    }

    @Test func readingIsGivenUpWhenNobodyWantsIt() throws {
        var reports: [BodyReport] = []
        // Large enough that progress is told twice before the end.
        let flat = "[" + String(repeating: "1,", count: 1_400_000) + "1]"
        let head = ResponseDocument(
            headOf: Octets(utf8: flat),
            mediaType: MediaType("application/json")
        )
        var isCancelled = false
        BodyWork.read(head, isIndexed: true).perform(isCancelled: { isCancelled }) { report in
            reports.append(report)
            isCancelled = true
        }
        #expect(reports.count == 1)
    }

    @Test func aSearchNeedsNoIndexAndTheMatchIsShownOnceThereIsOne() throws {
        var (state, id, work) = try #require(received())
        let effects = Sample.press("/19999", &state)
        guard case .workOnBody(let search, let searching) = effects.last else {
            Issue.record("nothing is searched")
            return
        }
        searching.perform { _ = update(&state, on: .bodyReported(search, $0)) }
        #expect(state.record?.search?.matches.count == 1)
        #expect(state.bodyInView?.isHead == true)
        _ = finish(id, work, &state)
        #expect(state.bodyPlaceText == "$.items[19999].number")
    }

    @Test func aFilterWaitsForTheIndex() throws {
        var (state, id, work) = try #require(received())
        Sample.press("f$.items[19999].number", &state)
        #expect(state.record?.filter?.outcome == nil)
        #expect(state.record?.filter?.problem == nil)
        let effects = finish(id, work, &state)
        guard case .workOnBody(let filter, let filtering) = effects.last else {
            Issue.record("nothing is filtered")
            return
        }
        filtering.perform { _ = update(&state, on: .bodyReported(filter, $0)) }
        #expect(state.bodyInView?.row(0).text == "19999")
    }

    @Test func layoutsOfTheHeadAreThereAtOnceAndStay() throws {
        var (state, id, work) = try #require(received())
        Sample.press("H", &state)
        #expect(state.bodyInView?.mode == .hex)
        // Bytes need no index: all of them are there.
        // In this pane, eight of them a row.
        #expect(state.bodyInView?.rowCount == (Self.list.utf8.count + 7) / 8)
        _ = finish(id, work, &state)
        #expect(state.bodyInView?.mode == .hex)
        #expect(state.bodyInView?.isHead == false)
    }

    @Test func linesOfTextAreFoundByReadingAnew() throws {
        var (state, id, work) = try #require(received())
        let effects = Sample.press("r", &state)
        #expect(state.bodyInView?.mode == .raw)
        #expect(effects.contains(.stopBodyWork(id)))
        guard case .workOnBody(let again, let raw) = effects.last else {
            Issue.record("the body is not read")
            return
        }
        _ = finish(id, work, &state)
        #expect(state.bodyInView?.isHead == true)
        _ = finish(again, raw, &state)
        #expect(state.bodyInView?.mode == .raw)
        #expect(state.bodyInView?.rowCount == Self.list.utf8.count / 2_048 + 1)
    }

    @Test func aBodyOverTheLimitIsReadAsText() throws {
        var state = Sample.state(open: Sample.createKey, focus: .response)
        state.response.indexedByteLimit = 300_000
        let (id, work) = try #require(send(&state))
        state.focus = .response
        #expect(state.bodyInView?.tape != nil)
        _ = finish(id, work, &state)
        #expect(state.bodyInView?.tape == nil)
        #expect(state.bodyInView?.kind == .json)
        #expect(state.bodyInView?.rowCount == Self.list.utf8.count / 2_048 + 1)
        Sample.press("f", &state)
        #expect(state.notice?.text == "filter body: the body is too large to be read as JSON")
    }

    @Test func oneLongStringIsShownAsTextUntilItIsRead() throws {
        let text = #"{"blob":""# + String(repeating: "abcdefgh", count: 60_000) + #""}"#
        var (state, id, work) = try #require(received(Octets(utf8: text)))
        #expect(state.bodyInView?.row(0).text.hasPrefix(#"{"blob":"abcdefgh"#) == true)
        _ = finish(id, work, &state)
        #expect(state.bodyInView?.row(0).text == "{")
    }

    @Test func aPathInALargeBodyIsLookedForByTheProgram() throws {
        var (state, id, work) = try #require(received())
        _ = finish(id, work, &state)
        let effects = Sample.press("P<C-u>$.items[7].text<Enter>", &state)
        guard case .workOnBody(let place, let locating) = effects.last else {
            Issue.record("nothing is looked for")
            return
        }
        locating.perform { _ = update(&state, on: .bodyReported(place, $0)) }
        #expect(state.popup == nil)
        #expect(state.bodyPlaceText == "$.items[7].text")
    }

    @Test func aLargePartIsMadeACopyOfByTheProgram() throws {
        var (state, id, work) = try #require(received())
        _ = finish(id, work, &state)
        let effects = Sample.press("Y", &state)
        guard case .workOnBody(let copy, let copying) = effects.last else {
            Issue.record("nothing is copied")
            return
        }
        var copied: [Effect] = []
        copying.perform { copied += update(&state, on: .bodyReported(copy, $0)) }
        #expect(copied.contains(.copy(Self.list)))
        #expect(state.notice?.text == "Copied 633 KiB.")
    }
}
