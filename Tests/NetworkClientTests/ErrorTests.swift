import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// The errors of a fetch: their texts, and what leads to them.
@Suite struct ErrorTests {
    // Rows: 0-20, 0-21
    @Test(arguments: [
        (APIError.network(errorMessage: "n"), "n"), (.noData, "No data"),
        (.parseResponse(errorMessage: "p"), "p"), (.request, "Could not process request"),
        (.httpError(.badRequest), "Bad Request"), (.httpError(.unauthorized), "Unauthorized"),
        (.httpError(.forbidden), "Forbidden"), (.httpError(.notFound), "Not Found"),
        (.httpError(.serverError), "Internal Server Error"),
        (.httpError(.unknown), "Unknown HTTP Error"),
        (.invalidResponse(nil, nil), "Invalid response"),
        (.generalToken, "General token error"), (.unknown, "Unknown Error"),
    ])
    func eachCaseHasItsText(_ error: APIError, _ text: String) {
        #expect(error.errorDescription == text)
        #expect((error as any Error).localizedDescription == text)
    }

    // Rows: 0-20
    @Test func errorsAreEqualWhenWhatTheyCarryIs() {
        let url = URL(filePath: "/a")
        let response = URLResponse(
            url: url,
            mimeType: nil,
            expectedContentLength: 1,
            textEncodingName: nil
        )
        #expect(APIError.network(errorMessage: "a") != .network(errorMessage: "b"))
        #expect(APIError.network(errorMessage: "a") != .parseResponse(errorMessage: "a"))
        #expect(APIError.httpError(.notFound) != .httpError(.forbidden))
        #expect(
            APIError.invalidResponse(Data([1]), response) == .invalidResponse(Data([1]), response)
        )
        #expect(APIError.invalidResponse(Data([1]), response) != .invalidResponse(nil, response))
        #expect(APIError.invalidResponse(nil, response) != .invalidResponse(nil, nil))
        #expect(APIError.noData == .noData)
    }

    @Test func contentThatDoesNotDecodeIsInTheErrorWhenTheTableSaysInvalidResponse() async throws {
        let rule = ErrorMapping.Rule(.decodeFailure, apiError: "invalidResponse", message: "m")
        let peer = Peer(.mockTransport, body: "[")
        let client = peer.client(
            configuration: NetworkClientConfiguration(
                errorMapping: .standard.prepending([rule])
            )
        )
        let request = BasicRequest<[String: Int]>()
        let report = await client.report(api: peer.api(), request: request)
        let thrown = await #expect(throws: APIError.self) {
            try await client.fetch(api: peer.api(), request: request)
        }
        for error in [report.error, thrown] {
            guard case .invalidResponse(let data, let response as HTTPURLResponse) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(data == Data("[".utf8))
            #expect(response.statusCode == 200)
            #expect(response.url == peer.api().url)
        }
    }

    @Test func everyNameOfTheTableIsACase() {
        for name in ErrorMapping.apiErrors {
            let rule = ErrorMapping.Rule(.noData, apiError: name, message: "m")
            let error = APIError(ErrorMapping(rules: [rule]).map(.noData))
            #expect(error.name == name)
        }
    }

    @Test func aNameThatTheTableDoesNotKnowIsUnknown() {
        func error(_ name: String) -> APIError {
            let rule = ErrorMapping.Rule(.noData, apiError: name, message: "m")
            return APIError(ErrorMapping(rules: [rule]).map(.noData))
        }
        #expect(error("httpError.teapot") == .httpError(.unknown))
        #expect(error("teapot") == .unknown)
    }

    @Test func aRuleOfTheConfigurationDecidesBeforeTheStandardOnes() async {
        let mapping = ErrorMapping.standard.prepending([
            .init(.status(404), apiError: nil, message: ""),
            .init(.status(200), apiError: "network", message: "closed for the night"),
        ])
        let configuration = NetworkClientConfiguration(errorMapping: mapping)
        let absent = Peer(.mockTransport, status: 404, body: "[]")
        let present = Peer(.mockTransport, status: 200)
        let client = absent.client(configuration: configuration)
        #expect(
            await complete(client, absent.api(), request: DefaultRequest())
                == .success(Data("[]".utf8))
        )
        await #expect(throws: APIError.network(errorMessage: "closed for the night")) {
            try await present.client(configuration: configuration).fetch(api: present.api())
        }
    }

    // Rows: 0-44
    @Test(arguments: [
        (NetworkFailure.Code.timeoutHeaders, "The request timed out"),
        (.connectTimeout, "The request timed out"), (.timeoutBody, "The request timed out"),
        (.timeoutTotal, "The request timed out"), (.connectUnreachable, "No internet connection"),
    ])
    func commonFailuresHaveShortTexts(_ code: NetworkFailure.Code, _ text: String) async {
        let client = MainNetworkClient(transport: MockTransport { _ in .failure(code) })
        let expected = APIError.network(errorMessage: text)
        await #expect(throws: expected) { try await client.fetch(api: MockAPI.endpoint) }
        let response = await complete(client, MockAPI.endpoint, request: DefaultRequest())
        #expect(response == .failure(expected))
    }

    // Rows: 0-44
    @Test func aReportTellsWhatTheErrorDoesNot() async throws {
        let failure = MockAnswer.failure(
            .receiveTruncated,
            phase: .receive,
            partialBody: Octets(utf8: "half")
        )
        let client = MainNetworkClient(transport: MockTransport { _ in failure })
        let url = URL(string: "http://user:pw@api.example.test/a?b=1")
        let report = await client.report(api: MockURLGenerator(url: url))
        let context = try #require(report.context)
        #expect(context.name == "network")
        #expect(context.code == .receiveTruncated)
        #expect(context.phase == .receive)
        #expect(context.url == "http://api.example.test/a?b=1")
        #expect(context.bytesReceived == 4)
        #expect(context.rule == "any failure")
        #expect(context.isRetryable)
        #expect(report.exchange?.failure?.partialBody.text == "half")
        #expect(report.response == nil)
    }

    @Test func aReportOfSuccessHasNoContext() async {
        let report = await Peer(.mockTransport, body: "x").client().report(api: MockAPI.endpoint)
        #expect(report.result == .success(Data("x".utf8)))
        #expect(report.context == nil)
        #expect(report.response?.statusCode == 200)
        #expect(report.mapping?.isSuccess == true)
    }

    // Rows: 0-41
    @Test func whatIsNotHTTPIsAnInvalidResponse() async {
        let url = URL(filePath: "/a")
        let foreign = URLResponse(
            url: url,
            mimeType: "text/plain",
            expectedContentLength: 3,
            textEncodingName: nil
        )
        let session = MockURLProtocol.session(response: { _ in (foreign, Data("abc".utf8)) })
        let client = MainNetworkClient(urlSession: session)
        await #expect(throws: APIError.invalidResponse(Data("abc".utf8), foreign)) {
            try await client.fetch(api: MockAPI.endpoint)
        }
        let response = await complete(client, MockAPI.endpoint, request: DefaultRequest())
        #expect(response == .failure(.invalidResponse(Data("abc".utf8), foreign)))
    }

    // Rows: 0-43
    @Test func anErrorOfTheSessionIsANetworkError() async {
        struct Broken: LocalizedError { var errorDescription: String? { "the line is dead" } }
        let session = MockURLProtocol.session { _ in throw Broken() }
        let report = await MainNetworkClient(urlSession: session).report(api: MockAPI.endpoint)
        guard case .network(let message)? = report.error else {
            Issue.record("\(report.result) is no network error")
            return
        }
        #expect(message.contains("the line is dead"))
    }

    /// A request that throws what it is told to.
    private struct ThrowingRequest: APIRequest {
        typealias ResponseDataType = Data
        var building: (any Error)?
        var parsing: (any Error)?

        func make(api: any URLGenerator) throws -> URLRequest {
            if let building { throw building }
            return URLRequest(url: try #require(api.url))
        }

        func parseResponse(data: Data) throws -> Data {
            if let parsing { throw parsing }
            return data
        }
    }

    private struct Fault: Error {}

    // Rows: 0-43
    @Test(arguments: [
        (ThrowingRequest(building: APIError.generalToken), APIError.generalToken),
        (ThrowingRequest(building: Fault()), .unknown),
        (
            ThrowingRequest(
                building: EncodingError.invalidValue(
                    0,
                    .init(codingPath: [], debugDescription: "no")
                )
            ), .request
        ),
        (ThrowingRequest(parsing: APIError.noData), .noData),
        (ThrowingRequest(parsing: Fault()), .unknown),
    ])
    private func errorsOfTheCallersCodePassOrAreUnknown(
        _ request: ThrowingRequest,
        _ expected: APIError
    ) async {
        let peer = Peer(.mockTransport)
        let client = peer.client()
        await #expect(throws: expected) {
            try await client.fetch(api: peer.api(), request: request)
        }
        #expect(await complete(client, peer.api(), request: request) == .failure(expected))
    }

    // Rows: 0-9, 0-30
    @Test(arguments: ["", "relative/path", "ftp://files.example.test/a", "http://"])
    func aURLThatIsNoTargetIsARequestError(_ text: String) async {
        let client = Peer(.mockTransport).client()
        let api = MockURLGenerator(url: URL(string: text))
        await #expect(throws: APIError.request) { try await client.fetch(api: api) }
        #expect(await complete(client, api, request: DefaultRequest()) == .failure(.request))
    }

    @Test func contentThatJSONCannotHoldIsARequestError() async {
        let peer = Peer(.mockTransport)
        let client = peer.client()
        await #expect(throws: APIError.request) {
            try await client.fetch(api: peer.api(), method: .post(body: ["at": Date()]))
        }
        await #expect(throws: APIError.request) {
            try await client.fetch(
                api: peer.api(),
                request: DefaultRequest(body: .json(["n": Double.nan]))
            )
        }
    }
}
