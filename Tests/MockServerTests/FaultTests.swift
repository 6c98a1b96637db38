import ClientCore
import Fixtures
import HTTPModel
import MockServer
import TestSupport
import Testing

@Suite struct FaultTests {
    private static let head = HTTPResponseHead(
        status: HTTPStatus(200),
        fields: ["Content-Type": "text/plain", "Content-Length": "4096"]
    )

    private func serve(_ failure: NetworkFailure) throws -> RunningServer {
        let running = try RunningServer()
        try running.save(.init(.get, authority: "a", path: "/x", outcome: .failure(failure)))
        return running
    }

    private func raw(
        _ running: RunningServer
    ) -> (bytes: [UInt8], ending: RawClient.Ending) {
        let client = RawClient(port: running.server.port)
        client.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
        return client.readToEnd()
    }

    private func failure(
        _ code: NetworkFailure.Code,
        received: Int = 0,
        body: String = "partial"
    ) -> NetworkFailure {
        NetworkFailure(
            code,
            phase: .receive,
            bytesReceived: received,
            partialHead: Self.head,
            partialBody: Octets(utf8: body)
        )
    }

    @Test func aResetComesAfterExactlyTheBytesStored() throws {
        let body = String(repeating: "0123456789", count: 100)
        let running = try serve(failure(.receiveReset, received: 512, body: body))
        let (bytes, ending) = raw(running)
        #expect(ending == .reset)
        #expect(bytes.count == 512)
        #expect(running.logged.first?.failure == .receiveReset)
        #expect(running.logged.first?.status == nil)
    }

    @Test func aLimitBelowTheHeadCountsContent() throws {
        let running = try serve(failure(.receiveTruncated, received: 3))
        let (bytes, ending) = raw(running)
        #expect(ending == .closed)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\npar"))
    }

    @Test func aTruncatedResponseAnnouncesMoreThanComes() throws {
        let (bytes, ending) = raw(try serve(failure(.receiveTruncated)))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(ending == .closed)
        #expect(text.contains("Content-Length: 4096\r\n"))
        #expect(text.hasSuffix("\r\n\r\npartial"))
        #expect(!text.contains("Connection: close"))
    }

    @Test func stallsSendWhatCameAndThenNothing() throws {
        let running = try serve(failure(.timeoutBody))
        let client = RawClient(port: running.server.port)
        client.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
        let reply = try #require(client.reply(hasContent: false))
        #expect(reply.status == 200)
        #expect(client.read(atLeast: 7) == Array("partial".utf8))
        // The connection is still open: it ends only with the server.
        running.server.stop()
        #expect(client.readToEnd().bytes.isEmpty)
    }

    @Test func malformedBytesAreSentAsStored() throws {
        let stored = NetworkFailure(
            .receiveMalformed,
            phase: .receive,
            partialBody: [0x00, 0x16, 0x0A]
        )
        let (bytes, ending) = raw(try serve(stored))
        #expect(bytes == [0x00, 0x16, 0x0A])
        #expect(ending == .closed)
    }

    @Test func whatNoConnectionCanShowIsExplained() throws {
        let running = try serve(NetworkFailure(.tlsExpired, phase: .tls))
        let reply = running.client.get("/x")
        #expect(reply?.status == 501)
        #expect(reply?.text.contains("tls.expired") == true)
    }

    @Test(
        arguments: [
            (NetworkFailure.Code.receiveReset, NetworkFailure.Code.receiveReset),
            (.receiveTruncated, .receiveTruncated), (.receiveMalformed, .receiveMalformed),
            (.decodeContentCoding, .decodeContentCoding), (.timeoutBody, .timeoutBody),
            (.timeoutHeaders, .timeoutHeaders),
        ]
    )
    func aFaultOnTheWireIsTheSameFailureInTheClient(
        _ code: NetworkFailure.Code,
        _ expected: NetworkFailure.Code
    ) async throws {
        let stored =
            code == .receiveMalformed
            ? NetworkFailure(code, phase: .receive) : failure(code)
        let running = try serve(stored)
        var request = HTTPRequest(.get, try TargetURI(running.server.origin + "/x"))
        request.options.timeouts.headers = .milliseconds(300)
        request.options.timeouts.idle = .milliseconds(300)
        let exchange = try await HTTPClient().send(request)
        #expect(exchange.failure?.code == expected)
    }
}
