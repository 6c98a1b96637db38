import ClientCore
import HTTPModel
import TestSupport
import Testing

/// What the client keeps between calls, and responses that are read as they come.
@Suite struct StreamStateTests {
    private func target(_ text: String) throws -> HTTPRequest {
        HTTPRequest(.get, try TargetURI(text))
    }

    @Test func cookiesAreSentAndKeptHopByHop() async throws {
        let server = FaultServer { request in
            let fields =
                switch request.target {
                case "/login": "Location: /home\r\nSet-Cookie: sid=1; path=/\r\n"
                case "/home": "Set-Cookie: seen=2; path=/\r\nSet-Cookie: no=1; domain=b.test\r\n"
                default: ""
                }
            let status = request.target == "/login" ? "302 Found" : "200 OK"
            return "HTTP/1.1 \(status)\r\n\(fields)Content-Length: 2\r\n\r\nok"
        }
        let jar = CookieJar()
        var client = HTTPClient(transport: CurlTransport())
        client.configuration.cookieJar = jar
        let response = try await client.stream(target(server.base + "/login"))
        #expect(jar.cookies.map(\.name).sorted() == ["seen", "sid"])
        #expect(try await response.body.collect().text == "ok")
        let exchange = await response.exchange()
        #expect(exchange.hops.map { $0.sent.fields["Cookie"] } == [nil, "sid=1"])
        // What was said about cookies is still known at the end of the content.
        #expect(exchange.hops[1].refusedCookies.count == 1)
        _ = try await client.stream(target(server.base + "/other")).body.collect()
        #expect(server.requests.map { $0.field("Cookie") } == [nil, "sid=1", "sid=1; seen=2"])
        var without = try target(server.base + "/home")
        without.options.usesCookieJar = false
        jar.removeAll()
        _ = try await client.stream(without).body.collect()
        #expect(server.requests.last?.field("Cookie") == nil && jar.cookies.isEmpty)
    }

    @Test func aRedirectElsewhereLeavesCredentialsBehind() async throws {
        let other = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere")
        let server = FaultServer(
            answering: "HTTP/1.1 307 Go\r\nLocation: http://localhost:\(other.port)/\r\n"
                + "Content-Length: 0\r\n\r\n"
        )
        let client = HTTPClient(transport: CurlTransport())
        let response = try await client.stream(target(server.base), token: .bearer("s3cret"))
        #expect(try await response.body.collect().text == "there")
        #expect(server.requests.first?.field("Authorization") == "Bearer s3cret")
        #expect(other.requests.first?.field("Authorization") == nil)
        let exchange = await response.exchange()
        #expect(exchange.hops.count == 2 && exchange.hops[0].redirect != nil)
    }

    @Test func redirectsBeyondTheLimitEndTheCallBeforeItsStream() async throws {
        let server = FaultServer { request in
            "HTTP/1.1 302 Found\r\nLocation: \(request.target)x\r\nContent-Length: 0\r\n\r\n"
        }
        var request = try target(server.base + "/")
        request.options.redirectLimit = 2
        let client = HTTPClient(transport: CurlTransport())
        let failure = await #expect(throws: NetworkFailure.self) {
            _ = try await client.stream(request)
        }
        #expect(failure?.code == .redirectLimit && server.requests.count == 3)
    }

    @Test func theCacheIsPassedByAndSaysSo() async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], "stored"))
        _ = try await bench.send()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], "streamed"))
        let request = try target("http://a.test/x")
        let response = try await bench.client.stream(request)
        #expect(try await response.body.collect().text == "streamed")
        #expect(response.opening.cacheUse?.result == .bypassed)
        #expect(await response.exchange().cacheUse?.result == .bypassed)
        // It did not take the place of what is stored.
        #expect(try await bench.send().response?.body.text == "stored")
        #expect(bench.sent.count == 2)
    }

    @Test func onlyAStoredResponseIsStreamedWithoutAServer() async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], "stored"))
        var request = try target("http://a.test/x")
        request.options.cacheMode = .onlyStored
        let nothing = try await bench.client.stream(request)
        #expect(nothing.status.rawValue == 504 && bench.sent.isEmpty)
        _ = try await bench.send()
        let response = try await bench.client.stream(request)
        #expect(try await response.body.collect().text == "stored")
        #expect(bench.sent.count == 1)
    }

    @Test func aStreamedChangeMakesStoredResponsesInvalid() async throws {
        let bench = try CacheBench()
        bench.answer(CacheBench.response(200, ["Cache-Control": "max-age=60"], "old"))
        _ = try await bench.send()
        var change = try target("http://a.test/x")
        change.method = .put
        _ = try await bench.client.stream(change).body.collect()
        #expect(try await bench.use() == .miss)
    }
}
