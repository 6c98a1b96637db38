import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Each failure that loopback can show, by its stable code.
@Suite struct FailureTests {
    private let transport = CurlTransport.shared

    private func failure(
        at base: String,
        content: Octets? = nil,
        _ timeouts: RequestOptions.Timeouts = RequestOptions.Timeouts()
    ) async throws -> NetworkFailure {
        var options = RequestOptions()
        options.timeouts = timeouts
        let outcome = await transport.send(
            PreparedRequest(
                method: content == nil ? .get : .post,
                target: try TargetURI(base),
                content: content.map { .octets($0) },
                options: options,
                totalTimeLeft: timeouts.total
            )
        )
        #expect(outcome.response == nil)
        return try #require(outcome.hop.failure)
    }

    @Test func aPortNobodyListensOnRefuses() async throws {
        let port = refusingPort()
        let failure = try await failure(at: "http://127.0.0.1:\(port)")
        #expect(failure.code == .connectRefused && failure.phase == .connect)
        #expect(failure.detail == "127.0.0.1:\(port)")
        #expect(failure.causes.contains { $0.contains("errno 111") })
        #expect(failure.bytesSent == 0 && failure.bytesReceived == 0)
    }

    @Test func aNameWithoutAddressIsNotFound() async throws {
        let failure = try await failure(at: "http://nowhere.invalid/")
        #expect(failure.code == .dnsNotFound && failure.phase == .resolve)
        #expect(failure.detail == "nowhere.invalid")
    }

    @Test func aProxyThatRefusesIsNamed() async throws {
        var options = RequestOptions()
        options.proxy = "http://127.0.0.1:\(refusingPort())"
        let target = try TargetURI("http://example.test/")
        let request = PreparedRequest(method: .get, target: target, options: options)
        #expect(await transport.send(request).hop.failure?.code == .proxyRefused)
    }

    @Test func aProxyThatWantsCredentialsIsNamed() async throws {
        let proxy = FaultServer(
            answering: "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
        )
        var options = RequestOptions()
        options.proxy = proxy.base
        let target = try TargetURI("https://example.test/")
        let request = PreparedRequest(method: .get, target: target, options: options)
        #expect(await transport.send(request).hop.failure?.code == .proxyAuth)
    }

    @Test func aResetWithinContentKeepsWhatCame() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
        let read = TestGate()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(head + String(repeating: "x", count: 512))
            read.block()
            connection.reset()
        }
        let outcome = await transport.send(
            PreparedRequest(method: .get, target: try TargetURI(server.base)),
            observer: GateOpener(read) { $0.partialBody?.count == 512 }
        )
        let failure = try #require(outcome.hop.failure)
        #expect(failure.code == .receiveReset && failure.phase == .receive)
        #expect(failure.partialBody.count == 512)
        #expect(failure.bytesReceived == head.utf8.count + 512)
        #expect(failure.partialHead?.fields["Content-Length"] == "1000")
        #expect(failure.detail == "after 512 bytes of content")
        #expect(outcome.hop.bytesReceived == failure.bytesReceived)
        #expect(outcome.hop.bytesSent > 0)
    }

    @Test(arguments: [true, false])
    func anEndBeforeAnyByteIsAReset(isReset: Bool) async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            if isReset { connection.reset() }
        }
        let failure = try await failure(at: server.base)
        #expect(failure.code == .receiveReset && failure.phase == .wait)
        #expect(failure.detail == "before any byte" && failure.bytesReceived == 0)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhello",
    ])
    func anEarlyEndIsTruncated(_ response: String) async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(response)
        }
        let failure = try await failure(at: server.base)
        #expect(failure.code == .receiveTruncated && failure.phase == .receive)
        #expect(failure.partialBody.text == "hello")
    }

    @Test(arguments: [true, false])
    func anEndAtAnyByteIsAFailureOfReceiving(isReset: Bool) async throws {
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8)
        let head = response.count - 5
        for count in 1..<response.count {
            let server = FaultServer { connection in
                guard connection.readRequest() != nil else { return }
                connection.send(Array(response[..<count]))
                if isReset { connection.reset() }
            }
            let code = try await failure(at: server.base).code
            let isCut = code == .receiveTruncated || code == .receiveReset
            // The first bytes alone do not show that this is HTTP at all.
            #expect(isCut || (count < 8 && code == .receiveMalformed), "\(count) bytes: \(code)")
            if !isReset, count > head { #expect(code == .receiveTruncated) }
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n",
        "<html>no head at all</html>",
        "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
        "HTTP/7.9 200 OK\r\n\r\n",
    ])
    func whatIsNotHTTPIsMalformed(_ response: String) async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(response)
        }
        #expect(try await failure(at: server.base).code == .receiveMalformed)
    }

    @Test func plainHTTPOnATLSPortIsAHandshakeFailure() async throws {
        let server = FaultServer { connection in
            _ = connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.waitForClose()
        }
        let failure = try await failure(at: "https://127.0.0.1:\(server.port)")
        #expect(failure.code == .tlsHandshake && failure.phase == .tls)
    }

    @Test func aResetWithinTheRequestIsASendReset() async throws {
        let server = FaultServer { connection in
            guard connection.readHead() != nil else { return }
            connection.reset()
        }
        let content = Octets([UInt8](repeating: 1, count: 16 << 20))
        let failure = try await failure(at: server.base, content: content)
        #expect(failure.code == .sendReset && failure.phase == .send)
        #expect(failure.bytesSent < content.count)
    }

    @Test func aMissingLibraryIsAnInternalFailureWithItsCause() {
        let failure = CurlLibrary.failure(
            reason: CurlLibrary.problem(with: "libnothing-here.so.9") ?? ""
        )
        #expect(failure.code == .internal && failure.phase == .prepare)
        #expect(failure.causes.first?.contains("libnothing-here.so.9") == true)
        #expect(CurlLibrary.problem(with: "libc.so.6")?.contains("curl_global_init") == true)
        #expect(CurlLibrary.problem(with: "libcurl.so.4") == nil)
    }
}
