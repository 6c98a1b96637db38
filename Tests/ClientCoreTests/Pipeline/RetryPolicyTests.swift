import ClientCore
import HTTPModel
import Testing

@Suite struct RetryPolicyTests {
    private let steady = RetryPolicy(backoff: .constant(.seconds(1)))

    private func send(
        _ method: HTTPMethod,
        _ answers: [ScriptTransport.Answer],
        policy: RetryPolicy,
        time: ManualTime = ManualTime()
    ) async throws -> Exchange {
        let request = HTTPRequest(method, try TargetURI("http://api.test/"))
        let transport = ScriptTransport(answers, time: time, hopDuration: .milliseconds(100))
        return try await client(transport, time: time, policy).send(request)
    }

    private func send(
        _ answers: [ScriptTransport.Answer],
        policy: RetryPolicy,
        time: ManualTime = ManualTime()
    ) async throws -> Exchange {
        try await send(.get, answers, policy: policy, time: time)
    }

    @Test func aStatusThatPassesIsSentAgain() async throws {
        let time = ManualTime()
        let exchange = try await send([.status(503), .status(200)], policy: steady, time: time)
        #expect(exchange.response?.status == HTTPStatus(200))
        #expect(exchange.attempts == 2)
        #expect(time.slept == [.seconds(1)])
        #expect(exchange.hops.map(\.startOffset) == [.zero, .milliseconds(1100)])
        #expect(exchange.elapsed == .milliseconds(1200))
        #expect(
            exchange.hops.map(\.retry) == [
                RetryDecision(isRetried: true, delay: .seconds(1), reason: "status 503"), nil,
            ]
        )
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func theseStatusesAreSentAgain(_ status: Int) async throws {
        let exchange = try await send([.status(status), .status(200)], policy: steady)
        #expect(exchange.attempts == 2)
    }

    @Test(arguments: [200, 204, 301, 400, 401, 403, 404, 409, 501, 505])
    func otherStatusesAreNot(_ status: Int) async throws {
        let exchange = try await send([.status(status), .status(200)], policy: steady)
        #expect(exchange.attempts == 1)
        #expect(exchange.response?.status == HTTPStatus(status))
    }

    @Test func theLimitEndsInTheLastAnswerWithTheReason() async throws {
        let exchange = try await send([.status(503)], policy: steady)
        #expect(exchange.attempts == 3)
        #expect(exchange.response?.status == HTTPStatus(503))
        #expect(
            exchange.hops.map(\.retry?.reason) == [
                "status 503", "status 503", "status 503, but the limit of 2 retries is reached",
            ]
        )
        #expect(exchange.hops.map(\.retry?.isRetried) == [true, true, false])
    }

    @Test(arguments: [
        (NetworkFailure.Code.receiveReset, NetworkFailure.Phase.wait),
        (.receiveTruncated, .receive), (.connectTimeout, .connect), (.timeoutHeaders, .wait),
    ])
    func aFailureThatPassesIsSentAgain(
        _ code: NetworkFailure.Code,
        _ phase: NetworkFailure.Phase
    ) async throws {
        let exchange = try await send([.failure(code, phase), .status(200)], policy: steady)
        #expect(exchange.attempts == 2)
        #expect(exchange.failure == nil)
        #expect(exchange.hops[0].failure?.code == code)
    }

    @Test(arguments: [
        NetworkFailure.Code.tlsUntrusted, .receiveMalformed, .cancelled, .timeoutTotal,
        .redirectLimit,
    ])
    func aFailureThatStaysIsNot(_ code: NetworkFailure.Code) async throws {
        let exchange = try await send([.failure(code, .receive), .status(200)], policy: steady)
        #expect(exchange.attempts == 1)
        #expect(exchange.hops.last?.retry?.isRetried == false)
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func whatIsNotIdempotentIsNotSentAgain(_ method: HTTPMethod) async throws {
        let exchange = try await send(method, [.status(503), .status(200)], policy: steady)
        #expect(exchange.attempts == 1)
        #expect(
            exchange.hops[0].retry?.reason == "\(method) is not idempotent, after status 503"
        )
    }

    @Test func contentThatCanBeReadOnlyOnceIsNeverSentAgain() async throws {
        let once = AsyncStream<Octets> { $0.finish() }
        let request = HTTPRequest(.put, try TargetURI("http://api.test/"), body: .stream(once))
        let client = client(ScriptTransport([.failure(.connectRefused, .connect)]), steady)
        let exchange = try await client.send(request)
        #expect(exchange.attempts == 1)
        #expect(exchange.hops[0].retry?.reason == "the content can be read only once")
    }

    @Test func contentThatCanBeReadAnewIsSentAgain() async throws {
        let body = RequestBody.stream(replaying: { AsyncStream<Octets> { $0.finish() } })
        let request = HTTPRequest(.put, try TargetURI("http://api.test/"), body: body)
        let client = client(ScriptTransport([.status(503), .status(200)]), steady)
        #expect(try await client.send(request).attempts == 2)
    }

    @Test func theMethodsCanBeChosen() async throws {
        var policy = steady
        policy.methods = [.post]
        let post = try await send(.post, [.status(503), .status(200)], policy: policy)
        let get = try await send(.get, [.status(503), .status(200)], policy: policy)
        #expect(post.attempts == 2)
        #expect(get.attempts == 1)
    }

    @Test func whatWasNeverSentIsSentAgainWhateverItsMethod() async throws {
        let refused = try await send(
            .post,
            [.failure(.connectRefused, .connect), .status(201)],
            policy: steady
        )
        let dead = try await send(
            .post,
            [.failure(.sendReset, .send, isReused: true), .status(201)],
            policy: steady
        )
        let waited = try await send(
            .post,
            [.failure(.receiveReset, .wait), .status(201)],
            policy: steady
        )
        #expect(refused.attempts == 2)
        #expect(dead.attempts == 2)
        #expect(dead.hops[0].retry?.reason == "send.reset, nothing was sent")
        #expect(waited.attempts == 1)
    }

    @Test func aRedirectedPostWasSent() async throws {
        let exchange = try await send(
            .post,
            [
                .status(307, ["Location": "/b"]), .failure(.connectRefused, .connect),
                .status(201),
            ],
            policy: steady
        )
        #expect(exchange.attempts == 1)
    }

    @Test func retryAfterInSecondsSetsTheWait() async throws {
        let time = ManualTime()
        let exchange = try await send(
            [.status(429, ["Retry-After": "7"]), .status(200)],
            policy: steady,
            time: time
        )
        #expect(time.slept == [.seconds(7)])
        #expect(
            exchange.hops[0].retry?.reason == "status 429, the server asks to wait 7.0 seconds"
        )
    }

    @Test func retryAfterAsADateIsReadByTheServersClock() async throws {
        let time = ManualTime(secondsSinceEpoch: 784_111_777)
        let fields: HTTPFields = [
            "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
            "Retry-After": "Sun, 06 Nov 1994 09:49:49 GMT",
        ]
        _ = try await send([.status(503, fields), .status(200)], policy: steady, time: time)
        #expect(time.slept == [.seconds(12)])
    }

    @Test func retryAfterAsADateIsReadByOurClockWhenTheServerShowsNone() async throws {
        let time = ManualTime(secondsSinceEpoch: 784_111_777)
        let fields: HTTPFields = ["Retry-After": "Sunday, 06-Nov-94 08:49:40 GMT"]
        _ = try await send([.status(503, fields), .status(200)], policy: steady, time: time)
        #expect(time.slept == [.seconds(3)])
    }

    @Test func aDateThatHasPassedMeansAtOnce() async throws {
        let time = ManualTime()
        let fields: HTTPFields = ["Retry-After": "Sun, 06 Nov 1994 08:00:00 GMT"]
        _ = try await send([.status(503, fields), .status(200)], policy: steady, time: time)
        #expect(time.slept == [.zero])
    }

    @Test(arguments: ["3600", "99999999999999999999999"])
    func aLongRetryAfterIsCut(_ text: String) async throws {
        let time = ManualTime()
        let exchange = try await send(
            [.status(503, ["Retry-After": text]), .status(200)],
            policy: steady,
            time: time
        )
        #expect(time.slept == [.seconds(60)])
        #expect(exchange.hops[0].retry?.reason.hasSuffix("cut to 60.0 seconds") == true)
    }

    @Test(arguments: ["-1", "soon", "1.5", ""])
    func aRetryAfterThatCannotBeReadIsIgnored(_ text: String) async throws {
        let time = ManualTime()
        _ = try await send(
            [.status(503, ["Retry-After": text]), .status(200)],
            policy: steady,
            time: time
        )
        #expect(time.slept == [.seconds(1)])
    }

    @Test func theWaitGrowsWithFullJitter() async throws {
        let time = ManualTime()
        let policy = RetryPolicy(limit: 4, backoff: .exponential(cap: .seconds(3)), random: { 0.5 })
        _ = try await send([.status(503)], policy: policy, time: time)
        #expect(
            time.slept == [
                .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(1500),
            ]
        )
    }

    @Test func noWaitEndsPastTheBudgetOfTime() async throws {
        let time = ManualTime()
        var policy = steady
        policy.limit = 100
        policy.totalBudget = .seconds(3)
        let exchange = try await send([.status(503)], policy: policy, time: time)
        #expect(exchange.attempts == 3)
        #expect(exchange.hops.last?.retry?.reason.contains("budget of 3.0 seconds") == true)
    }

    @Test func noWaitEndsPastTheTotalLimitOfTheCall() async throws {
        let time = ManualTime()
        let transport = ScriptTransport([.status(503)], time: time)
        var request = try get()
        request.options.timeouts.total = .seconds(2)
        let exchange = try await client(transport, time: time, steady).send(request)
        #expect(exchange.attempts == 2)
        #expect(exchange.response?.status == HTTPStatus(503))
    }

    @Test func allCallsTogetherHaveABudgetOfRetries() async throws {
        let time = ManualTime()
        var policy = steady
        policy.backoff = .constant(.zero)
        policy.budget = RetryBudget(capacity: 3, interval: .seconds(10))
        let transport = ScriptTransport([.status(503)], time: time)
        let client = client(transport, time: time, policy)
        #expect(try await client.send(get()).attempts == 3)
        #expect(try await client.send(get()).attempts == 2)
        let last = try await client.send(get())
        #expect(last.attempts == 1)
        #expect(
            last.hops[0].retry?.reason == "status 503, but the retries of all calls are used up"
        )
        time.advance(by: .seconds(20))
        #expect(try await client.send(get()).attempts == 3)
    }

    @Test func aRetryThatIsNotMadeIsNotTakenFromTheBudget() async throws {
        var policy = steady
        policy.backoff = .constant(.seconds(5))
        policy.budget = RetryBudget(capacity: 1, interval: .seconds(1000))
        let time = ManualTime()
        let client = client(ScriptTransport([.status(503)], time: time), time: time, policy)
        var request = try get()
        request.options.timeouts.total = .seconds(1)
        let short = try await client.send(request)
        let reason = "status 503, but the limit of 1.0 seconds for the call would be passed"
        #expect(short.attempts == 1 && short.hops[0].retry?.reason == reason)
        policy.backoff = .constant(.zero)
        var patient = client
        patient.configuration.middlewares = [policy]
        #expect(try await patient.send(get()).attempts == 2)
    }

    @Test func theHookDecidesBeforeThePolicy() async throws {
        var policy = steady
        policy.hook = { question in
            switch question.problem.status?.rawValue {
            case 404: .retry(after: .seconds(5), reason: "not there yet")
            case 503: .stop(reason: "not today")
            default: .pass(reason: "")
            }
        }
        let time = ManualTime()
        let missing = try await send([.status(404), .status(200)], policy: policy, time: time)
        #expect(missing.attempts == 2)
        #expect(time.slept == [.seconds(5)])
        let unavailable = try await send([.status(503), .status(200)], policy: policy)
        #expect(unavailable.hops[0].retry?.reason == "not today")
        let bad = try await send([.status(502), .status(200)], policy: policy)
        #expect(bad.attempts == 2)
    }

    @Test func cancellingEndsTheWait() async throws {
        let time = ManualTime(isHeld: true)
        let client = client(ScriptTransport([.status(503)]), time: time, steady)
        let request = try get()
        let task = Task { try await client.send(request) }
        await time.sleeps(1)
        task.cancel()
        let exchange = try await task.value
        #expect(exchange.failure?.code == .cancelled)
        #expect(exchange.hops.count == 1)
    }

    @Test func onlyALostConnectionIsSentAgainOnRequest() async throws {
        var policy = RetryPolicy.connectionLost()
        policy.backoff = .constant(.zero)
        let lost = try await send(
            [.failure(.receiveReset, .receive), .status(200)],
            policy: policy
        )
        let down = try await send([.status(503), .status(200)], policy: policy)
        #expect(lost.attempts == 2)
        #expect(down.attempts == 1)
    }

    @Test func theWaitOfABackoffNeverOverflows() {
        let backoff = Backoff.exponential(base: .seconds(1), factor: 1e30, cap: .seconds(1000))
        #expect(backoff.delay(beforeRetry: 1, random: { 1 }) == .seconds(1))
        #expect(backoff.delay(beforeRetry: 50, random: { 1 }) == .seconds(1000))
        #expect(Backoff.constant(.seconds(-1)).delay(beforeRetry: 1, random: { 0 }) == .zero)
    }
}
