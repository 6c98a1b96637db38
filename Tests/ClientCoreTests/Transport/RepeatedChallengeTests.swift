import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Servers that ask again and again, or otherwise than a client expects, in a body and in a stream.
@Suite struct RepeatedChallengeTests {
    private let client = HTTPClient(transport: CurlTransport())

    private static let ann = HTTPAuthentication.digest(user: "ann", password: "secret")
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// A server that answers with a challenge until a request is the one with this number.
    private static func server(
        asking challenge: String,
        until count: Int = .max,
        content: String = "who?"
    ) -> FaultServer {
        FaultServer { connection in
            var number = 0
            while connection.readRequest() != nil {
                number += 1
                connection.send(
                    number >= count
                        ? ok
                        : "HTTP/1.1 401 Who\r\nWWW-Authenticate: \(challenge)\r\n"
                            + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
                )
            }
        }
    }

    private func request(
        _ server: FaultServer,
        _ authentication: HTTPAuthentication?
    ) throws -> HTTPRequest {
        var request = HTTPRequest(.get, try TargetURI(server.base))
        request.options.authentication = authentication
        return request
    }

    @Test(arguments: [
        (ann, #"Digest realm="r", nonce="n", qop="auth", stale=true"#),
        (
            .ntlm(user: "ann", password: "secret"),
            "NTLM TlRMTVNTUAACAAAAAAAAADAAAAABggAAMTIzNDU2NzgAAAAAAAAAAAAAAAAwAAAA"
        ),
    ])
    func aServerThatNeverHasEnoughIsLeft(
        _ authentication: HTTPAuthentication,
        _ challenge: String
    ) async throws {
        let server = FaultServer { connection in
            while let request = connection.readRequest() {
                let isBare = request.field("Authorization") == nil && challenge.hasPrefix("NTLM")
                connection.send(
                    "HTTP/1.1 401 Who\r\nWWW-Authenticate: \(isBare ? "NTLM" : challenge)\r\n"
                        + "Content-Length: 4\r\n\r\nwho?"
                )
            }
        }
        let exchange = try await client.send(request(server, authentication))
        let failure = try #require(exchange.failure)
        #expect(failure.code == .authRefreshLimit, "\(failure)")
        #expect(failure.partialHead?.status.rawValue == 401)
        #expect(failure.causes == ["the server answered 9 requests with challenges"])
        #expect(server.requests.count == 9)
    }

    @Test func aStaleDigestIsMadeAnewAlsoForAStream() async throws {
        let challenge = #"Digest realm="r", nonce="n", qop="auth", stale=true"#
        let (first, second) = (
            Self.server(asking: challenge, until: 4), Self.server(asking: challenge, until: 4)
        )
        let collected = try await client.send(request(first, Self.ann))
        #expect(collected.response?.body.text == "ok", "\(collected.result)")
        #expect(collected.hops.first?.authenticationLegs.count == 3)
        let streamed = try await client.stream(request(second, Self.ann))
        #expect(streamed.head.status.rawValue == 200)
        #expect(try await streamed.body.collect().text == "ok")
        #expect(first.connectionCount == 1 && second.connectionCount == 1)
    }

    @Test func aChallengeAmongOthersInOneFieldIsAnsweredAlsoForAStream() async throws {
        let challenge =
            #"Basic realm="a, b\" Digest", charset = "UTF-8", Digest realm="r", nonce="n""#
        let server = Self.server(asking: challenge, until: 2)
        let streamed = try await client.stream(request(server, Self.ann))
        #expect(streamed.head.status.rawValue == 200)
        #expect(try await streamed.body.collect().text == "ok")
        let exchange = await streamed.exchange()
        #expect(exchange.hops.first?.authenticationLegs.map(\.schemes) == [["Basic", "Digest"]])
    }

    /// The head must come before more content than a stream holds.
    @Test(arguments: [
        (HTTPAuthentication.negotiate, "Negotiate"),
        (ann, #"Digest realm="r", nonce="n", algorithm=ODD"#),
        (ann, "Digest"), (.ntlm(user: "ann", password: "secret"), "NTLM"),
    ])
    func aStreamGetsTheLargeContentOfAChallengeThatIsNotAnswered(
        _ authentication: HTTPAuthentication,
        _ challenge: String
    ) async throws {
        let content = String(repeating: "who?", count: 1 << 20)
        let server = Self.server(asking: challenge, content: content)
        let streamed = try await client.stream(request(server, authentication))
        #expect(streamed.head.status.rawValue == 401)
        #expect(try await streamed.body.collect().count == content.utf8.count)
    }

    @Test(arguments: [false, true])
    func aStreamThroughAProxyThatWantsCredentialsFails(isDigest: Bool) async throws {
        let content = String(repeating: "who?", count: 1 << 20)
        let isClosed = TestGate()
        let proxy = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(
                "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
                    + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
            )
            connection.waitForClose()
            isClosed.open()
        }
        var server = ProxyServer(.http, host: "127.0.0.1", port: proxy.port)
        if isDigest {
            (server.user, server.password) = ("ann", "secret")
            server.authentication = .digest
        }
        var request = HTTPRequest(.get, try TargetURI("http://a.test/"))
        request.options.proxyConfiguration = .server(server)
        let transport = CurlTransport()
        let hop = await transport.stream(
            PreparedRequest(method: .get, target: request.target, options: request.options),
            observer: nil
        )
        #expect(hop.outcome.hop.failure?.code == .proxyAuth, "\(hop.outcome.result)")
        #expect(hop.outcome.hop.failure?.partialHead?.status.rawValue == 407)
        await isClosed.wait()
    }

    @Test(arguments: [false, true])
    func aDeniedExpectationIsLeftOutTheSecondTime(isStreamed: Bool) async throws {
        let server = FaultServer { connection in
            while let head = connection.readHead() {
                if head.lowercased().contains("expect:") {
                    connection.send("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno")
                } else {
                    _ = connection.read(atLeast: 3)
                    connection.send(Self.ok)
                }
            }
        }
        var request = HTTPRequest(.post, try TargetURI(server.base))
        request.fields = ["Expect": "100-continue", "X-A": "1"]
        request.body = .octets(Octets(utf8: "abc"))
        let exchange: Exchange
        if isStreamed {
            let streamed = try await client.stream(request)
            #expect(streamed.head.status.rawValue == 200)
            #expect(try await streamed.body.collect().text == "ok")
            exchange = await streamed.exchange()
        } else {
            exchange = try await client.send(request)
            #expect(exchange.response?.body.text == "ok", "\(exchange.result)")
        }
        let hop = try #require(exchange.hops.first)
        #expect(hop.authenticationLegs.map(\.status.rawValue) == [417])
        #expect(hop.sent.fields["Expect"] == nil && hop.sent.fields["X-A"] == "1")
    }
}
