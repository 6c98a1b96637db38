import Foundation
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import Testing

/// Where a token is placed, and when it is not, over every route.
@Suite struct TokenTests {
    // Rows: 0-34
    @Test(arguments: Route.allCases)
    func aBearerTokenIsAskedForWithEachRequest(_ route: Route) async throws {
        let peer = Peer(route)
        let count = Mutex(0)
        let token = TokenType.bearer {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return "t\(number)"
        }
        let client = peer.client(token: token)
        _ = try await client.fetch(api: peer.api())
        _ = try await client.fetch(api: peer.api())
        #expect(peer.seen.map { $0.fields["Authorization"] } == ["Bearer t1", "Bearer t2"])
    }

    // Rows: 0-34
    @Test(arguments: Route.allCases)
    func noBearerTokenAddsNothing(_ route: Route) async throws {
        let peer = Peer(route)
        _ = try await peer.client(token: .bearer { nil }).fetch(api: peer.api())
        #expect(try #require(peer.seen.first).fields["Authorization"] == nil)
    }

    // Rows: 0-35
    @Test(arguments: Route.allCases, ["/a", "/a?", "/a?b=1%202"])
    func aQueryTokenIsAppendedAndBeginsAQueryWhereThereIsNone(
        _ route: Route,
        _ path: String
    ) async throws {
        let peer = Peer(route)
        let client = peer.client(token: .queryParameter(token: "a+b"))
        _ = try await client.fetch(api: peer.api(path))
        let target = try #require(peer.seen.first).target
        #expect(target.hasSuffix("access_token=a%2Bb"))
        #expect(target.hasPrefix("/a?"))
        #expect(path != "/a?b=1%202" || target.hasPrefix("/a?b=1%202&"))
    }

    // Rows: 0-36
    @Test(arguments: Route.allCases)
    func aBodyTokenIsAMemberOfTheObject(_ route: Route) async throws {
        let peer = Peer(route)
        let client = peer.client(token: .requestBody(token: "secret"))
        _ = try await client.fetch(api: peer.api(), method: .post(body: ["name": "corgi"]))
        let body = try #require(peer.seen.first).body
        let object = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
        #expect(object == ["name": "corgi", "access_token": "secret"])
    }

    /// A request with content that is not encoded by the library.
    private struct RawRequest: APIRequest {
        typealias ResponseDataType = Data
        let content: String?

        func make(api: any URLGenerator) throws -> URLRequest {
            guard let url = api.url else { throw APIError.request }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = content.map { Data($0.utf8) }
            return request
        }
    }

    // Rows: 0-36
    @Test(arguments: [nil, "[1]", "no JSON", ""])
    func aBodyTokenWithoutAnObjectIsATokenErrorInBothForms(_ content: String?) async {
        let peer = Peer(.mockTransport)
        let client = peer.client(token: .requestBody(token: "secret"))
        let request = RawRequest(content: content)
        await #expect(throws: APIError.generalToken) {
            try await client.fetch(api: peer.api(), request: request)
        }
        let response = await complete(client, peer.api(), request: request)
        #expect(response == .failure(.generalToken))
        #expect(peer.seen.isEmpty)
    }

    // Rows: 0-37
    @Test(arguments: Route.allCases)
    func aCustomFieldReplacesOneOfItsName(_ route: Route) async throws {
        let peer = Peer(route)
        let client = peer.client(token: .customHeader(headerName: "X-Key", token: "client"))
        _ = try await client.fetch(api: peer.api(), method: .get(headers: ["x-key": "call"]))
        #expect(try #require(peer.seen.first).fields.values(named: "X-Key") == ["client"])
    }

    // Rows: 0-33
    @Test(arguments: [
        TokenType.bearer { "t" }, .queryParameter(token: "t"), .requestBody(token: "t"),
        .customHeader(headerName: "X-Key", token: "t"),
    ])
    func noTokenIsAddedToARequestThatCarriesOne(_ token: TokenType) async throws {
        let peer = Peer(.mockTransport)
        let client = peer.client(token: token)
        _ = try await client.fetch(
            api: peer.api("/a?x=1"),
            method: .post(headers: ["Authorization": "Basic YTpi"], body: ["n": 1])
        )
        _ = try await client.fetch(api: peer.api("/a?access_token=own"), method: .post(body: [:]))
        _ = try await client.fetch(
            api: peer.api("/a"),
            method: .post(body: ["access_token": "own"])
        )
        let seen = peer.seen
        #expect(seen.map(\.target) == ["/a?x=1", "/a?access_token=own", "/a"])
        #expect(seen.map(\.body) == [#"{"n":1}"#, "{}", #"{"access_token":"own"}"#])
        #expect(seen.map { $0.fields["Authorization"] } == ["Basic YTpi", nil, nil])
        #expect(seen.allSatisfy { $0.fields["X-Key"] == nil })
    }

    // Rows: 0-33
    @Test func aMemberThatIsNoTextIsNoToken() async throws {
        let peer = Peer(.mockTransport)
        _ = try await peer.client(token: .bearer { "t" })
            .fetch(api: peer.api(), method: .post(body: ["access_token": 7]))
        #expect(peer.seen.first?.fields["Authorization"] == "Bearer t")
    }

    // Rows: 0-19, 0-33
    @Test(arguments: Route.allCases)
    func theCallsTokenTakesThePlaceOfTheClients(_ route: Route) async throws {
        let peer = Peer(route)
        let client = peer.client(token: .queryParameter(token: "client"))
        _ = try await client.fetch(api: peer.api("/a"), method: .get(token: "call"))
        let seen = try #require(peer.seen.first)
        #expect(seen.target == "/a")
        #expect(seen.fields["Authorization"] == "Bearer call")
        #expect(seen.fields["Accept"] == "application/json", "a token keeps no field away")
    }

    @Test(arguments: Route.allCases)
    func anErrorNamesNoToken(_ route: Route) async throws {
        let peer = Peer(route, status: 500)
        let client = peer.client(token: .queryParameter(token: "s3cret"))
        let placed = await client.report(api: peer.api("/a?b=1"))
        let ownKey = await client.report(
            api: peer.api("/a?api_key=s3cret"),
            method: .get(token: "s3cret")
        )
        #expect(peer.seen.map(\.target) == ["/a?b=1&access_token=s3cret", "/a?api_key=s3cret"])
        for report in [placed, ownKey] {
            let context = try #require(report.context)
            #expect(context.statusCode == 500)
            #expect(context.url?.hasPrefix(peer.base + "/a?") == true)
            #expect(!"\(context) \(String(reflecting: context))".contains("s3cret"))
            #expect(report.error?.errorDescription?.contains("s3cret") == false)
        }
    }
}
