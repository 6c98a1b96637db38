import ClientCore
import Files
import HTTPModel
import TestSupport
import Testing

/// Downloads that go on with servers that are careless about ranges.
@Suite struct ResumeTests {
    private let client = HTTPClient(transport: CurlTransport())

    private func download(
        _ server: FaultServer,
        _ folder: TemporaryFolder,
        _ token: ResumeToken? = nil
    ) throws -> Download {
        let request = HTTPRequest(.get, try TargetURI(server.base + "/file"))
        return client.download(request, to: folder.file("a"), resuming: token)
    }

    private func failure(of download: Download) async throws -> DownloadFailure {
        try #require(
            await #expect(throws: DownloadFailure.self) { _ = try await download.result() }
        )
    }

    /// Answers each request with the next of `responses`, then closes the connection.
    private func server(_ responses: String...) -> FaultServer {
        FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(responses[min(connection.number, responses.count) - 1])
        }
    }

    private static func date(_ second: Int) -> String {
        HTTPDate(secondsSince1970: 1_796_000_000 + Int64(second)).text
    }

    @Test func aPartOfContentWithAnotherDateIsNotAddedToWhatIsThere() async throws {
        let folder = try TemporaryFolder()
        // A server that knows ranges, but not `If-Range`.
        let server = server(
            "HTTP/1.1 200 OK\r\nLast-Modified: \(Self.date(0))\r\nContent-Length: 10\r\n\r\n01234",
            "HTTP/1.1 206 P\r\nLast-Modified: \(Self.date(9))\r\nContent-Length: 5\r\n"
                + "Content-Range: bytes 5-9/10\r\n\r\nfghij",
            "HTTP/1.1 200 OK\r\nLast-Modified: \(Self.date(9))\r\nContent-Length: 10\r\n\r\n"
                + "abcdefghij"
        )
        let token = try await failure(of: download(server, folder)).resumeToken
        #expect(token?.lastModified == Self.date(0))
        _ = try await download(server, folder, token).result()
        #expect(try folder.read("a").text == "abcdefghij")
        #expect(server.requests.map { $0.field("Range") } == [nil, "bytes=5-", nil])
    }

    @Test func aPartThatEndsBeforeTheWholeIsNotTheWhole() async throws {
        let folder = try TemporaryFolder()
        let server = server(
            "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n01234",
            "HTTP/1.1 206 P\r\nETag: \"1\"\r\nContent-Length: 2\r\n"
                + "Content-Range: bytes 5-6/10\r\n\r\n56",
            "HTTP/1.1 206 P\r\nETag: \"1\"\r\nContent-Length: 3\r\n"
                + "Content-Range: bytes 7-9/10\r\n\r\n789"
        )
        let first = try await failure(of: download(server, folder)).resumeToken
        let failure = try await failure(of: download(server, folder, first))
        #expect(failure.networkFailure?.code == .receiveTruncated)
        #expect(!FileSystem.exists(folder.file("a")))
        #expect(failure.resumeToken?.received == 7)
        _ = try await download(server, folder, failure.resumeToken).result()
        #expect(try folder.read("a").text == "0123456789")
    }

    @Test func aPartNeedNotRepeatWhatTheWholeIsComparedBy() async throws {
        let folder = try TemporaryFolder()
        // RFC 9110 §15.3.7 has a 206 to `If-Range` leave out `Last-Modified`.
        let server = server(
            "HTTP/1.1 200 OK\r\nLast-Modified: \(Self.date(0))\r\nContent-Length: 10\r\n\r\n01234",
            "HTTP/1.1 206 P\r\nContent-Length: 5\r\nContent-Range: bytes 5-9/10\r\n\r\n56",
            "HTTP/1.1 206 P\r\nContent-Length: 3\r\nContent-Range: bytes 7-9/10\r\n\r\n789"
        )
        let first = try await failure(of: download(server, folder)).resumeToken
        let second = try await failure(of: download(server, folder, first)).resumeToken
        #expect(second?.received == 7 && second?.lastModified == Self.date(0))
        _ = try await download(server, folder, second).result()
        #expect(try folder.read("a").text == "0123456789")
    }

    @Test func contentThatChangedInTheSecondItWasSentIsNotGoneOnWith() async throws {
        let folder = try TemporaryFolder()
        // Such a date tells nothing apart (RFC 9110 §8.8.2.2).
        let server = server(
            "HTTP/1.1 200 OK\r\nLast-Modified: \(Self.date(5))\r\nDate: \(Self.date(5))\r\n"
                + "Content-Length: 10\r\n\r\n01234",
            "HTTP/1.1 200 OK\r\nLast-Modified: \(Self.date(5))\r\nDate: \(Self.date(6))\r\n"
                + "Content-Length: 10\r\n\r\n01234"
        )
        #expect(try await failure(of: download(server, folder)).resumeToken == nil)
        #expect(try await failure(of: download(server, folder)).resumeToken != nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func aLongPageAboutARangeDoesNotHoldUpWhatIsThereInFull() async throws {
        let folder = try TemporaryFolder()
        let page = String(repeating: "no ", count: 100_000)
        let server = server(
            "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
            "HTTP/1.1 416 No\r\nETag: \"1\"\r\nContent-Range: bytes */5\r\n"
                + "Content-Length: \(page.utf8.count)\r\n\r\n\(page)"
        )
        let token = try await failure(of: download(server, folder)).resumeToken
        #expect(try await download(server, folder, token).result().head.status.rawValue == 416)
        #expect(try folder.read("a").text == "01234")
    }

    @Test(arguments: [true, false])
    func aResumeThatIsCancelledBeforeItsResponseKeepsWhatWasThereOnlyWhenAskedTo(
        isKept: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            if connection.number == 1 {
                connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 9\r\n\r\nabc")
            } else {
                ask.yield()
                connection.waitForClose()
            }
        }
        let token = try #require(try await failure(of: download(server, folder)).resumeToken)
        let again = try download(server, folder, token)
        for await _ in asked { break }
        if isKept {
            #expect(await again.cancelProducingResumeToken()?.received == 3)
            #expect(try FileSystem.read(token.partialPath).text == "abc")
        } else {
            again.cancel()
            let failure = try await failure(of: again)
            #expect(failure.networkFailure?.code == .cancelled)
            #expect(failure.resumeToken == nil)
            #expect(!FileSystem.exists(token.partialPath))
        }
    }
}
