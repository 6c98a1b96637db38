import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Content whose coding is not what the head says, or hides far more than it shows.
@Suite("Content codings") struct ContentCodingTests {
    /// `hello` by gzip.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ]

    private static func outcome(
        _ coding: String,
        _ content: [UInt8],
        isChunked: Bool = false,
        adjust: (inout FaultTrial) -> Void = { _ in }
    ) async throws -> HopOutcome {
        var trial = FaultTrial()
        adjust(&trial)
        let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(content.count)"
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\(framing)\r\n\r\n"
        var bytes = Array(head.utf8)
        if isChunked { bytes += Array("\(String(content.count, radix: 16))\r\n".utf8) }
        bytes += content
        if isChunked { bytes += Array("\r\n0\r\n\r\n".utf8) }
        return try await trial.outcome([.readRequest, .send(bytes: bytes), .waitForClose])
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP", "gzip, identity"], [true, false])
    func aCodingByAnyOfItsNamesIsRemoved(_ coding: String, isChunked: Bool) async throws {
        let outcome = try await Self.outcome(coding, Self.gzip, isChunked: isChunked)
        #expect(outcome.line == "200 hello")
    }

    @Test(arguments: ["identity", "none", ""])
    func noCodingIsNone(_ coding: String) async throws {
        #expect(try await Self.outcome(coding, Array("hello".utf8)).line == "200 hello")
    }

    @Test(arguments: ["gzip", "deflate", "zstd", "br"], [true, false])
    func plainContentDeclaredAsCodedFails(_ coding: String, isChunked: Bool) async throws {
        let outcome = try await Self.outcome(coding, Array("plain text".utf8), isChunked: isChunked)
        #expect(outcome.line == "decode.contentCoding decode ")
        #expect(outcome.hop.failure?.partialHead?.status.rawValue == 200)
    }

    /// `hello` in each coding, made by its own program.
    static let coded: [(String, [UInt8])] = [
        ("gzip", gzip),
        (
            "deflate",
            [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15]
        ),
        ("deflate", [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
        ("br", [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]),
        (
            "zstd",
            [0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x29, 0x00, 0x00]
                + Array("hello".utf8) + [0xA3, 0x6D, 0x9F, 0x88]
        ),
    ]

    @Test(arguments: coded)
    func codedContentThatEndsTooEarlyIsNeverTaken(_ coding: String, _ content: [UInt8]) async throws
    {
        #expect(try await Self.outcome(coding, content).line == "200 hello")
        for count in 1..<content.count {
            for isChunked in [true, false] {
                let outcome = try await Self.outcome(
                    coding,
                    Array(content.prefix(count)),
                    isChunked: isChunked
                )
                let failure = outcome.hop.failure
                #expect(
                    failure?.code == .decodeContentCoding && failure?.phase == .decode,
                    "\(count)"
                )
                #expect("hello".hasPrefix(failure?.partialBody.text ?? "?"))
            }
        }
        #expect(try await Self.outcome(coding, []).line == "200 ")
    }

    @Test(arguments: coded)
    func codedContentMayComeByteByByte(_ coding: String, _ content: [UInt8]) async throws {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(content.count)\r\n\r\n"
        let outcome = try await FaultTrial().outcome([
            .readRequest, .send(head), .drip(bytes: content), .waitForClose,
        ])
        #expect(outcome.line == "200 hello")
    }

    @Test func membersAndCodingsInARowAreAllRemoved() async throws {
        #expect(try await Self.outcome("gzip", Self.gzip + Self.gzip).line == "200 hellohello")
        let twice = try await Self.outcome("gzip, br", Self.coded[3].1)
        #expect(twice.line == "decode.contentCoding decode ")
        // `gzip` of the bytes above, stored in one deflate block after two bytes of zlib's head.
        let size = UInt8(Self.gzip.count)
        let stored = [0x78, 0x01, 0x01, size, 0, ~size, 0xFF] + Self.gzip + Self.adler(Self.gzip)
        #expect(try await Self.outcome("gzip, deflate", stored).line == "200 hello")
        #expect(
            try await Self.outcome("gzip\r\nContent-Encoding: deflate", stored).line == "200 hello"
        )
    }

    private static func adler(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return [b >> 8, b, a >> 8, a].map { UInt8(truncatingIfNeeded: $0) }
    }

    @Test(arguments: ["odd", "utf-8", "gzip, gzip", "gzip,gzip,gzip,gzip,gzip,gzip,gzip"])
    func aCodingThatIsNotThereFails(_ coding: String) async throws {
        #expect(try await Self.outcome(coding, Self.gzip).line == "decode.contentCoding decode ")
    }

    @Test(arguments: ["odd", "gzip, gzip", "br"])
    func whoeverAsksForTheBytesGetsThem(_ coding: String) async throws {
        let outcome = try await Self.outcome(coding, Self.gzip) { $0.options.isDecoding = false }
        #expect(outcome.response?.body.array == Self.gzip)
    }

    @Test(arguments: ["junk", "\u{1F}"])
    func whatFollowsTheCodingsEndFails(_ more: String) async throws {
        let outcome = try await Self.outcome("gzip", Self.gzip + Array(more.utf8))
        #expect(outcome.line == "decode.contentCoding decode hello")
    }

    @Test func aWrongChecksumFails() async throws {
        var content = Self.gzip
        content[17] ^= 1
        #expect(try await Self.outcome("gzip", content).line == "decode.contentCoding decode hello")
        content = Self.gzip
        content[21] ^= 1
        #expect(try await Self.outcome("gzip", content).line == "decode.contentCoding decode hello")
    }

    @Test(arguments: [true, false])
    func aBombStopsAtTheLimitAndTakesNoMemory(isChunked: Bool) async {
        // In a process of its own, where nothing else takes memory meanwhile.
        await #expect(processExitsWith: .success) { [isChunked] in
            let limit = 1 << 20
            let bomb = GzipBomb.bytes(decodedMegabytes: 32)
            #expect(bomb.count < (32 << 20) / 100)
            // What the first request of a process loads is no part of the second.
            _ = try await Self.outcome("gzip", Self.gzip)
            let before = ProcessUsage.now
            let outcome = try await Self.outcome("gzip", bomb, isChunked: isChunked) {
                $0.options.contentLimitInBytes = limit
            }
            #expect(outcome.hop.failure?.code == .receiveTooLarge)
            #expect(outcome.hop.failure?.partialBody.count == limit)
            #expect(ProcessUsage.now.residentBytes - before.residentBytes < 16 << 20)
        }
    }

    @Test func contentOfExactlyTheLimitPassesDecoded() async throws {
        let outcome = try await Self.outcome("gzip", Self.gzip) {
            $0.options.contentLimitInBytes = 5
        }
        #expect(outcome.line == "200 hello")
        let less = try await Self.outcome("gzip", Self.gzip) { $0.options.contentLimitInBytes = 4 }
        #expect(less.line == "receive.tooLarge receive hell")
    }
}

/// A gzip stream of zeros, made without a compressor.
enum GzipBomb {
    /// Bytes that decode to about so many MiB of zeros, with a wrong checksum at the very end.
    static func bytes(decodedMegabytes: Int) -> [UInt8] {
        var writer = BitWriter(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
        // One last block with fixed codes: a zero, then copies of the 258 bytes before.
        writer.write(0b011, count: 3)
        writer.writeReversed(0x30, count: 8)
        for _ in 0..<(decodedMegabytes << 20 / 258) {
            writer.writeReversed(0b1100_0101, count: 8)
            writer.write(0, count: 5)
        }
        writer.write(0, count: 7)
        writer.write(0, count: 7)
        return writer.bytes + [UInt8](repeating: 0, count: 8)
    }

    private struct BitWriter {
        var bytes: [UInt8]
        var partial: UInt32 = 0
        var count: UInt32 = 0

        /// Writes bits, the lowest first.
        mutating func write(_ value: UInt32, count bits: UInt32) {
            partial |= value << count
            count += bits
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: partial))
                partial >>= 8
                count -= 8
            }
        }

        /// Writes a Huffman code, the highest bit first.
        mutating func writeReversed(_ code: UInt32, count bits: UInt32) {
            for bit in stride(from: Int(bits) - 1, through: 0, by: -1) {
                write(code >> UInt32(bit) & 1, count: 1)
            }
        }
    }
}
