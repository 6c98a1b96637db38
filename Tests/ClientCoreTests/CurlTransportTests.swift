import ClientCore
import HTTPModel
import TestSupport
import Testing

@Suite struct CurlTransportTests {
    @Test func aGetBringsItsResponse() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base + "/a?b"))
        let outcome = await CurlTransport.shared.send(request)
        #expect(outcome.response?.body.text == "hello")
        #expect(server.requests.map(\.line) == ["GET /a?b HTTP/1.1"])
    }
}
