import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// Sessions as programs inject them.
@Suite struct SessionTests {
    /// A session that answers by itself, as programs mock it by subclassing.
    private final class CannedSession: URLSession, @unchecked Sendable {
        private let answer: (Data?, URLResponse?, (any Error)?)

        init(_ data: Data?, _ response: URLResponse?, _ error: (any Error)? = nil) {
            answer = (data, response, error)
            super.init(configuration: .ephemeral)
        }

        /// A task that calls back when it is resumed.
        private final class CannedTask: URLSessionDataTask, @unchecked Sendable {
            private let call: () -> Void
            init(_ call: @escaping () -> Void) {
                self.call = call
                super.init()
            }
            override func resume() { call() }
            override func cancel() {}
        }

        override func dataTask(
            with request: URLRequest,
            completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
        ) -> URLSessionDataTask {
            let answer = answer
            return CannedTask { completionHandler(answer.0, answer.1, answer.2) }
        }
    }

    private func response(_ status: Int) -> HTTPURLResponse? {
        HTTPResponseHead(status: HTTPStatus(status)).urlResponse(url: URL(filePath: "/"))
    }

    // Rows: 0-6
    @Test func aSubclassIsUsedAsItIs() async throws {
        let client = MainNetworkClient(urlSession: CannedSession(Data("x".utf8), response(200)))
        #expect(try await client.fetch(api: MockAPI.endpoint) == Data("x".utf8))
    }

    // Rows: 0-39, 0-42
    @Test func noDataIsAnErrorOfTheCompletionFormUnlessTheStatusIs204() async throws {
        func complete(_ status: Int) async -> APIResponse<Data?> {
            let session = CannedSession(nil, response(status))
            return await NetworkClientTests.complete(
                MainNetworkClient(urlSession: session),
                MockAPI.endpoint,
                request: DefaultRequest()
            )
        }
        #expect(await complete(200) == .failure(.noData))
        #expect(await complete(404) == .failure(.noData))
        #expect(await complete(204) == .success(nil))
    }

    @Test func anErrorOfTheSessionWinsOverItsResponse() async {
        let session = CannedSession(Data(), response(200), URLError(.timedOut))
        await #expect(throws: APIError.network(errorMessage: "The request timed out")) {
            try await MainNetworkClient(urlSession: session).fetch(api: MockAPI.endpoint)
        }
    }

    @Test func noResponseAtAllIsAnInvalidResponse() async {
        let session = CannedSession(Data("x".utf8), nil)
        await #expect(throws: APIError.invalidResponse(Data("x".utf8), nil)) {
            try await MainNetworkClient(urlSession: session).fetch(api: MockAPI.endpoint)
        }
    }

    @Test(arguments: [Route.session, .curl])
    func aTokenStaysWithItsOriginWhenARedirectLeadsElsewhere(_ route: Route) async throws {
        let other = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
        let base = other.base
        let peer = Peer(route) { _ in PeerAnswer(status: 302, fields: ["Location": base + "/b"]) }
        let client = peer.client(token: .bearer { "secret" })
        #expect(try await client.fetch(api: peer.api()) == Data("done".utf8))
        #expect(peer.seen.first?.fields["Authorization"] == "Bearer secret")
        #expect(other.requests.map(\.target) == ["/b"])
        #expect(other.requests.first?.field("Authorization") == nil)
    }

    @Test(arguments: Route.allCases)
    func theResponseNamesWhereARedirectLed(_ route: Route) async throws {
        let peer = Peer(route) { request in
            request.target == "/a"
                ? PeerAnswer(status: 302, fields: ["Location": "/b?c=d"])
                : PeerAnswer(body: "x")
        }
        let led = URL(string: peer.base + "/b?c=d")
        let report = await peer.client().report(api: peer.api("/a"))
        #expect(report.response?.url == led)
        let straight = await peer.client().report(api: peer.api("/b?c=d#e"))
        #expect(straight.response?.url == URL(string: peer.base + "/b?c=d#e"))
    }

    @Test(arguments: [Route.session, .curl])
    func contentIsKeptByARedirectThatSaysSo(_ route: Route) async throws {
        let peer = Peer(route) { request in
            request.target == "/a"
                ? PeerAnswer(status: 307, fields: ["Location": "/b"])
                : PeerAnswer(body: request.method + " " + request.body)
        }
        let data = try await peer.client()
            .fetch(api: peer.api("/a"), method: .post(body: ["a": 1]))
        #expect(data == Data(#"POST {"a":1}"#.utf8))
    }
}
