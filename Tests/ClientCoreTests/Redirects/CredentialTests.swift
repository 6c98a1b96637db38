import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Credentials across origins, hop by hop: judged against the first origin, whatever their spelling.
@Suite struct CredentialTests {
    /// What a hop of a chain showed of the credentials.
    private struct Seen: Equatable, CustomStringConvertible {
        var target: String
        var credentials: [String]
        var accept: String?

        var description: String { "\(target) \(credentials)" }
    }

    private static let own: HTTPFields = [
        "aUthorization": "Bearer mine", "cookie": "c=1", "PROXY-authorization": "p",
        "Accept": "a/b",
    ]

    private func walk(
        _ request: HTTPRequest,
        token: Token? = nil,
        _ redirects: [String: (Int, String)]
    ) async throws -> (seen: [Seen], exchange: Exchange) {
        let transport = StubTransport(redirects: redirects)
        let exchange = try await HTTPClient(transport: transport).send(request, token: token)
        let seen = transport.sent.map { sent in
            let names = ["Authorization", "Cookie", "Proxy-Authorization", "X-Key"]
            return Seen(
                target: sent.target.text,
                credentials: names.filter { sent.fields.contains(named: $0) },
                accept: sent.fields["Accept"]
            )
        }
        return (seen, exchange)
    }

    private static let all = ["Authorization", "Cookie", "Proxy-Authorization"]

    @Test(arguments: [
        ("http://a.test/1", "http://a.test/2", true), ("http://a.test/1", "/2", true),
        ("http://a.test/1", "//A.TEST/2", true), ("http://a.test/1", "http://a.test:80/2", true),
        ("https://a.test/1", "https://a.test:443/2", true),
        ("http://a.test/1", "http://a.test:8080/2", false),
        ("http://a.test:8080/1", "http://a.test/2", false),
        ("http://a.test/1", "https://a.test/2", false),
        ("https://a.test/1", "http://a.test/2", false),
        ("http://a.test/1", "http://www.a.test/2", false),
        ("http://www.a.test/1", "http://a.test/2", false),
        ("http://a.test/1", "http://a.test.evil.test/2", false),
        ("http://a.test/1", "http://u:p@b.test/2", false),
        ("http://a.test/1", "http://a.test@b.test/2", false),
    ])
    func credentialsGoToTheFirstOriginOnly(
        _ first: String,
        _ location: String,
        _ isSame: Bool
    ) async throws {
        for status in [301, 302, 303, 307, 308] {
            let request = HTTPRequest(.get, try TargetURI(first), fields: Self.own)
            let (seen, exchange) = try await walk(request, [first: (status, location)])
            #expect(seen.map(\.credentials) == [Self.all, isSame ? Self.all : []])
            #expect(seen.map(\.accept) == ["a/b", "a/b"])
            let dropped = try #require(exchange.hops[0].redirect).dropped
            #expect(
                dropped.map(\.name)
                    == (isSame ? [] : ["aUthorization", "cookie", "PROXY-authorization"])
            )
            #expect(dropped.allSatisfy { $0.reason == .credential })
        }
    }

    @Test(arguments: [
        Token.bearer("t"), .field(name: "X-Key", value: "t"), .query(name: "k", value: "t"),
        .body(name: "k", value: "t"),
    ])
    func aTokenLeftBehindDoesNotComeBack(_ token: Token) async throws {
        let first = "http://a.test/1"
        let sent = token == .query(name: "k", value: "t") ? first + "?k=t" : first
        let request = HTTPRequest(
            .post,
            try TargetURI(first),
            fields: ["Content-Type": "application/json"],
            body: .octets(Octets(utf8: "{}"))
        )
        let transport = StubTransport(redirects: [
            sent: (307, "http://b.test/2?k=t"), "http://b.test/2?k=t": (308, "http://a.test/3?k=t"),
            "http://b.test/2": (308, "http://a.test/3?k=t"),
        ])
        let client = HTTPClient(transport: transport)
        let exchange = try await client.send(request, token: token)
        #expect(exchange.hops.count == 3)
        for hop in transport.sent.dropFirst() {
            #expect(!hop.fields.contains(named: "Authorization"))
            #expect(!hop.fields.contains(named: "X-Key") && hop.body.text == "{}")
        }
        let hasToken = transport.sent[0]
        let isInField = hasToken.fields.contains { $0.value.contains("t") && $0.isNamed("X-Key") }
        let isBearer = hasToken.fields["Authorization"] == "Bearer t"
        #expect(isInField || isBearer || hasToken.target.text == sent || hasToken.body.count > 2)
        if case .query = token {
            // A server that echoes the token is not believed that it belongs to the target.
            #expect(transport.sent[1].target.text == "http://b.test/2")
            #expect(exchange.hops[0].redirect?.droppedFields == ["query item k"])
        }
    }

    @Test func userInformationOfTheFirstURLIsACredentialToo() async throws {
        let request = HTTPRequest(.get, try TargetURI("http://u:p@a.test/1"))
        let (seen, _) = try await walk(
            request,
            ["http://a.test/1": (302, "/2"), "http://a.test/2": (302, "http://x:y@b.test/3")]
        )
        #expect(seen.map(\.credentials) == [["Authorization"], ["Authorization"], []])
        #expect(seen.map(\.target) == ["http://a.test/1", "http://a.test/2", "http://b.test/3"])
    }

    @Test func thereAndBackLeavesThemBehindForGood() async throws {
        let request = HTTPRequest(.get, try TargetURI("https://a.test/1"), fields: Self.own)
        let (seen, exchange) = try await walk(
            request,
            token: .field(name: "X-Key", value: "t"),
            [
                "https://a.test/1": (302, "/2"), "https://a.test/2": (302, "http://a.test/3"),
                "http://a.test/3": (302, "https://a.test/4"), "https://a.test/4": (302, "/5"),
            ]
        )
        #expect(seen.map(\.credentials) == [Self.all, Self.all, [], [], []])
        #expect(
            exchange.hops.map { $0.redirect?.reason } == [
                "the same origin", "another origin", "another origin", "the same origin", nil,
            ]
        )
    }

    @Test func whatTheUserAllowsGoesAlong() async throws {
        var request = HTTPRequest(.get, try TargetURI("http://a.test/1"), fields: Self.own)
        request.options.redirects.fieldsAcrossOrigins = ["authorization"]
        let (seen, exchange) = try await walk(
            request,
            ["http://a.test/1": (302, "http://b.test/2")]
        )
        #expect(seen[1].credentials == ["Authorization"])
        #expect(
            exchange.hops[0].redirect?.droppedFields == ["cookie", "PROXY-authorization"]
        )
    }

    @Test func whatOptionsSayAboutTheClientStaysBehindToo() async throws {
        var request = HTTPRequest(.get, try TargetURI("https://a.test/1"))
        request.options.authentication = .digest(user: "me", password: "s3cret")
        var tls = TLSConfiguration()
        tls.clientCertificate = .pem(certificate: .file("c.pem"), key: nil)
        tls.minimumVersion = .tls1_2
        request.options.tls = tls
        let transport = StubTransport(redirects: [
            "https://a.test/1": (302, "/2"), "https://a.test/2": (302, "https://b.test/3"),
            "https://b.test/3": (302, "https://a.test/4"),
        ])
        let exchange = try await HTTPClient(transport: transport).send(request)
        #expect(
            transport.sent.map { $0.options.authentication != nil } == [true, true, false, false]
        )
        #expect(
            transport.sent.map { $0.options.tls?.clientCertificate != nil }
                == [true, true, false, false]
        )
        #expect(transport.sent.allSatisfy { $0.options.tls?.minimumVersion == .tls1_2 })
        #expect(
            exchange.hops[1].redirect?.droppedFields
                == ["authentication Digest as me", "client certificate"]
        )
    }

    @Test func overTheWireEachServerSeesItsOwnOnly() async throws {
        let end = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let middle = FaultServer { request in
            let location = request.target == "/2" ? "/3" : end.base + "/4"
            return "HTTP/1.1 307 T\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }
        let first = FaultServer { request in
            let location = request.target == "/0" ? "/1" : middle.base + "/2"
            return "HTTP/1.1 308 T\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }
        let request = HTTPRequest(
            .put,
            try TargetURI(first.base + "/0"),
            fields: Self.own,
            body: .octets(Octets(utf8: "kept"))
        )
        let exchange = try await HTTPClient().send(request)
        #expect(exchange.hops.map(\.sent.target.path) == ["/0", "/1", "/2", "/3", "/4"])
        let requests = first.requests + middle.requests + end.requests
        #expect(requests.map(\.text) == Array(repeating: "kept", count: 5))
        #expect(
            requests.map { $0.field("Authorization") != nil } == [true, true, false, false, false]
        )
        #expect(requests.map { $0.field("Cookie") } == ["c=1", "c=1", nil, nil, nil])
        #expect(requests.allSatisfy { $0.field("Accept") == "a/b" })
    }
}
