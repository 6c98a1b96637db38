import ClientCore
import HTTPModel
import Testing

@Suite struct ChainTests {
    @Test func theFirstMiddlewareIsTheOutermost() async throws {
        let transport = ScriptTransport([.status(200)])
        let adding = { (name: String) in
            ClosureMiddleware {
                (request, _, next) async throws(PreparationFailure) -> Exchange in
                var request = request
                request.fields.append("Trace", name)
                var exchange = try await next(request)
                exchange = Exchange(
                    request: exchange.request,
                    hops: exchange.hops,
                    result: exchange.result.map { response in
                        var response = response
                        response.head.fields.append("Trace", name)
                        return response
                    }
                )
                return exchange
            }
        }
        let client = client(transport, adding("outer"), adding("inner"))
        let request = try get()
        let exchange = try await client.send(request)
        #expect(transport.sent[0].fields.values(named: "Trace") == ["outer", "inner"])
        #expect(exchange.response?.fields.values(named: "Trace") == ["inner", "outer"])
        #expect(exchange.request == request)
    }

    @Test func everyAttemptKeepsItsHopsWithNumberAndOffset() async throws {
        let time = ManualTime()
        let transport = ScriptTransport(
            [.status(302, ["Location": "/b"]), .status(503), .status(200)],
            time: time,
            hopDuration: .milliseconds(10)
        )
        let twice = ClosureMiddleware {
            (request, context, next) async throws(PreparationFailure) -> Exchange in
            var first = try await next(request)
            context.note(
                RetryDecision(isRetried: true, delay: .seconds(2), reason: "status 503"),
                on: &first
            )
            try? await context.time.sleep(for: .seconds(2))
            return try await next(request)
        }
        let exchange = try await client(transport, time: time, twice).send(get("/a"))
        #expect(exchange.attempts == 2)
        #expect(exchange.hops.map(\.attempt) == [1, 1, 2])
        #expect(
            exchange.hops.map(\.startOffset) == [
                .zero, .milliseconds(10), .milliseconds(2020),
            ]
        )
        #expect(exchange.elapsed == .milliseconds(2030))
        #expect(exchange.hops.map(\.retry?.reason) == [nil, "status 503", nil])
        #expect(exchange.hops[0].redirect?.next?.path == "/b")
    }

    @Test func aMiddlewareMayAnswerWithoutSending() async throws {
        let transport = ScriptTransport([.status(200)])
        let answering = ClosureMiddleware {
            (request, context, _) async throws(PreparationFailure) -> Exchange in
            let response = HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(418)))
            return context.exchange(for: request, result: .success(response))
        }
        let exchange = try await client(transport, answering).send(get())
        #expect(exchange.response?.status == HTTPStatus(418))
        #expect(exchange.attempts == 0)
        #expect(transport.sent.isEmpty)
    }

    @Test func theTotalLimitCountsAllAttempts() async throws {
        let time = ManualTime()
        let transport = ScriptTransport([.status(503)], time: time, hopDuration: .seconds(3))
        let forever = ClosureMiddleware {
            (request, _, next) async throws(PreparationFailure) -> Exchange in
            while true {
                let exchange = try await next(request)
                if exchange.failure != nil { return exchange }
            }
        }
        var request = try get()
        request.options.timeouts.total = .seconds(7)
        let exchange = try await client(transport, time: time, forever).send(request)
        #expect(exchange.failure?.code == .timeoutTotal)
        #expect(exchange.failure?.phase == .prepare)
        #expect(exchange.attempts == 3)
        #expect(transport.sent.map(\.totalTimeLeft) == [.seconds(7), .seconds(4), .seconds(1)])
    }

    @Test func aTokenOfTheContextIsPlacedLikeAnyOther() async throws {
        let transport = ScriptTransport([
            .status(302, ["Location": "http://other.test/"]), .status(200),
        ])
        let signing = ClosureMiddleware {
            (request, context, next) async throws(PreparationFailure) -> Exchange in
            context.token = .field(name: "X-API-Key", value: "k")
            return try await next(request)
        }
        let exchange = try await client(transport, signing).send(get())
        #expect(transport.sent[0].fields["X-API-Key"] == "k")
        #expect(transport.sent[1].fields["X-API-Key"] == nil)
        #expect(exchange.hops[0].redirect?.droppedFields == ["X-API-Key"])
    }

    @Test func monitorsHearOfACallInOrder() async throws {
        let record = EventRecord()
        let transport = ScriptTransport([.status(302, ["Location": "/b"]), .status(200)])
        _ = try await client(transport, monitors: [record]).send(get("/a"))
        let kinds = record.events.map { event in
            switch event.kind {
            case .started(let request): "started \(request.target.path)"
            case .adapted(let request): "adapted \(request.target.path)"
            case .sending(let request): "sending \(request.target.path)"
            case .receivedHead(let head): "head \(head.status.rawValue)"
            case .redirected(let decision): "redirected \(decision.location)"
            case .retrying(let decision): "retrying \(decision.reason)"
            case .finished(let exchange): "finished \(exchange.attempts)"
            case .refused: "refused"
            }
        }
        #expect(
            kinds == [
                "started /a", "adapted /a", "sending /a", "head 302", "redirected /b",
                "sending /b", "head 200", "finished 1",
            ]
        )
        #expect(Set(record.events.map(\.call)).count == 1)
    }

    @Test func monitorsHearOfARefusal() async throws {
        let record = EventRecord()
        let transport = ScriptTransport([.status(200)])
        var request = try get()
        request.fields.append("X", "a\nb")
        await #expect(throws: PreparationFailure.self) {
            try await client(transport, monitors: [record]).send(request)
        }
        guard case .refused(let failure) = record.events.last?.kind else {
            Issue.record("no refusal")
            return
        }
        #expect(failure.code == .request)
    }

    @Test func callsHaveNumbersThatGrow() {
        let first = CallContext()
        let second = CallContext()
        #expect(first.id < second.id)
    }
}
