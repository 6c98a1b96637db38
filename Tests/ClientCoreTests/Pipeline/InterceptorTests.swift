import ClientCore
import HTTPModel
import Synchronization
import Testing

/// An interceptor made of closures.
private struct Interceptor: HTTPRequestInterceptor {
    var adapting: @Sendable (HTTPRequest) throws(PreparationFailure) -> HTTPRequest = { $0 }
    var verdict: RetryVerdict = .pass(reason: "no opinion")

    func adapt(
        _ request: HTTPRequest,
        context: CallContext
    ) async throws(PreparationFailure) -> HTTPRequest {
        try adapting(request)
    }

    func retry(_ question: RetryQuestion, context: CallContext) async -> RetryVerdict {
        question.retries == 0 ? verdict : .pass(reason: "once is enough")
    }
}

@Suite struct InterceptorTests {
    private func adding(_ name: String) -> Interceptor {
        Interceptor(adapting: { (request) throws(PreparationFailure) -> HTTPRequest in
            var request = request
            request.fields.append("Trace", name)
            return request
        })
    }

    @Test func adaptersRunInOrderAndAnewForEveryAttempt() async throws {
        let transport = ScriptTransport([.status(500), .status(200)])
        var second = adding("b")
        second.verdict = .retry(reason: "again")
        let middleware = InterceptorMiddleware([adding("a"), second])
        let exchange = try await client(transport, middleware).send(get())
        #expect(
            transport.sent.map { $0.fields.values(named: "Trace") } == [["a", "b"], ["a", "b"]]
        )
        #expect(exchange.attempts == 2)
        #expect(exchange.hops[0].retry?.reason == "again")
        #expect(exchange.request.fields.isEmpty)
    }

    @Test func oneCallCanHaveMiddlewaresOfItsOwn() async throws {
        let transport = ScriptTransport([.status(200)])
        let client = client(transport, InterceptorMiddleware([adding("client")]))
        let own = InterceptorMiddleware(
            adapters: [RequestModifier { $0.fields.append("Trace", "call") }]
        )
        _ = try await client.adding(own).send(get())
        _ = try await client.send(get())
        #expect(
            transport.sent.map { $0.fields.values(named: "Trace") } == [
                ["client", "call"], ["client"],
            ]
        )
    }

    @Test func theFirstRetrierWithAnOpinionDecides() async throws {
        let middleware = InterceptorMiddleware([
            Interceptor(), Interceptor(verdict: .stop(reason: "enough")),
            Interceptor(verdict: .retry(reason: "again")),
        ])
        let exchange = try await client(ScriptTransport([.status(500)]), middleware).send(get())
        #expect(exchange.attempts == 1)
        #expect(exchange.hops[0].retry == RetryDecision(isRetried: false, reason: "enough"))
    }

    @Test func nobodyIsAskedAboutAnAcceptedResponse() async throws {
        let middleware = InterceptorMiddleware([Interceptor(verdict: .retry(reason: "again"))])
        let exchange = try await client(ScriptTransport([.status(204)]), middleware).send(get())
        #expect(exchange.attempts == 1)
        #expect(exchange.hops[0].retry == nil)
    }

    @Test func theValidatorSaysWhatIsAskedAbout() async throws {
        let middleware = InterceptorMiddleware([Interceptor(verdict: .retry(reason: "again"))])
        var client = client(ScriptTransport([.status(200), .status(202)]), middleware)
        client.configuration.validator = .statusCodes([202])
        let exchange = try await client.send(get())
        #expect(exchange.response?.status == HTTPStatus(202))
    }

    @Test func anAdapterThatRefusesEndsTheCallBeforeAnythingIsSent() async throws {
        let transport = ScriptTransport([.status(200)])
        let refusing = Interceptor(adapting: { (_) throws(PreparationFailure) -> HTTPRequest in
            throw PreparationFailure(.request, detail: "offline")
        })
        let client = client(transport, InterceptorMiddleware([refusing]))
        await #expect(throws: PreparationFailure(.request, detail: "offline")) {
            try await client.send(get())
        }
        #expect(transport.sent.isEmpty)
    }

    @Test func anAdapterThatRefusesAnotherAttemptLeavesTheLastAnswer() async throws {
        let count = Mutex(0)
        let once = Interceptor(
            adapting: { (request) throws(PreparationFailure) -> HTTPRequest in
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isFirst { throw PreparationFailure(.request, detail: "only once") }
                return request
            },
            verdict: .retry(reason: "again")
        )
        let client = client(ScriptTransport([.status(500)]), InterceptorMiddleware([once]))
        let exchange = try await client.send(get())
        #expect(exchange.response?.status == HTTPStatus(500))
        #expect(exchange.hops[0].retry == RetryDecision(isRetried: false, reason: "only once"))
    }
}
