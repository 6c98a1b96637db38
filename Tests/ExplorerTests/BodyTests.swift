import ClientCore
import CollectionRun
import Collections
import Documents
import Explorer
import Files
import HTTPModel
import Screen
import Testing

@Suite struct BodyTests {
    private static let list = """
        {"items":[{"id":1,"url":"https://api.example.test/items/1?x=a","tags":["a","b"]},\
        {"id":2,"self":"/bookings/2","tags":[]}],"next page":null,"total":2}
        """

    private func received(
        _ body: String = list,
        type: String = "application/json",
        rows: Int = 24,
        columns: Int = 80
    ) -> ExplorerState {
        received(Octets(utf8: body), type: type, rows: rows, columns: columns)
    }

    private func received(
        _ body: Octets,
        type: String,
        rows: Int = 24,
        columns: Int = 80
    ) -> ExplorerState {
        Sample.received(Sample.createKey, rows: rows, columns: columns) { key, state in
            var result = Sample.result(of: key, in: state)
            let head = HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type])
            result.exchange?.result = .success(HTTPResponse(head: head, body: body))
            return result
        }
    }

    private func rows(_ state: ExplorerState) -> [String] {
        guard let document = state.bodyInView else { return [] }
        return (0..<document.rowCount).map { document.row($0).text }
    }

    // MARK: Filter

    @Test func aFilterShowsWhatItSelectsWhileItIsTyped() {
        var state = received()
        Sample.press("f$.items[*].id", &state)
        #expect(rows(state) == ["1", "2"])
        #expect(state.record?.filter?.outcome?.count == 2)
        Sample.press("<Enter>", &state)
        #expect(state.response.filterInput == nil)
        #expect(state.showsFilterLine)
        Sample.press("<Esc>", &state)
        #expect(state.record?.filter == nil)
        #expect(rows(state).count > 10)
    }

    @Test func aFilterThatIsNotFinishedKeepsTheLastResult() {
        var state = received()
        Sample.press("f$.total", &state)
        #expect(rows(state) == ["2"])
        Sample.press("[", &state)
        #expect(rows(state) == ["2"])
        #expect(state.record?.filter?.problem != nil)
        Sample.press("<Enter>", &state)
        #expect(state.response.filterInput != nil)
        #expect(state.notice?.kind == .problem)
        Sample.press("<Esc>", &state)
        #expect(state.record?.filter == nil)
        #expect(state.response.filterInput == nil)
    }

    @Test func pathsOfWhatAFilterSelectsAreThoseOfTheBody() {
        var state = received()
        Sample.press("f$.items[*].tags<Enter>", &state)
        Sample.press("j", &state)
        #expect(state.bodyPlaceText == "$.items[0].tags[0]")
        Sample.press("<Esc>", &state)
        Sample.press("G", &state)
        #expect(state.bodyPlaceText == "$")
        Sample.press("k", &state)
        #expect(state.bodyPlaceText == "$.total")
        Sample.press("k", &state)
        #expect(state.bodyPlaceText == "$['next page']")
    }

    @Test func filtersComeBackWithTheArrowKeys() {
        var state = received()
        Sample.press("f$.total<Enter><Esc>", &state)
        Sample.press("f$.items<Enter><Esc>", &state)
        Sample.press("f<Up>", &state)
        #expect(state.response.filterInput?.text == "$.items")
        Sample.press("<Up>", &state)
        #expect(state.response.filterInput?.text == "$.total")
        #expect(rows(state) == ["2"])
        Sample.press("<Down><Down>", &state)
        #expect(state.response.filterInput?.text == "")
    }

    @Test func aFilterGoesOnForTheNextResponse() {
        var state = received()
        Sample.press("f$.total<Enter>s", &state)
        guard let sending = state.currentSending, var result = state.record?.result else {
            Issue.record("nothing is sent")
            return
        }
        let head = HTTPResponseHead(status: HTTPStatus(200))
        let body = Octets(utf8: #"{"total":3}"#)
        result.exchange?.result = .success(HTTPResponse(head: head, body: body))
        let document = ResponseRecord.document(of: result)
        _ = update(&state, on: .exchangeFinished(sending.id, result, document))
        #expect(rows(state) == ["3"])
    }

    @Test func aFilterThatIsNoJSONPathIsTheProgramsToEvaluate() {
        var state = received()
        let effects = Sample.press("f.items", &state)
        guard case .workOnBody(let id, .filter(let order)) = effects.last else {
            Issue.record("no work")
            return
        }
        #expect(order.text == ".items")
        _ = update(&state, on: .bodyReported(id, .failed("there is no jq here")))
        #expect(state.record?.filter?.problem == "there is no jq here")
    }

    // MARK: Large bodies

    private var large: String {
        let lines = (0..<20_000).map { #"{"number":\#($0),"text":"needle"}"# }
        return "[" + lines.joined(separator: ",\n") + "]"
    }

    @Test func workOnALargeBodyIsTheProgramsAndLateResultsAreIgnored() {
        var state = received(large)
        let first = Sample.press("/ne", &state)
        guard case .workOnBody(let early, .search) = first.first,
            case .workOnBody(let id, .search(let order)) = first.last
        else {
            Issue.record("no work")
            return
        }
        #expect(first.contains(.stopBodyWork(early)))
        #expect(order.search.text == "ne")
        _ = update(&state, on: .bodyReported(early, .matched(0..<1)))
        #expect(state.record?.search?.place == nil)
        _ = update(&state, on: .bodyReported(id, .matched(900_000..<900_002)))
        #expect(state.record?.search?.place == 900_000..<900_002)
        #expect((state.record?.scrolls[.body]?.row ?? 0) > 1_000)
        _ = update(
            &state,
            on: .bodyReported(id, .found([5..<7, 900_000..<900_002], isComplete: false))
        )
        #expect(state.record?.search?.current == 1)
        Sample.press("<Enter>n", &state)
        #expect(state.notice?.text == "Still looking through the body.")
        _ = update(&state, on: .bodyReported(id, .found([], isComplete: true)))
        Sample.press("n", &state)
        #expect(state.record?.search?.current == 0)
    }

    @Test func aLargeBodyIsLaidOutByTheProgram() {
        var state = received(large)
        let effects = Sample.press("r", &state)
        guard case .workOnBody(let id, let work) = effects.last else {
            Issue.record("no work")
            return
        }
        #expect(state.record?.document?.mode == .pretty)
        var report: BodyReport?
        work.perform { report = $0 }
        if let report { _ = update(&state, on: .bodyReported(id, report)) }
        #expect(state.record?.document?.mode == .raw)
        #expect(state.record?.reshaping == nil)
    }

    @Test func theSameWorkIsDoneForSmallAndLargeBodies() {
        var places: [Range<Int>] = []
        let search = try? DocumentSearch("ee.le", isRegularExpression: true)
        guard let search else { return }
        let order = SearchOrder(search: search, octets: Octets(utf8: large), start: 500_000)
        BodyWork.search(order).perform { report in
            if case .found(let found, _) = report { places += found }
            if case .matched(let place) = report { #expect((place?.lowerBound ?? 0) >= 500_000) }
        }
        #expect(places.count == 20_000)
        #expect(places == search.matches(in: order.octets))
    }

    // MARK: Search

    @Test func aSearchMayBeARegularExpression() {
        var state = received()
        Sample.press("/", &state)
        Sample.press("<Tab>", &state)
        Sample.press("id\":[0-9]", &state)
        #expect(state.record?.search?.matches.count == 2)
        Sample.press("(", &state)
        #expect(state.record?.search?.problem != nil)
        Sample.press("<Enter>", &state)
        #expect(state.response.searchInput != nil)
        Sample.press("<Esc>/<Up>", &state)
        #expect(state.response.searchInput?.text == "")
    }

    @Test func capitalLettersMakeASearchExact() {
        var state = received(#"{"a":"Fox fox FOX"}"#)
        Sample.press("/fox", &state)
        #expect(state.record?.search?.matches.count == 3)
        Sample.press("<Esc>/Fox", &state)
        #expect(state.record?.search?.matches.count == 1)
    }

    // MARK: Wrapping

    @Test func longRowsGoOnInFurtherLines() {
        let text = String(repeating: "word ", count: 60)
        var state = received(#"{"first":"\#(text)","second":"x"}"#)
        Sample.press("t", &state)
        #expect(state.wrapsBody)
        Sample.press("j", &state)
        let first = state.responseScroll
        #expect(first.row == 1 && first.line == 0)
        Sample.press("j", &state)
        #expect(state.responseScroll.row == 1 && state.responseScroll.line == 1)
        Sample.press("Gk", &state)
        #expect(state.bodyPlaceText == "$.second")
        Sample.press("k", &state)
        #expect(state.responseScroll.row == 1 && state.responseScroll.line > 4)
        Sample.press("g", &state)
        #expect(state.responseScroll.row == 0)
        Sample.press("t", &state)
        #expect(!state.wrapsBody)
        #expect(state.responseScroll.line == 0)
    }

    @Test func wrappedTextIsAsWideAsThePane() {
        let line = String(repeating: "0123456789", count: 20)
        var state = received(line, type: "text/plain")
        Sample.press("t", &state)
        #expect(state.record?.document?.wrapColumns == 50)
        #expect(rows(state).count == 4)
        _ = update(&state, on: .input(.resize(Size(rows: 40, columns: 120))))
        #expect(rows(state).count == 3)
        Sample.press("t", &state)
        #expect(rows(state).count == 1)
    }

    // MARK: Charset

    @Test func anotherCharsetCanBeChosenAndStays() {
        var state = received(Octets([0x93, 0x41, 0xE9, 0x94]), type: "text/plain")
        Sample.press("Cwindows-1252<Enter>", &state)
        #expect(rows(state) == ["“Aé”"])
        #expect(state.bodyTags == ["windows-1252"])
        #expect(state.record?.document?.body.count == 4)
        let effects = Sample.press("s", &state)
        guard case .send(_, let order) = effects.last else { return }
        #expect(order.view?.charset == TextCharset("windows-1252"))
        Sample.press("C<Enter>", &state)
        #expect(state.record?.charset == TextCharset("windows-1252"))
        Sample.press("Cnonsense<Enter>", &state)
        #expect(state.notice?.kind == .problem)
    }

    // MARK: Places, copies, files

    @Test func aPathIsGoneTo() {
        var state = received()
        Sample.press("ZP", &state)
        Sample.press("<C-u>$.items[1].id<Enter>", &state)
        #expect(state.bodyPlaceText == "$.items[1].id")
        Sample.press("P<C-u>$.nothing<Enter>", &state)
        guard case .input(let input) = state.popup else {
            Issue.record("the input is closed")
            return
        }
        #expect(input.problem == "there is no such value")
    }

    @Test(arguments: [
        ("value", "https://api.example.test/items/1?x=a"),
        ("path", "$.items[0].url"),
        ("written", #""https://api.example.test/items/1?x=a""#),
        ("row", #""url":"https://api.example.test/items/1?x=a""#),
    ])
    func aPartIsCopied(_ part: String, _ text: String) {
        var state = received()
        Sample.press("jjjj", &state)
        Sample.press("c", &state)
        guard case .choice(let choice) = state.popup else {
            Issue.record("no list")
            return
        }
        let index = choice.items.firstIndex { $0.value == part } ?? 0
        for _ in 0..<index { Sample.press("<Down>", &state) }
        #expect(Sample.press("<Enter>", &state) == [.copy(text)])
    }

    @Test func aSubtreeIsCopiedIndented() {
        var state = received()
        Sample.press("jjcsubtree, ind<Enter>", &state)
        var copied = received()
        Sample.press("jj", &copied)
        let effects = Sample.press("csubtree, ind<Enter>", &copied)
        #expect(
            effects == [
                .copy(
                    """
                    {
                      "id": 1,
                      "url": "https://api.example.test/items/1?x=a",
                      "tags": [
                        "a",
                        "b"
                      ]
                    }
                    """
                )
            ]
        )
    }

    @Test func aLinkBecomesARequestThatIsNotSaved() {
        var state = received()
        Sample.press("jjjjF", &state)
        #expect(state.openRequest?.url == "https://api.example.test/items/1?x=a")
        #expect(state.isUnsaved("bookings.http"))
        #expect(state.focus == .request)
        Sample.press("u", &state)
        #expect(!state.isUnsaved("bookings.http"))
    }

    @Test func aPathIsFollowedOnTheServerWithTheVariableOfTheRequest() {
        var state = received()
        Sample.press("P<C-u>$.items[1].self<Enter>F", &state)
        #expect(state.openRequest?.url == "{{base}}/bookings/2")
        #expect(state.openRequest?.method == "GET")
    }

    @Test func aRowWithoutLinkIsNotFollowed() {
        var state = received()
        Sample.press("jjjF", &state)
        #expect(state.notice?.text == "There is no URL or path at the cursor.")
    }

    @Test func theBodyIsSavedByteForByteAndAsksBeforeReplacing() {
        var state = received()
        Sample.press("D", &state)
        guard case .input(let input) = state.popup else {
            Issue.record("no input")
            return
        }
        #expect(input.input.text == "bookings.json")
        let effects = Sample.press("<C-u>/tmp/x.json<Enter>", &state)
        guard case .workOnBody(let id, .save(let file)) = effects.last else {
            Issue.record("no work")
            return
        }
        #expect(file == BodyFile(path: "/tmp/x.json", bytes: Octets(utf8: Self.list)))
        _ = update(&state, on: .bodyReported(id, .fileExists(file)))
        let again = Sample.press("r", &state)
        guard case .workOnBody(let second, .save(let replaced)) = again.last else {
            Issue.record("not asked")
            return
        }
        #expect(replaced.replaces)
        _ = update(&state, on: .bodyReported(second, .saved(replaced)))
        #expect(state.notice == Notice(.success, "Wrote 149 B to /tmp/x.json."))
    }

    // MARK: Notes

    @Test func aProblemIsToldAboveTheBody() {
        let body = #"{"title":"Not enough credit","status":403,"detail":"Your balance is 30."}"#
        let state = received(body, type: "application/problem+json")
        #expect(state.bodyNote?.text == "✗ 403 Not enough credit: Your balance is 30.")
        #expect(received().bodyNote == nil)
    }

    @Test func aMessageOfAnErrorIsToldOnlyWhenItFailed() {
        func state(_ status: Int) -> ExplorerState {
            Sample.received(Sample.createKey) {
                let body = #"{"error":{"code":17,"message":"No such room"}}"#
                return Sample.result(of: $0, status: status, body: body, in: $1)
            }
        }
        #expect(state(404).bodyNote?.text == "✗ No such room")
        #expect(state(200).bodyNote == nil)
    }

    @Test func whatCameBeforeAFailureIsShown() {
        let state = Sample.received(Sample.createKey) { key, state in
            var result = Sample.resetResult(of: key, in: state)
            if var failure = result.exchange?.failure {
                failure.partialBody = Octets(utf8: #"{"id":"#)
                result.exchange?.result = .failure(failure)
            }
            return result
        }
        #expect(state.bodyNote?.text == "✗ receive.reset: only 6 B came")
        #expect(rows(state).contains { $0.contains("id") })
    }
}
