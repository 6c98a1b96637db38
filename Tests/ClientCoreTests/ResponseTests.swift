import ClientCore
import HTTPModel
import TestSupport
import Testing

/// What is made of responses, usual and odd.
@Suite struct ResponseTests {
    private let transport = CurlTransport.shared

    private func outcome(
        _ response: String,
        method: HTTPMethod = .get,
        options: RequestOptions = RequestOptions()
    ) async throws -> HopOutcome {
        try await outcome(Array(response.utf8), method: method, options: options)
    }

    private func outcome(
        _ response: [UInt8],
        method: HTTPMethod = .get,
        options: RequestOptions = RequestOptions()
    ) async throws -> HopOutcome {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(response)
        }
        let target = try TargetURI(server.base)
        return await transport.send(
            PreparedRequest(method: method, target: target, options: options)
        )
    }

    @Test func aHeadWithoutReasonPhraseIsRead() async throws {
        let response = try #require(
            try await outcome("HTTP/1.1 200\r\nKey:value\r\nContent-Length:0\r\n\r\n").response
        )
        #expect(response.status.rawValue == 200 && response.head.reasonPhrase.isEmpty)
        #expect(response.fields["key"] == "value")
    }

    @Test func anOwnReasonPhraseAndAnUnregisteredStatusAreKept() async throws {
        let response = try #require(
            try await outcome("HTTP/1.0 799 So So\r\n\r\nrest").response
        )
        #expect(response.status.rawValue == 799 && response.head.reasonPhrase == "So So")
        #expect(response.head.version == .http1_0 && response.body.text == "rest")
    }

    @Test func fieldsKeepOrderDuplicatesAndBytes() async throws {
        var bytes = Array("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-L: caf".utf8)
        bytes += [0xE9]
        bytes += Array("\r\nset-cookie: b=2\r\nVia: 1\r\nVia: 2  \r\nEmpty:\r\n".utf8)
        bytes += Array("Folded: one\r\n  two\r\nContent-Length: 0\r\n\r\n".utf8)
        let response = try #require(try await outcome(bytes).response)
        #expect(
            response.fields.map { "\($0.name)=\($0.value)" } == [
                "Set-Cookie=a=1", "X-L=café", "set-cookie=b=2", "Via=1", "Via=2", "Empty=",
                "Folded=one two", "Content-Length=0",
            ]
        )
        #expect(response.fields[1].valueBytes == Array("caf".utf8) + [0xE9])
    }

    @Test func interimResponsesAreDropped() async throws {
        let response = try #require(
            try await outcome(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            ).response
        )
        #expect(response.status.rawValue == 200 && response.body.text == "ok")
        #expect(!response.fields.contains(named: "Link"))
    }

    @Test func trailersAreKeptApart() async throws {
        let text =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n0\r\nX-Sum: 1\r\nX-Sum: 2\r\n\r\n"
        let outcome = try await outcome(text)
        let response = try #require(outcome.response)
        #expect(response.body.text == "abc")
        #expect(response.trailers.values(named: "x-sum") == ["1", "2"])
        #expect(!response.fields.contains(named: "X-Sum"))
        #expect(outcome.hop.bytesReceived == text.utf8.count)
    }

    @Test func headHasNoContentWhateverItsLengthSays() async throws {
        let response = try #require(
            try await outcome("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", method: .head)
                .response
        )
        #expect(response.body.isEmpty && response.fields["content-length"] == "99")
    }

    @Test func noContentHasNone() async throws {
        let response = try #require(
            try await outcome("HTTP/1.1 204 No Content\r\nX: 1\r\n\r\n").response
        )
        #expect(response.status.rawValue == 204 && response.body.isEmpty)
    }

    @Test func bytesAreCountedAsTheyCame() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        let outcome = try await outcome(text)
        #expect(outcome.hop.bytesReceived == text.utf8.count)
        #expect(outcome.hop.responseHead == outcome.response?.head)
    }

    /// `hello` by gzip.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]

    private func gzipped(_ body: [UInt8]) -> [UInt8] {
        Array(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
                .utf8
        )
            + body
    }

    @Test func aContentCodingIsRemovedWhenAskedFor() async throws {
        let decoded = try await outcome(gzipped(Self.gzip))
        #expect(decoded.response?.body.text == "hello")
        #expect(decoded.response?.fields["Content-Encoding"] == "gzip")
        #expect(decoded.hop.bytesReceived == gzipped(Self.gzip).count)
        var options = RequestOptions()
        options.isDecoding = false
        let raw = try await outcome(gzipped(Self.gzip), options: options)
        #expect(raw.response?.body.array == Self.gzip)
    }

    @Test func aBrokenContentCodingFails() async throws {
        let outcome = try await outcome(gzipped([0x1F, 0x8B, 0x08] + Array("no gzip at all".utf8)))
        #expect(outcome.hop.failure?.code == .decodeContentCoding)
        #expect(outcome.hop.failure?.phase == .decode)
        #expect(outcome.hop.failure?.partialHead?.status.rawValue == 200)
    }

    @Test(arguments: [true, false])
    func contentAboveTheLimitFails(isAnnounced: Bool) async throws {
        var options = RequestOptions()
        options.contentLimitInBytes = 4
        let length = isAnnounced ? "Content-Length: 5\r\n" : ""
        let outcome = try await outcome("HTTP/1.1 200 OK\r\n\(length)\r\nhello", options: options)
        #expect(outcome.hop.failure?.code == .receiveTooLarge)
        #expect(outcome.hop.failure?.partialHead?.status.rawValue == 200)
        #expect(outcome.hop.failure?.partialBody.text == (isAnnounced ? "" : "hell"))
    }

    @Test func contentOfExactlyTheLimitPasses() async throws {
        var options = RequestOptions()
        options.contentLimitInBytes = 5
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        #expect(try await outcome(text, options: options).response?.body.text == "hello")
    }

    @Test func anAbsurdLengthReservesNoMemory() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 4611686018427387904\r\n\r\nhello"
        let outcome = try await outcome(text)
        #expect(outcome.hop.failure?.code == .receiveTruncated)
        #expect(outcome.hop.failure?.partialBody.text == "hello")
    }
}
