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
    @Test func whatMeansNothingHereIsNamed() {
        let kit = NetworkKit()
        #expect(kit.ignoredSettings == [])
        let configuration = URLSessionConfiguration.default
        configuration.allowsCellularAccess = false
        configuration.timeoutIntervalForRequest = 5
        kit.setup(with: configuration)
        #expect(kit.ignoredSettings == ["timeoutIntervalForRequest", "allowsCellularAccess"])
    }
}
