import Documents
import Files
import Fixtures
import HTTPModel
import MockServer
import TestSupport
import Testing

@Suite struct ServingTests {
    @Test func aFixtureIsServedWithItsFieldsAndBytes() throws {
        let running = try RunningServer()
        let fields: HTTPFields = [
            "Set-Cookie": "a=1", "Via": "1.1 one", "set-cookie": "b=2", "X-Empty": "",
            "Via": "1.1 two", "Transfer-Encoding": "chunked", "Connection": "close",
            "Content-Length": "99",
        ]
        try running.save(
            .init(.get, authority: "api.test", path: "/f", outcome: .text("1\r\n2", fields: fields))
        )
        let client = running.client
        let reply = try #require(client.get("/f"))
        let lines = reply.head.split(separator: "\r\n").map(String.init)
        #expect(
            lines.dropLast() == [
                "HTTP/1.1 200 OK", "Content-Type: text/plain", "Set-Cookie: a=1", "Via: 1.1 one",
                "set-cookie: b=2", "X-Empty: ", "Via: 1.1 two", "Content-Length: 4",
            ]
        )
        #expect(lines.last?.hasPrefix("Date: ") == true)
        #expect(reply.text == "1\r\n2")
        // The same connection goes on.
        #expect(client.get("/hello")?.text == "hello\n")
    }

    @Test func aStoredDateIsServedAsItIs() throws {
        let running = try RunningServer()
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let outcome = Result.text("x", fields: ["Date": date])
        try running.save(.init(.get, authority: "api.test", path: "/d", outcome: outcome))
        #expect(running.client.get("/d")?.values("Date") == [date])
    }

    @Test func headAnswersWithTheLengthOfGetAndNoContent() throws {
        let running = try RunningServer()
        let client = running.client
        let head = "HEAD /hello HTTP/1.1\r\nHost: api.test\r\n\r\n"
        let reply = try #require(client.exchange(head, hasContent: false))
        #expect(reply.status == 200)
        #expect(reply.values("Content-Length") == ["6"])
        #expect(client.get("/hello")?.text == "hello\n")
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let running = try RunningServer()
        let client = running.client
        client.send(
            "GET /hello HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\n\r\n"
                + "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        #expect(client.reply()?.status == 200)
        #expect(client.reply()?.status == 501)
        let last = client.reply()
        #expect(last?.text == "hello\n")
        #expect(last?.values("Connection") == ["close"])
        #expect(client.readToEnd().ending == .closed)
    }

    @Test func aClientThatStopsSendingStillGetsItsAnswers() throws {
        let running = try RunningServer()
        let client = running.client
        client.send("GET /hello HTTP/1.1\r\nHost: x\r\n\r\nGET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        let (bytes, ending) = client.readToEnd()
        #expect(ending == .closed)
        #expect(String(decoding: bytes, as: UTF8.self).components(of: "hello\n") == 2)
    }

    @Test func anExpectationIsAnsweredBeforeTheContent() throws {
        let running = try RunningServer()
        try running.save(.init(.put, authority: "api.test", path: "/u", outcome: .hello))
        let client = running.client
        client.send(
            "PUT /u HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
        )
        let interim = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(client.read(atLeast: interim.utf8.count) == Array(interim.utf8))
        client.send("abc")
        #expect(client.reply()?.status == 200)
        // Logged before the next request on the connection is answered.
        #expect(client.get("/__apus/health")?.status == 200)
        #expect(running.logged.last?.body.text == "abc")
    }

    @Test func whatIsNotHTTPIsAnsweredWith400AndClosed() throws {
        let running = try RunningServer(contentLimit: 10)
        let client = running.client
        client.send("hello there\r\n\r\n")
        let reply = client.reply()
        #expect(reply?.status == 400)
        #expect(reply?.values("Connection") == ["close"])
        #expect(client.readToEnd().ending == .closed)
        let large = running.client
        large.send("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n01234567890")
        #expect(large.reply()?.status == 413)
    }

    @Test func aMissNamesTheNearestFixtures() throws {
        let running = try RunningServer()
        let reply = try #require(running.client.get("/hallo"))
        #expect(reply.status == 501)
        let json = try JSONValue(parsing: Octets(reply.body))
        let nearest = json["nearest"]?.arrayValue?.first
        #expect(nearest?["fixture"]?.stringValue == "api.test/hello/GET.200.meta.json")
        #expect(nearest?["why"]?.arrayValue == ["path is /hello, not /hallo"])
    }

    @Test func theHostDecidesWhenItNamesAnAuthority() throws {
        let running = try RunningServer(
            fixtures: ["b", "c"].map {
                Fixture(.get, authority: $0 + ".test", path: "/who", outcome: .text($0))
            }
        )
        func who(_ host: String) -> String? {
            running.client.exchange("GET /who HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.text
        }
        #expect(who("b.test") == "b")
        #expect(who("C.TEST") == "c")
        #expect(
            running.client.exchange("GET /who HTTP/1.1\r\nHost: api.test\r\n\r\n")?.status == 501
        )
        #expect(["b", "c"].contains(who("127.0.0.1:\(running.server.port)") ?? ""))
    }

    @Test func fixturesAreReadAnewWhenTheyChange() throws {
        let running = try RunningServer()
        let client = running.client
        #expect(client.get("/new")?.status == 501)
        try running.save(.init(.get, authority: "api.test", path: "/new", outcome: .text("1")))
        #expect(client.get("/new")?.text == "1")
        #expect(client.get("/new")?.text == "1")
        try running.save(.init(.get, authority: "api.test", path: "/new", outcome: .text("two")))
        #expect(client.get("/new")?.text == "two")
        var newer = Fixture(
            .get,
            authority: "api.test",
            path: "/new",
            outcome: .text("t", status: 404)
        )
        newer.capturedAt = "2026-01-01T00:00:00Z"
        try running.save(newer)
        running.server.reload()
        // The reload may be seen only after requests that were under way.
        var status = 0
        while status != 404 { status = client.get("/new")?.status ?? 404 }
        #expect(status == 404)
    }

    @Test func variantsAreChosenByField() throws {
        let running = try RunningServer()
        try running.save(
            .init(
                .get,
                authority: "api.test",
                path: "/hello",
                variant: "rude",
                outcome: .text("go away\n")
            )
        )
        let client = running.client
        #expect(client.get("/hello", fields: "Apus-Variant: rude\r\n")?.text == "go away\n")
        #expect(client.get("/hello")?.text == "hello\n")
        #expect(client.get("/hello", fields: "Apus-Variant: none\r\n")?.status == 501)
    }

    @Test func optionsAndOriginsAreAnswered() throws {
        let running = try RunningServer()
        let client = running.client
        let options = "OPTIONS /hello HTTP/1.1\r\nHost: x\r\nOrigin: https://page.test\r\n\r\n"
        let reply = try #require(client.exchange(options))
        #expect(reply.status == 204)
        #expect(reply.values("Allow") == ["GET, HEAD, OPTIONS"])
        #expect(reply.values("Access-Control-Allow-Origin") == ["https://page.test"])
        #expect(reply.values("Content-Length").isEmpty)
        let get = client.get("/hello", fields: "Origin: https://page.test\r\n")
        #expect(get?.values("Access-Control-Allow-Origin") == ["https://page.test"])
        #expect(client.get("/hello")?.values("Access-Control-Allow-Origin") == [])
    }

    @Test func latencyAndDelaysAreWaitedFor() throws {
        let running = try RunningServer(latency: .milliseconds(30))
        var slow = Fixture(.get, authority: "api.test", path: "/slow", outcome: .text("late"))
        slow.delay = .milliseconds(50)
        try running.save(slow)
        let start = ContinuousClock.now
        #expect(running.client.get("/slow")?.text == "late")
        #expect(ContinuousClock.now - start >= .milliseconds(80))
    }

    @Test func trailersAreServedInChunks() throws {
        let running = try RunningServer()
        var response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200)),
            body: Octets(utf8: "hi")
        )
        response.trailers = ["X-Sum": "7"]
        try running.save(.init(.get, authority: "a", path: "/t", outcome: .success(response)))
        let client = running.client
        client.send("GET /t HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let text = String(decoding: client.readToEnd().bytes, as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 7\r\n\r\n"))
    }

    @Test func theLogHoldsTheExactBytes() throws {
        let running = try RunningServer()
        try running.save(.init(.post, authority: "a", path: "/log", outcome: .hello))
        let head =
            "POST /log?x=1 HTTP/1.1\r\nhost:  x\r\nX-Odd:  a  b \r\nContent-Length: 4\r\n\r\n"
        let client = running.client
        client.send(Array(head.utf8) + [0x00, 0xFF, 0x0D, 0x0A])
        #expect(client.reply()?.status == 200)
        // Entries are made before the next request on the connection is answered.
        let lines = try #require(client.get("/__apus/requests")).text.split(separator: "\n")
        let entry = try #require(running.logged.first)
        #expect(entry.headOctets.text == head)
        #expect(entry.body == [0x00, 0xFF, 0x0D, 0x0A])
        #expect(entry.fixturePath == "a/log/POST.200.meta.json")
        #expect(entry.status == 200)
        #expect(lines.count == 1)
        let json = try JSONValue(parsing: Octets(utf8: String(lines[0])))
        #expect(json["method"]?.stringValue == "POST")
        #expect(json["target"]?.stringValue == "/log?x=1")
        #expect(json["head"]?.stringValue == head)
        #expect(json["bodyBase64"]?.stringValue == "AP8NCg==")
        let health = try #require(client.get("/__apus/health"))
        #expect(try JSONValue(parsing: Octets(health.body))["status"]?.stringValue == "ok")
    }

    @Test func stoppingClosesConnectionsAndThePort() throws {
        let running = try RunningServer()
        let client = running.client
        #expect(client.get("/hello")?.status == 200)
        running.server.stop()
        #expect(client.readToEnd().ending == .closed)
        running.server.stop()
    }

    @Test func largeContentOfAFileIsServedWhole() throws {
        let running = try RunningServer()
        var bytes: [UInt8] = []
        for i in 0..<3_000_000 { bytes.append(UInt8(truncatingIfNeeded: i &* 31 ^ i >> 8)) }
        let response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200)),
            body: Octets(bytes)
        )
        try running.save(.init(.get, authority: "a", path: "/big", outcome: .success(response)))
        #expect(running.client.get("/big")?.body == bytes)
    }
}

extension String {
    /// How often `part` occurs.
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
