import ClientCore
import Documents
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct ResponseTests {
    private func created() -> ExplorerState {
        Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
    }

    private func lines(_ state: ExplorerState) -> [String] {
        state.responseLines(width: 80).map(\.text)
    }

    @Test func tabsAreReachedByDigitsAndBrackets() {
        var state = created()
        Sample.press("3", &state)
        #expect(state.response.tab == .timing)
        Sample.press("]", &state)
        #expect(state.response.tab == .errors)
        Sample.press("hh", &state)
        #expect(state.response.tab == .headers)
    }

    @Test func fieldsStandInTheirOrderWithDuplicates() {
        var state = created()
        Sample.press("2", &state)
        #expect(
            lines(state).prefix(5) == [
                "HTTP/1.1 201 Created", "Content-Type: application/json",
                "Date: Mon, 30 Nov 2026 06:00:00 GMT", "Set-Cookie: a=1", "set-cookie: b=2",
            ]
        )
    }

    @Test func theErrorsTabNamesTheRuleThatFired() {
        var state = Sample.received(Sample.missingKey) {
            Sample.result(of: $0, status: 404, body: "{}", in: $1)
        }
        Sample.press("4", &state)
        let text = lines(state)
        #expect(text.contains("Becomes     httpError.notFound"))
        #expect(text.contains { $0.hasPrefix("▶ status 404") })
        #expect(text.contains { $0.hasPrefix("  status 200–299") })
    }

    @Test func aFailureShowsPhaseBytesCausesAndAdvice() {
        var state = Sample.received(Sample.createKey) { Sample.resetResult(of: $0, in: $1) }
        Sample.press("4", &state)
        let text = lines(state)
        #expect(text[0] == "Failure     receive.reset")
        #expect(text[1] == "Phase       receive, after 12 ms")
        #expect(text[2] == "Bytes       145 bytes sent, 512 bytes received")
        #expect(text.contains { $0.contains("ECONNRESET") })
        #expect(text.contains("Becomes     network"))
        #expect(state.record?.headline == "receive.reset · in receive · 38 ms · 512 B received")
    }

    @Test func whatIfShowsAnotherOutcome() {
        var state = created()
        Sample.press("i503<Enter>", &state)
        #expect(state.response.whatIf == .status(HTTPStatus(503)))
        #expect(state.response.tab == .errors)
        #expect(lines(state).contains("Becomes     httpError.unknown"))
        Sample.press("<Esc>", &state)
        #expect(state.response.whatIf == nil)
        Sample.press("iconnect.ref<Enter>", &state)
        #expect(state.response.whatIf == .failure(.connectRefused))
        Sample.press("i499<Enter>", &state)
        #expect(state.response.whatIf == .status(HTTPStatus(499)))
    }

    @Test func sentShowsTheBytesButNoSecret() {
        var state = created()
        Sample.press("5", &state)
        let text = lines(state)
        #expect(text[0] == "POST /bookings")
        #expect(text.contains("Authorization: Bearer •••"))
        #expect(text.contains(#"{"room": 12, "guests": ["Zoë"]}"#))
        #expect(!text.joined().contains("t0p-s3cret"))
    }

    @Test func timingDrawsEachPhase() {
        var state = created()
        Sample.press("3", &state)
        let text = lines(state)
        #expect(text[0] == "Total 38 ms · 1 hop")
        #expect(text.filter { $0.contains("█") }.count == 5)
        #expect(text.allSatisfy { DisplayWidth.columns(of: $0) <= 80 })
    }

    @Test func searchGoesToMatchesAndRoundAgain() {
        var state = created()
        Sample.press("/o", &state)
        let count = state.record?.search?.matches.count ?? 0
        #expect(count == 3)
        Sample.press("<Enter>n", &state)
        #expect(state.record?.search?.current == 1)
        Sample.press("nn", &state)
        #expect(state.record?.search?.current == 0)
        Sample.press("N", &state)
        #expect(state.record?.search?.current == 2)
        Sample.press("<Esc>", &state)
        #expect(state.record?.search == nil)
    }

    @Test func aBodyIsShownPrettyRawAndInHex() {
        var state = created()
        Sample.press("H", &state)
        #expect(state.record?.document?.mode == .hex)
        Sample.press("r", &state)
        #expect(state.record?.document?.mode == .raw)
        Sample.press("p", &state)
        #expect(state.record?.document?.mode == .pretty)
    }

    @Test func numbersStayAsTheyWereSent() {
        let state = created()
        let rows = (0..<(state.record?.document?.rowCount ?? 0)).compactMap {
            state.record?.document?.row($0).text
        }
        #expect(rows.contains { $0.contains("1736184243098437392") })
    }

    @Test func foldingHidesWhatIsInside() {
        var state = created()
        let before = state.record?.document?.rowCount ?? 0
        Sample.press("gz", &state)
        #expect((state.record?.document?.rowCount ?? 0) < before)
        Sample.press("X", &state)
        #expect(state.record?.document?.rowCount == before)
    }

    @Test func copyingTakesTheRowOrAll() {
        var state = created()
        Sample.press("2j", &state)
        #expect(Sample.press("y", &state) == [.copy("application/json")])
        Sample.press("1", &state)
        #expect(Sample.press("Y", &state) == [.copy(Sample.createdBody)])
    }

    @Test func aSearchWithoutMatchSaysSo() {
        var state = created()
        Sample.press("/zzzz<Enter>", &state)
        #expect(state.notice == Notice(.problem, "zzzz is not in this tab."))
    }

    @Test func aNarrowHexViewHasEightBytesARow() {
        var state = created()
        Sample.press("H", &state)
        let rows = state.record?.document?.rowCount ?? 0
        #expect(state.record?.document?.hexRowBytes == 8)
        _ = update(&state, on: .input(.resize(Size(rows: 40, columns: 140))))
        #expect(state.record?.document?.hexRowBytes == 16)
        #expect(state.record?.document?.rowCount == (rows + 1) / 2)
    }

    @Test func aNarrowScreenShortensTheHeadline() {
        let record = Sample.received(Sample.createKey) { Sample.resetResult(of: $0, in: $1) }.record
        func text(_ columns: Int) -> String? {
            record?.headlineSpans(fitting: columns).map(\.text).joined()
        }
        #expect(text(60) == "receive.reset · in receive · 38 ms · 512 B received")
        #expect(text(48) == "receive.reset · receive · 38 ms · 512 B")
    }
}
