import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// A router that sends.
@Suite struct RouterTests {
    private static let routes = [Route.mockTransport, .curl]

    private func router(
        _ peer: Peer,
        interceptors: [any Interceptor] = [],
        order: RouterOrder = .concurrent
    ) -> DefaultNetworkRouter<SampleEndpoint> {
        DefaultNetworkRouter(
            interceptors: interceptors,
            order: order,
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit(),
            transport: peer.transport
        )
    }

    // Rows: 2-1, 2-14, 2-20, 2-21
    @Test(arguments: routes)
    func aResponseHasRequestContentAndHead(_ route: Route) async throws {
        let peer = Peer(route, status: 404, body: "{}")
        var endpoint = SampleEndpoint(peer.base + "/v1")
        endpoint.headers = ["X-One": "1"]
        let router = router(peer)
        for result in [
            await router.completed(endpoint),
            .success(try await router.execute(endpoint: endpoint)),
        ] {
            let response = try result.get()
            #expect(response.data == Data("{}".utf8))
            #expect(response.httpURLResponse?.statusCode == 404)
            #expect(response.urlRequest.url?.absoluteString == peer.base + "/v1/accounts")
        }
        #expect(peer.seen.map(\.target) == ["/v1/accounts", "/v1/accounts"])
        #expect(peer.seen.map { $0.fields["X-One"] } == ["1", "1"])
    }

    // Rows: 2-14
    @Test func aRouterIsMadeInTheWaysOfTheDocument() {
        _ = DefaultNetworkRouter<SampleEndpoint>()
        _ = DefaultNetworkRouter<SampleEndpoint>(mockBehavior: .immediate)
        let some: any NetworkRouter<SampleEndpoint> = DefaultNetworkRouter<SampleEndpoint>(
            interceptors: [NotingInterceptor()],
            mockBehavior: .immediate
        )
        some.cancel()
    }

    // Rows: 2-2, 2-20
    @Test func completionsRunOnTheQueueOfTheRouter() async {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "mine")
        queue.setSpecific(key: key, value: "mine")
        for (behavior, transport) in [
            (MockBehavior.immediate, nil), (.never, MockTransport { _ in .json("{}") }),
        ] {
            let router = DefaultNetworkRouter<SampleEndpoint>(
                mockBehavior: behavior,
                completionQueue: queue,
                kit: NetworkKit(),
                transport: transport
            )
            for endpoint in [SampleEndpoint.answered, SampleEndpoint("ftp://a.test/")] {
                let name = await withCheckedContinuation { continuation in
                    router.execute(endpoint: endpoint) { _ in
                        continuation.resume(returning: DispatchQueue.getSpecific(key: key))
                    }
                }
                #expect(name == "mine")
            }
        }
    }

    // Rows: 2-24
    @Test func aFailureOfTheNetworkIsTheUnderlyingError() async throws {
        let peer = Peer(.curl)
        let endpoint = SampleEndpoint("http://127.0.0.1:\(refusingPort())")
        let error = try #require(await router(peer).completed(endpoint).error)
        guard case .underlying(let networkError, let response) = error else {
            Issue.record("\(error)")
            return
        }
        #expect((networkError as? NetworkFailure)?.code == .connectRefused)
        #expect((networkError as NSError).domain == NSURLErrorDomain)
        #expect(response == nil)
        #expect(error.errorDescription?.hasPrefix("The connection was refused") == true)
        #expect(error.underlyingError is NetworkFailure)
    }

    // Rows: 2-24
    @Test func whatCameOfAResponseIsKeptInTheError() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-One: 1\r\n\r\npart")
        }
        let router = DefaultNetworkRouter<SampleEndpoint>(kit: NetworkKit())
        let error = await #expect(throws: NetworkError.self) {
            try await router.execute(endpoint: SampleEndpoint(server.base))
        }
        guard case .underlying(let cause, let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((cause as? NetworkFailure)?.code == .receiveTruncated)
        #expect(response?.data == Data("part".utf8))
        #expect(response?.httpURLResponse?.value(forHTTPHeaderField: "X-One") == "1")
        #expect(error?.statusCode == 200)
    }

    // Rows: 2-23
    @Test func cancelEndsEveryCallWithFoundationsCode() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            gate.continuation.yield()
            connection.waitForClose()
        }
        let interceptor = NotingInterceptor()
        let router = DefaultNetworkRouter<SampleEndpoint>(
            interceptors: [interceptor],
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit()
        )
        let endpoint = SampleEndpoint(server.base)
        async let completed = router.completed(endpoint)
        async let awaited = { () async -> NetworkError? in
            do throws(NetworkError) {
                _ = try await router.execute(endpoint: endpoint)
                return nil
            } catch { return error }
        }()
        var arrived = 0
        for await _ in gate.stream {
            arrived += 1
            if arrived == 2 { break }
        }
        router.cancel()
        for error in [await completed.error, await awaited] {
            guard case .underlying(let networkError, _)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect((networkError as NSError).domain == NSURLErrorDomain)
            #expect((networkError as NSError).code == -999)
            #expect(error?.isCancelled == true)
        }
        #expect(interceptor.results.count == 2)
    }

    // Rows: 2-23
    @Test func cancellingTheTaskCancelsItsCallOnly() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let server = FaultServer { connection in
            guard let request = connection.readRequest() else { return }
            if request.target.hasSuffix("/stall") {
                gate.continuation.yield()
                connection.waitForClose()
            } else {
                connection.send("HTTP/1.1 204 X\r\n\r\n")
            }
        }
        let router = DefaultNetworkRouter<SampleEndpoint>(kit: NetworkKit())
        let stalling = SampleEndpoint(server.base + "/stall")
        var endpoint = stalling
        endpoint.path = ""
        let task = Task { [endpoint] in try await router.execute(endpoint: endpoint) }
        for await _ in gate.stream { break }
        task.cancel()
        await #expect(throws: NetworkError.self) { try await task.value }
        let response = try await router.execute(endpoint: SampleEndpoint(server.base))
        #expect(response.httpURLResponse?.statusCode == 204)
    }

    // Rows: 2-17
    @Test(arguments: routes)
    func oneRouterRunsManyCallsAtOnce(_ route: Route) async throws {
        let peer = Peer(route) { PeerAnswer(body: $0.target) }
        let router = router(peer)
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 {
                var endpoint = SampleEndpoint(peer.base)
                endpoint.path = "\(number)"
                group.addTask { [endpoint] in
                    let response = try await router.execute(endpoint: endpoint)
                    return String(decoding: response.data ?? Data(), as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<20).map { "/\($0)" }))
    }

    // Rows: 2-17
    @Test func aSerialRouterRunsCallsInTheirOrder() async throws {
        let time = ManualTime(isHolding: true)
        let interceptor = NotingInterceptor()
        let router = DefaultNetworkRouter<SampleEndpoint>(
            interceptors: [interceptor],
            mockBehavior: .delayed(1),
            order: .serial,
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit(),
            time: time
        )
        let ended = AsyncStream<Int>.makeStream()
        for number in 0..<5 {
            router.execute(endpoint: .answered) { _ in ended.continuation.yield(number) }
        }
        await time.waitForWait()
        #expect(time.waits.count == 1)
        time.release()
        var order: [Int] = []
        for await number in ended.stream {
            order.append(number)
            if order.count == 5 { break }
        }
        #expect(order == [0, 1, 2, 3, 4])
        #expect(time.waits.count == 5)
    }

    // Rows: 2-17, 2-18
    @Test func aSerialRouterPreparesACallAfterTheOneBeforeIt() async {
        /// Signs each request with what the results before it brought.
        final class Session: Interceptor {
            let results = Mutex(0)

            func prepare(_ request: inout URLRequest) {
                request.setValue("\(results.withLock { $0 })", forHTTPHeaderField: "X-Results")
            }

            func process(_ result: inout Result<Response, NetworkError>) {
                results.withLock { $0 += 1 }
            }
        }
        let transport = MockTransport { _ in .json("{}") }
        let router = DefaultNetworkRouter<SampleEndpoint>(
            interceptors: [Session()],
            order: .serial,
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit(),
            transport: transport
        )
        let ended = AsyncStream<Void>.makeStream()
        for _ in 0..<20 {
            router.execute(endpoint: SampleEndpoint()) { _ in ended.continuation.yield() }
        }
        var count = 0
        for await _ in ended.stream {
            count += 1
            if count == 20 { break }
        }
        #expect(transport.received.map { $0.fields["X-Results"] } == (0..<20).map { "\($0)" })
    }

    // Rows: 2-17, 2-23
    @Test func callsThatWaitForTheirTurnAreCancelledToo() async {
        let time = ManualTime(isHolding: true)
        let router = DefaultNetworkRouter<SampleEndpoint>(
            mockBehavior: .delayed(1),
            order: .serial,
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit(),
            time: time
        )
        async let first = router.completed(.answered)
        async let second = router.completed(.answered)
        await time.waitForWait()
        router.cancel()
        #expect(await first.error?.isCancelled == true)
        #expect(await second.error?.isCancelled == true)
    }
}
