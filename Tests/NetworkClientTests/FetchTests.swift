import Foundation
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// Both forms of `fetch` over every route.
@Suite struct FetchTests {
    private let corgi = TestModel(id: 7, name: "corgi")
    private let corgiText = #"{"id": 7, "name": "corgi"}"#
    private typealias ModelRequest = BasicRequest<TestModel>

    // Rows: 0-1, 0-2, 0-3, 0-14, 0-48
    @Test(arguments: Route.allCases, [MethodCall.get(), .post(body: ["a": 1]), .put(), .patch()])
    func aParsedValueIsGivenForEveryMethod(_ route: Route, _ call: MethodCall) async throws {
        let peer = Peer(route, status: call.method == .post ? 201 : 200, body: corgiText)
        let client = peer.client()
        let value = try await client.fetch(api: peer.api(), method: call, request: ModelRequest())
        let response = await complete(client, peer.api(), call, request: ModelRequest())
        #expect(value == corgi)
        #expect(response == .success(corgi))
        #expect(peer.seen.map(\.method) == [call.method.rawValue, call.method.rawValue])
    }

    // Rows: 0-4, 0-10
    @Test(arguments: Route.allCases)
    func theMethodOfTheGeneratorCountsWhenTheCallHasNone(_ route: Route) async throws {
        let peer = Peer(route, body: corgiText)
        let client = peer.client()
        _ = try await client.fetch(api: peer.api("/a", .put), request: ModelRequest())
        _ = await complete(client, peer.api("/b", .patch), request: ModelRequest())
        #expect(peer.seen.map(\.method) == ["PUT", "PATCH"])
    }

    // Rows: 0-13, 0-15
    @Test(arguments: Route.allCases)
    func theDefaultRequestGivesTheContentAsItCame(_ route: Route) async throws {
        let peer = Peer(route, body: "plain\n")
        let value = try await peer.client().fetch(api: peer.api(), method: .get())
        #expect(value == Data("plain\n".utf8))
    }

    // Rows: 0-39, 0-48
    @Test(arguments: Route.allCases)
    func status204GivesNilWithoutParsing(_ route: Route) async throws {
        let peer = Peer(route, status: 204)
        let client = peer.client()
        #expect(try await client.fetch(api: peer.api(), request: ModelRequest()) == nil)
        #expect(await complete(client, peer.api(), request: ModelRequest()) == .success(nil))
    }

    // Rows: 0-40, 0-48
    @Test(arguments: Route.allCases)
    func aCompletedDeleteIsNeverParsed(_ route: Route) async {
        let peer = Peer(route, body: corgiText)
        let response = await complete(
            peer.client(),
            peer.api(),
            .delete(),
            request: ModelRequest()
        )
        #expect(response == .success(nil))
    }

    // Rows: 0-40, 0-48
    @Test(arguments: Route.allCases)
    func anAwaitedDeleteIsParsedUnlessItIsEmpty(_ route: Route) async throws {
        let full = Peer(route, body: corgiText)
        let empty = Peer(route)
        let call = MethodCall.delete()
        let value = try await full.client().fetch(
            api: full.api(),
            method: call,
            request: ModelRequest()
        )
        let nothing = try await empty.client().fetch(
            api: empty.api(),
            method: call,
            request: ModelRequest()
        )
        #expect(value == corgi)
        #expect(nothing == nil)
    }

    // Rows: 0-40
    @Test func anEmptyDeleteIsParsedWhenTheDocumentsLetterIsAskedFor() async throws {
        let peer = Peer(.mockTransport)
        let client = peer.client(
            configuration: NetworkClientConfiguration(seedCompatibility: .parsesEmptyDelete)
        )
        #expect(try await client.fetch(api: peer.api(), method: .delete()) == Data())
    }

    @Test func aFailedDeleteIsAnError() async {
        let peer = Peer(.mockTransport, status: 404)
        let response = await complete(
            peer.client(),
            peer.api(),
            .delete(),
            request: DefaultRequest()
        )
        #expect(response == .failure(.httpError(.notFound)))
    }

    // Rows: 0-21, 0-38, 0-48
    @Test(
        arguments: Route.allCases,
        [
            (400, HTTPError.badRequest), (401, .unauthorized), (403, .forbidden), (404, .notFound),
            (500, .serverError), (418, .unknown), (503, .unknown), (304, .unknown), (600, .unknown),
        ]
    )
    func aStatusOfFailureIsAnHTTPError(
        _ route: Route,
        _ row: (status: Int, error: HTTPError)
    )
        async
    {
        let peer = Peer(route, status: row.status, body: row.status == 304 ? "" : corgiText)
        let client = peer.client()
        await #expect(throws: APIError.httpError(row.error)) {
            try await client.fetch(api: peer.api(), request: ModelRequest())
        }
        let response = await complete(client, peer.api(), request: ModelRequest())
        #expect(response == .failure(.httpError(row.error)))
    }

    // Rows: 0-43, 0-44, 0-48
    @Test(arguments: Route.allCases)
    func contentThatIsNotTheValueIsAParseFailure(_ route: Route) async {
        let rows = [
            ("", "The data couldn’t be read because it isn’t in the correct format."),
            ("<html>", "The data couldn’t be read because it isn’t in the correct format."),
            (
                #"{"id": "7", "name": "corgi"}"#,
                "The data couldn’t be read because it isn’t in the correct format."
            ),
            (#"{"id": 7}"#, "The data couldn’t be read because it is missing."),
            (#"{"id": 7, "name": null}"#, "The data couldn’t be read because it is missing."),
        ]
        for (body, text) in rows {
            let peer = Peer(route, body: body)
            let client = peer.client()
            let expected = APIError.parseResponse(errorMessage: text)
            await #expect(throws: expected) {
                try await client.fetch(api: peer.api(), request: ModelRequest())
            }
            let response = await complete(client, peer.api(), request: ModelRequest())
            #expect(response == .failure(expected))
        }
    }

    // Rows: 0-24, 0-43, 0-48
    @Test func aRequestThatPassesOnFoundationsTextGetsTheLibrarysText() async {
        let missing = Peer(.mockTransport, body: "{}")
        let malformed = Peer(.mockTransport, body: "")
        await #expect(
            throws: APIError.parseResponse(
                errorMessage: "The data couldn’t be read because it is missing."
            )
        ) {
            try await missing.client().fetch(api: missing.api(), request: MockRequest())
        }
        await #expect(
            throws: APIError.parseResponse(
                errorMessage: "The data couldn’t be read because it isn’t in the correct format."
            )
        ) {
            try await malformed.client().fetch(api: malformed.api(), request: MockRequest())
        }
    }

    // Rows: 0-43, 0-44
    @Test(arguments: [Route.session, .curl])
    func aRefusedConnectionIsANetworkError(_ route: Route) async {
        let peer = Peer(route)
        let api = MockURLGenerator(url: URL(string: "http://127.0.0.1:\(refusingPort())/"))
        let report = await peer.client().report(api: api)
        guard case .network(let message)? = report.error else {
            Issue.record("\(report.result) is no network error")
            return
        }
        #expect(message.hasPrefix("The connection was refused"))
        #expect(report.context?.code == .connectRefused)
    }
}
