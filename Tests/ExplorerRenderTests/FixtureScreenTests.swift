import Explorer
import Fixtures
import HTTPModel
import Screen
import Testing

/// Answers beside their fixtures: a difference to review, and the choice of what answers offline.
@Suite struct FixtureScreenTests {
    private static let sizes: [(name: String, size: Size)] = [
        ("80x24", Size(rows: 24, columns: 80)), ("120x40", Size(rows: 40, columns: 120)),
    ]

    private func received(_ size: Size) -> ExplorerState {
        Sample.received(Sample.createKey, rows: size.rows, columns: size.columns) {
            Sample.result(of: $0, in: $1)
        }
    }

    @Test(arguments: sizes)
    func aDifferenceToReview(_ name: String, _ size: Size) throws {
        var state = received(size)
        let head = HTTPResponseHead(
            status: HTTPStatus(201),
            fields: ["Content-Type": "application/json"]
        )
        let old = Octets(utf8: Sample.createdBody.replacing("\"paid\":false", with: "\"paid\":0"))
        let fixture = Fixture(
            .post,
            authority: "127.0.0.1:8080",
            path: "/bookings",
            outcome: .success(HTTPResponse(head: head, body: old))
        )
        let new = HTTPResponse(head: head, body: Octets(utf8: Sample.createdBody))
        let review = DriftReview(
            subject: FixtureSubject(
                key: try #require(state.request.key),
                result: try #require(state.record?.result)
            ),
            fixturePath: "127.0.0.1:8080/bookings/POST.201.meta.json",
            contentPath: "127.0.0.1:8080/bookings/POST.201.json",
            drift: fixture.drift(from: .success(new))
        )
        _ = update(&state, on: .fixtureCompared(review.subject, .drift(review)))
        try GoldenScreen.expect(state, "popup-drift-\(name)")
    }

    @Test(arguments: sizes)
    func whatAnswersOffline(_ name: String, _ size: Size) throws {
        var state = received(size)
        state.isOffline = true
        let key = try #require(state.request.key)
        state.offlineVariants[key] = "full"
        let answers = [("", "201"), ("full", "409"), ("", "receive.reset")].map {
            variant,
            outcome in
            let name = variant.isEmpty ? "" : "~" + variant
            return OfflineAnswer(
                variant: variant,
                outcome: outcome,
                fixturePath: "127.0.0.1:8080/bookings/POST\(name).\(outcome).meta.json"
            )
        }
        _ = update(&state, on: .offlineAnswersListed(key, answers))
        try GoldenScreen.expect(state, "popup-offline-\(name)")
    }
}
