import Foundation
import FoundationNetworking
import NetworkClient
import Testing

/// The request that an endpoint builds.
@Suite struct EndpointRequestTests {
    // Rows: 2-6, 2-7
    @Test func anEndpointHasDefaultsForWhatItDoesNotSay() throws {
        struct Plain: EndpointType {
            var baseURL: URL { URL(filePath: "/") }
            let path = ""
            let httpMethod = HTTPMethod.get
            let task = HTTPTask.requestPlain
        }
        let plain = Plain()
        #expect(plain.headers == [:])
        #expect(plain.mockResponse == nil)
        #expect(plain.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(plain.timeoutInterval == 10)
        var endpoint = SampleEndpoint()
        endpoint.httpMethod = .put
        endpoint.headers = ["Content-Type": "application/json", "X-One": "1"]
        let request = try endpoint.buildRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.allHTTPHeaderFields == endpoint.headers)
        #expect(request.timeoutInterval == 10)
        #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(request.httpBody == nil)
    }

    // Rows: 2-10
    @Test(arguments: [
        ("http://a.test/v1", "accounts", "http://a.test/v1/accounts"),
        ("http://a.test/v1/", "/accounts", "http://a.test/v1/accounts"),
        ("http://a.test", "accounts", "http://a.test/accounts"),
        ("http://a.test/v1", "", "http://a.test/v1"),
        ("http://a.test/v1", "users?x=1&y=a%20b", "http://a.test/v1/users?x=1&y=a%20b"),
        ("http://a.test/v1?key=k", "users?x=1", "http://a.test/v1/users?key=k&x=1"),
        ("http://a.test/v1", "a b/é/50%/%41#1", "http://a.test/v1/a%20b/%C3%A9/50%25/%41%231"),
        ("http://a.test/v1", "?x=1", "http://a.test/v1?x=1"),
    ])
    func thePathGoesBehindTheBaseAndItsQueryStaysAQuery(
        _ row: (base: String, path: String, url: String)
    ) throws {
        var endpoint = SampleEndpoint(row.base)
        endpoint.path = row.path
        #expect(try endpoint.buildRequest().url?.absoluteString == row.url)
    }

    // Rows: 2-24, 2-25
    @Test func aBaseThatIsNoTargetIsAnError() {
        for base in ["ftp://a.test/", "/only/a/path", "mailto:a@b.test"] {
            let error = #expect(throws: NetworkError.self) {
                try SampleEndpoint(base).buildRequest()
            }
            guard case .encodingFailed(.missingURL) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(error?.errorDescription?.contains("no URL") == true)
        }
    }

    // Rows: 2-8, 2-9, 2-25
    @Test func aTaskPutsItsContentIntoTheRequest() throws {
        var endpoint = SampleEndpoint()
        endpoint.httpMethod = .post
        endpoint.headers = ["Content-Type": "text/x-own"]
        let rows: [(HTTPTask, content: String?, query: String?)] = [
            (.requestPlain, nil, nil),
            (.requestData(Data("raw".utf8)), "raw", nil),
            (.requestJSONEncodable(SampleMessage(message: "m")), #"{"message":"m"}"#, nil),
            (.requestParameters(["b": 1, "a": "x y"], .httpBody), "a=x+y&b=1", nil),
            (.requestParameters(["b": 1, "a": "x y"], .urlQuery), nil, "a=x%20y&b=1"),
            (.requestParameters(["a": 1], .methodDependent), "a=1", nil),
        ]
        for row in rows {
            endpoint.task = row.0
            let request = try endpoint.buildRequest()
            #expect(request.httpBody.map { String(decoding: $0, as: UTF8.self) } == row.content)
            #expect(request.url?.query == row.query)
            #expect(request.allHTTPHeaderFields == ["Content-Type": "text/x-own"])
        }
    }

    // Rows: 2-9
    @Test func noMediaTypeIsAddedForTheEndpoint() throws {
        var endpoint = SampleEndpoint()
        endpoint.httpMethod = .post
        for task in [
            HTTPTask.requestJSONEncodable([1]), .requestParameters(["a": 1], .httpBody),
        ] {
            endpoint.task = task
            #expect(try endpoint.buildRequest().allHTTPHeaderFields ?? [:] == [:])
        }
    }

    // Rows: 2-24
    @Test(arguments: [("X-Key", "s3cret\n"), ("X-Key", "s3cret\r\nX: y"), ("X Key", "s3cret")])
    func aFieldThatCannotBeSentIsAnErrorWithoutItsValue(_ name: String, _ value: String) {
        var endpoint = SampleEndpoint()
        endpoint.headers = [name: value]
        let error = #expect(throws: NetworkError.self) { try endpoint.buildRequest() }
        guard case .encodingFailed(.underlying) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.errorDescription?.contains(name) == true)
        #expect(!"\(String(describing: error))".contains("s3cret"))
    }

    // Rows: 2-12
    @Test func anyJSONValueIsContent() throws {
        var endpoint = SampleEndpoint()
        for (value, text) in [
            ([1, 2] as any Encodable & Sendable, "[1,2]"), ("text", #""text""#), (true, "true"),
        ] {
            endpoint.task = .requestJSONEncodable(value)
            let content = try endpoint.buildRequest().httpBody
            #expect(content == Data(text.utf8))
        }
    }

    // Rows: 2-12, 2-24
    @Test func aValueThatDoesNotEncodeIsAnError() {
        var endpoint = SampleEndpoint()
        endpoint.task = .requestJSONEncodable(Double.nan)
        let error = #expect(throws: NetworkError.self) { try endpoint.buildRequest() }
        guard case .encodingFailed(.encodableConversion) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    // Rows: 2-11
    @Test func anEndpointChoosesHowParametersAreWritten() throws {
        var endpoint = SampleEndpoint()
        endpoint.task = .requestParameters(["list": [1, 2], "on": true], .urlQuery)
        #expect(try endpoint.buildRequest().url?.query == "list%5B%5D=1&list%5B%5D=2&on=1")
        endpoint.urlEncoding = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
        #expect(try endpoint.buildRequest().url?.query == "list=1&list=2&on=true")
    }
}
