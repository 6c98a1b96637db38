import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// One hop over a real `URLSession`.
@Suite struct URLSessionTransportTests {
    private let transport = URLSessionTransport(session: URLSession(configuration: .ephemeral))

    private func request(
        _ url: String,
        _ method: HTTPMethod = .get,
        fields: HTTPFields = [:],
        content: String? = nil,
        timeouts: RequestOptions.Timeouts = .init()
    ) throws -> PreparedRequest {
        var options = RequestOptions()
        options.timeouts = timeouts
        return PreparedRequest(
            method: method,
            target: try TargetURI(url),
            fields: fields,
            content: content.map { .octets(Octets(utf8: $0)) },
            options: options
        )
    }

    @Test func theHopTellsWhatCame() async throws {
        let server = FaultServer(
            answering: "HTTP/1.1 201 Made\r\nX-A: 1\r\nContent-Length: 5\r\n\r\nhello"
        )
        let outcome = await transport.send(
            try request(server.base + "/a?b=%20", .post, fields: ["X-Q": "1"], content: "ping")
        )
        let response = try #require(outcome.response)
        #expect(response.status == HTTPStatus(201))
        #expect(response.fields["X-A"] == "1")
        #expect(response.body.text == "hello")
        #expect(outcome.hop.bytesSent == 4)
        #expect(outcome.hop.bytesReceived == 5)
        #expect(outcome.hop.timings.total >= outcome.hop.timings.wait)
        let seen = try #require(server.requests.first)
        #expect(seen.line == "POST /a?b=%20 HTTP/1.1")
        #expect(seen.field("X-Q") == "1")
        #expect(seen.text == "ping")
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectIsGivenAndNotFollowed(_ status: Int) async throws {
        let server = FaultServer(
            answering: "HTTP/1.1 \(status) X\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nno"
        )
        let outcome = await transport.send(try request(server.base + "/a"))
        #expect(outcome.response?.status == HTTPStatus(status))
        #expect(outcome.response?.fields["Location"] == "/b")
        #expect(server.requests.map(\.target) == ["/a"])
    }

    @Test(arguments: ["Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"n\"", "Bearer"])
    func aChallengeIsGivenAsItsResponse(_ challenge: String) async throws {
        let server = FaultServer(
            answering:
                "HTTP/1.1 401 X\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno"
        )
        let outcome = await transport.send(try request(server.base))
        #expect(outcome.response?.status == HTTPStatus(401))
        #expect(outcome.response?.body.text == "no")
    }

    @Test func aServerThatDoesNotAnswerMeetsTheLimitForTheHead() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let limits = RequestOptions.Timeouts(headers: .milliseconds(80))
        let outcome = await transport.send(try request(server.base, timeouts: limits))
        #expect(outcome.hop.failure?.code == .timeoutHeaders)
    }

    @Test func contentThatStallsMeetsTheIdleLimit() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            connection.waitForClose()
        }
        let limits = RequestOptions.Timeouts(idle: .milliseconds(80))
        let failure = await transport.send(try request(server.base, timeouts: limits)).hop.failure
        #expect(failure?.code == .timeoutBody)
        #expect(failure?.phase == .receive)
        #expect(failure?.partialBody.text == "half")
        #expect(failure?.partialHead?.status == HTTPStatus(200))
    }

    @Test func theWholeHopMeetsTheTotalLimit() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let limits = RequestOptions.Timeouts(total: .milliseconds(80))
        let outcome = await transport.send(try request(server.base, timeouts: limits))
        #expect(outcome.hop.failure?.code == .timeoutTotal)
    }

    @Test func aConnectionClosedEarlyIsAFailure() async throws {
        let server = FaultServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
        }
        let failure = await transport.send(try request(server.base)).hop.failure
        #expect(failure?.code == .receiveTruncated)
        #expect(failure?.partialBody.text == "half")
    }

    @Test func contentPastTheLimitEndsTheHop() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789")
        var limited = try request(server.base)
        limited.options.contentLimitInBytes = 4
        #expect(await transport.send(limited).hop.failure?.code == .receiveTooLarge)
    }

    @Test func contentWithGetIsRefusedInWords() async throws {
        let server = FaultServer(answering: "HTTP/1.1 204 X\r\n\r\n")
        let outcome = await transport.send(try request(server.base, content: "x"))
        let failure = try #require(outcome.hop.failure)
        #expect(failure.message.contains("a URLSession sends no content with GET"))
    }

    @Test func aMockedProtocolSeesContentWithGet() async throws {
        let mocked = URLSessionTransport(
            session: MockURLProtocol.session { request in
                (HTTPURLResponse(), request.httpBody ?? Data())
            }
        )
        let outcome = await mocked.send(try request("http://a.example.test/", content: "x"))
        #expect(outcome.response?.body.text == "x")
    }

    /// A session that follows redirects as its delegate says.
    private final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
        let asked = Mutex(0)

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            asked.withLock { $0 += 1 }
            completionHandler(request)
        }
    }

    @Test func aSessionWithADelegateIsUsedAsItIs() async throws {
        let server = FaultServer { request in
            request.target == "/a"
                ? "HTTP/1.1 302 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
                : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"
        }
        let delegate = Delegate()
        let session = URLSession(
            configuration: .ephemeral,
            delegate: delegate,
            delegateQueue: nil
        )
        defer { session.finishTasksAndInvalidate() }
        let outcome = await URLSessionTransport(session: session)
            .send(try request(server.base + "/a"))
        #expect(outcome.response?.body.text == "done")
    }

    @Test func progressIsReportedWithTheHead() async throws {
        final class Observer: HopObserver {
            let last = Mutex<HopProgress?>(nil)
            func hop(_ progress: HopProgress) { last.withLock { $0 = progress } }
        }
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let observer = Observer()
        _ = await transport.send(try request(server.base), observer: observer)
        let last = try #require(observer.last.withLock { $0 })
        #expect(last.bytesReceived == 5)
        #expect(last.expectedBytes == 5)
        #expect(last.head?.status == HTTPStatus(200))
    }
}
