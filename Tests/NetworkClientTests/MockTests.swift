import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// What tests of programs build on.
@Suite(.serialized) struct MockTests {
    // Rows: 0-7
    @Test func aMockClientGivesItsValueAndKeepsTheCalls() async throws {
        let client = MockNetworkClient(returning: TestModel(id: 1, name: "a"))
        let api = MockURLGenerator(method: .put)
        let value = try await client.fetch(api: api, request: BasicRequest<TestModel>())
        let response = await complete(
            client,
            api,
            .post(body: ["x": 1]),
            request: BasicRequest<TestModel>()
        )
        #expect(value == TestModel(id: 1, name: "a"))
        #expect(response == .success(TestModel(id: 1, name: "a")))
        #expect(client.calls.map(\.method) == [.put, .post])
        #expect(client.calls.last?.methodCall?.body?.keys.sorted() == ["x"])
    }

    @Test func aMockClientHasDataParsed() async throws {
        let client = MockNetworkClient { call in
            call.url?.path == "/dog" ? Data(#"{"id": 1, "name": "a"}"#.utf8) : Data()
        }
        let url = URL(string: "http://a.example.test/dog")
        let value = try await client.fetch(
            api: MockURLGenerator(url: url),
            request: BasicRequest<TestModel>()
        )
        #expect(value?.name == "a")
        await #expect(
            throws: APIError.parseResponse(
                errorMessage: "The data couldn’t be read because it isn’t in the correct format."
            )
        ) {
            try await client.fetch(api: MockAPI.endpoint, request: BasicRequest<TestModel>())
        }
    }

    @Test func aMockClientFailsAsItIsTold() async throws {
        let client = MockNetworkClient(failing: .httpError(.forbidden))
        await #expect(throws: APIError.httpError(.forbidden)) {
            try await client.fetch(api: MockAPI.endpoint)
        }
        #expect(try await MockNetworkClient().fetch(api: MockAPI.endpoint) == nil)
    }

    @Test func aMockClientWithAnotherTypeSaysSo() async {
        let client = MockNetworkClient(returning: 7)
        await #expect(
            throws: APIError.parseResponse(errorMessage: "The mock's Int is not a TestModel.")
        ) {
            try await client.fetch(api: MockAPI.endpoint, request: BasicRequest<TestModel>())
        }
    }

    // Rows: 0-7
    @Test func anErasedClientIsTheClientItWraps() async throws {
        let mock = MockNetworkClient(returning: TestModel(id: 1, name: "a"))
        let client = AnyNetworkClient(mock)
        _ = try await client.fetch(api: MockAPI.endpoint, request: BasicRequest<TestModel>())
        _ = await complete(client, MockAPI.endpoint, request: BasicRequest<TestModel>())
        #expect(mock.calls.count == 2)
    }

    // Rows: 0-24
    @Test func sessionsMadeSideBySideKeepTheirHandlers() async throws {
        let clients = (0..<40).map { number in
            MainNetworkClient(
                urlSession: MockURLProtocol.session { _ in
                    (HTTPURLResponse(), Data("\(number)".utf8))
                }
            )
        }
        try await withThrowingTaskGroup(of: (Int, Data?).self) { group in
            for (number, client) in clients.enumerated() {
                group.addTask { (number, try await client.fetch(api: MockAPI.endpoint)) }
            }
            for try await (number, data) in group { #expect(data == Data("\(number)".utf8)) }
        }
    }

    @Test func requestsThatASessionDoesNotMockGoOut() async throws {
        let server = FaultServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal" }
        let session = MockURLProtocol.session(
            answering: { $0.url?.path == "/mocked" },
            response: { _ in (HTTPURLResponse(), Data("mock".utf8)) }
        )
        let client = MainNetworkClient(urlSession: session)
        for (path, content) in [("/mocked", "mock"), ("/other", "real")] {
            let url = URL(string: server.base + path)
            let data = try await client.fetch(api: MockURLGenerator(url: url))
            #expect(data.map { String(decoding: $0, as: UTF8.self) } == content)
        }
        #expect(server.requests.map(\.target) == ["/other"])
    }

    // Rows: 0-24
    @Test func theSharedHandlerAnswersSessionsThatNameTheClass() async throws {
        MockURLProtocol.requestHandler = { request in
            (HTTPURLResponse(), Data((request.httpMethod ?? "").utf8))
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [MockURLProtocol.self]
        let client = MainNetworkClient(urlSession: URLSession(configuration: configuration))
        #expect(try await client.fetch(api: MockAPI.endpoint) == Data("GET".utf8))
        MockURLProtocol.requestHandler = nil
        let report = await client.report(api: MockAPI.endpoint)
        #expect(report.exchange?.failure?.message.contains("no handler for /resource") == true)
    }

    @Test func theNewestStubThatMatchesAnswers() async throws {
        let transport = MockTransport()
        transport.stub(.any, with: .response(500))
        transport.stub(.path("/dogs"), with: .json("[]"))
        transport.stub(.all(.method(.post), .field("X-A", "1")), with: .response(201))
        transport.stub(.query("q", "a b"), with: .failure(.connectRefused))
        func status(
            _ text: String,
            _ method: HTTPMethod = .get,
            _ fields: HTTPFields = [:]
        )
            async throws -> Int?
        {
            let request = PreparedRequest(
                method: method,
                target: try TargetURI(text),
                fields: fields
            )
            return await transport.send(request).response?.status.rawValue
        }
        #expect(try await status("http://a.example.test/cats") == 500)
        #expect(try await status("http://a.example.test/dogs") == 200)
        #expect(try await status("http://a.example.test/dogs", .post, ["x-a": "1"]) == 201)
        #expect(try await status("http://a.example.test/?q=a%20b") == nil)
        #expect(transport.received.count == 4)
    }

    @Test func answersAreGivenInTurnAndTheLastRepeats() async throws {
        let transport = MockTransport()
        transport.stub(.any, with: .response(503), .response(200))
        let request = PreparedRequest(method: .get, target: try TargetURI("http://a.example.test"))
        var statuses: [Int?] = []
        for _ in 0..<3 {
            statuses.append(await transport.send(request).response?.status.rawValue)
        }
        #expect(statuses == [503, 200, 200])
    }

    @Test func aRequestWithoutAStubSaysWhichOneItWas() async throws {
        let request = PreparedRequest(
            method: .get,
            target: try TargetURI("http://u:p@a.example.test/x")
        )
        let failure = await MockTransport().send(request).hop.failure
        #expect(failure?.detail == "no stub for GET http://a.example.test/x")
    }

    // Rows: 0-24
    @Test func aResponseMadeWithoutArgumentsIsOfStatus200() {
        #expect(HTTPURLResponse().statusCode == 200)
        #expect(HTTPURLResponse().allHeaderFields.isEmpty)
    }
}
