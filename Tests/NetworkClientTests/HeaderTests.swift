import Foundation
import NetworkClient
import NetworkClientTestSupport
import Testing

/// Which fields a request carries over every route.
@Suite struct HeaderTests {
    /// A request that sets fields by itself.
    private struct OwnFieldsRequest: APIRequest {
        typealias ResponseDataType = Data
        let fields: [String: String]
        var body: HTTPBody?

        func make(api: any URLGenerator) throws -> URLRequest {
            guard let url = api.url else { throw APIError.request }
            var request = URLRequest(url: url)
            request.httpMethod = api.method.operation
            request.allHTTPHeaderFields = fields
            request.httpBody = try body?.encoded()
            return request
        }
    }

    // Rows: 0-23, 0-32
    @Test(arguments: Route.allCases)
    func configuredFieldsGoWithARequestThatHasNone(_ route: Route) async throws {
        let peer = Peer(route)
        let configuration = NetworkClientConfiguration(headers: ["X-App": "1", "X-Team": "swifts"])
        _ = try await peer.client(configuration: configuration).fetch(api: peer.api())
        let fields = try #require(peer.seen.first).fields
        #expect(fields["X-App"] == "1")
        #expect(fields["X-Team"] == "swifts")
    }

    // Rows: 0-23
    @Test(arguments: Route.allCases)
    func theStandardConfigurationAsksForJSON(_ route: Route) async throws {
        let peer = Peer(route)
        _ = try await peer.client().fetch(api: peer.api())
        let fields = try #require(peer.seen.first).fields
        #expect(fields["Accept"] == "application/json")
        #expect(fields["Content-Type"] == "application/json")
    }

    // Rows: 0-32
    @Test(arguments: Route.allCases)
    func configuredFieldsAreAllLeftOutWhenTheRequestHasOne(_ route: Route) async throws {
        let peer = Peer(route)
        let configuration = NetworkClientConfiguration(headers: ["X-App": "1"])
        _ = try await peer.client(configuration: configuration)
            .fetch(api: peer.api(), request: OwnFieldsRequest(fields: ["X-Own": "yes"]))
        let fields = try #require(peer.seen.first).fields
        #expect(fields["X-Own"] == "yes")
        #expect(fields["X-App"] == nil)
    }

    // Rows: 0-32
    @Test(arguments: Route.allCases)
    func missingFieldsAreMergedWhenThatIsThePolicy(_ route: Route) async throws {
        let peer = Peer(route)
        let configuration = NetworkClientConfiguration(
            headers: ["X-App": "1", "X-Own": "no"],
            headerPolicy: .mergeMissing
        )
        _ = try await peer.client(configuration: configuration)
            .fetch(api: peer.api(), request: OwnFieldsRequest(fields: ["x-own": "yes"]))
        let fields = try #require(peer.seen.first).fields
        #expect(fields.values(named: "X-Own") == ["yes"])
        #expect(fields["X-App"] == "1")
    }

    // Rows: 0-19
    @Test(arguments: Route.allCases)
    func theCallsFieldsYieldToTheRequestsAndKeepTheConfiguredOnesAway(_ route: Route) async throws {
        let peer = Peer(route)
        let configuration = NetworkClientConfiguration(headers: ["X-App": "1"])
        _ = try await peer.client(configuration: configuration).fetch(
            api: peer.api(),
            method: .get(headers: ["X-Own": "call", "X-Call": "call"]),
            request: OwnFieldsRequest(fields: ["X-Own": "request"])
        )
        let fields = try #require(peer.seen.first).fields
        #expect(fields["X-Own"] == "request")
        #expect(fields["X-Call"] == "call")
        #expect(fields["X-App"] == nil)
    }

    // Rows: 0-31
    @Test(arguments: Route.allCases)
    func contentEncodedByTheLibraryIsAnnouncedAsJSON(_ route: Route) async throws {
        let peer = Peer(route)
        let client = peer.client(configuration: NetworkClientConfiguration(headers: ["X-App": "1"]))
        let body = HTTPBody.json(["name": "corgi"])
        _ = try await client.fetch(
            api: peer.api("/dogs", .post),
            request: DefaultRequest(body: body)
        )
        _ = try await client.fetch(api: peer.api("/dogs"), method: .post(body: ["name": "corgi"]))
        #expect(peer.seen.count == 2)
        for request in peer.seen {
            #expect(request.body == #"{"name":"corgi"}"#)
            #expect(request.fields["Content-Type"] == "application/json")
            #expect(request.fields["X-App"] == "1", "the configured fields must still be added")
        }
    }

    // Rows: 0-31
    @Test(arguments: Route.allCases)
    func aMediaTypeOfTheRequestIsKept(_ route: Route) async throws {
        let peer = Peer(route)
        let request = OwnFieldsRequest(
            fields: ["Content-Type": "application/vnd.dogs+json"],
            body: .json([:])
        )
        _ = try await peer.client().fetch(api: peer.api("/dogs", .post), request: request)
        let seen = try #require(peer.seen.first)
        #expect(seen.fields.values(named: "Content-Type") == ["application/vnd.dogs+json"])
        #expect(seen.body == "{}")
    }

    // Rows: 0-19
    @Test(arguments: Route.allCases)
    func aFormIsWrittenWhenTheCallAsksForOne(_ route: Route) async throws {
        let peer = Peer(route)
        _ = try await peer.client().fetch(
            api: peer.api("/dogs"),
            method: .post(body: ["name": "big & old", "age": 3], bodyEncoding: .form)
        )
        let seen = try #require(peer.seen.first)
        #expect(seen.body == "age=3&name=big+%26+old")
        #expect(seen.fields["Content-Type"] == "application/x-www-form-urlencoded")
    }

    // Rows: 0-19
    @Test func aFormHasWhatIsInOptionalsAndCollections() async throws {
        let peer = Peer(.mockTransport)
        let (age, owner): (Int?, String?) = (3, nil)
        _ = try await peer.client().fetch(
            api: peer.api("/dogs"),
            method: .post(
                body: [
                    "age": age, "owner": owner, "none": NSNull(), "good": true,
                    "tags": ["a", "b"], "size": ["cm": 1.5],
                ],
                bodyEncoding: .form
            )
        )
        #expect(
            peer.seen.first?.body
                == "age=3&good=true&size%5Bcm%5D=1.5&tags%5B%5D=a&tags%5B%5D=b"
        )
    }

    // Rows: 0-19
    @Test func theRequestsOwnContentWinsOverTheCalls() async throws {
        let peer = Peer(.mockTransport)
        _ = try await peer.client().fetch(
            api: peer.api(),
            method: .put(body: ["from": "call"]),
            request: DefaultRequest(body: .json(["from": "request"]))
        )
        #expect(peer.seen.first?.body == #"{"from":"request"}"#)
    }

    // Rows: 0-30
    @Test func aFreshRequestWaitsThirtySeconds() throws {
        let request = try DefaultRequest().make(api: MockAPI.endpoint)
        #expect(request.timeoutInterval == 30)
        #expect(request.cachePolicy == .useProtocolCachePolicy)
        #expect(request.httpMethod == "GET")
        #expect((request.allHTTPHeaderFields ?? [:]).isEmpty)
    }
}
