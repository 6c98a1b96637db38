import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Heads that real servers send, and heads that no server should.
@Suite("Odd heads") struct OddHeadTests {
    private static let two = "Content-Length: 2\r\n\r\nok"

    static let statusLines: [OddResponse] = [
        OddResponse("no reason phrase", "HTTP/1.1 200\r\n" + two, is: "200 ok"),
        OddResponse("an empty reason phrase", "HTTP/1.1 200 \r\n" + two, is: "200 ok"),
        OddResponse("status 600", "HTTP/1.1 600 X\r\n" + two, is: "600 ok"),
        OddResponse("status 999", "HTTP/1.1 999 X\r\n" + two, is: "999 ok"),
        OddResponse("status 000", "HTTP/1.1 000 X\r\n" + two, is: "receive.malformed wait "),
        OddResponse("status 1000", "HTTP/1.1 1000 X\r\n" + two, is: "receive.malformed wait "),
        OddResponse("status 20", "HTTP/1.1 20 X\r\n" + two, is: "receive.malformed wait "),
        OddResponse("a word as status", "HTTP/1.1 abc X\r\n" + two, is: "receive.malformed wait "),
        OddResponse("no status", "HTTP/1.1 \r\n" + two, is: "receive.malformed wait "),
        OddResponse("no blank", "HTTP/1.1 200OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("two blanks", "HTTP/1.1  200 OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("a tab", "HTTP/1.1 200\tOK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("lower case", "http/1.1 200 OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("HTTP/1.2", "HTTP/1.2 200 OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("HTTP/3", "HTTP/3 200 OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("HTTP/11", "HTTP/11 200 OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("ICY", "ICY 200 OK\r\n" + two, is: "receive.malformed wait "),
        OddResponse("a blank line before", "\r\nHTTP/1.1 200 OK\r\n" + two, is: malformed),
        OddResponse(
            "two status lines",
            "HTTP/1.1 200 OK\r\nHTTP/1.1 201 Created\r\n" + two,
            is: malformed
        ),
        OddResponse("HTTP/0.9", "hello, no head at all", is: malformed),
        OddResponse("short HTTP/0.9", "hi", is: malformed, isClosed: true),
        OddResponse("NUL in the reason phrase", "HTTP/1.1 200 O\0K\r\n" + two, is: malformed),
        OddResponse(
            "HTTP/1.0 without length",
            "HTTP/1.0 200 OK\r\n\r\nrest",
            is: "200 rest",
            isClosed: true
        ),
        OddResponse(
            "a reason phrase of 50 KB",
            "HTTP/1.1 200 " + String(repeating: "y", count: 50_000) + "\r\n" + two,
            is: "200 ok"
        ),
    ]

    private static let malformed = "receive.malformed wait "

    @Test(arguments: statusLines)
    func aStatusLineIsReadOrRefused(_ response: OddResponse) async throws {
        #expect(try await response.line() == response.line)
    }

    static let interim: [OddResponse] = [
        OddResponse(
            "100 that nobody asked for",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + two,
            is: "200 ok"
        ),
        OddResponse(
            "103 twice",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 E\r\nLink: </b>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\n" + two,
            is: "200 ok"
        ),
        OddResponse(
            "five thousand interim responses",
            String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 5_000)
                + "HTTP/1.1 200 OK\r\n" + two,
            is: "200 ok"
        ),
        OddResponse(
            "interim responses without end",
            String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 50_000),
            is: "receive.tooLarge wait "
        ),
        OddResponse(
            "an interim response and the end",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
            is: "receive.reset wait ",
            isClosed: true
        ),
        OddResponse("content after 199", "HTTP/1.1 199 X\r\n\r\nok", is: malformed),
        OddResponse(
            "101 that nobody asked for",
            "HTTP/1.1 101 Switching Protocols\r\n\r\nwhatever",
            is: "101 whatever",
            isClosed: true
        ),
    ]

    @Test(arguments: interim)
    func interimResponsesLeadToTheFinalOne(_ response: OddResponse) async throws {
        #expect(try await response.line() == response.line)
    }

    static let fieldLines: [OddResponse] = [
        OddResponse("no blank after the colon", head("X:1"), is: "X=1"),
        OddResponse("blanks and tabs around", head("X: \t 1 \t "), is: "X=1"),
        OddResponse("an empty value", head("X:"), is: "X="),
        OddResponse("a value of blanks", head("X:   "), is: "X="),
        OddResponse("a Latin-1 byte", head("X: caf\u{E9}"), is: "X=café"),
        OddResponse("a UTF-8 value", head("X: caf\u{C3}\u{A9}"), is: "X=café"),
        OddResponse("duplicates", head("X: 1\r\nx: 2\r\nX: 3"), is: "X=1 x=2 X=3"),
        OddResponse("a fold", head("X: 1\r\n  2\r\n\t3"), is: "X=1 2 3"),
        OddResponse("a blank before the colon", head("X : 1"), is: "X=1"),
        OddResponse("a blank in the name", head("X Y: 1"), is: "X Y=1"),
        OddResponse("no name", head(": 1"), is: ""),
        OddResponse("a CR in the value", head("X: a\rSet-Cookie: b"), is: "X=a Set-Cookie: b"),
        OddResponse("line ends without CR", "HTTP/1.1 200 OK\nX: 1\n\n", is: "X=1"),
        OddResponse("a control character", head("X: a\u{1}b"), is: "X=a\u{1}b"),
        OddResponse("NUL in a value", head("X: a\0b"), is: "receive.malformed"),
        OddResponse("NUL in a name", head("X\0: a"), is: "receive.malformed"),
        OddResponse("no colon", head("X"), is: "receive.malformed"),
        OddResponse("a line of 99 KB", head("X: " + ys(99 << 10)), is: "X=" + ys(99 << 10)),
        OddResponse("a line of 101 KB", head("X: " + ys(101 << 10)), is: "receive.tooLarge"),
        OddResponse("a line of 1 MB", head("X: " + ys(1 << 20)), is: "receive.tooLarge"),
        OddResponse(
            "400 KB of lines",
            head((0..<400).map { "X-\($0): " + ys(1 << 10) }.joined(separator: "\r\n")),
            is: "receive.tooLarge"
        ),
        OddResponse(
            "ten thousand fields",
            head((0..<10_000).map { "X-\($0): \($0)" }.joined(separator: "\r\n")),
            is: (0..<10_000).map { "X-\($0)=\($0)" }.joined(separator: " ")
        ),
    ]

    private static func head(_ fields: String) -> String { "HTTP/1.1 204 No\r\n\(fields)\r\n\r\n" }

    private static func ys(_ count: Int) -> String { String(repeating: "y", count: count) }

    @Test(arguments: fieldLines)
    func aFieldLineIsReadOrRefused(_ response: OddResponse) async throws {
        let outcome = try await FaultTrial().outcome([
            .readRequest, .send(bytes: response.bytes),
            response.name.hasSuffix("CR")
                ? .finish : .waitForClose,
        ])
        let fields = outcome.response?.fields.map { "\($0.name)=\($0.value)" }
        let line = fields?.joined(separator: " ") ?? outcome.hop.failure?.code.rawValue
        #expect(line == response.line)
    }

    @Test(arguments: [" X: 1", "\tX: 1", " no colon", " ", "\t:"])
    func aFoldWithNoFieldBeforeItIsRefused(_ line: String) async throws {
        var trial = FaultTrial()
        trial.transport = CurlTransport()
        let server = FaultServer(playing: [
            .readRequest, .send("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nContent-Length: 0\r\n\r\n"),
            .readRequest, .send("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 0\r\n\r\n"),
            .waitForClose,
        ])
        // What libcurl remembers of the first response has been freed when the second comes.
        #expect(try await trial.outcome(at: server.base).line == "200 ")
        let failure = try await trial.outcome(at: server.base).hop.failure
        #expect(failure?.code == .receiveMalformed && failure?.phase == .wait)
        #expect(failure?.causes.isEmpty == false)
        await trial.transport.shutdown()
    }

    @Test(arguments: [1, 200])
    func aHeadThatIsTooLargeIsNotTakenForContent(lineCount: Int) async throws {
        let lines = String(
            repeating: "X: \(Self.ys((400 << 10) / lineCount))\r\n",
            count: lineCount
        )
        var trial = FaultTrial()
        trial.options.contentLimitInBytes = 1 << 30
        let outcome = try await trial.outcome([
            .readRequest, .send("HTTP/1.1 200 OK\r\n" + lines + "\r\n"), .waitForClose,
        ])
        let failure = try #require(outcome.hop.failure)
        #expect(failure.code == .receiveTooLarge && failure.phase == .wait)
        #expect(failure.detail == "a head may have 300 KiB, and a line of it 100 KiB")
    }

    @Test func aFoldAfterAnInterimHeadIsRefusedToo() async throws {
        let outcome = try await FaultTrial().outcome([
            .readRequest, .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n X: 1\r\n\r\n"),
            .waitForClose,
        ])
        #expect(outcome.line == "receive.malformed wait ")
    }

    @Test func aHeadThatComesByteByByteIsRead() async throws {
        let response =
            "HTTP/1.1 200 OK\r\nX: 1\r\n 2\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n0\r\nY: 3\r\n\r\n"
        let outcome = try await FaultTrial().outcome([
            .readRequest, .drip(response), .waitForClose,
        ])
        #expect(outcome.line == "200 abc")
        #expect(outcome.response?.fields["x"] == "1 2" && outcome.response?.trailers["y"] == "3")
    }
}
