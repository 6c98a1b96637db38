import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// A router that answers from mocks, and its interceptors.
@Suite struct RouterMockTests {
    private func router(
        _ behavior: MockBehavior,
        interceptors: [any Interceptor] = [],
        time: ManualTime = ManualTime()
    ) -> DefaultNetworkRouter<SampleEndpoint> {
        DefaultNetworkRouter(
            interceptors: interceptors,
            mockBehavior: behavior,
            completionQueue: DispatchQueue(label: "tests"),
            kit: NetworkKit(),
            transport: MockTransport(),
            time: time
        )
    }

    // Rows: 2-13, 2-15, 2-25
    @Test(arguments: [
        (MockBehavior.immediate, []), (.delayed(2), [Duration.seconds(2)]),
        (.delayed(seconds: 1), [.seconds(1)]), (.delayed(seconds: 0.5), [.milliseconds(500)]),
    ])
    func aMockAnswersWhenItShould(
        _ row: (behavior: MockBehavior, waits: [Duration])
    ) async throws {
        let time = ManualTime()
        let response = try await router(row.behavior, time: time).completed(.answered).get()
        #expect(response.httpURLResponse?.statusCode == 201)
        #expect(try response.decode(SampleMessage.self).message == "Accounts response")
        #expect(time.waits == row.waits)
    }

    // Rows: 2-15
    @Test func withoutMocksTheRequestIsSent() async throws {
        let transport = MockTransport { _ in .json("{}") }
        let router = DefaultNetworkRouter<SampleEndpoint>(kit: NetworkKit(), transport: transport)
        let response = try await router.execute(endpoint: .answered)
        #expect(response.httpURLResponse?.statusCode == 200)
        #expect(transport.received.count == 1)
    }

    // Rows: 2-13, 2-25
    @Test func aMockedErrorComesAsItIs() async throws {
        struct Broken: Error, Equatable {}
        let broken = SampleEndpoint(mock: .networkError(Broken()))
        let error = try #require(await router(.immediate).completed(broken).error)
        #expect(error.underlyingError as? Broken == Broken())
        let offline = SampleEndpoint(mock: .networkError(URLError(.notConnectedToInternet)))
        let other = try #require(await router(.immediate).completed(offline).error)
        #expect((other.underlyingError as? URLError)?.code == .notConnectedToInternet)
        let cancelled = SampleEndpoint(mock: .networkError(URLError(.cancelled)))
        let third = try #require(await router(.immediate).completed(cancelled).error)
        #expect((third.underlyingError as? URLError)?.code == .cancelled)
    }

    // Rows: 2-16
    @Test func aMissingMockIsAnErrorThatNamesTheEndpoint() async throws {
        let interceptor = NotingInterceptor()
        let router = router(.immediate, interceptors: [interceptor])
        let error = try #require(await router.completed(SampleEndpoint()).error)
        guard case .noMock(let endpoint) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(endpoint.contains("SampleEndpoint"))
        #expect(error.errorDescription?.contains("mockResponse") == true)
        #expect(interceptor.results.count == 1)
    }

    // Rows: 2-16
    @Test func aMissingMockIsNamedWithoutTheValuesOfTheEndpoint() async throws {
        enum Account: EndpointType {
            case signIn(password: String)
            case signOut

            var baseURL: URL { URL(filePath: "/") }
            var path: String { "" }
            var httpMethod: HTTPMethod { .post }
            var task: HTTPTask { .requestPlain }
            // A URL that can be sent to is built before a mock is looked for.
            func buildRequest() throws(NetworkError) -> URLRequest {
                try SampleEndpoint().buildRequest()
            }
        }
        let accounts = DefaultNetworkRouter<Account>(mockBehavior: .immediate, kit: NetworkKit())
        for (endpoint, name) in [
            (Account.signIn(password: "s3cret"), "Account.signIn"), (.signOut, "Account.signOut"),
        ] {
            let error = await #expect(throws: NetworkError.self) {
                try await accounts.execute(endpoint: endpoint)
            }
            #expect(error?.errorDescription?.contains("for \(name). Give") == true)
        }
        var endpoint = SampleEndpoint()
        endpoint.headers = ["Authorization": "Bearer s3cret"]
        let error = try #require(await router(.immediate).completed(endpoint).error)
        #expect(error.errorDescription?.contains("for SampleEndpoint. Give") == true)
    }

    // Rows: 2-16
    @Test func aMissingMockStopsTheProgramWhenAskedTo() async {
        await #expect(processExitsWith: .failure) {
            let router = DefaultNetworkRouter<SampleEndpoint>(
                mockBehavior: .immediate,
                missingMock: .fatalError
            )
            _ = try await router.execute(endpoint: SampleEndpoint())
        }
    }

    // Rows: 2-23, 2-25
    @Test func aDelayedMockIsCancelledAsARealCall() async throws {
        let time = ManualTime(isHolding: true)
        let interceptor = NotingInterceptor()
        let router = router(.delayed(4), interceptors: [interceptor], time: time)
        async let result = router.completed(.answered)
        await time.waitForWait()
        router.cancel()
        let error = try #require(await result.error)
        guard case .underlying(let networkError, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect((networkError as NSError).domain == NSURLErrorDomain)
        #expect((networkError as NSError).code == NSURLErrorCancelled)
        #expect(interceptor.results.count == 1)
    }

    // Rows: 2-18, 2-25
    @Test func interceptorsRunInOrderBothWays() async throws {
        let interceptors = ["1", "2", "3"].map { NotingInterceptor($0) }
        let result = await router(.immediate, interceptors: interceptors).completed(.answered)
        let response = try result.get()
        #expect(response.urlRequest.value(forHTTPHeaderField: "X-Seen") == "1,2,3")
        #expect(
            interceptors.map { $0.prepared.first?.value(forHTTPHeaderField: "X-Seen") }
                == ["1", "1,2", "1,2,3"]
        )
        #expect(interceptors.map(\.results.count) == [1, 1, 1])
        _ = try await router(.immediate).completed(.answered).get()
    }

    // Rows: 2-18
    @Test func aLaterInterceptorSeesWhatAnEarlierMadeOfTheResult() async throws {
        struct Recovering: Interceptor {
            func process(_ result: inout Result<Response, NetworkError>) {
                guard case .failure = result, let url = URL(string: "http://a.test/") else {
                    return
                }
                result = .success(
                    Response(urlRequest: URLRequest(url: url), data: nil, httpURLResponse: nil)
                )
            }
        }
        let last = NotingInterceptor()
        let router = router(.immediate, interceptors: [Recovering(), last])
        let response = try await router.execute(endpoint: SampleEndpoint())
        #expect(response.data == nil)
        #expect(last.results.first.map { (try? $0.get()) == response } == true)
    }

    // Rows: 2-18
    @Test func interceptorsLearnOfRequestsThatCannotBeBuilt() async throws {
        let interceptor = NotingInterceptor()
        for behavior in [MockBehavior.never, .immediate] {
            let router = router(behavior, interceptors: [interceptor])
            let result = await router.completed(SampleEndpoint("ftp://a.test/"))
            #expect(result.error != nil)
        }
        #expect(interceptor.results.count == 2)
        #expect(interceptor.prepared.isEmpty)
    }

    // Rows: 2-19
    @Test func theSampleInterceptorReplacesTheHead() async throws {
        let router = router(.immediate, interceptors: [AuthInterceptor()])
        let response = try await router.execute(endpoint: .answered)
        let sent = response.urlRequest.value(forHTTPHeaderField: "Authorization")
        #expect(sent == "Bearer token1")
        #expect(response.httpURLResponse?.statusCode == 200)
        #expect(
            response.httpURLResponse?.value(forHTTPHeaderField: "Authorization") == "Bearer token2"
        )
    }

    // Rows: 2-25
    @Test func wrongJSONIsFoundByTheDecoder() async throws {
        let endpoint = SampleEndpoint(mock: .response(200, Data("{ message }".utf8)))
        let response = try await router(.immediate).execute(endpoint: endpoint)
        #expect(throws: NetworkError.self) { try response.decode(SampleMessage.self) }
        let refused = SampleEndpoint(mock: .response(500, Data()))
        let error = try await router(.immediate).execute(endpoint: refused)
        #expect(throws: NetworkError.self) { try error.filterSuccessfulStatusCodes() }
    }
}
