import ClientCore
import CollectionRun
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct SendingTests {
    private func order(_ state: ExplorerState, _ key: RequestKey) throws -> SendOrder {
        SendOrder(
            collection: try #require(state.collection),
            key: key,
            environmentName: state.environmentName
        )
    }

    @Test func theSendKeySendsTheSelectedRequestAsItStands() throws {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        let effects = Sample.press("s", &state)
        let id = try #require(state.currentSending?.id)
        #expect(effects == [.send(id, try order(state, Sample.createKey))])
        #expect(state.focus == .tree)
    }

    @Test func sendingAgainCancelsTheExchangeInFlight() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        let first = try #require(state.currentSending?.id)
        let effects = Sample.press("s", &state)
        let second = try #require(state.currentSending?.id)
        #expect(first != second)
        #expect(effects == [.cancel(first), .send(second, try order(state, Sample.createKey))])
    }

    @Test func onlySoMuchContentOfOlderResponsesIsKept() throws {
        func sendOther(_ state: inout ExplorerState) throws {
            state.focus = .tree
            Sample.press("k<Enter>s", &state)
            #expect(state.request.key == Sample.listKey)
            let id = try #require(state.currentSending?.id)
            let result = Sample.result(of: Sample.listKey, in: state)
            let document = ResponseRecord.document(of: result)
            _ = update(&state, on: .exchangeFinished(id, result, document))
        }
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        try sendOther(&state)
        #expect(state.response.records.count == 2)
        state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        state.response.keptByteLimit = 10
        #expect(state.record != nil)
        try sendOther(&state)
        #expect(Array(state.response.records.keys) == [Sample.listKey])
        #expect(state.response.recency == [Sample.listKey])
    }

    @Test func aLateResponseIsIgnored() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("ss", &state)
        let result = Sample.result(of: Sample.createKey, in: state)
        let before = state
        _ = update(&state, on: .exchangeFinished(ExchangeID(rawValue: 1), result, nil))
        #expect(state == before)
        _ = update(
            &state,
            on: .exchangeProgressed(
                ExchangeID(rawValue: 1),
                HopProgress(phase: .wait),
                elapsed: .seconds(1)
            )
        )
        #expect(state == before)
    }

    @Test func progressIsWhatTheMessagesSay() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        let id = try #require(state.currentSending?.id)
        let progress = HopProgress(phase: .receive, bytesReceived: 2_048, expectedBytes: 4_096)
        #expect(
            update(&state, on: .exchangeProgressed(id, progress, elapsed: .milliseconds(40))) == []
        )
        #expect(update(&state, on: .exchangeTicked(id, elapsed: .milliseconds(90))) == [])
        #expect(state.currentSending?.progress == progress)
        #expect(state.currentSending?.elapsed == .milliseconds(90))
        let text = state.currentSending?.headlineSpans.map(\.text).joined()
        #expect(text == "Receiving 2 KiB of 4 KiB · 90 ms · x cancels")
    }

    @Test func cancellingAsksOnceAndWaitsForTheEnd() throws {
        var state = Sample.state(open: Sample.createKey, focus: .response)
        Sample.press("s", &state)
        let id = try #require(state.currentSending?.id)
        #expect(Sample.press("x", &state) == [.cancel(id)])
        #expect(state.currentSending?.isCancelling == true)
    }

    @Test func cancellingNothingSaysSo() {
        var state = Sample.state(open: Sample.createKey, focus: .response)
        #expect(Sample.press("x", &state) == [])
        #expect(state.notice == Notice(.problem, "cancel: nothing is being sent"))
    }

    @Test func theResponseIsKeptForItsRequest() {
        let state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        #expect(state.currentSending == nil)
        #expect(state.record?.headline == "201 Created · 38 ms · 87 B · HTTP/1.1")
        #expect(state.record?.document != nil)
    }

    @Test func aResponseForAnotherRequestIsAnnounced() throws {
        var state = Sample.state(open: Sample.createKey, focus: .tree)
        Sample.press("s", &state)
        let id = try #require(state.currentSending?.id)
        let result = Sample.result(of: Sample.createKey, in: state)
        Sample.press("k", &state)
        _ = update(&state, on: .exchangeFinished(id, result, nil))
        #expect(state.record == nil)
        #expect(state.notice?.text.hasPrefix("create: 201 Created") == true)
    }

    @Test func onANarrowScreenSendingShowsTheResponse() {
        var state = Sample.state(open: Sample.createKey, focus: .request, rows: 14, columns: 50)
        Sample.press("s", &state)
        #expect(state.focus == .response)
    }

    @Test func aQuestionOfTheRunIsAnsweredOrRefused() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        let exchange = try #require(state.currentSending?.id)
        let work = WorkID(rawValue: 77)
        let question = RunQuestion.prompt(name: "pin", description: "", isSecret: true)
        #expect(update(&state, on: .questionAsked(work, exchange, question)) == [])
        #expect(Sample.press("12q<Enter>", &state) == [.answer(work, "12q")])
        #expect(state.popup == nil)
        _ = update(&state, on: .questionAsked(work, exchange, .consent(command: "pass show api")))
        #expect(Sample.press("<Enter>", &state) == [.answer(work, nil)])
    }

    @Test func aRequestThatAsksFirstIsSentOnlyAfterAYes() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        let exchange = try #require(state.currentSending?.id)
        let work = WorkID(rawValue: 78)
        let question = RunQuestion.confirmation(request: "create", note: "Books a room for real")
        _ = update(&state, on: .questionAsked(work, exchange, question))
        guard case .dialog(let dialog)? = state.popup else {
            Issue.record("no question")
            return
        }
        #expect(dialog.title == "Send create?")
        #expect(dialog.lines == ["Books a room for real"])
        var other = state
        #expect(Sample.press("<Enter>", &other) == [.answer(work, nil)])
        #expect(Sample.press("y", &state) == [.answer(work, "yes")])
    }

    @Test func aQuestionGoesAwayWithItsExchange() throws {
        var state = Sample.state(open: Sample.createKey, focus: .request)
        Sample.press("s", &state)
        let exchange = try #require(state.currentSending?.id)
        let question = RunQuestion.consent(command: "pass show api")
        _ = update(&state, on: .questionAsked(WorkID(rawValue: 9), exchange, question))
        #expect(state.popup != nil)
        let result = Sample.result(of: Sample.createKey, in: state)
        _ = update(&state, on: .exchangeFinished(exchange, result, nil))
        #expect(state.popup == nil)
        let late = update(&state, on: .questionAsked(WorkID(rawValue: 10), exchange, question))
        #expect(late == [.answer(WorkID(rawValue: 10), nil)])
    }
}
