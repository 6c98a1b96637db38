import ClientCore
import Documents
import Fixtures
import HTTPModel
import TestSupport
import Testing

/// Turns, states, chosen variants, templates and waits.
@Suite struct PlayingTests {
    private func fixture(
        _ text: String,
        status: Int = 200,
        path: String = "/x",
        variant: String? = nil,
        _ change: (inout FixtureBehavior) -> Void = { _ in }
    ) -> Fixture {
        var fixture = Fixture(
            .get,
            authority: "api.test",
            path: path,
            variant: variant,
            outcome: .success(
                HTTPResponse(
                    head: HTTPResponseHead(
                        status: HTTPStatus(status),
                        fields: ["Content-Type": "application/json"]
                    ),
                    body: Octets(utf8: text)
                )
            )
        )
        change(&fixture.behavior)
        return fixture
    }

    private func ask(
        _ set: FixtureSet,
        _ progress: FixtureProgress,
        fields: HTTPFields = HTTPFields()
    ) -> String {
        let match = set.match(
            method: .get,
            authority: nil,
            target: "/x",
            fields: fields,
            progress: progress
        )
        guard case .hit(let stored) = match else { return "miss" }
        return stored.fixture.response?.body.text ?? "failure"
    }

    @Test func turnsAnswerOneAfterTheOtherAndTheLastGoesOn() {
        let set = FixtureSet([
            fixture("three", variant: "c") { $0.turn = 3 },
            fixture("one", variant: "a") { $0.turn = 1 },
            fixture("two", variant: "b") { $0.turn = 2 },
        ])
        let progress = FixtureProgress()
        #expect(set.isStateful)
        let answers = (0..<5).map { _ in ask(set, progress) }
        #expect(answers == ["one", "two", "three", "three", "three"])
        progress.reset()
        #expect(ask(set, progress) == "one")
        // What is asked for by its name comes out of turn, and takes none.
        #expect(ask(set, progress, fields: ["Apus-Variant": "c"]) == "three")
        #expect(ask(set, progress) == "two")
    }

    @Test func aStateDecidesWhoAnswersAndAnAnswerSetsIt() {
        let set = FixtureSet([
            fixture("empty", variant: "empty") { $0.requires = ["cart": ""] },
            fixture("full", variant: "full") {
                $0.requires = ["cart": "full"]
                $0.sets = ["cart": ""]
            },
        ])
        let progress = FixtureProgress()
        #expect(ask(set, progress) == "empty")
        progress.set("cart", to: "full")
        #expect(ask(set, progress) == "full")
        #expect(ask(set, progress) == "empty")
        #expect(progress.states == ["cart": ""])
    }

    @Test func aMissTellsTheStateThatIsMissing() throws {
        let set = FixtureSet([fixture("full") { $0.requires = ["cart": "full"] }])
        let match = set.match(
            method: .get,
            authority: nil,
            target: "/x",
            progress: FixtureProgress()
        )
        guard case .miss(let nearest) = match else {
            Issue.record("a hit")
            return
        }
        #expect(nearest.first?.reasons == ["state cart is \"\", not \"full\""])
    }

    @Test func aChosenVariantAnswersUntilItIsTakenBack() {
        let set = FixtureSet([fixture("usual"), fixture("rare", variant: "rare")])
        let progress = FixtureProgress()
        #expect(ask(set, progress) == "usual")
        progress.choose(variant: "rare", for: "GET /x")
        #expect(ask(set, progress) == "rare")
        progress.choose(variant: "gone", for: "GET /x")
        #expect(ask(set, progress) == "usual")
        progress.choose(variant: "rare", for: "*")
        progress.choose(variant: nil, for: "GET /x")
        #expect(ask(set, progress) == "rare")
        progress.choose(variant: nil, for: "*")
        #expect(ask(set, progress) == "usual")
    }

    @Test func aTransportPrefersItsVariantWhereThereIsOne() async throws {
        var transport = FixtureTransport(
            FixtureSet([
                fixture("usual"), fixture("rare", variant: "rare"), fixture("other", path: "/y"),
            ])
        )
        transport.variant = "rare"
        let client = HTTPClient(transport: transport)
        for (path, text) in [("x", "rare"), ("y", "other")] {
            let target = try TargetURI("http://a.test/\(path)")
            let exchange = try await client.send(HTTPRequest(.get, target))
            #expect(exchange.response?.body.text == text)
        }
        // What a request asks for itself comes first.
        let asking = HTTPRequest(
            .get,
            try TargetURI("http://a.test/x"),
            fields: ["Apus-Variant": "200"]
        )
        #expect(try await client.send(asking).response?.body.text == "usual")
    }

    @Test func aTemplateEchoesTheRequestAndStaysJSON() throws {
        var template = fixture(
            """
            {"id": {{request.path.id}}, "name": "{{request.body.$.name}}", \
            "page": "{{request.query.page}}", "all": {{request.body.$.list}}, \
            "by": "{{request.field.X-User}}", "kept": "{{{", "n": {{count}}}
            """,
            path: "/rooms/{id}"
        ) { $0.isTemplate = true }
        template.outcome = template.outcome.map { response in
            var response = response
            response.head.fields.append("Location", "/rooms/{{request.path.id}}/{{request.method}}")
            response.head.fields.append("Content-Length", "3")
            return response
        }
        let source = TemplateSource(
            method: .put,
            target: "/rooms/17?page=%222%22&x=1",
            fields: ["X-User": "a\\b"],
            body: Octets(utf8: #"{"name": "Zoë \"Z\"", "list": [1, 2.00]}"#),
            count: 4
        )
        let response = try template.answer(to: source).get()
        #expect(
            response.body.text == #"{"id": 17, "name": "Zoë \"Z\"", "page": "\"2\"", "#
                + #""all": [1, 2.00], "by": "a\\b", "kept": "{{{", "n": 4}"#
        )
        #expect(response.fields["Location"] == "/rooms/17/PUT")
        #expect(response.fields["Content-Length"] == "\(response.body.count)")
        #expect((try? JSONValue(parsing: response.body)) != nil)
    }

    @Test func whatARequestSendsAddsNoLineToAHead() throws {
        var template = fixture("", path: "/{name}") { $0.isTemplate = true }
        template.outcome = template.outcome.map { response in
            var response = response
            response.head.fields = ["X-Name": "{{request.path.name}}"]
            return response
        }
        let source = TemplateSource(
            method: .get,
            target: "/a%0D%0AX-Evil:%201",
            fields: HTTPFields(),
            body: Octets(),
            count: 1
        )
        #expect(try template.answer(to: source).get().fields["X-Name"] == "aX-Evil: 1")
    }

    @Test func behaviorSurvivesTheFile() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        let latencies: [Latency] = [
            .none, .fixed(.milliseconds(5)), .between(.milliseconds(1), .milliseconds(2)),
            .percentiles([.init(50, .milliseconds(10)), .init(99.5, .seconds(1))]),
        ]
        let calls: [ClosedRange<Int>?] = [nil, 2...2, 1...Int.max, 0...3]
        for (latency, calls) in zip(latencies, calls) {
            let written = fixture("{}") {
                $0 = FixtureBehavior(
                    latency: latency,
                    bytesPerSecond: 100,
                    isTemplate: true,
                    turn: 2,
                    requires: ["a": "1", "b": ""],
                    sets: ["a": "2"],
                    expectedCalls: calls
                )
            }
            try store.save(written)
            let set = try store.load()
            #expect(set.problems == [])
            #expect(set.fixtures.first?.behavior == written.behavior)
        }
    }

    @Test(
        arguments: [
            #""latencyMs": "slow""#, #""latencyMs": {"p0": 1}"#,
            #""latencyMs": {"min": 2, "max": 1}"#,
            #""latencyMs": {"p50": 9, "p90": 1}"#, #""bytesPerSecond": 0"#, #""turn": "one""#,
            #""state": {"sets": {"a": 1}}"#, #""expectedCalls": {"min": 3, "max": 2}"#,
        ]
    )
    func aHeadThatSaysNonsenseIsAProblemWithItsPlace(_ member: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "api.test/x/GET.200.meta.json",
            """
            {"apusFixture": 1, "request": {"method": "GET", "path": "/x"}, \(member),
             "response": {"status": 200, "fields": []}}
            """
        )
        let set = try FixtureStore(root: folder.path).load()
        #expect(set.fixtures.isEmpty)
        #expect(set.problems.count == 1)
        let key = member.split(separator: "\"").first.map(String.init) ?? "?"
        #expect(set.problems.first?.description.contains(key) == true)
    }

    @Test func anExpressionThatMeansNothingIsAProblem() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        #expect(throws: FixtureError.self) {
            try store.save(fixture("{{request.pth}}") { $0.isTemplate = true })
        }
        #expect(try store.load().problems.first?.detail.contains("{{request.pth}}") == true)
    }

    @Test func waitsFollowTheirDistribution() {
        let between = Latency.between(.milliseconds(10), .milliseconds(20))
        #expect(between.duration(at: 0) == .milliseconds(10))
        #expect(between.duration(at: 0.5) == .milliseconds(15))
        let shares = Latency.percentiles([
            .init(50, .milliseconds(40)), .init(90, .milliseconds(80)),
        ])
        #expect(shares.duration(at: 0.25) == .milliseconds(20))
        #expect(shares.duration(at: 0.5) == .milliseconds(40))
        #expect(shares.duration(at: 0.7) == .milliseconds(60))
        #expect(shares.duration(at: 1) == .milliseconds(80))
    }

    @Test func theTransportOfTestsTakesTurnsToo() async throws {
        let set = FixtureSet([
            fixture("{}", status: 503, variant: "down") { $0.turn = 1 },
            fixture(#"{"n": {{count}}}"#, variant: "up") {
                $0.turn = 2
                $0.isTemplate = true
            },
        ])
        let client = HTTPClient(transport: FixtureTransport(set))
        let target = try TargetURI("http://api.test/x")
        var seen: [String] = []
        for _ in 0..<3 {
            let response = try await client.send(HTTPRequest(.get, target)).response
            seen.append("\(response?.status.rawValue ?? 0) \(response?.body.text ?? "")")
        }
        #expect(seen == ["503 {}", "200 {\"n\": 1}", "200 {\"n\": 2}"])
    }
}
