import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// A service whose responses may be kept for a minute, and that sets a cookie.
enum KeepingService {
    static func transport() -> MockTransport {
        MockTransport { _ in
            .response(
                fields: [
                    "Content-Type": "application/json", "Cache-Control": "max-age=60",
                    "Set-Cookie": "sid=1; path=/",
                ],
                body: Octets(utf8: #"{"a": 1}"#)
            )
        }
    }
}

/// Cookies and responses kept by the dialects, as by the core.
@Suite struct KeepingTests {
    private let transport = KeepingService.transport()

    private enum Place: URLGenerator {
        case here
        var url: URL? { URL(string: "http://a.example.test/x") }
    }

    /// A request that says how a cache is used.
    private struct Asking: APIRequest {
        typealias ResponseDataType = [String: Int]
        let policy: URLRequest.CachePolicy

        func parseResponse(data: Data) throws -> [String: Int] {
            try JSONDecoder().decode([String: Int].self, from: data)
        }

        func make(api: any URLGenerator, method: HTTPMethod) throws -> URLRequest? {
            var request = try BasicRequest<[String: Int]>().make(api: api, method: method)
            request?.cachePolicy = policy
            return request
        }
    }

    @Test func aNetworkClientKeepsThemWhereItsConfigurationSays() async throws {
        var configuration = NetworkClientConfiguration()
        configuration.cookieJar = CookieJar()
        configuration.cache = ResponseCache()
        let client = MainNetworkClient(transport: transport, configuration: configuration)
        let basic = BasicRequest<[String: Int]>()
        for _ in 1...2 {
            #expect(
                try await client.fetch(api: Place.here, method: .get(), request: basic) == ["a": 1]
            )
        }
        #expect(transport.received.count == 1)
        _ = try await client.fetch(
            api: Place.here,
            method: .get(),
            request: Asking(policy: .reloadIgnoringLocalCacheData)
        )
        #expect(transport.received.map { $0.fields["Cookie"] } == [nil, "sid=1"])
        #expect(transport.received.last?.fields["Cache-Control"] == "no-cache")
    }

    @Test func anInterceptorMayGoWithoutCookiesAndStoredResponses() async throws {
        let jar = CookieJar()
        jar.set(Cookie(name: "sid", value: "0", domain: "a.example.test"))
        let provider = NetworkProvider<SampleTarget>(
            interceptor: ScriptedInterceptor(adapt: { request, _ in
                request.httpShouldHandleCookies = false
                request.cachePolicy = .reloadIgnoringLocalCacheData
            }),
            completionQueue: DispatchQueue(label: "tests"),
            transport: transport,
            cookieJar: jar,
            cache: ResponseCache()
        )
        for _ in 1...2 {
            let result: Result<String, NetworkError> = await provider.request(
                SampleTarget(base: "http://a.example.test")
            )
            #expect(try result.get() == #"{"a": 1}"#)
        }
        #expect(transport.received.map { $0.fields["Cookie"] } == [nil, nil])
        #expect(jar.cookies.map(\.value) == ["0"])
    }

    @Test func aProviderKeepsThemWhereItIsToldTo() async throws {
        let jar = CookieJar()
        let cache = ResponseCache()
        let provider = NetworkProvider<SampleTarget>(
            completionQueue: DispatchQueue(label: "tests"),
            transport: transport,
            cookieJar: jar,
            cache: cache
        )
        let target = SampleTarget(base: "http://a.example.test")
        for _ in 1...2 {
            let result: Result<String, NetworkError> = await provider.request(target)
            #expect(try result.get() == #"{"a": 1}"#)
        }
        #expect(transport.received.count == 1 && cache.count == 1)
        #expect(jar.cookies.map(\.name) == ["sid"])
    }
}
