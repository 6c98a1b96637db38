import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Connections kept for later requests, when the server is done with them or says too much.
@Suite("Kept connections") struct KeptConnectionTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    private static let again = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain"
    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

    private var trial = FaultTrial()

    init() {
        // A transport of its own: nobody else's connections push these out.
        trial.transport = CurlTransport()
    }

    private func trial(_ method: HTTPMethod, content: Octets? = nil) -> FaultTrial {
        var trial = trial
        (trial.method, trial.content) = (method, content)
        return trial
    }

    /// A server whose first connection takes a second request and ends it with `end`.
    private func server(end: FaultStep) -> FaultServer {
        FaultServer(connections: [
            [.readRequest, .send(Self.ok), .readRequest, end],
            [.readRequest, .send(Self.again), .waitForClose],
        ])
    }

    @Test(arguments: [HTTPMethod.get, .head, .put, .delete, .options, .query])
    func anIdempotentRequestIsSentAgainOnAnotherConnection(_ method: HTTPMethod) async throws {
        for end in [FaultStep.close, .reset] {
            let server = server(end: end)
            let content = method == .put || method == .query ? Octets(utf8: "content") : nil
            #expect(try await trial.outcome(at: server.base).line == "200 ok")
            let outcome = try await trial(method, content: content).outcome(at: server.base)
            #expect(outcome.line == (method == .head ? "200 " : "200 again"))
            #expect(!outcome.hop.isReusedConnection && server.connectionCount == 2)
            #expect(server.requests.last?.text == (content?.text ?? ""))
            let size = outcome.hop.sent.headOctets.count + (content?.count ?? 0)
            #expect(outcome.hop.bytesSent == size)
        }
        await trial.transport.shutdown()
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func anyOtherRequestIsNotSentTwice(_ method: HTTPMethod) async throws {
        for end in [FaultStep.close, .reset] {
            let server = server(end: end)
            #expect(try await trial.outcome(at: server.base).line == "200 ok")
            let outcome = try await trial(method, content: Octets(utf8: "pay"))
                .outcome(at: server.base)
            #expect(outcome.line == "receive.reset wait ")
            #expect(outcome.hop.failure?.causes.first?.contains("kept from an earlier") == true)
            #expect(server.requests.count == 2 && server.requests.last?.text == "pay")
            // The person who knows that it does no harm sends it again.
            let next = try await trial(method, content: Octets(utf8: "pay"))
                .outcome(at: server.base)
            #expect(next.line == "200 again")
        }
        await trial.transport.shutdown()
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func aConnectionThatEndedWhileIdleIsNotUsedAtAll(_ method: HTTPMethod) async throws {
        let (answered, ended) = (TestGate(), TestGate())
        let server = FaultServer { connection in
            guard connection.play([.readRequest, .send(Self.ok)]) else { return }
            if connection.number > 1 { return connection.waitForClose() }
            answered.block()
            connection.close()
            ended.open()
        }
        #expect(try await trial.outcome(at: server.base).line == "200 ok")
        answered.open()
        await ended.wait()
        let content = method == .post ? Octets(utf8: "pay") : nil
        let outcome = try await trial(method, content: content).outcome(at: server.base)
        #expect(outcome.line == "200 ok" && !outcome.hop.isReusedConnection)
        #expect(server.requests.count == 2 && server.connectionCount == 2)
        await trial.transport.shutdown()
    }

    @Test func afterConnectionCloseAnotherIsMade() async throws {
        let server = FaultServer(connections: [
            [
                .readRequest,
                .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"),
                .waitForClose,
            ]
        ])
        for _ in 0..<3 { #expect(try await trial.outcome(at: server.base).line == "200 ok") }
        #expect(server.connectionCount == 3)
        await trial.transport.shutdown()
    }

    @Test(arguments: [
        evil, "junk", "\r\n", "HTTP/1.1 200 OK\r\n", String(repeating: "x", count: 300_000),
    ])
    func whatFollowsAResponseIsNeverTheNextOne(_ more: String) async throws {
        let server = FaultServer(connections: [
            [.readRequest, .send(Self.ok + more), .readRequest, .send(Self.again), .waitForClose]
        ])
        #expect(try await trial.outcome(at: server.base).line == "200 ok")
        let outcome = try await trial.outcome(at: server.base)
        #expect(outcome.response?.body.text != "evil", Comment(rawValue: outcome.line))
        await trial.transport.shutdown()
    }

    @Test(arguments: [evil, "junk", "\r\n"])
    func whatComesUnaskedWhileIdleIsNeverTheNextResponse(_ more: String) async throws {
        let (answered, said) = (TestGate(), TestGate())
        let server = FaultServer(connections: [
            [
                .readRequest, .send(Self.ok), .wait(answered), .send(more), .open(said),
                .readRequest, .send(Self.again), .waitForClose,
            ],
            [.readRequest, .send(Self.again), .waitForClose],
        ])
        #expect(try await trial.outcome(at: server.base).line == "200 ok")
        answered.open()
        await said.wait()
        let outcome = try await trial.outcome(at: server.base)
        #expect(outcome.line == "200 again")
        await trial.transport.shutdown()
    }
}
