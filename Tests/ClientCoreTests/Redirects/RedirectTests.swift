import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Redirects: which method and content go on, and which credentials stay behind.
@Suite struct RedirectTests {
    private static let credentials: HTTPFields = [
        "authorization": "Basic eDp5", "cookie": "a=1", "Proxy-Authorization": "p", "ORIGIN": "o",
        "X-Api-Key": "k", "Accept": "text/plain",
    ]

    private func send(
        _ method: HTTPMethod = .get,
        _ target: String = "http://a.test/1",
        fields: HTTPFields = HTTPFields(),
        body: String? = nil,
        token: Token? = nil,
        limit: Int = 10,
        redirects: [String: (Int, String)]
    ) async throws -> (exchange: Exchange, sent: [PreparedRequest]) {
        let transport = StubTransport(redirects: redirects)
        var request = HTTPRequest(method, try TargetURI(target), fields: fields)
        if let body { request.body = .octets(Octets(utf8: body)) }
        request.options.redirectLimit = limit
        let exchange = try await HTTPClient(transport: transport).send(request, token: token)
        return (exchange, transport.sent)
    }

    @Test(arguments: [
        (301, "GET", "GET"), (301, "POST", "GET"), (301, "PUT", "PUT"),
        (302, "POST", "GET"), (302, "DELETE", "DELETE"), (302, "HEAD", "HEAD"),
        (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
        (307, "POST", "POST"), (308, "POST", "POST"), (308, "PATCH", "PATCH"),
    ])
    func theMethodGoesOnAsTheStatusSays(status: Int, method: String, next: String) async throws {
        let hasContent = !["GET", "HEAD", "DELETE"].contains(method)
        let (exchange, sent) = try await send(
            try #require(HTTPMethod(rawValue: method)),
            fields: hasContent ? ["Content-Type": "text/plain"] : [:],
            body: hasContent ? "abc" : nil,
            redirects: ["http://a.test/1": (status, "/2")]
        )
        #expect(sent.map(\.method.rawValue) == [method, next])
        #expect(sent.last?.target.text == "http://a.test/2")
        let keepsContent = hasContent && next != "GET"
        #expect(sent.last?.content?.octets?.text == (keepsContent ? "abc" : nil))
        #expect(sent.last?.fields["Content-Length"] == (keepsContent ? "3" : nil))
        #expect(sent.last?.fields.contains(named: "Content-Type") == keepsContent)
        let dropped = hasContent && !keepsContent ? ["Content-Type", "Content-Length"] : []
        #expect(exchange.hops.first?.redirect?.droppedFields == dropped)
        #expect(exchange.hops.last?.redirect == nil)
    }

    @Test func credentialsStayOnTheSameOrigin() async throws {
        let (exchange, sent) = try await send(
            fields: Self.credentials,
            token: .field(name: "X-Api-Key", value: "t"),
            redirects: ["http://a.test/1": (302, "http://A.test:80/2")]
        )
        for field in Self.credentials { #expect(sent[1].fields.contains(named: field.name)) }
        #expect(sent[1].fields["Host"] == "a.test")
        #expect(exchange.hops[0].redirect?.reason == "the same origin")
        #expect(exchange.hops[0].redirect?.droppedFields == [])
    }

    @Test(arguments: ["http://b.test/2", "https://a.test/2", "http://a.test:81/2", "//b.test/2"])
    func credentialsDoNotGoToAnotherOrigin(_ location: String) async throws {
        let (exchange, sent) = try await send(
            fields: Self.credentials,
            redirects: ["http://a.test/1": (307, location)]
        )
        #expect(
            sent[1].fields.map(\.name) == [
                "Host", "User-Agent", "Accept-Encoding", "X-Api-Key", "Accept",
            ]
        )
        #expect(sent[1].fields["Host"] == sent[1].target.authority)
        #expect(
            exchange.hops[0].redirect?.droppedFields == [
                "authorization", "cookie", "Proxy-Authorization", "ORIGIN",
            ]
        )
        #expect(exchange.hops[0].redirect?.next == sent[1].target)
        #expect(exchange.hops[0].redirect?.reason == "another origin")
    }

    @Test func credentialsDoNotComeBackWithTheFirstOrigin() async throws {
        let (exchange, sent) = try await send(
            token: .bearer("secret"),
            redirects: [
                "http://a.test/1": (302, "http://b.test/2"),
                "http://b.test/2": (302, "http://a.test/3"),
            ]
        )
        #expect(sent.map { $0.fields["Authorization"] } == ["Bearer secret", nil, nil])
        #expect(exchange.hops.map { $0.redirect?.droppedFields } == [["Authorization"], [], nil])
    }

    @Test func aFieldTokenStaysBehindWhateverItsName() async throws {
        let (exchange, sent) = try await send(
            fields: ["x-api-KEY": "old"],
            token: .field(name: "X-Api-Key", value: "new"),
            redirects: ["http://a.test/1": (302, "http://b.test/2")]
        )
        #expect(sent.map { $0.fields["X-API-KEY"] } == ["new", nil])
        #expect(exchange.hops[0].redirect?.droppedFields == ["X-Api-Key"])
    }

    @Test func aQueryTokenThatTheServerEchoesStaysBehind() async throws {
        let first = "http://a.test/1?q=1&access_token=s%2B"
        let (exchange, sent) = try await send(
            .get,
            "http://a.test/1?q=1",
            token: .query(name: Token.defaultName, value: "s+"),
            redirects: [first: (302, "http://b.test/2?access_token=s%2B&q=1")]
        )
        #expect(sent.map(\.target.text) == [first, "http://b.test/2?q=1"])
        #expect(exchange.hops[0].redirect?.droppedFields == ["query item access_token"])
    }

    @Test func aTokenInContentStaysBehind() async throws {
        let (exchange, sent) = try await send(
            .post,
            body: #"{"a":1}"#,
            token: .body(name: "access_token", value: "s"),
            redirects: ["http://a.test/1": (308, "http://b.test/2")]
        )
        #expect(sent.map(\.body.text) == [#"{"a":1,"access_token":"s"}"#, #"{"a":1}"#])
        #expect(sent.map { $0.fields["Content-Length"] } == ["26", "7"])
        #expect(exchange.hops[0].redirect?.droppedFields == ["token in content"])
    }

    @Test func userInformationInALocationIsNoCredential() async throws {
        let (_, sent) = try await send(redirects: ["http://a.test/1": (302, "http://u:p@a.test/2")])
        #expect(sent[1].target.userInfo == nil && sent[1].fields["Authorization"] == nil)
    }

    @Test func fromHTTPSToHTTPDropsCredentialsAndRefusesContent() async throws {
        let location = ["https://a.test/1": (307, "http://a.test/2")]
        let (_, sent) = try await send(
            .get,
            "https://a.test/1",
            token: .bearer("s"),
            redirects: location
        )
        #expect(sent.count == 2 && sent[1].fields["Authorization"] == nil)
        let (exchange, refused) = try await send(
            .post,
            "https://a.test/1",
            body: "x",
            redirects: location
        )
        #expect(refused.count == 1)
        #expect(exchange.failure?.code == .redirectUnsafe)
        #expect(exchange.failure?.phase == .redirect)
        #expect(exchange.hops[0].redirect?.next == nil)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a.test/", "javascript:alert(1)"])
    func otherSchemesAreUnsafe(_ location: String) async throws {
        let (exchange, sent) = try await send(redirects: ["http://a.test/1": (302, location)])
        #expect(sent.count == 1 && exchange.failure?.code == .redirectUnsafe)
        #expect(exchange.failure?.partialHead?.status.rawValue == 302)
        #expect(exchange.hops[0].failure == exchange.failure)
    }

    @Test func theLimitEndsInAFailureThatShowsTheHops() async throws {
        let chain = Dictionary(
            uniqueKeysWithValues: (1...5).map { ("http://a.test/\($0)", (302, "/\($0 + 1)")) }
        )
        let (exchange, sent) = try await send(limit: 3, redirects: chain)
        #expect(sent.count == 4 && exchange.failure?.code == .redirectLimit)
        #expect(exchange.hops.last?.redirect?.reason == "limit of 3 reached")
        let (whole, _) = try await send(limit: 5, redirects: chain)
        #expect(whole.response?.status.rawValue == 200 && whole.hops.count == 6)
    }

    @Test func aCycleEndsAtOnce() async throws {
        let (exchange, sent) = try await send(redirects: [
            "http://a.test/1": (302, "/2"), "http://a.test/2": (302, "/1"),
        ])
        #expect(sent.count == 2 && exchange.failure?.code == .redirectLimit)
        #expect(exchange.hops.last?.redirect?.reason.contains("cycle") == true)
    }

    @Test func aLimitOfZeroGivesTheRedirectItself() async throws {
        let (exchange, sent) = try await send(limit: 0, redirects: ["http://a.test/1": (302, "/2")])
        #expect(sent.count == 1 && exchange.response?.status.rawValue == 302)
        #expect(exchange.hops[0].redirect?.reason == "redirects are not followed")
    }

    @Test func aRedirectWithoutLocationIsTheResult() async throws {
        let transport = StubTransport { _ in
            HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(302)))
        }
        let client = HTTPClient(transport: transport)
        let exchange = try await client.send(HTTPRequest(.get, try TargetURI("http://a.test")))
        #expect(exchange.response?.status.rawValue == 302 && exchange.hops[0].redirect == nil)
    }

    @Test func overTheWireTheSecondServerSeesNoCredential() async throws {
        let second = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let location = second.base + "/landed"
        let first = FaultServer(
            answering: "HTTP/1.1 307 T\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        )
        let request = HTTPRequest(
            .post,
            try TargetURI(first.base),
            fields: Self.credentials,
            body: .octets(Octets(utf8: "content"))
        )
        let exchange = try await HTTPClient().send(request)
        #expect(exchange.response?.body.text == "ok" && exchange.hops.count == 2)
        #expect(first.requests.first?.field("Authorization") == "Basic eDp5")
        let landed = try #require(second.requests.first)
        #expect(landed.text == "content" && landed.target == "/landed")
        #expect(landed.field("Host") == "127.0.0.1:\(second.port)")
        #expect(landed.field("Authorization") == nil && landed.field("Cookie") == nil)
        #expect(landed.field("Accept") == "text/plain")
    }
}
