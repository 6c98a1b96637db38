import ClientCore
import HTTPModel
import Synchronization
import TestSupport
import Testing

/// Lines and events that do not end.
@Suite struct ElementLimitTests {
    private let client = HTTPClient(transport: CurlTransport())

    /// What is read from content that repeats `piece` without an end.
    private enum Reading: CaseIterable {
        case line
        case jsonLine
        case sequence
        case eventOfOneLine
        case eventOfManyLines

        var start: String { self == .eventOfOneLine ? "data: " : "" }

        var piece: [UInt8] {
            if self == .eventOfManyLines {
                return Array(String(repeating: "data: 23456789abcde\n", count: 4096).utf8)
            }
            return [UInt8](repeating: UInt8(ascii: "7"), count: 64 << 10)
        }

        func read(_ body: ByteStream) async throws {
            switch self {
            case .line: for try await _ in body.lines {}
            case .jsonLine: for try await _ in body.jsonLines {}
            case .sequence: for try await _ in body.jsonSequence {}
            case .eventOfOneLine, .eventOfManyLines: for try await _ in body.serverSentEvents {}
            }
        }
    }

    @Test(arguments: Reading.allCases)
    private func whatDoesNotEndIsRefusedBeforeAllOfItIsKept(_ reading: Reading) async throws {
        let sent = Mutex(0)
        let isClosed = TestGate()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\n\r\n\(reading.start)")
            let piece = reading.piece
            // Ends when the client closes the connection; 256 MiB would be more than enough.
            for _ in 0..<(256 << 20) / piece.count {
                guard connection.send(piece) else { break }
                sent.withLock { $0 += piece.count }
            }
            isClosed.open()
        }
        let request = HTTPRequest(.get, try TargetURI(server.base))
        let response = try await client.stream(request)
        let failure = await #expect(throws: NetworkFailure.self) {
            try await reading.read(response.body)
        }
        #expect(failure?.code == .receiveTooLarge && failure?.phase == .receive)
        #expect(failure?.detail == "a line or event above \(ByteStream.elementLimit) bytes")
        await isClosed.wait()
        // The limit, what is received ahead, and what the sockets hold.
        #expect(sent.withLock { $0 } < ByteStream.elementLimit + 24 << 20)
    }

    @Test func theLimitIsTheSameForContentThatIsThereAtOnce() async throws {
        let large = Octets([UInt8](repeating: 0x37, count: ByteStream.elementLimit + 1) + [0x0A])
        let exact = Octets([UInt8](repeating: 0x37, count: ByteStream.elementLimit) + [0x0A])
        let failure = await #expect(throws: NetworkFailure.self) {
            for try await _ in ByteStream(large).jsonLines {}
        }
        #expect(failure?.code == .receiveTooLarge)
        var counts: [Int] = []
        for try await line in ByteStream(exact).jsonLines { counts.append(line.count) }
        #expect(counts == [ByteStream.elementLimit])
    }
}
