import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import Testing

/// Interceptors of providers, the default one among them.
@Suite struct InterceptorTests {
    private static let reachable: @Sendable () -> Bool = { true }

    // Rows: 1-8
    @Test(arguments: [Route.mockTransport, .curl])
    func everyAttemptIsAdaptedAnew(_ route: Route) async throws {
        let peer = Peer(route) { request in
            PeerAnswer(status: request.fields["X-Attempt"] == "2" ? 200 : 500, body: "{}")
        }
        let interceptor = ScriptedInterceptor(
            adapt: { request, context in
                request.addValue("\(context.retryCount)", forHTTPHeaderField: "X-Attempt")
            },
            retry: { _, _ in .retry }
        )
        let target = SampleTarget(peer, "u", .post, task: .requestData(Data("body".utf8)))
        let result: Result<String, NetworkError> = await peer.provider(interceptor: interceptor)
            .request(target)
        #expect(try result.get() == "{}")
        #expect(peer.seen.map { $0.fields["X-Attempt"] } == ["0", "1", "2"])
        #expect(peer.seen.map(\.body) == ["body", "body", "body"])
        #expect(interceptor.questions.map { $0.response?.statusCode } == [500, 500])
        #expect(interceptor.questions.map(\.retryCount) == [0, 1])
        #expect(Set(interceptor.questions.map(\.call)).count == 1)
    }

    // Rows: 1-8
    @Test func aDelayIsThatOfTheInterceptor() async {
        let peer = Peer(.mockTransport, json: "{}", status: 503)
        let time = ManualTime()
        let interceptor = ScriptedInterceptor(retry: { context, _ in
            context.retryCount < 2 ? .retryWithDelay(1.5) : .doNotRetry
        })
        let result: Result<String, NetworkError> =
            await peer.provider(interceptor: interceptor, time: time).request(SampleTarget(peer))
        #expect(result.error?.statusCode == 503)
        #expect(time.waits == [.milliseconds(1500), .milliseconds(1500)])
    }

    // Rows: 1-8, 1-23
    @Test func theInterceptorMayEndTheCallWithItsOwnError() async {
        struct Own: Error, Equatable {}
        let peer = Peer(.mockTransport, json: "{}", status: 500)
        let refusing = ScriptedInterceptor(adapt: { _, _ in throw Own() })
        let ending = ScriptedInterceptor(retry: { _, _ in .doNotRetryWithError(Own()) })
        for interceptor in [refusing, ending] {
            let result: Result<String, NetworkError> =
                await peer.provider(interceptor: interceptor).request(SampleTarget(peer))
            #expect(result.error?.underlyingError as? Own == Own())
        }
        #expect(peer.seen.count == 1)
    }

    // Rows: 1-8
    @Test func anUploadIsAdaptedWithoutLosingItsContent() async throws {
        let peer = Peer(.curl, json: "{}")
        let interceptor = ScriptedInterceptor(adapt: { request, _ in
            request.addValue("1", forHTTPHeaderField: "X-One")
        })
        let part = MultipartFormData(provider: .data(Data("part".utf8)), name: "p")
        let target = SampleTarget(peer, "u", .post, task: .uploadMultipart([part]))
        _ = try await peer.provider(interceptor: interceptor).upload(target).get()
        let seen = try #require(peer.seen.first)
        #expect(seen.fields["X-One"] == "1")
        #expect(seen.body.contains("part"))
    }

    // Rows: 1-6, 1-7
    @Test func withoutANetworkNothingIsSent() async {
        let peer = Peer(.mockTransport)
        let interceptor = DefaultInterceptor({ $0(true) }, { false })
        let result: Result<String, NetworkError> = await peer.provider(interceptor: interceptor)
            .request(SampleTarget(peer))
        guard case .networkError(let error, nil, nil) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(error.failureCode == .connectUnreachable)
        #expect(UserFacingError(.networkError(error, nil, nil)) == .noInternetError)
        #expect(peer.seen.isEmpty)
    }

    // Rows: 1-6, 1-7
    @Test func after401TheTokenIsRefreshedAndTheRequestSentAgain() async throws {
        let refreshes = Counter()
        let peer = Peer(.curl) { _ in
            PeerAnswer(status: refreshes.count == 0 ? 401 : 200, body: "{}")
        }
        let time = ManualTime()
        let interceptor = DefaultInterceptor { completion in
            refreshes.next()
            completion(true)
        }
        let result: Result<String, NetworkError> =
            await peer.provider(interceptor: interceptor, time: time)
            .request(SampleTarget(peer, "u", .post))
        _ = try result.get()
        #expect(refreshes.count == 1)
        #expect(peer.seen.count == 2)
        #expect(time.waits == [.seconds(1)])
    }

    // Rows: 1-7
    @Test func manyRequestsShareOneRefresh() async throws {
        let refreshes = Counter()
        let isRefreshed = Atomic(false)
        let arrivals = AsyncStream<Void>.makeStream()
        let release = Mutex<(@Sendable (Bool) -> Void)?>(nil)
        let peer = Peer(.mockTransport) { _ in
            PeerAnswer(status: isRefreshed.load(ordering: .acquiring) ? 200 : 401, body: "{}")
        }
        let interceptor = DefaultInterceptor { completion in
            refreshes.next()
            release.withLock { $0 = completion }
            arrivals.continuation.yield()
        }
        let provider = peer.provider(interceptor: interceptor)
        let tasks = (0..<20).map { _ in
            provider.request(SampleTarget(peer)) { (_: Result<String, NetworkError>) in }
        }
        for await _ in arrivals.stream { break }
        tasks[19].cancel()
        // It ends at once: as cancelled, or in its 401 when that had come just before.
        let ending = await tasks[19].result.error
        #expect(ending?.isCancelled == true || ending?.statusCode == 401)
        isRefreshed.store(true, ordering: .releasing)
        release.withLock { $0 }?(true)
        release.withLock { $0 }?(false)
        for task in tasks.dropLast() { _ = try await task.result.get() }
        #expect(refreshes.count == 1)
    }

    // Rows: 1-7
    @Test func aRefreshThatFailsEndsItsRequestsInTheir401() async {
        let refreshes = Counter()
        let peer = Peer(.mockTransport, json: "{}", status: 401)
        let interceptor = DefaultInterceptor { completion in
            refreshes.next()
            completion(false)
        }
        let provider = peer.provider(interceptor: interceptor)
        let result: Result<String, NetworkError> = await provider.request(SampleTarget(peer))
        #expect(result.error?.statusCode == 401)
        #expect(refreshes.count == 1)
        #expect(peer.seen.count == 1)
    }

    // Rows: 1-7
    @Test func eachRequestHasItsOwnCountOfAttempts() async {
        let peer = Peer(.mockTransport, json: "{}", status: 500)
        let time = ManualTime()
        let interceptor = DefaultInterceptor { $0(true) }
        let provider = peer.provider(interceptor: interceptor, time: time)
        async let first: Result<String, NetworkError> = provider.request(SampleTarget(peer, "a"))
        async let second: Result<String, NetworkError> = provider.request(SampleTarget(peer, "b"))
        #expect(await first.error?.statusCode == 500)
        #expect(await second.error?.statusCode == 500)
        #expect(peer.seen.filter { $0.target == "/v1/a" }.count == 4)
        #expect(peer.seen.filter { $0.target == "/v1/b" }.count == 4)
        #expect(time.waits == Array(repeating: .seconds(1), count: 6))
    }

    // Rows: 1-7
    @Test func aPostIsNotSentAgainAfterAFailureOfTheServer() async {
        let peer = Peer(.mockTransport, json: "{}", status: 500)
        let interceptor = DefaultInterceptor { $0(true) }
        let result: Result<String, NetworkError> = await peer.provider(interceptor: interceptor)
            .request(SampleTarget(peer, "u", .post))
        #expect(result.error?.statusCode == 500)
        #expect(peer.seen.count == 1)
    }

    // Rows: 1-7
    @Test func aCallThatTheRefreshMakesIsNotHeldUpByIt() async {
        let peer = Peer(.mockTransport, json: "{}", status: 401)
        let provider = Mutex<NetworkProvider<SampleTarget>?>(nil)
        let interceptor = DefaultInterceptor { completion in
            guard let provider = provider.withLock({ $0 }) else { return completion(false) }
            provider.request(SampleTarget(peer, "refresh")) {
                (
                    result: Result<String, NetworkError>
                )
                in
                completion(result.error == nil)
            }
        }
        let made = peer.provider(interceptor: interceptor)
        provider.withLock { $0 = made }
        defer { provider.withLock { $0 = nil } }
        let result: Result<String, NetworkError> = await made.request(SampleTarget(peer))
        #expect(result.error?.statusCode == 401)
        #expect(peer.seen.map(\.target) == ["/v1/users", "/v1/refresh"])
    }
}
