import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Where a response ends: lengths, chunks, and both of them wrong.
@Suite("Framing") struct FramingTests {
    static let bodiless: [OddResponse] = [
        OddResponse(
            "HEAD with a length",
            "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n",
            is: "200 ",
            method: .head
        ),
        OddResponse(
            "HEAD with chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            is: "200 ",
            method: .head
        ),
        OddResponse(
            "HEAD with content all the same",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            is: "200 ",
            method: .head
        ),
        OddResponse(
            "HEAD with an unknown coding",
            "HTTP/1.1 200 OK\r\nContent-Encoding: odd\r\nContent-Length: 9\r\n\r\n",
            is: "200 ",
            method: .head
        ),
        OddResponse(
            "204 with a length",
            "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n",
            is: "204 "
        ),
        OddResponse(
            "204 with content",
            "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok",
            is: "204 "
        ),
        OddResponse(
            "204 with chunks",
            "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            is: "204 "
        ),
        OddResponse(
            "304 with a length",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n",
            is: "304 "
        ),
        OddResponse(
            "304 with a coding",
            "HTTP/1.1 304 Not Modified\r\nContent-Encoding: odd\r\n\r\n",
            is: "304 "
        ),
        OddResponse(
            "205 with content",
            "HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nok",
            is: "205 ok"
        ),
    ]

    @Test(arguments: bodiless)
    func aResponseThatHasNoContentEndsWithItsHead(_ response: OddResponse) async throws {
        #expect(try await response.line() == response.line)
    }

    static let lengths: [(String, String)] = [
        ("2", "200 ok"), (" 2 ", "200 ok"), ("02", "200 ok"),
        ("2\r\nContent-Length: 2", "200 ok"), ("2, 2", "200 ok"), ("2,02", "200 ok"),
        ("2\r\nContent-Length: 3", malformed), ("3\r\nContent-Length: 2", malformed),
        ("2, 3", malformed), ("2,", malformed), ("-2", malformed), ("+2", malformed),
        ("0x2", malformed), ("2abc", malformed), ("2 2", malformed), ("1e1", malformed),
        ("2;q=1", malformed), ("2.0", malformed), ("abc", malformed), ("", malformed),
        ("99999999999999999999", malformed), ("9223372036854775808", malformed),
        ("\"2\"", malformed), ("2\r\nContent-Length : 9", malformed),
    ]

    private static let malformed = "receive.malformed wait "

    @Test(arguments: lengths)
    func aLengthIsDigitsOrRefused(value: String, line: String) async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nok"
        #expect(try await OddResponse(value, text, is: line).line() == line)
    }

    static let codings: [OddResponse] = [
        ("chunked", "200 ok"), ("Chunked", "200 ok"), (" chunked ", "200 ok"),
        ("chunked\r\nContent-Length: 99", "200 ok"), ("chunked\r\nContent-Length: x", malformed),
        ("chunked\r\nTransfer-Encoding: chunked", "200 ok"), ("odd", malformed),
        ("chunked, odd", malformed), ("chunked;x=1", malformed), ("xchunked", malformed),
        ("chunked\r\nTransfer-Encoding : odd", malformed), ("gzip, chunked", malformed),
        ("gzip", malformed), ("deflate, chunked", malformed),
    ].map { value, line in
        OddResponse(
            value,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(value)\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            is: line
        )
    }

    @Test(arguments: codings)
    func aTransferCodingIsKnownOrRefused(_ response: OddResponse) async throws {
        #expect(try await response.line() == response.line)
    }

    @Test func chunksWinOverALengthBeforeThem() async throws {
        let text =
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2\r\nok\r\n0\r\n\r\n"
        #expect(try await OddResponse("", text, is: "").line() == "200 ok")
    }

    /// Complete and sound though odd.
    static let soundChunks = [
        "2\r\nok\r\n0\r\n\r\n", "02\r\nok\r\n00\r\n\r\n", "2;a=b\r\nok\r\n0;c\r\n\r\n",
        "2;a=\"b\\\"\"\r\nok\r\n0\r\n\r\n", "2\nok\n0\n\n", "2 \r\nok\r\n0\r\n\r\n",
        "1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
        "2;\(String(repeating: "x", count: 20_000))\r\nok\r\n0\r\n\r\n",
        "2\r\nok\r\n0\r\nContent-Length: 99\r\nTransfer-Encoding: x\r\n\r\n",
    ]

    @Test(arguments: soundChunks)
    func oddChunksAreRead(_ chunks: String) async throws {
        #expect(try await line(ofChunks: chunks) == "200 ok")
    }

    static let badChunks: [(String, String)] = [
        ("zz\r\nok\r\n0\r\n\r\n", ""), ("2\r\nokXX0\r\n\r\n", "ok"), ("2\r\nok0\r\n\r\n", "ok"),
        ("-2\r\nok\r\n0\r\n\r\n", ""), (" 2\r\nok\r\n0\r\n\r\n", ""),
        ("FFFFFFFFFFFFFFFF\r\nok", ""), ("10000000000000000\r\nok", ""),
        ("00000000000000002\r\nok\r\n0\r\n\r\n", ""), ("0x2\r\nok\r\n0\r\n\r\n", ""),
        ("2\r\nok\r\n\r\n", "ok"), ("\r\n", ""), ("2\r\nok\r\n0\r\nno colon\r\n\r\n", "ok"),
        ("2\r\nok\r\n0\r\nA: \0\r\n\r\n", "ok"), ("2\r\nok\r\n0\r\nA: b\rc\r\n\r\n", "ok"),
    ]

    @Test(arguments: badChunks)
    func badChunksAreMalformed(chunks: String, content: String) async throws {
        #expect(try await line(ofChunks: chunks) == "receive.malformed receive \(content)")
    }

    @Test(arguments: [
        "7FFFFFFFFFFFFFFF\r\nok", "2\r\nok", "2\r\nok\r", "2\r\nok\r\n", "2\r\nok\r\n0",
        "2\r\nok\r\n0\r\n", "2\r\nok\r\n0\r\nA: 1\r\n",
    ])
    func chunksThatStopAreTruncated(_ chunks: String) async throws {
        #expect(try await line(ofChunks: chunks, isClosed: true) == "receive.truncated receive ok")
    }

    @Test func aLongTrailerLineIsTooLarge() async throws {
        let long = String(repeating: "x", count: 200_000)
        let line = try await line(ofChunks: "2\r\nok\r\n0\r\nA: \(long)\r\n\r\n")
        #expect(line == "receive.tooLarge receive ok")
    }

    @Test func trailersWithoutEndAreTooLarge() async throws {
        let line = "X: " + String(repeating: "x", count: 2_000) + "\r\n"
        let outcome = try await FaultTrial().outcome([
            .readRequest,
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"),
            .forever([.send(line)]),
        ])
        #expect(outcome.line == "receive.tooLarge receive ok")
        #expect(outcome.hop.failure?.detail == "more than 300 KiB of trailers")
        #expect(outcome.hop.bytesReceived < 512 << 10)
    }

    @Test func tenThousandChunksAndTrailersAreRead() async throws {
        let chunks = String(repeating: "1;x\r\na\r\n", count: 10_000)
        let trailers = (0..<10_000).map { "T-\($0): \($0)\r\n" }.joined()
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let outcome = try await FaultTrial().outcome([
            .readRequest, .send(head + chunks + "0\r\n" + trailers + "\r\n"), .waitForClose,
        ])
        #expect(outcome.response?.body.count == 10_000)
        #expect(outcome.response?.trailers.count == 10_000)
        #expect(outcome.response?.trailers["t-9999"] == "9999")
    }

    @Test func aDeclaredLengthOfTenGigabytesTakesNoMemory() async {
        // In a process of its own, where nothing else takes memory meanwhile.
        await #expect(processExitsWith: .success) {
            // What the first request of a process loads is no part of the second.
            _ = try await FaultTrial().outcome([
                .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .finish,
            ])
            let before = ProcessUsage.now
            let outcome = try await FaultTrial().outcome([
                .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\nok"),
                .finish,
            ])
            #expect(outcome.line == "receive.truncated receive ok")
            #expect(ProcessUsage.now.residentBytes - before.residentBytes < 16 << 20)
        }
    }

    private func line(ofChunks chunks: String, isClosed: Bool = false) async throws -> String {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let response = OddResponse("chunks", head + chunks, is: "", isClosed: isClosed)
        return try await response.line()
    }
}
