import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// The shapes of call and of type that programs use; most of the test is that they compile.
@Suite struct DialectTests {
    /// A generator with a method of its own.
    private enum Resource: URLGenerator {
        case list
        case item(Int)

        var url: URL? { URL(string: "https://api.example.test/items") }

        var method: HTTPMethod {
            switch self {
            case .list: .get
            case .item: .delete
            }
        }
    }

    /// A request that only builds itself for a method.
    private struct WithMethod: APIRequest {
        func parseResponse(data: Data) throws -> String { String(decoding: data, as: UTF8.self) }

        func make(api: any URLGenerator, method: HTTPMethod) throws -> URLRequest? {
            guard let url = api.url else { return nil }
            var request = URLRequest(url: url)
            request.httpMethod = method.operation
            request.setValue("method", forHTTPHeaderField: "X-Form")
            return request
        }
    }

    /// A request that only builds itself for a generator, with fields and a token.
    private struct Account<T: Decodable & Sendable>: APIRequest {
        var body: HTTPBody?
        var storedToken: String?

        func parseResponse(data: Data) throws -> T {
            try JSONDecoder().decode(T.self, from: data)
        }

        func make(api: any URLGenerator) throws -> URLRequest {
            guard let url = api.url else { throw APIError.request }
            var request = URLRequest(
                url: url,
                cachePolicy: .useProtocolCachePolicy,
                timeoutInterval: 30
            )
            request.httpMethod = api.method.operation
            request.allHTTPHeaderFields = ["Accept": "application/json"]
            if let storedToken {
                request.setValue("Bearer \(storedToken)", forHTTPHeaderField: "Authorization")
            }
            request.httpBody = try body?.encoded()
            return request
        }
    }

    // Rows: 0-2, 0-3, 0-4, 0-5, 0-19
    @Test func everyShapeOfCallReachesTheClient() async throws {
        let mock = MockNetworkClient(returning: Data())
        let client: any NetworkClient = mock
        let queue = DispatchQueue(label: "tests")
        let method: HTTPMethod = .patch
        _ = try await client.fetch(api: Resource.list)
        _ = try await client.fetch(api: Resource.list, request: DefaultRequest())
        _ = try await client.fetch(api: Resource.list, method: .post)
        _ = try await client.fetch(
            api: Resource.list,
            method: .put(body: ["a": [1, 2], "b": NSNull()])
        )
        _ = try await client.fetch(api: Resource.list, method: method)
        _ = try await client.fetch(
            api: Resource.list,
            method: HTTPMethod.head,
            request: DefaultRequest()
        )
        client.fetch(api: Resource.item(1)) { _ in }
        client.fetch(api: Resource.list, method: .get(), completionQueue: queue) { _ in }
        client.fetch(api: Resource.list, request: DefaultRequest(), completionQueue: queue) { _ in }
        client.fetch(api: Resource.list, method: method, completionQueue: queue) { _ in }
        let methods = mock.calls.map(\.method)
        #expect(
            methods == [
                .get, .get, .post, .put, .patch, .head, .delete, .get, .get, .patch,
            ]
        )
    }

    // Rows: 0-11, 0-12, 0-16
    @Test func aRequestMayBuildItselfInEitherForm() async throws {
        let peer = Peer(.mockTransport, body: "7")
        let client = peer.client()
        _ = try await client.fetch(api: Resource.list, method: .put(), request: WithMethod())
        let value = try await client.fetch(
            api: Resource.list,
            method: .patch(),
            request: Account<Int>(body: .encodable([1]), storedToken: "t")
        )
        #expect(value == 7)
        let seen = peer.seen
        #expect(seen.map(\.method) == ["PUT", "PATCH"])
        #expect(seen[0].fields["X-Form"] == "method")
        #expect(seen[1].fields["Authorization"] == "Bearer t")
        #expect(seen[1].body == "[1]")
    }

    // Rows: 0-11
    @Test func aRequestThatBuildsNothingIsARequestError() async {
        let client = Peer(.mockTransport).client()
        await #expect(throws: APIError.request) {
            try await client.fetch(api: MockURLGenerator(url: nil), request: WithMethod())
        }
    }

    // Rows: 0-18
    @Test func methodsArePatternsAndHaveTheirTokens() {
        let method = Resource.item(1).method
        if case .delete = method {} else { Issue.record("\(method) is not DELETE") }
        #expect(
            [HTTPMethod.get, .post, .put, .patch, .delete].map(\.operation)
                == ["GET", "POST", "PUT", "PATCH", "DELETE"]
        )
        #expect("\(HTTPMethod.patch)" == "PATCH")
    }

    // Rows: 0-17, 0-31
    @Test func contentIsWrittenInTheOrderOfItsNames() throws {
        let mixed: [any Sendable] = [1, "two", NSNull()]
        let body = HTTPBody.json(["b": ["x": true], "a": mixed, "c": "http://x/"])
        #expect(
            String(decoding: try body.encoded(), as: UTF8.self)
                == #"{"a":[1,"two",null],"b":{"x":true},"c":"http://x/"}"#
        )
        let encodable = HTTPBody.encodable(TestModel(id: 1, name: "ü/"))
        #expect(
            String(decoding: try encodable.encoded(), as: UTF8.self) == #"{"id":1,"name":"ü/"}"#
        )
    }

    // Rows: 0-17
    @Test func aDictionaryKnownOnlyAtRunTimeIsChecked() throws {
        let object: [String: Any] = ["a": [1, ["b": NSNull()]] as [Any], "c": "d", "e": true]
        let body = try HTTPBody.json(unchecked: object)
        #expect(
            String(decoding: try body.encoded(), as: UTF8.self)
                == #"{"a":[1,{"b":null}],"c":"d","e":true}"#
        )
        #expect(throws: APIError.request) { try HTTPBody.json(unchecked: ["at": Date()]) }
    }

    // Rows: 0-8
    @Test func theClientsTokenTypeIsTheSameUnderBothNames() {
        let token: MainNetworkClient.TokenType = TokenType.bearer { nil }
        guard case .bearer(let value) = token else {
            Issue.record("not a bearer token")
            return
        }
        #expect(value() == nil)
    }
}
