import Foundation
import NetworkClient
import NetworkClientTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The library's own requests, which are sent without a `URLRequest`, beside the `URLRequest` they build.
@Suite struct StandardRequestTests {
    /// A creator that has each request build its `URLRequest`.
    private struct BuildingCreator: URLRequestCreator {
        func createURLRequest<T: APIRequest>(
            api: any URLGenerator,
            method: HTTPMethod,
            request: T
        ) throws -> URLRequest? {
            try request.make(api: api, method: method)
        }
    }

    fileprivate enum Sample: String, CaseIterable, CustomTestStringConvertible {
        case plain, lowerCaseMethod, ownMethod, fields, token, body, emptyBody, form, content
        case relativeURL, query, fragment, userInformation, international, noURL, file

        var testDescription: String { rawValue }

        var url: URL? {
            switch self {
            case .relativeURL:
                URL(string: "../b?c=d", relativeTo: URL(string: "http://peer.test/x/y/"))
            case .query: URL(string: "http://peer.test/a?b=c%20d&e")
            case .fragment: URL(string: "HTTP://Peer.test#f")
            case .userInformation: URL(string: "http://user:secret@peer.test/")
            case .international: URL(string: "http://bücher.test/ä b")
            case .noURL: nil
            case .file: URL(filePath: "/tmp")
            default: URL(string: "http://peer.test/a")
            }
        }

        var call: MethodCall? {
            switch self {
            case .lowerCaseMethod: HTTPMethod(rawValue: "get").map { MethodCall($0) }
            case .ownMethod: HTTPMethod(rawValue: "PURGE").map { MethodCall($0) }
            case .fields: .get(headers: ["B": "2", "a": "1", "Accept": "text/plain"])
            case .token: .delete(token: "t")
            case .body: .post(headers: ["x": "y"], body: ["b": 1, "a": "/"])
            case .emptyBody: .put(body: [:])
            case .form: .post(body: ["b": 1, "a": "x y"], bodyEncoding: .form)
            case .content: .patch(body: ["lost": true])
            case .query: nil
            default: .get()
            }
        }

        var request: BasicRequest<String> {
            BasicRequest(body: self == .content ? .json(["kept": 1]) : nil)
        }
    }

    @Test(
        arguments: Sample.allCases,
        [nil, 2.5, 0] as [TimeInterval?]
    )
    fileprivate func whatIsSentIsWhatTheURLRequestSays(
        _ sample: Sample,
        timeout: TimeInterval?
    ) async throws {
        for policy in [NetworkClientConfiguration.HeaderPolicy.onlyWhenEmpty, .addMissing] {
            let own = NetworkClientConfiguration(headerPolicy: policy, timeout: timeout)
            var building = own
            building.requestCreator = BuildingCreator()
            let direct = await report(sample, own)
            let built = await report(sample, building)
            #expect(comparable(direct.exchange?.request) == comparable(built.exchange?.request))
            #expect(comparable(direct.exchange) == comparable(built.exchange))
            #expect(direct.mapping == built.mapping)
            #expect((direct.exchange == nil) == (sample == .noURL || sample == .file))
        }
    }

    /// A request with its fields in one order and case, since Foundation keeps neither.
    private func comparable(_ request: HTTPRequest?) -> HTTPRequest? {
        guard var request else { return nil }
        request.fields = HTTPFields(request.fields.map(comparable).sorted { $0.name < $1.name })
        return request
    }

    private func comparable(_ exchange: Exchange?) -> [[String]]? {
        exchange?.hops.map { hop in
            let fields = hop.sent.fields.map(comparable).map { "\($0.name): \($0.value)" }
            return ["\(hop.sent.method) \(hop.sent.target) \(hop.sent.body.text)"] + fields.sorted()
        }
    }

    private func comparable(_ field: HTTPField) -> HTTPField {
        HTTPField(field.name.lowercased(), field.value)
    }

    private func report(
        _ sample: Sample,
        _ configuration: NetworkClientConfiguration
    ) async -> FetchReport<String> {
        let transport = MockTransport { _ in .response(200, body: Octets(utf8: #""ok""#)) }
        let client = MainNetworkClient(transport: transport, configuration: configuration)
        let api = MockURLGenerator(url: sample.url, method: .head)
        return await client.report(api: api, method: sample.call, request: sample.request)
    }

    @Test(arguments: Sample.allCases)
    fileprivate func theTaskShowsWhatTheURLRequestSays(_ sample: Sample) async throws {
        let transport = MockTransport { _ in .response(200, body: Octets(utf8: #""ok""#)) }
        var building = NetworkClientConfiguration()
        building.requestCreator = BuildingCreator()
        let tasks = [NetworkClientConfiguration(), building].map { configuration in
            MainNetworkClient(transport: transport, configuration: configuration).fetch(
                api: MockURLGenerator(url: sample.url, method: .head),
                method: sample.call,
                request: sample.request,
                completionQueue: .global()
            ) { _ in }
        }
        let (direct, built) = (tasks[0]?.originalRequest, tasks[1]?.originalRequest)
        #expect(direct?.url == built?.url)
        #expect(direct?.httpMethod == built?.httpMethod)
        #expect(direct?.httpBody == built?.httpBody)
        #expect(direct?.timeoutInterval == built?.timeoutInterval)
        #expect(direct?.cachePolicy == built?.cachePolicy)
        #expect(direct?.httpShouldHandleCookies == built?.httpShouldHandleCookies)
        let fields: [String: String] = built?.allHTTPHeaderFields ?? [:]
        for (name, value) in fields {
            #expect(direct?.value(forHTTPHeaderField: name) == value)
        }
    }

    @Test func requestsInARowRunOnTheTransportsThread() async throws {
        let transport = CurlTransport()
        let peer = Peer(.curl, body: "page")
        let client = MainNetworkClient(transport: transport)
        let total = await Task(executorPreference: transport.executor) {
            var total = 0
            for page in 1...20 {
                let content = try? await client.fetch(api: peer.api("/\(page)"), method: .get())
                total += content?.count ?? 0
            }
            return total
        }.value
        #expect(total == 80)
        #expect(peer.seen.map(\.target) == (1...20).map { "/\($0)" })
        await transport.shutdown()
    }
}
