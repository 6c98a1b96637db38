import Documents
import Fixtures
import HTTPModel
import Testing

/// What counts as a difference between a fixture and a live answer.
@Suite struct DriftTests {
    private func response(
        _ body: String,
        status: Int = 200,
        type: String = "application/json"
    ) -> HTTPResponse {
        let head = HTTPResponseHead(status: HTTPStatus(status), fields: ["Content-Type": type])
        return HTTPResponse(head: head, body: Octets(utf8: body))
    }

    private func fixture(_ response: HTTPResponse) -> Fixture {
        Fixture(.get, authority: "api.test", path: "/a", outcome: .success(response))
    }

    private func drift(
        _ stored: String,
        _ live: String,
        volatilePaths: [String] = []
    ) -> [String] {
        var fixture = fixture(response(stored))
        fixture.volatilePaths = volatilePaths
        return fixture.drift(from: .success(response(live))).map(\.description)
    }

    @Test func anAddedKeyIsADifference() {
        #expect(
            drift(#"{"id": 1}"#, #"{"id": 2, "name": "x"}"#) == ["$.name: key added: string"]
        )
    }

    @Test func aRemovedKeyIsADifference() {
        #expect(
            drift(#"{"id": 1, "a": {"b c": true}}"#, #"{"id": 1, "a": {}}"#)
                == ["$.a['b c']: key removed, was bool"]
        )
    }

    @Test func anotherTypeIsADifference() {
        #expect(
            drift(#"{"items": [{"id": 1}, {"id": 2}]}"#, #"{"items": [{"id": "1"}]}"#)
                == ["$.items[*].id: type changed: number, now string"]
        )
    }

    @Test func nullWhereNoneWasIsADifference() {
        #expect(
            drift(#"{"name": "a"}"#, #"{"name": null}"#) == ["$.name: null: string, now null"]
        )
    }

    @Test func aNewWordOfAnEnumerationIsADifference() {
        let stored = #"[{"s":"open"},{"s":"closed"},{"s":"open"},{"s":"closed"}]"#
        #expect(
            drift(stored, #"[{"s":"open"},{"s":"archived"}]"#)
                == [#"$[*].s: new value: "open", "closed", now "archived""#]
        )
    }

    @Test func anotherStatusIsADifferenceAndItsContentIsNotCompared() {
        let drift = fixture(response(#"{"id": 1}"#))
            .drift(from: .success(response(#"{"error": "x"}"#, status: 500)))
        #expect(drift.map(\.description) == ["status: 200, now 500"])
    }

    @Test func anotherMediaTypeIsADifferenceButNotAnotherParameter() {
        let stored = fixture(response("{}", type: "application/json"))
        let other = stored.drift(from: .success(response("<a/>", type: "text/html")))
        #expect(other.map(\.description) == ["media type: application/json, now text/html"])
        let same = response("{}", type: "Application/JSON; charset=utf-8")
        #expect(stored.drift(from: .success(same)).isEmpty)
    }

    @Test func anArrayThatBecomesAnObjectIsADifference() {
        #expect(
            drift(#"{"items": [1, 2]}"#, #"{"items": {"0": 1}}"#)
                == ["$.items: type changed: array, now object"]
        )
    }

    @Test func aVolatilePathIsPassedOver() {
        let stored = #"{"id": 1, "at": "2026-11-30T06:00:00Z"}"#
        let live = #"{"id": 1, "at": 1700000000}"#
        #expect(drift(stored, live).count == 1)
        #expect(drift(stored, live, volatilePaths: ["$.at"]).isEmpty)
        #expect(drift(stored, #"{"id": 1}"#, volatilePaths: ["$..at"]).isEmpty)
    }

    @Test func orderAndValuesDoNotMatter() {
        #expect(
            drift(
                #"{"a": 1, "b": [{"c": "x", "d": 1}, {"d": 2, "c": "y"}]}"#,
                #"{"b": [{"d": 5, "c": "z"}], "a": 2.5}"#
            ).isEmpty
        )
    }

    // MARK: Beyond the ten

    @Test func whatWasOptionalOrNullableMayStaySo() {
        let stored = #"[{"a": 1, "b": null}, {"b": 2}]"#
        #expect(drift(stored, #"[{"b": null}]"#).isEmpty)
        #expect(drift(stored, #"[{"a": null, "b": 1}]"#) == ["$[*].a: null: number, now null"])
        #expect(drift(#"[{"a": 1}]"#, #"[{"a": 1}, {}]"#).count == 1)
        #expect(drift(#"{"a": null}"#, #"{"a": {"b": 1}}"#).isEmpty)
    }

    @Test func aPlaceholderFitsAnyType() {
        #expect(drift(#"{"pin": "REDACTED-secret-1"}"#, #"{"pin": 1234}"#).isEmpty)
    }

    @Test func aFormatThatIsLostIsADifference() {
        #expect(
            drift(#"{"at": "2026-11-30"}"#, #"{"at": "yesterday"}"#)
                == ["$.at: format changed: date, now other text"]
        )
    }

    @Test func contentThatIsNotJSONAnyMoreIsADifference() {
        #expect(
            drift(#"{"a": 1}"#, "oops") == ["content: JSON, now content that is not JSON"]
        )
    }

    @Test func aFailureFixtureAgreesWithTheSameFailure() {
        let reset = NetworkFailure(.receiveReset, phase: .receive)
        var fixture = fixture(response("{}"))
        fixture.outcome = .failure(reset)
        #expect(fixture.drift(from: .failure(reset)).isEmpty)
        let other = NetworkFailure(.timeoutTotal, phase: .wait)
        #expect(fixture.drift(from: .failure(other)).map(\.kind) == ["outcome"])
        #expect(
            fixture.drift(from: .success(response("{}"))).map(\.description)
                == ["outcome: receive.reset, now 200"]
        )
    }

    @Test func aDifferenceKnowsItsPlaceInTheFixture() {
        let fixture = fixture(response("{\n  \"a\": {\n    \"b\": 1\n  }\n}"))
        let drift = fixture.drift(from: .success(response(#"{"a": {"b": "x", "c": 1}}"#)))
        #expect(
            drift.map(\.location) == [
                TextLocation(line: 3, column: 10), TextLocation(line: 2, column: 8),
            ]
        )
    }
}
