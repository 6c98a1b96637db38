import ClientCore
import CollectionRun
import Documents
import Explorer
import HTTPModel
import Screen
import Testing

@Suite struct ComparisonTests {
    private static let old = #"{"id":1,"at":"10:00","items":[{"id":"a","n":1},{"id":"b","n":2}]}"#
    private static let new = #"{"id":1,"at":"10:05","items":[{"id":"a","n":5},{"id":"c","n":3}]}"#

    /// The explorer after sending twice.
    private func twice(_ first: String, _ second: String) -> ExplorerState {
        var state = Sample.received(Sample.createKey) {
            Sample.result(of: $0, body: first, in: $1)
        }
        _ = update(&state, on: .command(.send))
        if let sending = state.currentSending {
            let result = Sample.result(of: Sample.createKey, body: second, in: state)
            let document = ResponseRecord.document(of: result)
            _ = update(&state, on: .exchangeFinished(sending.id, result, document))
        }
        return state
    }

    private func lines(_ state: ExplorerState) -> [String] {
        state.responseLines(width: 80).map(\.text)
    }

    @Test func aResponseIsComparedWithTheOneBefore() {
        var state = twice(Self.old, Self.new)
        Sample.press("9", &state)
        #expect(lines(state)[0] == "4 differences from the response before")
        #expect(lines(state)[1].hasPrefix("201 Created"))
        #expect(
            lines(state).dropFirst(3) == [
                #"~ $.at: "10:00" → "10:05""#, "~ $.items[0].n: 1 → 5",
                #"- $.items[1]: {"id":"b","n":2}"#, #"+ $.items[1]: {"id":"c","n":3}"#,
            ]
        )
    }

    @Test func differencesAreGoneTo() {
        var state = twice(Self.old, Self.new)
        Sample.press("9}", &state)
        #expect(state.responseScroll.row == 3)
        Sample.press("}", &state)
        #expect(state.responseScroll.row == 4)
        Sample.press("<Enter>", &state)
        #expect(state.response.tab == .body)
        #expect(state.bodyPlaceText == "$.items[0].n")
        Sample.press("}", &state)
        #expect(state.bodyPlaceText == "$.items[1]")
        Sample.press("{{", &state)
        #expect(state.bodyPlaceText == "$.at")
        Sample.press("{", &state)
        #expect(state.notice?.text == "No earlier difference.")
    }

    @Test func aPathIsLeftOut() {
        var state = twice(Self.old, Self.new)
        Sample.press("9}}", &state)
        Sample.press("I", &state)
        guard case .input(let input) = state.popup else {
            Issue.record("no input")
            return
        }
        #expect(input.input.text == "$.items[*].n")
        Sample.press("<Enter>", &state)
        #expect(lines(state)[0] == "3 differences from the response before, 1 path left out")
        Sample.press("Vevery<Enter>", &state)
        #expect(lines(state)[0] == "4 differences from the response before")
    }

    @Test func aPinnedResponseIsComparedWith() {
        var state = twice(Self.old, Self.new)
        Sample.press("K", &state)
        Sample.press("9", &state)
        #expect(lines(state)[0] == "The same as the pinned response")
        #expect(lines(state)[1].hasPrefix("create · local · 201"))
        Sample.press("Vbefore<Enter>", &state)
        #expect(lines(state)[0] == "4 differences from the response before")
        Sample.press("K", &state)
        #expect(state.response.pinned == nil)
    }

    @Test func textIsComparedLineByLine() {
        var state = twice("one\ntwo\nthree", "one\n2\nthree\nfour")
        Sample.press("9", &state)
        #expect(lines(state).dropFirst(3) == ["  one", "- two", "+ 2", "  three", "+ four"])
        Sample.press("}}", &state)
        #expect(state.responseScroll.row == 7)
    }

    @Test func theFixtureIsLookedForByTheProgram() {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        let effects = Sample.press("9", &state)
        guard case .workOnBody(let id, .loadFixture) = effects.last else {
            Issue.record("no work")
            return
        }
        let body = Octets(utf8: #"{"id":"b_1"}"#)
        let other = ComparedBody(
            title: "POST.201.json",
            document: ResponseDocument(body: body, mediaType: nil)
        )
        _ = update(&state, on: .bodyReported(id, .fixture(other, volatilePaths: ["$.id"])))
        #expect(lines(state)[0].hasSuffix("differences from the fixture, 1 path left out"))
        #expect(lines(state)[1] == "POST.201.json")
        #expect(!lines(state).contains { $0.contains("$.id") })
    }

    @Test func withoutFixtureTheTabSaysWhatToDo() {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        let effects = Sample.press("9", &state)
        guard case .workOnBody(let id, _) = effects.last else { return }
        _ = update(&state, on: .bodyReported(id, .failed("No fixture answers this request.")))
        #expect(lines(state)[0] == "No fixture answers this request.")
        Sample.press("V", &state)
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list")
            return
        }
        #expect(choice.items.map(\.value) == ["previous", "pinned", "fixture"])
        #expect(choice.items[0].reasonUnavailable != nil)
    }
}
