import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Testing

/// The URL of a response that came after redirects: that of the last hop, as Foundation has it.
@Suite struct RedirectedResponseTests {
    private static let first = "http://a.example.test/v1/users"
    private static let last = "http://b.example.test/else?x=1"

    /// Sends `/v1/users` on, and answers the rest with `status`.
    private func transport(_ status: Int) -> MockTransport {
        let transport = MockTransport { _ in .json(#"{"user_name": "ada"}"#, status: status) }
        transport.stub(
            .path("/v1/users"),
            with: .response(302, fields: ["Location": Self.last])
        )
        return transport
    }

    // Rows: 2-21
    @Test func aRouterGivesIt() async throws {
        let router = DefaultNetworkRouter<SampleEndpoint>(
            kit: NetworkKit(),
            transport: transport(404)
        )
        var endpoint = SampleEndpoint("http://a.example.test/v1")
        endpoint.path = "users"
        let response = try await router.execute(endpoint: endpoint)
        #expect(response.httpURLResponse?.url?.absoluteString == Self.last)
        #expect(response.urlRequest.url?.absoluteString == Self.first)
    }

    @Test func aRouterGivesItWithAFailure() async throws {
        let transport = transport(200)
        transport.stub(
            .path("/else"),
            with: .failure(.receiveTruncated, head: HTTPResponseHead(status: HTTPStatus(200)))
        )
        let router = DefaultNetworkRouter<SampleEndpoint>(kit: NetworkKit(), transport: transport)
        var endpoint = SampleEndpoint("http://a.example.test/v1")
        endpoint.path = "users"
        let error = await #expect(throws: NetworkError.self) {
            try await router.execute(endpoint: endpoint)
        }
        guard case .underlying(_, let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response?.httpURLResponse?.url?.absoluteString == Self.last)
    }

    // Rows: 3-12
    @Test func aServiceReadsItsErrorsWithIt() async throws {
        struct Service: Network {
            let baseURL = serviceURL("http://a.example.test/v1")
            let client: HTTPClient

            func errorContent(for response: HTTPURLResponse, data: Data) throws -> String {
                response.url?.absoluteString ?? ""
            }
        }
        let service = Service(client: HTTPClient(transport: transport(500)))
        let error = await FetchRaw(path: "users").request(on: service).failure
        #expect(error == .remote(Self.last))
    }

    // Rows: 1-23
    @Test func aProviderGivesItWithItsErrors() async throws {
        let provider = NetworkProvider<SampleTarget>(
            completionQueue: DispatchQueue(label: "tests"),
            transport: transport(500),
            time: ManualTime()
        )
        let result: Result<Data?, NetworkError> = await provider.request(
            SampleTarget(base: "http://a.example.test")
        )
        guard case .failure(.networkError(_, let response, _)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(response?.url?.absoluteString == Self.last)
    }

    @Test func aReportGivesIt() async throws {
        let client = MainNetworkClient(transport: transport(200))
        let report = await client.report(api: Place.users, request: DefaultRequest())
        #expect(report.response?.url?.absoluteString == Self.last)
    }

    private enum Place: URLGenerator {
        case users
        var url: URL? { URL(string: RedirectedResponseTests.first) }
    }
}
