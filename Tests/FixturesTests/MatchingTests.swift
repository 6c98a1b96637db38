import ClientCore
import Fixtures
import HTTPModel
import TestSupport
import Testing

@Suite struct MatchingTests {
    private func fixture(
        _ name: String,
        _ path: String = "/a",
        method: HTTPMethod = .get,
        authority: String = "api.test",
        query: [QueryMatcher] = [],
        fields: [FieldMatcher] = [],
        body: [BodyMatcher] = [],
        variant: String? = nil,
        capturedAt: String = "",
        status: Int = 200
    ) -> Fixture {
        let head = HTTPResponseHead(status: HTTPStatus(status))
        var fixture = Fixture(
            method,
            authority: authority,
            path: path,
            query: query,
            fields: fields,
            body: body,
            variant: variant,
            outcome: .success(HTTPResponse(head: head, body: Octets(utf8: name)))
        )
        fixture.capturedAt = capturedAt
        return fixture
    }

    private func answer(
        _ fixtures: [Fixture],
        _ target: String = "/a",
        method: HTTPMethod = .get,
        authority: String? = nil,
        fields: HTTPFields = [:],
        body: String = ""
    ) -> String? {
        let match = FixtureSet(fixtures).match(
            method: method,
            authority: authority,
            target: target,
            fields: fields,
            body: Octets(utf8: body)
        )
        guard case .hit(let stored) = match else { return nil }
        return stored.fixture.response?.body.text
    }

    @Test func theMostSpecificFixtureWins() {
        let fixtures = [
            fixture("plain"), fixture("page", query: [QueryMatcher("page", "2")]),
            fixture("page any", query: [QueryMatcher("page")]),
            fixture(
                "page and field",
                query: [QueryMatcher("page", "2")],
                fields: [FieldMatcher("X", "1")]
            ),
        ]
        #expect(answer(fixtures) == "plain")
        #expect(answer(fixtures, "/a?page=1") == "page any")
        #expect(answer(fixtures, "/a?x=y&page=2") == "page")
        #expect(answer(fixtures, "/a?page=2", fields: ["x": "1"]) == "page and field")
        #expect(answer(fixtures, "/a/") == nil)
        #expect(answer(fixtures, method: .post) == nil)
    }

    @Test func contentDecidesWhenItIsListed() {
        let fixtures = [
            fixture("any", method: .post),
            fixture("json", method: .post, body: [.json(path: "$.op", value: "list")]),
            fixture("number", method: .post, body: [.json(path: "$.n", value: "1.0")]),
            fixture("text", method: .post, body: [.contains("needle")]),
            fixture("exact", method: .post, body: [.equals("exact")]),
        ]
        func post(_ body: String) -> String? { answer(fixtures, method: .post, body: body) }
        #expect(post("") == "any")
        #expect(post("{\"op\": \"list\"}") == "json")
        #expect(post("{\"op\": \"other\"}") == "any")
        #expect(post("{\"n\": 1.0}") == "number")
        #expect(post("a needle here") == "text")
        #expect(post("exact") == "exact")
    }

    @Test func literalPathsComeBeforePatterns() {
        let fixtures = [
            fixture("pattern", "/b/{id}", query: [QueryMatcher("x")]), fixture("literal", "/b/1"),
            fixture("part", "/f/v{n}.json"),
        ]
        #expect(answer(fixtures, "/b/1?x") == "literal")
        #expect(answer(fixtures, "/b/2?x") == "pattern")
        #expect(answer(fixtures, "/b/2/c?x") == nil)
        #expect(answer(fixtures, "/b/?x") == nil)
        #expect(answer(fixtures, "/f/v12.json") == "part")
        #expect(answer(fixtures, "/f/v.json") == nil)
    }

    @Test func amongEqualsTheNewestWins() {
        let fixtures = [
            fixture("old", capturedAt: "2026-01-01T00:00:00Z"),
            fixture("new", capturedAt: "2026-02-01T00:00:00Z", status: 404),
            fixture("by hand", status: 500),
            fixture("variant", variant: "v", capturedAt: "2026-03-01T00:00:00Z"),
        ]
        #expect(answer(fixtures) == "new")
        #expect(answer(fixtures, fields: ["apus-variant": "v"]) == "variant")
        #expect(answer(fixtures, fields: ["Apus-Variant": "500"]) == "by hand")
        #expect(answer(fixtures, fields: ["Apus-Variant": "w"]) == nil)
    }

    @Test func aKnownAuthorityIsTheOnlyOneSearched() {
        let fixtures = [fixture("a", authority: "a.test"), fixture("b", "/b", authority: "b.test")]
        #expect(answer(fixtures, authority: "a.test") == "a")
        #expect(answer(fixtures, authority: "B.test") == nil)
        #expect(answer(fixtures, authority: "c.test") == "a")
        #expect(answer(fixtures, authority: "localhost:80") == "a")
    }

    @Test func aCaptureOfTheMockItselfHidesNothingElse() {
        let fixtures = [
            fixture("a", authority: "a.test"), fixture("b", "/b", authority: "127.0.0.1:4000"),
        ]
        #expect(answer(fixtures, authority: "127.0.0.1:4000") == "a")
    }

    @Test func headFallsBackToGet() {
        #expect(answer([fixture("get")], method: .head) == "get")
        let both = [fixture("get"), fixture("head", method: .head)]
        #expect(answer(both, method: .head) == "head")
    }

    @Test func aMissTellsTheReasons() {
        let set = FixtureSet([
            fixture("", method: .post), fixture("", query: [QueryMatcher("p", "1")]),
            fixture("", fields: [FieldMatcher("X")]), fixture("", "/other/thing"),
        ])
        guard case .miss(let near) = set.match(method: .get, authority: nil, target: "/a?p=2")
        else {
            Issue.record("matched")
            return
        }
        #expect(
            near.map(\.reasons) == [
                ["query item p must be \"1\", not \"2\""], ["field X is missing"],
                ["method is POST, not GET"], ["path is /other/thing, not /a"],
            ]
        )
    }

    @Test func anAnswerToATokenIsNotGivenToARequestWithoutOne() throws {
        let head = HTTPResponseHead(status: HTTPStatus(200))
        let exchange = Exchange(
            request: HTTPRequest(.get, try TargetURI("http://api.test/a")),
            result: .success(HTTPResponse(head: head, body: Octets(utf8: "private")))
        )
        let captured = Fixture.capturing(
            exchange,
            token: .bearer("t"),
            capturedAt: "2026-01-01T00:00:00Z"
        )
        let fixtures = [captured, fixture("unauthorized", status: 401)]
        #expect(answer(fixtures) == "unauthorized")
        #expect(answer(fixtures, fields: ["Authorization": "Bearer other"]) == "private")
    }

    @Test func anAnswerToATokenIsGivenToARequestWithoutOneWhenThereIsNoOther() throws {
        let head = HTTPResponseHead(status: HTTPStatus(200))
        let tokens: [Token] = [
            .bearer("t"), .field(name: "X-K", value: "t"), .query(name: "k", value: "t"),
        ]
        for token in tokens {
            let exchange = Exchange(
                request: HTTPRequest(.get, try TargetURI("http://api.test/a")),
                result: .success(HTTPResponse(head: head, body: Octets(utf8: "kept")))
            )
            let captured = Fixture.capturing(
                exchange,
                token: token,
                capturedAt: "2026-01-01T00:00:00Z"
            )
            #expect(answer([captured]) == "kept")
        }
        #expect(answer([fixture("x", fields: [FieldMatcher("X")])]) == nil)
    }

    // MARK: Transport

    private func send(
        _ fixtures: [Fixture],
        _ url: String = "https://api.test/a",
        honoring: Bool = false
    ) async throws -> Exchange {
        let transport = FixtureTransport(FixtureSet(fixtures), isHonoringDelays: honoring)
        return try await HTTPClient(transport: transport).send(
            HTTPRequest(.get, try TargetURI(url))
        )
    }

    @Test func aFixtureBecomesAResponseWithoutASocket() async throws {
        let exchange = try await send([fixture("hello")])
        #expect(exchange.response?.body.text == "hello")
        #expect(exchange.hops.count == 1)
    }

    @Test func aFailureFixtureBecomesThatFailure() async throws {
        let failure = NetworkFailure(
            .tlsExpired,
            phase: .tls,
            elapsed: .milliseconds(7),
            bytesReceived: 3,
            detail: "d"
        )
        let stored = Fixture(.get, authority: "api.test", path: "/a", outcome: .failure(failure))
        #expect(try await send([stored]).failure == failure)
    }

    @Test func aMissIs501() async throws {
        let exchange = try await send([fixture("x", "/b")])
        #expect(exchange.response?.status.rawValue == 501)
        #expect(exchange.response?.body.text.contains("path is /b, not /a") == true)
    }

    @Test func contentOfEachKindIsMatched() async throws {
        let folder = try TemporaryFolder()
        try folder.write("f", #"{"name": "Zoë"}"#)
        let named = fixture("Zoë's", method: .post, body: [.contains("Zoë")])
        let other = fixture("another's", method: .post)
        let client = HTTPClient(transport: FixtureTransport(FixtureSet([other, named])))
        let form = MultipartForm([.init(name: "f", content: .file(folder.file("f")))])
        let pieces = AsyncStream<Octets> { continuation in
            continuation.yield(Octets(utf8: #"{"name": "Zo"#))
            continuation.yield(Octets(utf8: #"ë"}"#))
            continuation.finish()
        }
        for body in [
            .file(folder.file("f")), .multipart(form), .stream(pieces), .none,
        ] as [RequestBody] {
            let target = try TargetURI("https://api.test/a")
            let exchange = try await client.send(HTTPRequest(.post, target, body: body))
            #expect(exchange.response?.body.text == (body == .none ? "another's" : "Zoë's"))
        }
    }

    @Test func redirectsAreFollowedThroughFixtures() async throws {
        var moved = fixture("", status: 302)
        let head = HTTPResponseHead(status: HTTPStatus(302), fields: ["Location": "/b"])
        moved.outcome = .success(HTTPResponse(head: head))
        let exchange = try await send([moved, fixture("there", "/b")])
        #expect(exchange.response?.body.text == "there")
        #expect(exchange.hops.count == 2)
    }

    @Test func delaysAreNotWaitedForUnlessAsked() async throws {
        var slow = fixture("slow")
        slow.delay = .seconds(3_600)
        #expect(try await send([slow]).response?.body.text == "slow")
        let task = Task { [slow] in try await self.send([slow], honoring: true) }
        task.cancel()
        #expect(try await task.value.failure?.code == .cancelled)
    }
}
