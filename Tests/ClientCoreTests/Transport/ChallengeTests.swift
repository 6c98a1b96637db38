import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Proving who the client is: challenges answered inside a hop, and signatures.
@Suite struct ChallengeTests {
    private let client = HTTPClient(transport: CurlTransport())

    private func request(
        _ target: String,
        _ authentication: HTTPAuthentication,
        method: HTTPMethod = .get,
        body: String? = nil
    ) throws -> HTTPRequest {
        var request = HTTPRequest(method, try TargetURI(target))
        request.options.authentication = authentication
        if let body { request.body = .octets(Octets(utf8: body)) }
        return request
    }

    /// A server that wants a digest with SHA-256 from `ann`, whose password is `secret`.
    private static func digestServer() -> FaultServer {
        FaultServer { request in
            func hash(_ text: String) -> String { SHA256.hexadecimal(SHA256.hash(text.utf8)) }
            let challenge =
                "HTTP/1.1 401 Who\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n1\", "
                + "qop=\"auth\", algorithm=SHA-256\r\nContent-Length: 4\r\n\r\nwho?"
            guard let field = request.field("Authorization"), field.hasPrefix("Digest ") else {
                return challenge
            }
            var parts: [String: String] = [:]
            for part in field.dropFirst(7).split(separator: ",") {
                let halves = part.split(separator: "=", maxSplits: 1)
                let name = halves[0].filter { $0 != " " }
                parts[name] = halves[1].filter { $0 != "\"" }
            }
            let secret = hash("ann:r:secret")
            let what = hash("\(request.line.prefix { $0 != " " }):\(request.target)")
            let expected = hash(
                "\(secret):n1:\(parts["nc"] ?? ""):\(parts["cnonce"] ?? ""):auth:\(what)"
            )
            guard parts["response"] == expected, parts["username"] == "ann" else {
                return challenge
            }
            if request.target == "/away" {
                return "HTTP/1.1 307 F\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
            }
            return "HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n\(request.text)"
        }
    }

    @Test(arguments: [nil, "content"])
    func aDigestAnswersTheChallengeInOneHop(_ body: String?) async throws {
        let server = Self.digestServer()
        let method: HTTPMethod = body == nil ? .get : .post
        let digest = HTTPAuthentication.digest(user: "ann", password: "secret")
        let exchange = try await client.send(
            request(server.base + "/a?b=1", digest, method: method, body: body)
        )
        #expect(exchange.response?.status.rawValue == 200, "\(exchange.result)")
        #expect(exchange.response?.body.text == body ?? "")
        let hop = try #require(exchange.hops.first)
        #expect(exchange.hops.count == 1 && server.requests.count == 2)
        #expect(server.requests.map(\.text) == ["", body ?? ""])
        let leg = try #require(hop.authenticationLegs.first)
        #expect(hop.authenticationLegs.count == 1 && leg.status.rawValue == 401)
        #expect(leg.schemes == ["Digest"])
        #expect(leg.bytesSent == server.requests[0].head.utf8.count && leg.duration > .zero)
        #expect(hop.sent.headOctets.text == server.requests[1].head)
        #expect(hop.sent.fields["Authorization"]?.hasPrefix("Digest username=\"ann\"") == true)
        let sizes = server.requests.map { $0.head.utf8.count + $0.body.count }
        #expect(hop.bytesSent == sizes.reduce(0, +))
        let sum = hop.timings.phases.reduce(.zero) { $0 + $1.duration }
        #expect(sum <= hop.timings.total)
    }

    @Test func aWrongPasswordEndsInThe401() async throws {
        let server = Self.digestServer()
        for method in [HTTPMethod.get, .head] {
            let wrong = HTTPAuthentication.digest(user: "ann", password: "geheim")
            let exchange = try await client.send(request(server.base, wrong, method: method))
            #expect(exchange.response?.status.rawValue == 401)
            #expect(exchange.response?.body.text == (method == .get ? "who?" : ""))
            #expect(exchange.hops.first?.authenticationLegs.count == 1)
            let texts = "\(exchange)"
            #expect(!texts.contains("geheim"))
        }
    }

    @Test func withoutCredentialsA401IsAResponse() async throws {
        let server = Self.digestServer()
        let exchange = try await client.send(HTTPRequest(.get, try TargetURI(server.base)))
        #expect(exchange.response?.status.rawValue == 401)
        #expect(exchange.response?.body.text == "who?" && server.requests.count == 1)
        #expect(exchange.hops.first?.authenticationLegs.isEmpty == true)
    }

    @Test func authenticationGoesAlongWithinTheOriginOnly() async throws {
        let server = Self.digestServer()
        let digest = HTTPAuthentication.digest(user: "ann", password: "secret")
        let exchange = try await client.send(request(server.base + "/away", digest))
        #expect(exchange.response?.status.rawValue == 200 && exchange.hops.count == 2)

        let transport = StubTransport(redirects: ["http://a.test/1": (302, "http://b.test/2")])
        var away = try request("http://a.test/1", digest)
        var tls = TLSConfiguration()
        tls.clientCertificate = .pem(certificate: .file("me.pem"), key: nil)
        away.options.tls = tls
        let stubbed = try await HTTPClient(transport: transport).send(away)
        #expect(transport.sent.map { $0.options.authentication != nil } == [true, false])
        #expect(transport.sent.map { $0.options.tls?.clientCertificate != nil } == [true, false])
        let dropped = stubbed.hops.first?.redirect?.dropped.map(\.name) ?? []
        #expect(
            dropped.contains("authentication Digest as ann")
                && dropped.contains("client certificate")
        )
    }

    @Test func basicIsSentAtOnceAndAFieldOfTheRequestWins() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let basic = HTTPAuthentication.basic(user: "ann", password: "se:cret")
        _ = try await client.send(request(server.base, basic), token: .bearer("t"))
        var own = try request(server.base, basic)
        own.fields = ["Authorization": "Own x"]
        _ = try await client.send(own)
        let digest = HTTPAuthentication.digest(user: "ann", password: "secret")
        var other = try request(server.base, digest)
        other.fields = ["Authorization": "Own y"]
        _ = try await client.send(other)
        #expect(
            server.requests.map { $0.field("Authorization") } == [
                "Basic YW5uOnNlOmNyZXQ=", "Own x", "Own y",
            ]
        )
    }

    @Test func httpbinAcceptsTheDigest() async throws {
        guard let peer = try await RealPeer.httpbin() else {
            print("skipped: httpbin is not installed")
            return
        }
        for algorithm in ["MD5", "SHA-256"] {
            let target = peer.base + "/digest-auth/auth/ann/secret/" + algorithm
            let right = HTTPAuthentication.digest(user: "ann", password: "secret")
            let exchange = try await client.send(request(target, right))
            #expect(exchange.response?.status.rawValue == 200, "\(algorithm)")
            let wrong = HTTPAuthentication.digest(user: "ann", password: "x")
            #expect(try await client.send(request(target, wrong)).response?.status.rawValue == 401)
        }
    }

    @Test func withoutATicketNegotiateEndsInAFailureThatSaysSo() async throws {
        let server = FaultServer(
            answering:
                "HTTP/1.1 401 Who\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 4\r\n\r\nwho?"
        )
        let exchange = try await client.send(request(server.base, .negotiate))
        let failure = try #require(exchange.failure)
        #expect(failure.code == .authRefresh)
        #expect(failure.message.contains("no Kerberos ticket for HTTP/127.0.0.1"))
        #expect(failure.partialHead?.status.rawValue == 401)
        #expect(failure.partialBody.text == "who?")
        #expect(server.requests.count == 1)
        // A stream has the head before anybody knows.
        let stream = try await client.stream(request(server.base, .negotiate))
        #expect(stream.head.status.rawValue == 401)
        #expect(try await stream.body.collect().text == "who?")
    }

    @Test func a401OfAnotherSchemeIsAResponseToNegotiate() async throws {
        let server = FaultServer(
            answering:
                "HTTP/1.1 401 Who\r\nWWW-Authenticate: Basic realm=\"r\"\r\n"
                + "Content-Length: 4\r\n\r\nwho?"
        )
        let exchange = try await client.send(request(server.base, .negotiate))
        #expect(exchange.response?.status.rawValue == 401, "\(exchange.result)")
        #expect(exchange.response?.body.text == "who?")
    }
}

/// NTLM, which authenticates a connection and not a request.
@Suite struct NTLMTests {
    /// A server that asks each connection for NTLM, takes any answer, and says which connection it is.
    private static func server() -> FaultServer {
        FaultServer { connection in
            var isKnown = false
            while let request = connection.readRequest() {
                let message = request.field("Authorization") ?? ""
                if message.hasPrefix("NTLM ") { isKnown = message.count > 100 }
                if isKnown {
                    let text = "\(connection.number)"
                    connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
                    )
                } else {
                    let offer = message.isEmpty ? "NTLM" : "NTLM \(challenge)"
                    connection.send(
                        "HTTP/1.1 401 Who\r\nWWW-Authenticate: \(offer)\r\nContent-Length: 0\r\n\r\n"
                    )
                }
            }
        }
    }

    /// A message of type 2: signature, type, an empty name, flags, eight bytes of challenge, zeros.
    private static let challenge = Base64.encode(
        Array("NTLMSSP\0".utf8) + [2, 0, 0, 0] + [0, 0, 0, 0, 48, 0, 0, 0]
            + [0x01, 0x82, 0x00, 0x00] + [1, 2, 3, 4, 5, 6, 7, 8]
            + [UInt8](repeating: 0, count: 16)
    )

    @Test func aConnectionBelongsToItsUser() async throws {
        let server = Self.server()
        let client = HTTPClient(transport: CurlTransport())
        func connection(_ authentication: HTTPAuthentication?) async throws -> String? {
            var request = HTTPRequest(.get, try TargetURI(server.base))
            request.options.authentication = authentication
            let response = try await client.send(request).response
            return response?.status.rawValue == 200 ? response?.body.text : nil
        }
        let ann = HTTPAuthentication.ntlm(user: "ann", password: "secret")
        var request = HTTPRequest(.get, try TargetURI(server.base))
        request.options.authentication = ann
        let exchange = try await client.send(request)
        #expect(exchange.response?.body.text == "1", "\(exchange.result)")
        let legs = exchange.hops.first?.authenticationLegs ?? []
        #expect(legs.map(\.status.rawValue) == [401] && legs.first?.schemes == ["NTLM"])
        #expect(try await connection(ann) == "1")
        #expect(try await connection(.ntlm(user: "bob", password: "secret")) == "2")
        #expect(try await connection(nil) == nil)
        #expect(server.connectionCount == 3)
    }
}
