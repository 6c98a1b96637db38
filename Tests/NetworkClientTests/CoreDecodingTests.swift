import Foundation
import NetworkClient
import NetworkClientTestSupport
import Testing

/// Values and pages straight from the core's client.
@Suite struct CoreDecodingTests {
    private struct Page: Codable, Equatable {
        var numbers: [Int]
        var next: String?
    }

    private let transport = MockTransport()
    private var client: HTTPClient { HTTPClient(transport: transport) }

    private func url(_ text: String = "http://a.example.test/p?q=a%20b") throws -> URL {
        try #require(URL(string: text))
    }

    @Test func aRequestIsMadeOfAURL() throws {
        let request = try HTTPRequest(
            .post,
            url: url(),
            fields: ["X-A": "1"],
            body: .data(Data([1]))
        )
        #expect(request.target.text == "http://a.example.test/p?q=a%20b")
        #expect(request.method == .post && request.fields["X-A"] == "1")
        #expect(request.body == .octets([1]))
        let error = #expect(throws: URLRequestError.self) {
            try HTTPRequest(url: url("/relative"))
        }
        #expect(error?.code == .unusableURL)
    }

    @Test func aResponseIsDecoded() async throws {
        transport.stub(.path("/p"), with: .json(#"{"numbers": [1]}"#))
        let page = try await client.decode(Page.self, from: HTTPRequest(url: url()))
        #expect(page == Page(numbers: [1]))
    }

    @Test func aResponseThatDoesNotDecodeSaysWhere() async throws {
        transport.stub(.any, with: .json(#"{"numbers": [1, "2"]}"#))
        let request = try HTTPRequest(url: url())
        let problem = await #expect(throws: DecodingProblem.self) {
            try await client.decode(Page.self, from: request)
        }
        #expect(problem?.description == "1:17: numbers[1]: expected Int, found a string")
    }

    @Test func aResponseThatIsRefusedIsNotDecoded() async throws {
        transport.stub(.any, with: .json(#"{"numbers": []}"#, status: 404))
        let request = try HTTPRequest(url: url())
        let error = await #expect(throws: ClientError.self) {
            try await client.decode(Page.self, from: request)
        }
        #expect(error?.code == .status)
    }

    @Test func pagesAreDecodedOneByOne() async throws {
        transport.stub(.any, with: .json(#"{"numbers": [1], "next": "?page=2"}"#))
        transport.stub(.query("page", "2"), with: .json(#"{"numbers": [2]}"#))
        let request = try HTTPRequest(url: url())
        var pages: [Page] = []
        for try await page in client.pages(Page.self, from: request, .nextURL { $0.next }) {
            pages.append(page)
        }
        #expect(pages.flatMap(\.numbers) == [1, 2])
    }

    @Test func pagesAreFoundByTheirLinks() async throws {
        transport.stub(.any, with: .json("{\"numbers\": [3]}"))
        transport.stub(
            .query("q"),
            with: .json("{\"numbers\": [1]}", fields: ["Link": "</n>; rel=next"])
        )
        var numbers: [Int] = []
        for try await page in client.pages(Page.self, from: try HTTPRequest(url: url())) {
            numbers += page.numbers
        }
        #expect(numbers == [1, 3])
        #expect(transport.received.map(\.target.path) == ["/p", "/n"])
    }

    @Test func aMockOfJSONTakesFieldsOfItsOwn() async throws {
        transport.stub(
            .any,
            with: .json("{}", fields: ["ETag": "\"1\""]),
            .json("{}", fields: ["content-type": "application/problem+json"])
        )
        let request = try HTTPRequest(url: url())
        let plain = try await client.response(to: request)
        #expect(plain.fields["Content-Type"] == "application/json")
        #expect(plain.fields["ETag"] == "\"1\"")
        let problem = try await client.response(to: request)
        #expect(problem.fields.values(named: "Content-Type") == ["application/problem+json"])
    }
}
