import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// Parts of the client that a configuration replaces, and names in more than one spelling.
@Suite struct PartsTests {
    private struct SigningCreator: URLRequestCreator {
        func createURLRequest<T: APIRequest>(
            api: any URLGenerator,
            method: HTTPMethod,
            request: T
        ) throws -> URLRequest? {
            guard var built = try request.make(api: api, method: method) else { return nil }
            built.setValue("signed", forHTTPHeaderField: "X-Signature")
            return built
        }
    }

    private struct NoCreator: URLRequestCreator {
        func createURLRequest<T: APIRequest>(
            api: any URLGenerator,
            method: HTTPMethod,
            request: T
        ) throws -> URLRequest? { nil }
    }

    private struct TeapotHandler: ErrorHandlerProtocol {
        struct Foreign: Error {}

        func handleStatusCode(statusCode: Int) throws {
            switch statusCode {
            case 418: throw APIError.network(errorMessage: "tea time")
            case 419: throw Foreign()
            default: break
            }
        }
    }

    private struct EnvelopeParser: DataParser {
        func parseData<T: APIRequest>(
            _ data: Data,
            for request: T
        ) throws -> T.ResponseDataType {
            let envelope = try JSONDecoder().decode([String: TestModel].self, from: data)
            let inner = try JSONEncoder().encode(envelope["data"])
            return try request.parseResponse(data: inner)
        }
    }

    @Test func theCoresConfigurationBringsItsMiddlewares() async throws {
        let transport = MockTransport()
        transport.stub(.any, with: .response(503), .json("{}"))
        let time = ManualTime()
        var configuration = NetworkClientConfiguration()
        configuration.core.middlewares = [RetryPolicy(backoff: .constant(.seconds(9)))]
        configuration.core.time = time
        let client = MainNetworkClient(transport: transport, configuration: configuration)
        let report = await client.report(api: Peer(.mockTransport).api())
        #expect(report.error == nil)
        #expect(report.exchange?.attempts == 2)
        #expect(time.waits == [.seconds(9)])
        #expect(transport.received.first?.fields["Accept"] == "application/json")
    }

    // Rows: 0-23
    @Test func aCreatorOfTheConfigurationBuildsTheRequests() async throws {
        let peer = Peer(.mockTransport)
        let client = peer.client(configuration: .init(requestCreator: SigningCreator()))
        _ = try await client.fetch(api: peer.api(), method: .put(body: ["a": 1]))
        #expect(peer.seen.first?.fields["X-Signature"] == "signed")
        #expect(peer.seen.first?.body == #"{"a":1}"#)
        let none = peer.client(configuration: .init(requestCreator: NoCreator()))
        await #expect(throws: APIError.request) { try await none.fetch(api: peer.api()) }
        #expect(peer.seen.count == 1)
    }

    // Rows: 0-23
    @Test(arguments: [
        (418, APIError.network(errorMessage: "tea time")), (419, .unknown), (500, nil), (200, nil),
    ])
    func aHandlerOfTheConfigurationDecidesAboutResponses(
        _ status: Int,
        _ expected: APIError?
    ) async throws {
        let peer = Peer(.mockTransport, status: status, body: "x")
        let client = peer.client(configuration: .init(errorHandler: TeapotHandler()))
        let report = await client.report(api: peer.api())
        #expect(report.error == expected)
        #expect(report.mapping == nil)
        let response = await complete(client, peer.api(), request: DefaultRequest())
        #expect(response == (expected.map { .failure($0) } ?? .success(Data("x".utf8))))
    }

    // Rows: 0-23, 0-41
    @Test func aHandlerIsAskedAboutWhatIsNotHTTPAndNotAboutFailures() async throws {
        let foreign = URLResponse(
            url: URL(filePath: "/a"),
            mimeType: nil,
            expectedContentLength: 1,
            textEncodingName: nil
        )
        let session = MockURLProtocol.session(response: { _ in (foreign, Data("x".utf8)) })
        let configuration = NetworkClientConfiguration(errorHandler: TeapotHandler())
        let client = MainNetworkClient(urlSession: session, configuration: configuration)
        await #expect(throws: APIError.invalidResponse(Data("x".utf8), foreign)) {
            try await client.fetch(api: MockAPI.endpoint)
        }
        let failing = MainNetworkClient(
            transport: MockTransport { _ in .failure(.timeoutTotal) },
            configuration: configuration
        )
        await #expect(throws: APIError.network(errorMessage: "The request timed out")) {
            try await failing.fetch(api: MockAPI.endpoint)
        }
    }

    // Rows: 0-23, 0-38
    @Test(arguments: [
        (199, HTTPError.unknown), (301, .unknown), (404, .notFound), (500, .serverError),
    ])
    func theTableIsAHandlerToo(_ status: Int, _ error: HTTPError) throws {
        #expect(throws: APIError.httpError(error)) {
            try ErrorHandler().handleStatusCode(statusCode: status)
        }
        try ErrorHandler().handleStatusCode(statusCode: 299)
        let table = ErrorMapping(rules: [.init(.anyStatus, apiError: "noData", message: "")])
        #expect(throws: APIError.noData) {
            try ErrorHandler(errorMapping: table).handleStatusCode(statusCode: 200)
        }
    }

    // Rows: 0-23
    @Test func aParserOfTheConfigurationReadsTheContent() async throws {
        let peer = Peer(.mockTransport, body: #"{"data": {"id": 7, "name": "corgi"}}"#)
        let client = peer.client(configuration: .init(dataParser: EnvelopeParser()))
        let value = try await client.fetch(api: peer.api(), request: BasicRequest<TestModel>())
        #expect(value == TestModel(id: 7, name: "corgi"))
    }

    // Rows: 0-43, 0-44
    @Test func aReportSaysWhereTheContentDidNotDecode() async throws {
        let peer = Peer(.mockTransport, body: #"{"id": "s3cret", "name": "a"}"#)
        let report = await peer.client().report(
            api: peer.api(),
            request: BasicRequest<TestModel>()
        )
        let problem = try #require(report.decodingProblem)
        #expect(problem.description == "1:8: id: expected Int, found a string")
        let context = try #require(report.context)
        #expect(context.decoding == problem)
        #expect(context.description.hasSuffix("decoding 1:8: id: expected Int, found a string"))
        #expect(!context.description.contains("s3cret"))
    }

    // Rows: 0-22
    @Test func bothSpellingsAreOneType() throws {
        let error: ApiError = APIError.noData
        let response: ApiResponse<Int> = APIResponse<Int>.failure(error)
        #expect(response == Result.failure(.noData))
    }

    // Rows: 0-6
    @Test func aClientWithoutArgumentsSendsThroughTheSharedTransport() async throws {
        let peer = Peer(.curl, body: "x")
        let client: any NetworkClient = MainNetworkClient()
        #expect(try await client.fetch(api: peer.api()) == Data("x".utf8))
    }

    // Rows: 0-7
    @Test func staleNamesStillName() {
        #expect(StaleNames.all == ["AnyNetworkClient", "MainNetworkClient", "MockNetworkClient"])
    }
}

/// What is asked for through a protocol is not warned about.
private protocol NamedThings {
    static var names: [String] { get }
}

private enum StaleNames: NamedThings {
    @available(*, deprecated)
    static var names: [String] {
        [AnyNetworkManager.self, NetworkManager.self, MockNetworkManager.self].map {
            String(describing: $0)
        }
    }

    static var all: [String] {
        func names(of things: any NamedThings.Type) -> [String] { things.names }
        return names(of: self)
    }
}
