import ClientCore
import HTTPModel
import Synchronization
import Testing

/// A credential that says itself whether it is used up.
private struct Badge: AuthenticationCredential, Equatable {
    var name: String
    var requiresRefresh = false
}

/// An authenticator that counts and renews by a closure.
private final class BadgeOffice: Authenticator {
    private let count = Mutex(0)
    private let renew: @Sendable (Badge, Int) async throws -> Badge

    init(_ renew: @escaping @Sendable (Badge, Int) async throws -> Badge) {
        self.renew = renew
    }

    var refreshes: Int { count.withLock { $0 } }

    func token(for credential: Badge) -> Token? { .bearer(credential.name) }

    func refresh(_ credential: Badge) async throws -> Badge {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await renew(credential, number)
    }
}

private struct OfficeClosed: Error {}

@Suite struct AuthenticationTests {
    /// Answers 200 to the bearer token `good`, 401 to any other.
    private func server(good: String) -> ScriptTransport {
        ScriptTransport([
            .closure { request in
                request.fields["Authorization"] == "Bearer \(good)" ? .status(200) : .status(401)
            }
        ])
    }

    @Test func theCredentialIsPlacedAndKeptWithinItsOrigin() async throws {
        let transport = ScriptTransport([
            .status(302, ["Location": "http://other.test/"]), .status(200),
        ])
        let office = BadgeOffice { badge, _ in badge }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "a"))
        _ = try await client(transport, middleware).send(get())
        #expect(transport.sent.map { $0.fields["Authorization"] } == ["Bearer a", nil])
    }

    @Test func aRefusalByAnOriginThatNeverSawTheCredentialRenewsNothing() async throws {
        let transport = ScriptTransport([
            .closure { request in
                request.target.host == "api.test"
                    ? .status(302, ["Location": "http://other.test/"]) : .status(401)
            }
        ])
        let office = BadgeOffice { badge, _ in badge }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "a"))
        let exchange = try await client(transport, middleware).send(get())
        #expect(exchange.response?.status == HTTPStatus(401))
        #expect(transport.sent.map(\.target.host) == ["api.test", "other.test"])
        #expect(office.refreshes == 0)
        let reason = "the credential stayed with the origin that redirected"
        #expect(exchange.hops.last?.retry?.reason == reason)
    }

    @Test func withoutACredentialRequestsGoAsTheyAre() async throws {
        let transport = server(good: "a")
        let office = BadgeOffice { badge, _ in badge }
        let middleware = AuthenticationMiddleware(office, credential: nil)
        let client = client(transport, middleware)
        #expect(try await client.send(get()).response?.status == HTTPStatus(401))
        #expect(office.refreshes == 0)
        middleware.credential = Badge(name: "a")
        #expect(try await client.send(get()).response?.status == HTTPStatus(200))
    }

    @Test func aRefusedCredentialIsRenewedAndTheRequestSentAgain() async throws {
        let transport = server(good: "new")
        let office = BadgeOffice { _, _ in Badge(name: "new") }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        let exchange = try await client(transport, middleware).send(get())
        #expect(exchange.response?.status == HTTPStatus(200))
        #expect(exchange.attempts == 2)
        #expect(exchange.hops[0].retry?.reason == "the credential was renewed")
        #expect(middleware.credential == Badge(name: "new"))
        #expect(office.refreshes == 1)
    }

    @Test func aUsedUpCredentialIsRenewedBeforeAnythingIsSent() async throws {
        let transport = server(good: "new")
        let office = BadgeOffice { _, _ in Badge(name: "new") }
        let old = Badge(name: "old", requiresRefresh: true)
        let middleware = AuthenticationMiddleware(office, credential: old)
        let exchange = try await client(transport, middleware).send(get())
        #expect(exchange.attempts == 1)
        #expect(office.refreshes == 1)
    }

    @Test func manyRefusedRequestsShareOneRefresh() async throws {
        let transport = server(good: "new")
        let office = BadgeOffice { _, _ in Badge(name: "new") }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        let client = client(transport, middleware)
        let request = try get()
        let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<50 {
                group.addTask { try await client.send(request).response?.status.rawValue }
            }
            return try await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(statuses == [Int?](repeating: 200, count: 50))
        #expect(office.refreshes == 1)
    }

    @Test func aRefusalOfAnOlderCredentialTakesThePresentOneWithoutARefresh() async throws {
        let transport = server(good: "present")
        let office = BadgeOffice { badge, _ in badge }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        let changing = ClosureMiddleware {
            (request, context, next) async throws(PreparationFailure) -> Exchange in
            let exchange = try await next(request)
            if context.attempt == 1 { middleware.credential = Badge(name: "present") }
            return exchange
        }
        let exchange = try await client(transport, middleware, changing).send(get())
        #expect(exchange.response?.status == HTTPStatus(200))
        #expect(exchange.attempts == 2)
        #expect(office.refreshes == 0)
    }

    @Test func aFailedRefreshFailsAllWaitersOnceAndTheNextRequestTriesAgain() async throws {
        let transport = server(good: "new")
        let waiters = Mutex<(@Sendable () -> Int)?>(nil)
        let office = BadgeOffice { _, number in
            guard number == 1 else { return Badge(name: "new") }
            while (waiters.withLock { $0 }?() ?? 0) < 3 { await Task.yield() }
            throw OfficeClosed()
        }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        waiters.withLock { $0 = { middleware.waitingCount } }
        defer { waiters.withLock { $0 = nil } }
        let client = client(transport, middleware)
        let request = try get()
        let exchanges = try await withThrowingTaskGroup(of: Exchange.self) { group in
            for _ in 0..<3 { group.addTask { try await client.send(request) } }
            return try await group.reduce(into: [Exchange]()) { $0.append($1) }
        }
        #expect(exchanges.map(\.failure?.code) == [.authRefresh, .authRefresh, .authRefresh])
        #expect(
            exchanges.map(\.failure?.causes) == [
                ["OfficeClosed"], ["OfficeClosed"], ["OfficeClosed"],
            ]
        )
        #expect(
            exchanges.allSatisfy { exchange in
                exchange.failure?.partialHead == exchange.hops.last?.responseHead
            }
        )
        #expect(office.refreshes == 1)
        #expect(try await client.send(request).response?.status == HTTPStatus(200))
        #expect(office.refreshes == 2)
    }

    @Test func aCancelledWaiterLeavesTheRefreshToTheOthers() async throws {
        let gate = Gate()
        let office = BadgeOffice { _, _ in
            await gate.wait()
            try Task.checkCancellation()
            return Badge(name: "new")
        }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        let client = client(server(good: "new"), middleware)
        let request = try get()
        let first = Task { try await client.send(request) }
        while middleware.waitingCount < 1 { await Task.yield() }
        let second = Task { try await client.send(request) }
        while middleware.waitingCount < 2 { await Task.yield() }
        first.cancel()
        #expect(try await first.value.failure?.code == .cancelled)
        gate.open()
        #expect(try await second.value.response?.status == HTTPStatus(200))
        #expect(office.refreshes == 1)
    }

    @Test func tooManyRefreshesEndInAFailureOfTheirOwnUntilTimeHasPassed() async throws {
        let time = ManualTime()
        let office = BadgeOffice { _, number in Badge(name: "\(number)") }
        let middleware = AuthenticationMiddleware(
            office,
            credential: Badge(name: "old"),
            refreshWindow: RefreshWindow(interval: .seconds(30), limit: 3)
        )
        let client = client(server(good: "none"), time: time, middleware)
        let first = try await client.send(get())
        #expect(first.response?.status == HTTPStatus(401))
        #expect(first.attempts == 3)
        #expect(first.hops[2].retry?.reason == "renewed credentials are refused too")
        let second = try await client.send(get())
        #expect(second.failure?.code == .authRefreshLimit)
        #expect(second.failure?.partialHead?.status == HTTPStatus(401))
        #expect(second.failure?.detail == "3 refreshes within 30.0 seconds")
        #expect(office.refreshes == 3)
        time.advance(by: .seconds(30))
        #expect(try await client.send(get()).response?.status == HTTPStatus(401))
        #expect(office.refreshes == 5)
    }

    @Test func aRefreshMayUseTheSameClient() async throws {
        let transport = ScriptTransport([
            .closure { request in
                if request.target.path == "/renew" { return .status(200, [:], "new") }
                return request.fields["Authorization"] == "Bearer new" ? .status(204) : .status(401)
            }
        ])
        let own = Mutex<HTTPClient?>(nil)
        let office = BadgeOffice { _, _ in
            guard let client = own.withLock({ $0 }) else { throw OfficeClosed() }
            let response = try await client.response(to: get("/renew"))
            return Badge(name: String(decoding: response.body, as: UTF8.self))
        }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        let client = client(transport, middleware)
        own.withLock { $0 = client }
        defer { own.withLock { $0 = nil } }
        let exchange = try await client.send(get())
        #expect(exchange.response?.status == HTTPStatus(204))
        #expect(transport.sent.map(\.target.path) == ["/", "/renew", "/"])
        #expect(transport.sent[1].fields["Authorization"] == nil)
    }

    @Test func whoSignsInDuringARefreshWins() async throws {
        let gate = Gate()
        let office = BadgeOffice { _, _ in
            await gate.wait()
            return Badge(name: "renewed")
        }
        let middleware = AuthenticationMiddleware(office, credential: Badge(name: "old"))
        let client = client(server(good: "signed in"), middleware)
        let request = try get()
        let call = Task { try await client.send(request) }
        while middleware.waitingCount < 1 { await Task.yield() }
        middleware.credential = Badge(name: "signed in")
        gate.open()
        #expect(try await call.value.response?.status == HTTPStatus(200))
        #expect(middleware.credential?.name == "signed in")
    }

    @Test func aTokenIsRenewedByAClosure() async throws {
        let middleware = AuthenticationMiddleware(
            TokenAuthenticator { _ in .bearer("new") },
            credential: .bearer("old")
        )
        let exchange = try await client(server(good: "new"), middleware).send(get())
        #expect(exchange.response?.status == HTTPStatus(200))
    }
}
