import Documents
import Files
import Fixtures
import HTTPModel
import MockServer
import TestSupport
import Testing

/// What a server does beyond giving stored answers.
@Suite struct BehaviorTests {
    private func fixture(
        _ path: String,
        _ text: String,
        variant: String? = nil,
        status: Int = 200,
        _ change: (inout FixtureBehavior) -> Void = { _ in }
    ) -> Fixture {
        var fixture = Fixture(
            .get,
            authority: "api.test",
            path: path,
            variant: variant,
            outcome: .text(text, status: status)
        )
        change(&fixture.behavior)
        return fixture
    }

    @Test func turnsStatesAndTemplatesArePlayed() throws {
        let running = try RunningServer(fixtures: [
            fixture("/turn", "down", variant: "a", status: 503) { $0.turn = 1 },
            fixture("/turn", "up", variant: "b") { $0.turn = 2 },
            fixture("/cart", "empty", variant: "empty") { $0.requires = ["cart": ""] },
            fixture("/cart", "full", variant: "full") { $0.requires = ["cart": "full"] },
            fixture("/fill", "ok") { $0.sets = ["cart": "full"] },
            fixture("/rooms/{id}", "{{request.path.id}} {{request.query.q}} {{count}}") {
                $0.isTemplate = true
            },
        ])
        let client = running.client
        #expect((0..<3).map { _ in client.get("/turn")?.status } == [503, 200, 200])
        #expect(client.get("/cart")?.text == "empty")
        #expect(client.get("/fill")?.status == 200)
        #expect(client.get("/cart")?.text == "full")
        #expect(client.get("/rooms/7?q=a%20b")?.text == "7 a b 1")
        #expect(client.get("/rooms/8?q=c")?.text == "8 c 2")
        #expect(
            client.exchange("POST /__apus/reset HTTP/1.1\r\nHost: localhost\r\n\r\n")?.status == 204
        )
        #expect(client.get("/turn")?.status == 503)
        #expect(client.get("/cart")?.text == "empty")
    }

    @Test func severalThreadsServeAndCountTogether() throws {
        let running = try RunningServer { $0.threadCount = 4 }
        let clients = (0..<8).map { _ in running.client }
        for _ in 0..<5 {
            for client in clients { #expect(client.get("/hello")?.text == "hello\n") }
        }
        let counts = try #require(running.client.get("/__apus/counts"))
        let json = try JSONValue(parsing: Octets(counts.body))
        #expect(json["requests"]?.intValue == 40)
        #expect(json["calls"]?.arrayValue?.first?["count"]?.intValue == 40)
        let lines = try #require(running.client.get("/__apus/requests")).text.split(separator: "\n")
        let numbers = try lines.map { line in
            try JSONValue(parsing: Octets(utf8: String(line)))["number"]?.intValue
        }
        #expect(numbers == (1...40).map { $0 })
    }

    @Test func bytesASecondAreLimited() throws {
        let running = try RunningServer(fixtures: [
            fixture("/slow", String(repeating: "x", count: 3_000)) { $0.bytesPerSecond = 20_000 }
        ])
        let start = ContinuousClock.now
        #expect(running.client.get("/slow")?.body.count == 3_000)
        // A head and 3,000 bytes in pieces of 1,000, of which the first goes at once.
        #expect(ContinuousClock.now - start >= .milliseconds(140))
    }

    @Test func aVaryingWaitIsWithinItsBounds() throws {
        let running = try RunningServer(fixtures: [
            fixture("/wait", "x") { $0.latency = .between(.milliseconds(20), .milliseconds(40)) }
        ])
        let start = ContinuousClock.now
        #expect(running.client.get("/wait")?.text == "x")
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test func filesWrittenByHandAreSeenByTheNextRequest() throws {
        let folder = try TemporaryFolder()
        // The folder of fixtures is made while the server runs.
        var configuration = MockServerConfiguration(root: folder.file("Fixtures"))
        configuration.threadCount = 2
        let server = try MockServer(configuration)
        server.start()
        defer { server.stop() }
        let clients = [RawClient(port: server.port), RawClient(port: server.port)]
        for client in clients { #expect(client.get("/a/b")?.status == 501) }
        for i in 0..<20 {
            try folder.write("Fixtures/x.test/a/b/GET.200.txt", "text \(i)")
            for client in clients { #expect(client.get("/a/b")?.text == "text \(i)") }
        }
        try FileSystem.remove(folder.file("Fixtures/x.test/a/b/GET.200.txt"))
        for client in clients { #expect(client.get("/a/b")?.status == 501) }
    }

    @Test func ownResourcesAnswerLoopbackAlone() throws {
        let running = try RunningServer()
        let client = running.client
        func ask(_ host: String, _ more: String = "") -> Int? {
            client.exchange("GET /__apus/health HTTP/1.1\r\nHost: \(host)\r\n\(more)\r\n")?.status
        }
        #expect(ask("127.0.0.1:80") == 200)
        #expect(ask("[::1]:80") == 200)
        #expect(ask("evil.test") == 501)
        #expect(ask("localhost", "Origin: https://evil.test\r\n") == 403)
        #expect(ask("localhost", "Origin: http://localhost:3000\r\n") == 200)
        #expect(client.get("/__apus/nothing")?.status == 404)
        #expect(client.get("/__apusnot")?.status == 501)
        #expect(client.get("/__apus")?.text.contains("/__apus/reset") == true)
    }

    @Test func aVariantIsChosenByTheControlResource() throws {
        let running = try RunningServer(fixtures: [fixture("/hello", "rare", variant: "rare")])
        let client = running.client
        func put(_ text: String) -> Int? {
            client.exchange(
                "PUT /__apus/variants HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
            )?.status
        }
        #expect(client.get("/hello")?.text == "hello\n")
        #expect(put(#"{"request": "GET /hello", "variant": "rare"}"#) == 204)
        #expect(client.get("/hello")?.text == "rare")
        #expect(client.get("/__apus/variants")?.text.contains(#""GET /hello":"rare""#) == true)
        #expect(put(#"{"request": "GET /hello", "variant": null}"#) == 204)
        #expect(client.get("/hello")?.text == "hello\n")
        #expect(put("{}") == 400)
        let list = try JSONValue(
            parsing: Octets(try #require(client.get("/__apus/fixtures")).body)
        )
        let counts = list["fixtures"]?.arrayValue?.compactMap { $0["count"]?.intValue }
        #expect(counts == [2, 1])
    }

    @Test func theLogThatIsGivenOutHoldsNoSecret() throws {
        let running = try RunningServer { $0.logPolicy = .standard.adding(secrets: ["planted-1"]) }
        let client = running.client
        let body = #"{"password": "planted-2", "note": "cGxhbnRlZC0x"}"#
        _ = client.exchange(
            "POST /hello?access_token=planted-3&x=planted%2D1 HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: Bearer planted-4\r\nCookie: sid=planted-5\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let log = try #require(client.get("/__apus/requests")).text
        #expect(!log.contains("planted"))
        #expect(!log.contains("cGxhbnRlZC"))
        let entry = try JSONValue(parsing: Octets(utf8: log))
        for (text, encoded) in [("head", "headBase64"), ("body", "bodyBase64")] {
            let bytes = Array((entry[text]?.stringValue ?? "").utf8)
            #expect(entry[encoded]?.stringValue == Base64.encode(bytes))
        }
        #expect(entry["target"]?.stringValue?.contains("access_token=REDACTED-") == true)
        // What happens in the process keeps the exact bytes.
        #expect(running.logged.first?.body.text == body)
    }

    @Test func aCheckRefusesBeforeAnyFixture() throws {
        let running = try RunningServer { configuration in
            configuration.check = { request in
                guard request.target.contains("bad") else { return nil }
                return HTTPResponse(
                    head: HTTPResponseHead(status: HTTPStatus(400)),
                    body: Octets(utf8: "bad")
                )
            }
        }
        #expect(running.client.get("/hello?bad")?.status == 400)
        #expect(running.client.get("/hello")?.status == 200)
    }

    @Test func whatAnotherGivesIsAnsweredInOrder() throws {
        struct Echo: RequestAnswering {
            func answer(
                _ request: ReceivedRequest
            ) async -> Result<HTTPResponse, NetworkFailure> {
                if request.target == "/reset" {
                    return .failure(NetworkFailure(.receiveReset, phase: .wait))
                }
                return .text(request.target + request.body.text)
            }
        }
        let folder = try TemporaryFolder()
        let server = try MockServer(
            MockServerConfiguration(root: folder.path),
            answerer: Echo()
        )
        server.start()
        defer { server.stop() }
        let client = RawClient(port: server.port)
        client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.reply()?.text == "/1")
        #expect(client.reply()?.text == "/2")
        client.send("POST /3 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab")
        #expect(client.reply()?.text == "/3ab")
        client.send("GET /reset HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.readToEnd().ending == .reset)
    }

    @Test func aPreflightSaysWhatAPageMayDo() throws {
        let running = try RunningServer()
        let reply = try #require(
            running.client.exchange(
                "OPTIONS /hello HTTP/1.1\r\nHost: x\r\nOrigin: https://page.test\r\n"
                    + "Access-Control-Request-Headers: X-A, X-B\r\n"
                    + "Access-Control-Request-Private-Network: true\r\n\r\n"
            )
        )
        #expect(reply.values("Access-Control-Allow-Headers") == ["X-A, X-B"])
        #expect(reply.values("Access-Control-Allow-Methods") == ["GET, HEAD, OPTIONS"])
        #expect(reply.values("Access-Control-Allow-Credentials") == ["true"])
        #expect(reply.values("Access-Control-Allow-Private-Network") == ["true"])
        #expect(reply.values("Vary") == ["Origin"])
    }
}
