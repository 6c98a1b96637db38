import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Cookies hop by hop: each hop carries what belongs to its target and nothing else.
@Suite struct CookieExchangeTests {
    /// A stub site: target → status, `Location`, cookies set.
    private typealias Site = [String: (Int, String?, [String])]

    private func client(_ site: Site, _ jar: CookieJar) -> (HTTPClient, StubTransport) {
        let transport = StubTransport { request in
            let (status, location, cookies) = site[request.target.text] ?? (200, nil, [])
            var fields = HTTPFields(cookies.map { HTTPField("Set-Cookie", $0) })
            if let location { fields.append("Location", location) }
            return HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(status), fields: fields))
        }
        var client = HTTPClient(transport: transport)
        client.configuration.cookieJar = jar
        return (client, transport)
    }

    private func cookies(_ exchange: Exchange) -> [String?] {
        exchange.hops.map { $0.sent.fields["Cookie"] }
    }

    @Test func aCookieOfARedirectGoesOnOnItsSiteAndNowhereElse() async throws {
        let jar = CookieJar()
        let (client, _) = client(
            [
                "https://a.test/login": (302, "/in/home", ["sid=1; path=/in", "w=2; path=/"]),
                "https://a.test/in/home": (302, "https://b.test/", []),
                "https://b.test/": (302, "http://a.test/in/plain", ["b=3; secure"]),
                "http://a.test/in/plain": (302, "https://a.test/in/end", []),
            ],
            jar
        )
        let exchange = try await client.send(HTTPRequest(.get, TargetURI("https://a.test/login")))
        #expect(cookies(exchange) == [nil, "sid=1; w=2", nil, "sid=1; w=2", "sid=1; w=2"])
        #expect(exchange.hops.allSatisfy { $0.redirect?.droppedFields.isEmpty ?? true })
        let other = try await client.send(HTTPRequest(.get, TargetURI("https://c.test/in")))
        #expect(cookies(other) == [nil])
        // What is exported for another host, as sent or as written, has nothing of this jar.
        let asSent = try #require(other.hops.first).sent.curlCommand(redacting: nil)
        let asWritten = other.request.curlCommand(redacting: nil)
        #expect(!(asSent + asWritten).contains("sid=") && !asSent.lowercased().contains("cookie"))
        #expect(exchange.hops[1].sent.curlCommand(redacting: nil).contains("sid=1; w=2"))
    }

    @Test func sameSiteRestrictsNothingSinceNoSiteCausesTheRequest() async throws {
        let jar = CookieJar()
        let set = [
            "s=1; secure; samesite=strict; path=/", "l=2; samesite=lax; path=/", "u=3; path=/",
        ]
        let (client, _) = client(
            [
                "https://a.test/in": (200, nil, set),
                "https://b.test/away": (307, "https://a.test/do", []),
            ],
            jar
        )
        _ = try await client.send(HTTPRequest(.get, TargetURI("https://a.test/in")))
        #expect(jar.cookies.map(\.sameSite) == [.strict, .lax, .unspecified])
        // Neither its first request nor one that another site's redirect leads to.
        let body = RequestBody.octets(Octets(utf8: "x"))
        for target in ["https://a.test/do", "https://b.test/away"] {
            let exchange = try await client.send(
                HTTPRequest(.post, TargetURI(target), body: body)
            )
            #expect(cookies(exchange).last == "s=1; l=2; u=3")
        }
    }

    @Test func aSecureCookieStaysHomeWhenARedirectLeavesTLS() async throws {
        let jar = CookieJar()
        let (client, _) = client(
            [
                "https://a.test/1": (302, "http://a.test/2", ["s=1; secure; path=/"]),
                "http://a.test/2": (302, "https://a.test/3", ["s=evil; path=/"]),
            ],
            jar
        )
        let exchange = try await client.send(HTTPRequest(.get, TargetURI("https://a.test/1")))
        #expect(cookies(exchange) == [nil, nil, "s=1"])
        #expect(
            exchange.hops.map(\.refusedCookies) == [
                [], ["s: would replace a Secure cookie, but was sent without TLS"], [],
            ]
        )
    }

    @Test func aSiteThatRedirectsToItselfWithACookieIsNoCycle() async throws {
        let jar = CookieJar()
        let transport = StubTransport { request in
            guard request.fields["Cookie"] == nil else {
                return HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(200)))
            }
            let fields: HTTPFields = ["Location": "/app", "Set-Cookie": "seen=1"]
            return HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(302), fields: fields))
        }
        var client = HTTPClient(transport: transport)
        client.configuration.cookieJar = jar
        let request = HTTPRequest(.get, try TargetURI("http://a.test/app"))
        let exchange = try await client.send(request)
        #expect(exchange.response?.status.rawValue == 200 && exchange.hops.count == 2)
        var without = request
        without.options.usesCookieJar = false
        let cycle = try await client.send(without)
        #expect(cycle.failure?.code == .redirectLimit && cycle.hops.count == 1)
    }

    @Test func theUsersOwnCookieStaysAndDoesNotLeaveTheOrigin() async throws {
        let jar = CookieJar()
        jar.set(Cookie(name: "a", value: "jar", domain: "a.test"))
        jar.set(Cookie(name: "sid", value: "1", domain: "a.test"))
        jar.set(Cookie(name: "b", value: "2", domain: "b.test"))
        let (client, _) = client(
            [
                "http://a.test/1": (302, "/2", []),
                "http://a.test/2": (302, "http://b.test/3", []),
                "http://b.test/3": (302, "http://a.test/4", []),
            ],
            jar
        )
        let request = HTTPRequest(
            .get,
            try TargetURI("http://a.test/1"),
            fields: ["cookie": "a=mine; x=y"]
        )
        let exchange = try await client.send(request)
        #expect(
            cookies(exchange) == [
                "a=mine; x=y; sid=1", "a=mine; x=y; sid=1", "b=2", "a=jar; sid=1",
            ]
        )
        #expect(exchange.hops[1].redirect?.droppedFields == ["cookie"])
        #expect(exchange.request.fields["Cookie"] == "a=mine; x=y")
    }

    @Test func aRequestThatUsesNoJarNeitherSendsNorKeepsCookies() async throws {
        let jar = CookieJar()
        jar.set(Cookie(name: "a", value: "1", domain: "a.test"))
        let (client, _) = client(["http://a.test/": (200, nil, ["b=2"])], jar)
        var request = HTTPRequest(.get, try TargetURI("http://a.test/"))
        request.options.usesCookieJar = false
        let exchange = try await client.send(request)
        #expect(cookies(exchange) == [nil] && jar.cookies.map(\.name) == ["a"])
    }

    @Test func overTheWireTwoHostsOfOneMachineShareNothing() async throws {
        let second = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let other = "http://localhost:\(second.port)/"
        let first = FaultServer { request in
            let (location, cookie) =
                request.target == "/1" ? ("/2", "Set-Cookie: a=1; path=/\r\n") : (other, "")
            return "HTTP/1.1 302 F\r\nLocation: \(location)\r\n\(cookie)Content-Length: 0\r\n\r\n"
        }
        let jar = CookieJar()
        var client = HTTPClient()
        client.configuration.cookieJar = jar
        let exchange = try await client.send(HTTPRequest(.get, TargetURI(first.base + "/1")))
        #expect(exchange.response?.status.rawValue == 200)
        #expect(first.requests.map { $0.field("Cookie") } == [nil, "a=1"])
        #expect(second.requests.map { $0.field("Cookie") } == [nil])
        #expect(cookies(exchange) == [nil, "a=1", nil])
        let last = try #require(exchange.hops[1].sent.fields.last)
        #expect(last.name == "Cookie")
    }
}
