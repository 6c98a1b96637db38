import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// What a kit takes from a session configuration.
@Suite struct NetworkKitTests {
    private func router(
        _ kit: NetworkKit,
        transport: (any Transport)? = nil
    ) -> DefaultNetworkRouter<SampleEndpoint> {
        DefaultNetworkRouter(
            completionQueue: DispatchQueue(label: "tests"),
            kit: kit,
            transport: transport
        )
    }

    // Rows: 2-3
    @Test func aConfigurationCountsForTheCallsAfterIt() async throws {
        let kit = NetworkKit()
        let transport = MockTransport { _ in .json("{}") }
        let router = router(kit, transport: transport)
        _ = try await router.execute(endpoint: SampleEndpoint())
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-App": "1", "X-Own": "configured"]
        configuration.timeoutIntervalForResource = 90
        configuration.httpShouldSetCookies = false
        configuration.connectionProxyDictionary = [
            "HTTPEnable": 1, "HTTPProxy": "proxy.example.test", "HTTPPort": 3128,
        ]
        kit.setup(with: configuration)
        var endpoint = SampleEndpoint()
        endpoint.headers = ["X-Own": "given"]
        _ = try await router.execute(endpoint: endpoint)
        kit.setup(with: .default)
        _ = try await router.execute(endpoint: SampleEndpoint())
        let seen = transport.received
        #expect(seen.map { $0.fields["X-App"] } == [nil, "1", nil])
        #expect(seen[1].fields["X-Own"] == "given")
        #expect(seen[1].options.timeouts.total == .seconds(90))
        #expect(seen[1].options.usesCookieJar == false)
        #expect(
            seen[1].options.proxyConfiguration == .http("proxy.example.test", port: 3128)
        )
        #expect(seen[2].options.timeouts.total == nil)
    }

    // Rows: 2-3
    @Test func aCallKeepsTheSettingsItBeganWith() async throws {
        struct SettingUp: Interceptor {
            let kit: NetworkKit

            func prepare(_ request: inout URLRequest) {
                let configuration = URLSessionConfiguration.default
                configuration.httpAdditionalHeaders = ["X-App": "1"]
                kit.setup(with: configuration)
            }
        }
        let kit = NetworkKit()
        let transport = MockTransport { _ in .json("{}") }
        let router = DefaultNetworkRouter<SampleEndpoint>(
            interceptors: [SettingUp(kit: kit)],
            completionQueue: DispatchQueue(label: "tests"),
            kit: kit,
            transport: transport
        )
        _ = await router.completed(SampleEndpoint())
        _ = try await router.execute(endpoint: SampleEndpoint())
        #expect(transport.received.map { $0.fields["X-App"] } == [nil, "1"])
    }

    // Rows: 2-3
    @Test func aProxyIsThatOfTheScheme() async throws {
        let kit = NetworkKit()
        let transport = MockTransport { _ in .json("{}") }
        let router = router(kit, transport: transport)
        func proxies(
            _ dictionary: [AnyHashable: Any]
        ) async throws -> [ProxyConfiguration] {
            let configuration = URLSessionConfiguration.default
            configuration.connectionProxyDictionary = dictionary
            kit.setup(with: configuration)
            for base in ["http://a.example.test", "https://a.example.test"] {
                _ = try await router.execute(endpoint: SampleEndpoint(base))
            }
            return transport.received.suffix(2).map(\.options.proxyConfiguration)
        }
        let plain = ["HTTPEnable": 1, "HTTPProxy": "p.test", "HTTPPort": 1] as [AnyHashable: Any]
        let secure =
            ["HTTPSEnable": 1, "HTTPSProxy": "s.test", "HTTPSPort": 2] as [AnyHashable: Any]
        let socks =
            ["SOCKSEnable": 1, "SOCKSProxy": "k.test", "SOCKSPort": 3] as [AnyHashable: Any]
        let http = ProxyConfiguration.http("p.test", port: 1)
        let https = ProxyConfiguration.http("s.test", port: 2)
        #expect(try await proxies(plain.merging(secure) { $1 }) == [http, https])
        #expect(try await proxies(plain) == [http, .none])
        #expect(
            try await proxies(secure.merging(socks) { $1 })
                == [.socks5("k.test", port: 3), https]
        )
        #expect(try await proxies(["HTTPEnable": 0, "HTTPSEnable": 0]) == [.none, .none])
        #expect(kit.ignoredSettings == [])
        #expect(
            try await proxies(["ProxyAutoConfigEnable": 1]) == [.fromEnvironment, .fromEnvironment]
        )
        #expect(kit.ignoredSettings == ["connectionProxyDictionary"])
        let some = try await proxies(
            plain.merging(["ExceptionsList": ["*.local", "x.test"]]) { $1 }
        )
        guard case .server(let server) = some[0] else {
            Issue.record("\(some)")
            return
        }
        #expect(server.exceptions == [".local", "x.test"])
    }

    // Rows: 2-3
    @Test func protocolClassesOfTheProgramAreUsed() async throws {
        let kit = NetworkKit()
        let session = MockURLProtocol.session { request in
            (HTTPURLResponse(), Data((request.url?.path ?? "").utf8))
        }
        kit.setup(with: session.configuration)
        let response = try await router(kit).execute(endpoint: SampleEndpoint())
        #expect(response.data == Data("/v1/accounts".utf8))
    }

    // Rows: 2-3
    @Test func cookiesAndResponsesAreKeptWhereTheKitSays() async throws {
        let transport = KeepingService.transport()
        let kit = NetworkKit()
        let router = router(kit, transport: transport)
        for _ in 1...2 { _ = try await router.execute(endpoint: SampleEndpoint()) }
        #expect(transport.received.map { $0.fields["Cookie"] } == [nil, nil])
        kit.cookieJar = CookieJar()
        kit.cache = ResponseCache()
        var endpoint = SampleEndpoint()
        endpoint.cachePolicy = .useProtocolCachePolicy
        for _ in 1...2 { _ = try await router.execute(endpoint: endpoint) }
        // The second response comes from the cache.
        #expect(transport.received.count == 3)
        #expect(kit.cookieJar?.cookies.map(\.name) == ["sid"])
        let configuration = URLSessionConfiguration.default
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        kit.setup(with: configuration)
        _ = try await router.execute(endpoint: endpoint)
        #expect(transport.received.last?.fields["Cookie"] == "sid=1")
        configuration.httpShouldSetCookies = false
        kit.setup(with: configuration)
        _ = try await router.execute(endpoint: SampleEndpoint())
        #expect(transport.received.last?.fields["Cookie"] == nil)
        #expect(transport.received.count == 5)
    }

    // Rows: 2-3, 2-15
    @Test func aMockIsNeitherKeptNorReplacedByWhatIs() async throws {
        let kit = NetworkKit()
        kit.cache = ResponseCache()
        let service = router(kit, transport: KeepingService.transport())
        var endpoint = SampleEndpoint()
        endpoint.cachePolicy = .returnCacheDataElseLoad
        _ = try await service.execute(endpoint: endpoint)
        let mocking = DefaultNetworkRouter<SampleEndpoint>(
            mockBehavior: .immediate,
            completionQueue: DispatchQueue(label: "tests"),
            kit: kit
        )
        endpoint.mockResponse = .response(200, Data("mock".utf8))
        #expect(try await mocking.execute(endpoint: endpoint).data == Data("mock".utf8))
        #expect(kit.cache?.count == 1)
    }

    // Rows: 2-3
    @Test func whatMeansNothingHereIsNamed() {
        let kit = NetworkKit()
        #expect(kit.ignoredSettings == [])
        let configuration = URLSessionConfiguration.default
        configuration.allowsCellularAccess = false
        configuration.timeoutIntervalForRequest = 5
        kit.setup(with: configuration)
        #expect(kit.ignoredSettings == ["timeoutIntervalForRequest", "allowsCellularAccess"])
        let keeping = URLSessionConfiguration.default
        keeping.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        keeping.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
        keeping.urlCredentialStorage = URLSessionConfiguration.ephemeral.urlCredentialStorage
        keeping.isDiscretionary = true
        kit.setup(with: keeping)
        #expect(
            kit.ignoredSettings == [
                "isDiscretionary", "urlCache", "httpCookieStorage", "urlCredentialStorage",
            ]
        )
        keeping.urlCache = nil
        keeping.httpCookieStorage = nil
        kit.setup(with: keeping)
        #expect(!kit.ignoredSettings.contains("urlCache"))
        #expect(!kit.ignoredSettings.contains("httpCookieStorage"))
    }
}
