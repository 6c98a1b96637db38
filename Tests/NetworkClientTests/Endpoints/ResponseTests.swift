import Foundation
import FoundationNetworking
import NetworkClient
import Testing

/// What a program does with a `Response`.
@Suite struct ResponseTests {
    private func response(_ status: Int?, _ text: String = #"{"message":"m"}"#) throws -> Response {
        let url = try #require(URL(string: "http://a.example.test/"))
        let head = status.flatMap {
            HTTPURLResponse(url: url, statusCode: $0, httpVersion: nil, headerFields: nil)
        }
        return Response(
            urlRequest: URLRequest(url: url),
            data: Data(text.utf8),
            httpURLResponse: head
        )
    }

    // Rows: 2-21, 2-22
    @Test func successfulStatusesPassTheFilter() throws {
        for status in [200, 204, 299] {
            let given = try response(status)
            #expect(try given.filterSuccessfulStatusCodes() == given)
        }
        #expect(try response(404).filter(statusCodes: 400...404).httpURLResponse?.statusCode == 404)
        #expect(try response(100).filter(statusCodes: ..<200).data?.isEmpty == false)
    }

    // Rows: 2-22, 2-24
    @Test func otherStatusesAreAnErrorWithTheResponse() throws {
        for status in [199, 300, 404, nil] {
            let given = try response(status)
            let error = #expect(throws: NetworkError.self) {
                try given.filterSuccessfulStatusCodes()
            }
            guard case .statusCode(let kept) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(kept == given)
            #expect(error?.statusCode == status)
            #expect(error?.errorDescription?.isEmpty == false)
        }
    }

    // Rows: 2-2
    @Test func contentDecodesByAnyDecoder() throws {
        #expect(try response(200).decode(SampleMessage.self) == SampleMessage(message: "m"))
        struct Snake: Decodable { let someName: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let snake = try response(200, #"{"some_name": 7}"#).decode(Snake.self, using: decoder)
        #expect(snake.someName == 7)
    }

    // Rows: 2-2, 2-25
    @Test func contentThatDoesNotDecodeSaysWhere() throws {
        let given = try response(200, "{\n \"message\": 7}")
        let error = #expect(throws: NetworkError.self) { try given.decode(SampleMessage.self) }
        guard case .underlying(let cause, let kept) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(kept == given)
        let problem = try #require(cause as? DecodingProblem)
        #expect(problem.path == "message")
        #expect(problem.line == 2)
    }
}
