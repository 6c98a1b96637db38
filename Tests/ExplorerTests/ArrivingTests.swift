import ClientCore
import Documents
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct ArrivingTests {
    private func progress(_ text: String, _ type: String, expected: Int? = nil) -> HopProgress {
        let body = Octets(utf8: text)
        return HopProgress(
            phase: .receive,
            bytesReceived: body.count,
            expectedBytes: expected,
            head: HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type]),
            partialBody: body
        )
    }

    private func sending() -> (ExplorerState, ExchangeID) {
        var state = Sample.state(open: Sample.createKey, focus: .response)
        _ = update(&state, on: .command(.send))
        return (state, state.currentSending?.id ?? ExchangeID(rawValue: 0))
    }

    @Test func theBeginningIsShownWhileItComes() {
        var (state, id) = sending()
        let first = progress(#"{"a":1,"b":[1,2"#, "application/json")
        _ = update(&state, on: .exchangeProgressed(id, first, elapsed: .milliseconds(100)))
        let document = state.bodyInView
        #expect(document?.kind == .json)
        #expect(document?.row(1).text == #""a": 1,"#)
        // Where it breaks off is no fault that would be pointed out.
        let rows = (0..<state.bodyRowCount).compactMap { document?.row($0).text }
        #expect(rows == ["{", #""a": 1,"#, #""b": ["#, "1,", "2"])
        Sample.press("j", &state)
        #expect(state.responseScroll.row == 1)
        #expect(state.bodyPlaceText == "arriving")
    }

    @Test func theRateIsMeasured() {
        var (state, id) = sending()
        for step in 1...4 {
            let text = String(repeating: "x", count: 1_000 * step)
            let time = Duration.milliseconds(500 * step)
            let update = progress(text, "text/plain", expected: 8_000)
            _ = Explorer.update(&state, on: .exchangeProgressed(id, update, elapsed: time))
        }
        #expect(state.currentSending?.arriving.bytesPerSecond == 2_000)
        let text = state.currentSending?.headlineSpans.map(\.text).joined()
        #expect(text == "Receiving 3.9 KiB of 7.8 KiB · 1.9 KiB/s · 2 s · x cancels")
    }

    @Test func aRateOfLongAgoIsNotTold() {
        var (state, id) = sending()
        for step in 1...2 {
            let text = String(repeating: "x", count: 1_000 * step)
            let time = Duration.milliseconds(500 * step)
            let update = progress(text, "text/plain", expected: 8_000)
            _ = Explorer.update(&state, on: .exchangeProgressed(id, update, elapsed: time))
        }
        _ = update(&state, on: .exchangeTicked(id, elapsed: .seconds(2)))
        #expect(state.currentSending?.arriving.bytesPerSecond == 2_000)
        _ = update(&state, on: .exchangeTicked(id, elapsed: .seconds(9)))
        #expect(state.currentSending?.arriving.bytesPerSecond == nil)
        // What comes then is measured from there.
        let more = progress(String(repeating: "x", count: 3_000), "text/plain", expected: 8_000)
        _ = update(&state, on: .exchangeProgressed(id, more, elapsed: .seconds(10)))
        #expect(state.currentSending?.arriving.bytesPerSecond == 1_000)
    }

    @Test func ofALargeBodyTheBeginningStays() {
        var (state, id) = sending()
        let part = String(repeating: "0123456789abcdef", count: 8_192)
        for count in 1...3 {
            let text = String(repeating: part, count: count)
            let news = progress(text, "text/plain")
            _ = update(&state, on: .exchangeProgressed(id, news, elapsed: .seconds(count)))
        }
        #expect(state.currentSending?.arriving.document?.body.count == 64 << 10)
        #expect(state.bodyPlaceText == "the first 64 KiB, arriving")
    }

    @Test func eventsAreFollowedToTheNewest() {
        var (state, id) = sending()
        for count in [1, 30] {
            let text = (1...count).map { "data: \($0)\n\n" }.joined()
            let news = progress(text, "text/event-stream")
            _ = update(&state, on: .exchangeProgressed(id, news, elapsed: .seconds(1)))
        }
        let last = state.bodyRowCount - 1
        #expect(state.responseScroll.row == last)
        Sample.press("k", &state)
        let more = progress((1...40).map { "data: \($0)\n\n" }.joined(), "text/event-stream")
        _ = update(&state, on: .exchangeProgressed(id, more, elapsed: .seconds(2)))
        #expect(state.responseScroll.row == last - 1)
        Sample.press("G", &state)
        #expect(state.responseScroll.row > last)
    }
}
