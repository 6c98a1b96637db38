import CollectionRun
import Collections
import Explorer
import Fixtures
import HTTPModel
import Testing

/// Differences between an answer and its fixture are gone through one by one.
@Suite struct DriftReviewTests {
    private static let path = "api.example.test/bookings/POST.201.meta.json"

    /// A state with an answer to the open request, the response pane in focus.
    private func created() -> ExplorerState {
        var state = Sample.received(Sample.createKey) { Sample.result(of: $0, in: $1) }
        state.focus = .response
        return state
    }

    private func subject(_ state: ExplorerState) throws -> FixtureSubject {
        FixtureSubject(
            key: try #require(state.request.key),
            result: try #require(state.record?.result)
        )
    }

    /// The Fixture tab as text.
    private func fixtureTab(_ state: ExplorerState) -> [String] {
        var state = state
        state.response.tab = .fixture
        return state.responseLines(width: 100).map(\.text)
    }

    /// A review of three differences: an added and a removed key, and another type.
    private func review(_ state: ExplorerState) throws -> DriftReview {
        let head = HTTPResponseHead(
            status: HTTPStatus(201),
            fields: ["Content-Type": "application/json"]
        )
        func response(_ text: String) -> HTTPResponse {
            HTTPResponse(head: head, body: Octets(utf8: text))
        }
        let fixture = Fixture(
            .post,
            authority: "api.example.test",
            path: "/bookings",
            outcome: .success(response(#"{"a": 1, "b": 2}"#))
        )
        let drift = fixture.drift(from: .success(response(#"{"a": "1", "c": 3}"#)))
        #expect(drift.count == 3)
        return DriftReview(
            subject: try subject(state),
            fixturePath: Self.path,
            contentPath: "api.example.test/bookings/POST.201.json",
            drift: drift
        )
    }

    private func dialog(_ state: ExplorerState) -> Dialog? {
        guard case .dialog(let dialog) = state.popup else { return nil }
        return dialog
    }

    private func label(_ state: ExplorerState) -> String? {
        Layout(state.size, state).environmentLabel(state)?.text
    }

    @Test func anAnswerIsComparedByOneKey() throws {
        var state = created()
        let key = try #require(state.request.key)
        let order = SnapshotOrder(
            result: try #require(state.record?.result),
            variant: nil,
            collection: try #require(state.collection)
        )
        #expect(Sample.press("M", &state) == [.compareWithFixture(key, order)])
        _ = update(&state, on: try .fixtureCompared(subject(state), .same(fixturePath: Self.path)))
        #expect(state.notice?.text == "Fixtures/\(Self.path) still tells the truth.")
        _ = update(
            &state,
            on: try .fixtureCompared(subject(state), .impossible(reason: "no fixture answers it"))
        )
        #expect(state.notice?.text == "Not compared: no fixture answers it.")
        #expect(state.popup == nil)
    }

    @Test func eachDifferenceIsAskedAboutAndKept() throws {
        var state = created()
        let review = try review(state)
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review)))
        for number in 1...3 {
            let asked = try #require(dialog(state))
            #expect(asked.title == "Difference \(number) of 3")
            #expect(asked.lines.first == review.drift[number - 1].description)
            #expect(asked.lines[2].hasPrefix("Fixtures/api.example.test/bookings/POST.201."))
            #expect(Sample.press("k", &state) == [])
        }
        #expect(state.popup == nil)
        #expect(state.notice?.text == "Kept Fixtures/\(Self.path).")
    }

    @Test func ignoredPathsAreWrittenAtTheEnd() throws {
        var state = created()
        let review = try review(state)
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review)))
        #expect(Sample.press("i", &state) == [])
        #expect(Sample.press("k", &state) == [])
        let settlement = DriftSettlement(
            subject: try subject(state),
            collection: try #require(state.collection),
            fixturePath: Self.path,
            ignored: [review.drift[0].path, review.drift[2].path],
            isAccepted: false,
            leavesDrift: true
        )
        #expect(Sample.press("i", &state) == [.settleDrift(settlement)])
        #expect(state.popup == nil)
    }

    @Test func aReviewThatIsLeftWritesNothing() throws {
        var state = created()
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review(state))))
        Sample.press("i", &state)
        #expect(Sample.press("<Esc>", &state) == [])
        #expect(state.popup == nil)
        #expect(state.notice?.text == "Left the review; Fixtures/\(Self.path) is as it was.")
    }

    @Test func acceptingTakesTheAnswerAsAWhole() throws {
        var state = created()
        let review = try review(state)
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review)))
        Sample.press("i", &state)
        let settlement = DriftSettlement(
            subject: try subject(state),
            collection: try #require(state.collection),
            fixturePath: Self.path,
            ignored: [review.drift[0].path],
            isAccepted: true
        )
        #expect(Sample.press("a", &state) == [.settleDrift(settlement)])
        #expect(state.popup == nil)
    }

    @Test func theFixtureTabFollowsWhatComparingFound() throws {
        var state = created()
        #expect(fixtureTab(state)[0] == "This answer was not saved as a fixture.")
        _ = update(&state, on: try .fixtureCompared(subject(state), .same(fixturePath: Self.path)))
        #expect(fixtureTab(state)[0] == "The fixture still tells the truth")
        #expect(fixtureTab(state)[1] == "  Fixtures/\(Self.path)")
        let review = try review(state)
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review)))
        #expect(fixtureTab(state)[0] == "The fixture tells otherwise")
    }

    @Test func theFixtureTabFollowsWhatAReviewWrote() throws {
        var state = created()
        let review = try review(state)
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review)))
        guard case .settleDrift(let settlement)? = Sample.press("a", &state).first else {
            Issue.record("nothing is settled")
            return
        }
        let paths = ["Fixtures/\(Self.path)", "Fixtures/api.example.test/bookings/POST.201.json"]
        state.response.records[Sample.createKey]?.comparison = Comparison(base: .fixture)
        state.response.records[Sample.createKey]?.comparison?.problem = "old"
        _ = update(&state, on: .driftSettled(settlement, .written(paths: paths)))
        #expect(state.notice?.text == "Wrote Fixtures/\(Self.path).")
        #expect(fixtureTab(state).prefix(3) == ["Saved as", "  " + paths[0], "  " + paths[1]])
        // The Diff tab reads the fixture again.
        #expect(state.record?.comparison == Comparison(base: .fixture))
        _ = update(&state, on: .driftSettled(settlement, .failed(reason: "is gone")))
        #expect(state.notice?.text == "The fixture was not changed: is gone")
    }

    @Test func pathsThatAreIgnoredMakeTheFixtureTrueAgain() throws {
        var state = created()
        let review = try review(state)
        let all = DriftSettlement(
            subject: try subject(state),
            collection: try #require(state.collection),
            fixturePath: Self.path,
            ignored: review.drift.map(\.path),
            isAccepted: false
        )
        _ = update(&state, on: .driftSettled(all, .written(paths: ["Fixtures/\(Self.path)"])))
        #expect(state.notice?.text == "3 paths are ignored from now on in Fixtures/\(Self.path).")
        #expect(fixtureTab(state)[0] == "The fixture still tells the truth")
    }

    @Test func whatCameDuringAReviewIsNotWhatIsAccepted() throws {
        var state = created()
        let review = try review(state)
        guard case .send(let id, _)? = update(&state, on: .command(.send)).last else {
            Issue.record("nothing is sent")
            return
        }
        _ = update(&state, on: try .fixtureCompared(subject(state), .drift(review)))
        var result = review.subject.result
        result.name = "newer"
        _ = update(&state, on: .exchangeFinished(id, result, nil))
        guard case .settleDrift(let settlement)? = Sample.press("a", &state).first else {
            Issue.record("nothing is settled")
            return
        }
        #expect(settlement.subject == review.subject)
        _ = update(&state, on: .driftSettled(settlement, .written(paths: ["Fixtures/a"])))
        #expect(fixtureTab(state)[0] == "An answer before was saved or compared")
    }

    @Test func offlineAVariantIsChosenForEachRequest() throws {
        var state = created()
        #expect(Command.chooseOfflineAnswer.reasonUnavailable(in: state) != nil)
        state.isOffline = true
        let key = try #require(state.request.key)
        let answers = [
            OfflineAnswer(variant: "", outcome: "201", fixturePath: "a/POST.201.meta.json"),
            OfflineAnswer(
                variant: "full",
                outcome: "409",
                fixturePath: "a/POST~full.409.meta.json"
            ),
        ]
        _ = update(&state, on: .offlineAnswersListed(key, answers))
        guard case .choice(let choice)? = state.popup else {
            Issue.record("nothing is offered")
            return
        }
        #expect(choice.items.map(\.value) == ["", "201", "full"])
        #expect(Sample.press("full<Enter>", &state) == [])
        #expect(state.offlineVariants[key] == "full")
        #expect(label(state) == "offline: full")
        state.environmentName = "e"
        #expect(label(state) == "env: e · offline: full")
        state.offlineVariants[key] = String(repeating: "long", count: 20)
        #expect(label(state) == "env: e · offline")
        state.environmentName = String(repeating: "far", count: 20)
        #expect(label(state) == "offline")
        state.environmentName = nil
        state.offlineVariants[key] = "full"
        guard case .send(_, let order)? = Sample.press("s", &state).last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(order.offlineVariant == "full")
        state.isOffline = false
        guard case .send(_, let live)? = Sample.press("s", &state).last else { return }
        #expect(live.offlineVariant == nil)
        _ = update(&state, on: .offlineAnswersListed(key, []))
        #expect(state.notice?.text.contains("S saves one") == true)
    }
}
