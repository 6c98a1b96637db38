import Foundation
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// The transport of closures: its matchers, its speed, its failures, and what it tells afterwards.
@Suite struct MockTransportTests {
    /// Time that passes without waiting.
    private final class FakeTime: Sendable {
        let passed = Mutex<[Duration]>([])
        var pause: MockTransport.Pause {
            { [self] time in passed.withLock { $0.append(time) } }
        }
        var total: Duration { passed.withLock { $0.reduce(.zero, +) } }
    }

    private final class Observer: HopObserver {
        let progress = Mutex<[HopProgress]>([])
        func hop(_ progress: HopProgress) { self.progress.withLock { $0.append(progress) } }
    }

    private func request(
        _ text: String = "http://a.example.test/dogs?q=a%20b&n",
        _ method: HTTPMethod = .get,
        fields: HTTPFields = [:],
        content: String? = nil
    ) throws -> PreparedRequest {
        PreparedRequest(
            method: method,
            target: try TargetURI(text),
            fields: fields,
            content: content.map { .octets(Octets(utf8: $0)) }
        )
    }

    @Test func contentOfEachKindIsMatched() async throws {
        let folder = try TemporaryFolder()
        try folder.write("f", #"{"name": "Zoë"}"#)
        var form = MultipartForm()
        form.append(name: "f", file: folder.file("f"))
        let transport = MockTransport()
        transport.stub(.body(containing: "Zoë"), with: .json("{}"))
        let client = HTTPClient(transport: transport)
        let pieces = AsyncStream<Octets> { continuation in
            for text in [#"{"name": "Zo"#, #"ë"}"#] { continuation.yield(Octets(utf8: text)) }
            continuation.finish()
        }
        let bodies: [RequestBody] = [.file(folder.file("f")), .multipart(form), .stream(pieces)]
        for body in bodies {
            let target = try TargetURI("http://a.example.test/")
            let exchange = try await client.send(HTTPRequest(.post, target, body: body))
            #expect(exchange.response?.status.rawValue == 200)
        }
        #expect(transport.received.allSatisfy { $0.body.text.contains("Zoë") })
    }

    @Test func matchersHoldForWhatTheySay() throws {
        let seen = try request(
            "HTTP://A.example.test:80/dogs?q=a%20b&n",
            .post,
            fields: ["X-Key": "1", "Accept": "a/b"],
            content: #"{"b": [1, {"c": "x"}], "a": null}"#
        )
        let holding: [RequestMatcher] = [
            .any, [], .method(.post), .host("A.EXAMPLE.test"), .path("/dogs"), .pathPrefix("/d"),
            .url("http://a.example.test/dogs?q=a%20b&n"), .query("q", "a b"), .query("n"),
            .field("x-key"), .field("x-key", "1"), .headers(["accept": "a/b", "x-key": "1"]),
            .body(containing: #""c""#), .json(#"{"a":null,"b":[1,{"c":"x"}]}"#),
            .json(at: "$.b[1].c", "x"), .json(at: "$.a"), .not(.method(.get)),
            .either(.path("/cats"), .path("/dogs")), .custom { $0.body.count == 33 },
            [.method(.post), .path("/dogs")],
            .body(#"{"b": [1, {"c": "x"}], "a": null}"#),
        ]
        for matcher in holding { #expect(matcher.holds(for: seen), "\(matcher)") }
        let failing: [RequestMatcher] = [
            .method(.get), .host("b.example.test"), .path("/"), .pathPrefix("/c"),
            .url("https://a.example.test/dogs?q=a%20b&n"), .url("no URL"), .query("q", "a"),
            .query("z"), .field("z"), .field("x-key", "2"), .headers(["x-key": "1", "z": "1"]),
            .body("x"), .body(containing: "z"), .json("{"), .json(#"{"a":null}"#),
            .json(at: "$.b[1].c", "y"), .json(at: "$[", "y"), .not(.any), .custom { _ in false },
            [.method(.post), .path("/cats")], .either(.path("/cats"), .method(.get)),
        ]
        for matcher in failing { #expect(!matcher.holds(for: seen), "\(matcher)") }
    }

    @Test func aMatcherDoesNotShowTheValuesOfFields() {
        #expect(!"\(RequestMatcher.field("X-Key", "s3cret"))".contains("s3cret"))
        #expect(!"\(RequestMatcher.body("s3cret"))".contains("s3cret"))
    }

    @Test func callsAreCountedAndAFalseExpectationShowsThem() async throws {
        let transport = MockTransport { _ in .response() }
        _ = await transport.send(try request("http://u:p@a.example.test/dogs"))
        _ = await transport.send(try request("http://a.example.test/dogs"))
        _ = await transport.send(try request("http://a.example.test/cats", .post))
        try transport.verify(.path("/dogs"), calls: 2)
        try transport.verify(.method(.post))
        try transport.verify(.path("/birds"), calls: .never)
        try transport.verify(.any, calls: .atLeast(3))
        #expect(transport.callCount(.path("/dogs")) == 2)
        #expect(transport.requests(.method(.post)).map(\.target.path) == ["/cats"])
        try transport.verify([.method(.post), .path("/dogs")], calls: .atMost(0))
        let error = #expect(throws: UnmetExpectation.self) {
            try transport.verify(.path("/dogs"))
        }
        #expect(
            error?.description
                == "expected once where path is /dogs, but was 2 times; asked for: "
                + "GET http://a.example.test/dogs, GET http://a.example.test/dogs, "
                + "POST http://a.example.test/cats"
        )
    }

    @Test(arguments: NetworkFailure.Code.allCases)
    func everyFailureCanBeInjectedBeforeTheStubsAnswer(_ code: NetworkFailure.Code) async throws {
        let transport = MockTransport { _ in .json("[]") }
        transport.failNext(code, count: 2)
        let client = MainNetworkClient(transport: transport)
        for _ in 0..<2 {
            let report = await client.report(api: MockAPI.endpoint)
            #expect(report.exchange?.failure?.code == code)
            #expect(report.error != nil)
        }
        #expect(await client.report(api: MockAPI.endpoint).error == nil)
    }

    @Test func aFailureMayComeAfterTheHeadAndSomeContent() async throws {
        let transport = MockTransport()
        transport.stub(
            .any,
            with: .failure(
                .receiveReset,
                head: HTTPResponseHead(status: HTTPStatus(200)),
                partialBody: Octets(utf8: "half")
            )
        )
        let failure = try #require(await transport.send(try request()).hop.failure)
        #expect(failure.phase == .receive)
        #expect(failure.partialHead?.status == HTTPStatus(200))
        #expect(failure.partialBody.text == "half")
        #expect(failure.bytesReceived == 4)
    }

    @Test func latencyAndBandwidthTakeTheirTime() async throws {
        let time = FakeTime()
        let transport = MockTransport(
            latency: .seconds(2),
            bytesPerSecond: 10,
            pause: time.pause
        )
        transport.stub(.any, with: .response(body: Octets(utf8: "twenty bytes of text")))
        let observer = Observer()
        let outcome = await transport.send(try request(), observer: observer)
        #expect(outcome.response?.body.text == "twenty bytes of text")
        #expect(outcome.hop.timings.wait == .seconds(2))
        #expect(outcome.hop.timings.receive == .seconds(2))
        #expect(outcome.hop.timings.total == .seconds(4))
        #expect(time.total == .seconds(4))
        let received = observer.progress.withLock { $0.map(\.bytesReceived) }
        #expect(received == received.sorted())
        #expect(received.count > 10)
        #expect(received.last == 20)
    }

    @Test func anAnswerMayHaveASpeedOfItsOwn() async throws {
        let time = FakeTime()
        let transport = MockTransport(latency: .seconds(2), pause: time.pause)
        transport.stub(.any, with: .json("1").after(.seconds(7)).at(bytesPerSecond: 1))
        _ = await transport.send(try request())
        #expect(time.total == .seconds(8))
    }

    @Test func theLimitsOfTheRequestHold() async throws {
        let transport = MockTransport(pause: FakeTime().pause)
        transport.stub(.path("/late"), with: .response().after(.seconds(31)))
        transport.stub(
            .path("/slow"),
            with: .response(body: Octets(utf8: "slow")).at(bytesPerSecond: 1)
        )
        var slow = try request("http://a.example.test/slow")
        let late = await transport.send(try request("http://a.example.test/late")).hop.failure
        #expect(late?.code == .timeoutHeaders)
        #expect(late?.elapsed == .seconds(30))
        slow.options.timeouts.idle = .milliseconds(900)
        #expect(await transport.send(slow).hop.failure?.code == .timeoutBody)
        slow.options.timeouts.idle = nil
        slow.totalTimeLeft = .milliseconds(2500)
        let total = await transport.send(slow).hop.failure
        #expect(total?.code == .timeoutTotal)
        #expect(total?.partialBody.text == "sl")
        slow.options.contentLimitInBytes = 3
        let large = await transport.send(slow).hop.failure
        #expect(large?.code == .receiveTooLarge)
        #expect(large?.partialBody.text == "slo")
    }

    @Test func aRequestWithoutAStubIsToldWhatIsStubbed() async throws {
        let transport = MockTransport()
        transport.stub([.method(.post), .path("/dogs")], with: .response())
        let failure = await transport.send(try request("http://a.example.test/")).hop.failure
        #expect(
            failure?.detail
                == "no stub for GET http://a.example.test/; "
                + "stubs: method is POST and path is /dogs"
        )
    }

    @Test func aResetTransportKnowsNothing() async throws {
        let transport = MockTransport { _ in .response() }
        _ = await transport.send(try request())
        transport.reset()
        #expect(transport.received.isEmpty)
        #expect(await transport.send(try request()).response == nil)
    }

    @Test func contentComesInItsPiecesWhereItIsStreamed() async throws {
        let time = FakeTime()
        let transport = MockTransport(pause: time.pause)
        transport.stub(
            .any,
            with: .pieces(["data: a\n", "\ndata", ": b\n\n"]).at(bytesPerSecond: 1)
        )
        let hop = await transport.stream(try request(), observer: nil)
        #expect(hop.outcome.response?.body.isEmpty == true)
        let content = try #require(hop.content)
        var pieces: [String] = []
        while case .octets(let octets) = await content.next() { pieces.append(octets.text) }
        #expect(pieces == ["data: a\n", "\ndata", ": b\n\n"])
        #expect(time.total == .seconds(18))
        guard case .end(let outcome) = await content.next() else {
            Issue.record("the end is not given again")
            return
        }
        #expect(outcome.response?.status == HTTPStatus(200))
        #expect(outcome.hop.bytesReceived == 18)
        #expect(await transport.send(try request()).response?.body.text == pieces.joined())
    }

    @Test func theLimitsOfTheRequestHoldForStreamsToo() async throws {
        let transport = MockTransport(latency: .seconds(1), pause: FakeTime().pause)
        transport.stub(.any, with: .pieces(["ab", "cd", "ef"]).at(bytesPerSecond: 1))
        func end(
            _ change: (inout PreparedRequest) -> Void
        ) async throws -> (content: String, outcome: HopOutcome) {
            var request = try request()
            request.options.timeouts.idle = nil
            change(&request)
            let content = try #require(await transport.stream(request, observer: nil).content)
            var text = ""
            while true {
                switch await content.next() {
                case .octets(let octets): text += octets.text
                case .end(let outcome): return (text, outcome)
                }
            }
        }
        let whole = try await end { _ in }
        #expect(whole.content == "abcdef" && whole.outcome.hop.failure == nil)
        #expect(whole.outcome.hop.timings.receive == .seconds(6))
        #expect(whole.outcome.hop.timings.total == .seconds(7))
        let idle = try await end { $0.options.timeouts.idle = .milliseconds(1500) }
        #expect(idle.content.isEmpty && idle.outcome.hop.failure?.code == .timeoutBody)
        #expect(idle.outcome.hop.failure?.partialHead?.status == HTTPStatus(200))
        let total = try await end { $0.totalTimeLeft = .seconds(6) }
        #expect(total.content == "abcd" && total.outcome.hop.failure?.code == .timeoutTotal)
        #expect(total.outcome.hop.failure?.bytesReceived == 4)
        let large = try await end { $0.options.contentLimitInBytes = 3 }
        #expect(large.content == "ab" && large.outcome.hop.failure?.code == .receiveTooLarge)
        let head = try await end { $0.method = .head }
        #expect(head.content.isEmpty && head.outcome.response != nil)
    }

    @Test func aStreamMayEndInAFailureOrBeCancelled() async throws {
        let transport = MockTransport()
        transport.stub(.any, with: .pieces(["one"], then: .receiveTruncated))
        let failing = try #require(await transport.stream(try request(), observer: nil).content)
        _ = await failing.next()
        guard case .end(let end) = await failing.next() else {
            Issue.record("no end")
            return
        }
        #expect(end.hop.failure?.code == .receiveTruncated)
        #expect(end.hop.failure?.partialBody.text == "one")
        let cancelled = try #require(await transport.stream(try request(), observer: nil).content)
        cancelled.cancel()
        guard case .end(let outcome) = await cancelled.next() else {
            Issue.record("no end")
            return
        }
        #expect(outcome.hop.failure?.code == .cancelled)
        transport.stub(.any, with: .failure(.connectRefused))
        let refused = await transport.stream(try request(), observer: nil)
        #expect(refused.content == nil)
        #expect(refused.outcome.hop.failure?.code == .connectRefused)
    }
}
