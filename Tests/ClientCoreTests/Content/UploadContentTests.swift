import ClientCore
import Glibc
import HTTPModel
import Synchronization
import TestSupport
import Testing

/// What goes over the wire for content that is read while it is sent.
@Suite struct UploadContentTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    private let client = HTTPClient(transport: CurlTransport())

    private func post(_ body: RequestBody, to server: FaultServer) throws -> HTTPRequest {
        HTTPRequest(.post, try TargetURI(server.base), body: body)
    }

    private func stream(_ pieces: [[UInt8]]) -> AsyncStream<Octets> {
        AsyncStream { continuation in
            for piece in pieces { continuation.yield(Octets(piece)) }
            continuation.finish()
        }
    }

    @Test func aFileGoesOutByteForByteWithItsLength() async throws {
        let folder = try TemporaryFolder()
        let bytes = noise(700_000)
        try folder.write("a.bin", Octets(bytes))
        let server = FaultServer(answering: Self.ok)
        let exchange = try await client.send(post(.file(folder.file("a.bin")), to: server))
        #expect(exchange.response?.body.text == "ok")
        let request = try #require(server.requests.first)
        #expect(request.body == bytes)
        #expect(request.field("Content-Length") == "700000")
        #expect(request.field("Transfer-Encoding") == nil)
        let sent = try #require(exchange.hops.first?.sent)
        #expect(sent.body.isEmpty)
        #expect(
            sent.contentReference
                == ContentReference(.file(folder.file("a.bin")), length: 700_000)
        )
    }

    @Test func anEmptyFileIsContentOfLengthZero() async throws {
        let folder = try TemporaryFolder()
        try folder.write("empty", "")
        let server = FaultServer(answering: Self.ok)
        let exchange = try await client.send(post(.file(folder.file("empty")), to: server))
        #expect(exchange.response?.status.rawValue == 200)
        #expect(server.requests.first?.field("Content-Length") == "0")
    }

    @Test(arguments: ["missing.bin", "", "/dev/null"])
    func whatIsNoReadableFileIsRefusedBeforeSending(path: String) async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer(answering: Self.ok)
        let place = path.hasPrefix("/") ? path : folder.file(path)
        let failure = await #expect(throws: PreparationFailure.self) {
            _ = try await client.send(post(.file(place), to: server))
        }
        #expect(failure?.detail.contains(place) == true)
        #expect(server.connectionCount == 0)
    }

    @Test func aFileThatShrinksWhileItIsSentIsAClearFailure() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.bin", "")
        let path = folder.file("a.bin")
        truncate(path, 40_000_000)
        let server = FaultServer { connection in
            // By now only what sockets hold can have been sent, a small part of the file.
            guard connection.readHead() != nil else { return }
            truncate(path, 5)
            connection.waitForClose()
        }
        let failure = try await client.send(post(.file(path), to: server)).failure
        #expect(failure?.code == .sendContent && failure?.phase == .send)
        #expect(failure?.detail == "\(path) has changed since the request was prepared")
    }

    @Test func aStreamOfUnknownLengthGoesOutInChunks() async throws {
        let server = FaultServer(answering: Self.ok)
        let pieces = [noise(10), noise(17_000, seed: 2), [], noise(40_000, seed: 3)]
        let exchange = try await client.send(post(.stream(stream(pieces)), to: server))
        #expect(exchange.response?.body.text == "ok")
        let request = try #require(server.requests.first)
        #expect(request.field("Transfer-Encoding") == "chunked")
        #expect(request.field("Content-Length") == nil)
        #expect(content(ofChunks: request.body) == Array(pieces.joined()))
        #expect(
            exchange.hops.first?.sent.contentReference == ContentReference(.stream, length: nil)
        )
    }

    @Test func aStreamOfKnownLengthHasAContentLength() async throws {
        let server = FaultServer(answering: Self.ok)
        let body = RequestBody.stream(length: 400_000, stream([noise(400_000)]))
        _ = try await client.send(post(body, to: server))
        #expect(server.requests.first?.field("Content-Length") == "400000")
        #expect(server.requests.first?.body == noise(400_000))
    }

    @Test func aSourceIsAskedOnlyAsFastAsTheServerReads() async throws {
        let asked = Mutex(0)
        let farthest = Mutex(0)
        let server = FaultServer { connection in
            guard connection.readHead() != nil else { return }
            var received = 0
            while received < 64 << 20 {
                let count = connection.readSome()
                guard count > 0 else { return }
                received += count
                let ahead = asked.withLock { $0 } - received
                farthest.withLock { $0 = max($0, ahead) }
            }
            connection.send(Self.ok)
        }
        let piece = Octets(noise(65_536))
        let body = RequestBody.stream(
            length: 64 << 20,
            replaying: {
                AsyncStream<Octets> {
                    asked.withLock { $0 += piece.count }
                    return piece
                }
                .prefix(1024)
            }
        )
        let exchange = try await client.send(post(body, to: server))
        #expect(exchange.response?.body.text == "ok")
        // The pipe, libcurl and both sockets hold a few megabytes.
        #expect(farthest.withLock { $0 } < 24 << 20)
    }

    @Test(arguments: [
        (5, "the source gave 3 of the 5 bytes"), (2, "the source gave more than the 2"),
    ])
    func aSourceIsHeldToItsLength(length: Int, reason: String) async throws {
        let server = FaultServer { connection in connection.waitForClose() }
        let body = RequestBody.stream(length: length, stream([[1, 2, 3]]))
        let failure = try await client.send(post(body, to: server)).failure
        #expect(failure?.code == .sendContent && failure?.phase == .send)
        #expect(failure?.detail.hasPrefix(reason) == true)
    }

    @Test func aSourceThatFailsEndsTheExchangeWithItsReason() async throws {
        struct Fault: Error, CustomStringConvertible { let description = "the tape is torn" }
        let server = FaultServer { connection in connection.waitForClose() }
        let source = AsyncThrowingStream<Octets, any Error> { continuation in
            continuation.yield([1, 2])
            continuation.finish(throwing: Fault())
        }
        let failure = try await client.send(post(.stream(source), to: server)).failure
        #expect(failure?.code == .sendContent)
        #expect(failure?.detail == "the source failed: the tape is torn")
    }

    @Test(arguments: [307, 308])
    func aRedirectSendsAFileAgainAndRefusesASourceReadOnce(status: Int) async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.txt", "again")
        let server = FaultServer { request in
            request.target == "/"
                ? "HTTP/1.1 \(status) Go\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n" : Self.ok
        }
        let file = try await client.send(post(.file(folder.file("a.txt")), to: server))
        #expect(file.response?.body.text == "ok")
        #expect(server.requests.last?.text == "again")
        let once = RequestBody.stream(length: 3, stream([[1, 2, 3]]))
        let failure = try await client.send(post(once, to: server)).failure
        #expect(failure?.code == .redirectUnsafe)
        #expect(failure?.detail.contains("read only once") == true)
        let again = RequestBody.stream(replaying: { stream([[0x61], [0x62]]) })
        #expect(try await client.send(post(again, to: server)).response?.body.text == "ok")
        #expect(server.requests.last.flatMap { content(ofChunks: $0.body) } == [0x61, 0x62])
    }

    @Test func aSourceThatWasReadIsRefusedTheSecondTime() async throws {
        let server = FaultServer(answering: Self.ok)
        let request = try post(.stream(length: 1, stream([[1]])), to: server)
        #expect(try await client.send(request).response != nil)
        let failure = try await client.send(request).failure
        #expect(failure?.code == .sendContent)
        #expect(failure?.detail.contains("read only once") == true)
    }

    @Test func cancellingWhileTheSourceGivesNothingEndsBoth() async throws {
        let (isAsked, hasEnded) = (TestGate(), TestGate())
        let server = FaultServer { connection in connection.waitForClose() }
        let source = AsyncStream<Octets>(
            unfolding: {
                isAsked.open()
                await withTaskCancellationHandler {
                    await hasEnded.wait()
                } onCancel: {
                    hasEnded.open()
                }
                return nil
            }
        )
        let task = Task { try await client.send(post(.stream(source), to: server)) }
        await isAsked.wait()
        task.cancel()
        #expect(try await task.value.failure?.code == .cancelled)
        await hasEnded.wait()
    }
}
