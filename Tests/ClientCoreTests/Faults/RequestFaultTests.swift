import ClientCore
import HTTPModel
import TestSupport
import Testing

/// What goes wrong while the request is still on its way.
@Suite("Faults while sending") struct RequestFaultTests {
    /// More than the sockets between hold.
    private static let large = Octets([UInt8](repeating: 0x61, count: 16 << 20))

    private static let tooLarge =
        "HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig"

    private func trial(_ method: HTTPMethod = .post, content: Octets = large) -> FaultTrial {
        var trial = FaultTrial()
        (trial.method, trial.content) = (method, content)
        return trial
    }

    @Test(arguments: [1, 1_000, 1 << 16, 1 << 20, 8 << 20], [HTTPMethod.post, .put])
    func aResetWithinTheContentIsASendReset(after count: Int, _ method: HTTPMethod) async throws {
        let outcome = try await trial(method).outcome([
            .readHead, .read(atLeast: count), .reset,
        ])
        let failure = try #require(outcome.hop.failure)
        #expect(failure.code == .sendReset && failure.phase == .send)
        #expect(failure.bytesSent >= count && failure.bytesSent < Self.large.count)
        #expect(outcome.hop.bytesSent == failure.bytesSent)
    }

    @Test func aResetAfterTheContentIsAReceiveReset() async throws {
        let outcome = try await trial(content: Octets(utf8: "all of it")).outcome([
            .readRequest, .reset,
        ])
        #expect(outcome.line == "receive.reset wait ")
    }

    @Test func anEndInsteadOfAnAnswerWhileSendingIsAFailure() async throws {
        let outcome = try await trial().outcome([.readHead, .read(atLeast: 1_000), .finish])
        let code = outcome.hop.failure?.code
        #expect(code == .sendReset || code == .receiveReset, Comment(rawValue: outcome.line))
    }

    @Test func anEarlyAnswerEndsTheSending() async throws {
        let outcome = try await trial().outcome([
            .readHead, .send(Self.tooLarge), .waitForClose,
        ])
        #expect(outcome.line == "413 big")
    }

    @Test func anEarlyAnswerOfAServerThatReadsNoMoreEndsTheSending() async throws {
        let done = TestGate()
        let server = FaultServer(playing: [.readHead, .send(Self.tooLarge), .wait(done)])
        let outcome = try await trial().outcome(at: server.base)
        done.open()
        #expect(outcome.line == "413 big")
        #expect(outcome.hop.bytesSent < Self.large.count)
    }

    @Test func anEarlyAnswerThatClosesEndsTheSending() async throws {
        let answer = "HTTP/1.1 413 Big\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig"
        let outcome = try await trial().outcome([.readHead, .send(answer), .finish])
        #expect(outcome.line == "413 big")
    }

    @Test func anEarlyAnswerThatIsResetIsTheAnswerOrASendReset() async throws {
        // Which of them libcurl notices first is up to the kernel.
        let outcome = try await trial().outcome([.readHead, .send(Self.tooLarge), .reset])
        let isSound =
            outcome.line == "413 big" || outcome.hop.failure?.code == .sendReset
            || outcome.hop.failure?.code == .receiveReset
        #expect(isSound, Comment(rawValue: outcome.line))
    }

    @Test func anEarlyAnswerOfSuccessIsTheAnswer() async throws {
        let outcome = try await trial().outcome([
            .readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .waitForClose,
        ])
        #expect(outcome.line == "200 ok")
    }

    @Test(arguments: [
        "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"n\"", "NTLM", "Negotiate", "Odd",
    ])
    func aChallengeWithoutCredentialsIsTheAnswer(_ challenge: String) async throws {
        for status in ["401 Unauthorized", "407 Proxy Authentication Required"] {
            let outcome = try await FaultTrial().outcome([
                .readRequest,
                .send(
                    "HTTP/1.1 \(status)\r\nWWW-Authenticate: \(challenge)\r\n"
                        + "Proxy-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno"
                ),
                .waitForClose,
            ])
            #expect(outcome.line == "\(status.prefix(3)) no")
        }
    }
}
