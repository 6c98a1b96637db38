import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Content that is too much, and content that is kept as it came.
@Suite struct ContentLimitTests {
    private let client = HTTPClient(transport: CurlTransport())

    /// `hello` by gzip.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]

    /// Zeros by gzip, about a thousand for each byte; the end is missing.
    ///
    /// One block with fixed codes: a literal 0, then matches of length 258 at distance 1.
    private static func bomb(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF]
        var (hold, held) = (UInt32(0), UInt32(0))
        func add(_ code: UInt32, _ width: UInt32) {
            hold |= code << held
            held += width
            while held >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: hold))
                hold >>= 8
                held -= 8
            }
        }
        add(0b011, 3)
        // Codes go out from their highest bit: literal 0 is 00110000, length 258 11000101.
        add(0b0000_1100, 8)
        for _ in 0..<(count / 258) {
            add(0b1010_0011, 8)
            add(0, 5)
        }
        return bytes
    }

    private func server(_ head: String, _ body: [UInt8]) -> FaultServer {
        FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\n\(head)\r\n")
            connection.send(body)
        }
    }

    private func request(_ server: FaultServer) throws -> HTTPRequest {
        HTTPRequest(.get, try TargetURI(server.base))
    }

    @Test func codedContentIsKeptAsItCameWhenAskedFor() async throws {
        let server = server("Content-Encoding: gzip\r\nContent-Length: 25\r\n", Self.hello)
        var request = try request(server)
        #expect(try await client.send(request).response?.encodedBody == nil)
        request.options.keepsEncodedBody = true
        let response = try #require(try await client.send(request).response)
        #expect(response.body.text == "hello" && response.encodedBody?.array == Self.hello)
    }

    @Test func contentWithoutCodingIsKeptOnce() async throws {
        let server = server("Content-Length: 5\r\n", Array("hello".utf8))
        var request = try request(server)
        request.options.keepsEncodedBody = true
        let response = try #require(try await client.send(request).response)
        #expect(response.body.text == "hello" && response.encodedBody == nil)
    }

    @Test func aStreamIsDecodedAsItComes() async throws {
        let server = server("Content-Encoding: gzip\r\nContent-Length: 25\r\n", Self.hello)
        let response = try await client.stream(request(server))
        #expect(try await response.body.collect().text == "hello")
        #expect(response.head.fields["Content-Encoding"] == "gzip")
    }

    @Test func aBombEndsAtTheLimitOfTheContent() async throws {
        let server = server("Content-Encoding: gzip\r\n", Self.bomb(40 << 20))
        var request = try request(server)
        request.options.contentLimitInBytes = 1 << 20
        let failure = try #require(try await client.send(request).failure)
        #expect(failure.code == .receiveTooLarge && failure.detail == "limit 1048576 bytes")
        #expect(failure.partialBody.count == 1 << 20)
        let response = try await client.stream(request)
        let streamed = await #expect(throws: NetworkFailure.self) {
            for try await _ in response.body {}
        }
        #expect(streamed?.code == .receiveTooLarge)
    }

    @Test func aBombEndsByItsRatioWithoutALimit() async throws {
        let server = server("Content-Encoding: gzip\r\n", Self.bomb(40 << 20))
        var request = try request(server)
        #expect(request.options.decodingRatioLimit == 200)
        request.options.decodingRatioLimit = 100
        let failure = try #require(try await client.send(request).failure)
        #expect(failure.code == .receiveTooLarge && failure.detail.contains("above the ratio"))
        #expect(failure.partialBody.count <= 32 << 20)
        let response = try await client.stream(request)
        var received = 0
        let streamed = await #expect(throws: NetworkFailure.self) {
            for try await piece in response.body { received += piece.count }
        }
        #expect(streamed?.code == .receiveTooLarge && received <= 32 << 20)
    }

    @Test func tenGigabytesAnnouncedAboveTheLimitAreRefusedAtOnce() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n")
            connection.waitForClose()
        }
        var request = try request(server)
        request.options.contentLimitInBytes = 1 << 30
        #expect(try await client.send(request).failure?.code == .receiveTooLarge)
        let streamed = await #expect(throws: NetworkFailure.self) {
            _ = try await client.stream(request)
        }
        #expect(streamed?.code == .receiveTooLarge)
    }
}
