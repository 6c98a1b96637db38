import ClientCore
import Files
import HTTPModel
import TestSupport
import Testing

/// Files that are downloaded, whole or in parts.
@Suite struct DownloadTests {
    private let client = HTTPClient(transport: CurlTransport())
    private static let content = "0123456789"

    private func request(_ server: FaultServer) throws -> HTTPRequest {
        HTTPRequest(.get, try TargetURI(server.base + "/file"))
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileSystem.list(folder.path).map(\.name).sorted()
    }

    /// Serves `content`: its first half on the first connection, then what ranges ask for.
    private func server(etag: [String], status: Int? = nil) -> FaultServer {
        FaultServer { connection in
            guard let request = connection.readRequest() else { return }
            let number = connection.number
            let tag = etag[min(number, etag.count) - 1]
            if number == 1 {
                connection.send(
                    "HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: 10\r\n\r\n01234"
                )
                return
            }
            if let status, request.field("Range") != nil {
                let length = status == 416 ? "Content-Range: bytes */7\r\n" : ""
                connection.send("HTTP/1.1 \(status) No\r\n\(length)Content-Length: 0\r\n\r\n")
            } else if request.field("Range") == "bytes=5-", request.field("If-Range") == tag {
                connection.send(
                    "HTTP/1.1 206 Partial Content\r\nETag: \(tag)\r\nContent-Length: 5\r\n"
                        + "Content-Range: bytes 5-9/10\r\n\r\n56789"
                )
            } else {
                connection.send(
                    "HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: 10\r\n\r\n\(Self.content)"
                )
            }
        }
    }

    private func broken(
        _ server: FaultServer,
        _ folder: TemporaryFolder
    ) async throws -> ResumeToken {
        let download = client.download(try request(server), to: folder.file("a"))
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await download.result()
        }
        #expect(failure?.networkFailure?.code == .receiveTruncated)
        let token = try #require(failure?.resumeToken)
        #expect(token.received == 5 && !FileSystem.exists(folder.file("a")))
        // A token survives being written down.
        let read = try #require(ResumeToken(token.text))
        #expect(read == token)
        return read
    }

    @Test func aFileArrivesWholeAndAlone() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n\(Self.content)"
        )
        let download = client.download(try request(server), to: folder.file("a.txt"))
        let file = try await download.result()
        #expect(try folder.read("a.txt").text == Self.content && file.path == folder.file("a.txt"))
        #expect(try names(folder) == ["a.txt"])
        #expect(file.exchange.response?.status.rawValue == 200)
        #expect(server.requests.first?.field("Accept-Encoding") == "identity")
        var reports: [TransferProgress] = []
        for await report in download.progress { reports.append(report) }
        #expect(reports.map(\.completed) == [10] && reports.first?.total == 10)
    }

    @Test func aBrokenDownloadGoesOnWhereItEnded() async throws {
        let folder = try TemporaryFolder()
        let server = server(etag: ["\"v1\""])
        let token = try await broken(server, folder)
        let download = client.download(
            try request(server),
            to: folder.file("a"),
            resuming: token
        )
        let file = try await download.result()
        #expect(file.head.status.rawValue == 206)
        #expect(try folder.read("a").text == Self.content)
        #expect(try names(folder) == ["a"])
        #expect(server.requests.last?.field("If-Range") == "\"v1\"")
    }

    @Test func aResumedDownloadOfAnyAnnouncedLengthEndsInAFailure() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer { connection in
            guard let request = connection.readRequest() else { return }
            let isFirst = request.field("Range") == nil
            let length = isFirst ? "10" : "\(Int.max)"
            let head = isFirst ? "200 OK" : "206 P\r\nContent-Range: bytes 5-9/*"
            connection.send(
                "HTTP/1.1 \(head)\r\nETag: \"v1\"\r\nContent-Length: \(length)\r\n\r\n01234"
            )
        }
        let token = try await broken(server, folder)
        let download = client.download(try request(server), to: folder.file("a"), resuming: token)
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await download.result()
        }
        #expect(failure?.networkFailure != nil)
    }

    @Test(arguments: [nil, 412, 416])
    func whatHasChangedIsDownloadedAnew(status: Int?) async throws {
        let folder = try TemporaryFolder()
        let server = server(etag: ["\"v1\"", "\"v2\""], status: status)
        let token = try await broken(server, folder)
        let download = client.download(try request(server), to: folder.file("a"), resuming: token)
        let file = try await download.result()
        #expect(file.head.status.rawValue == 200)
        #expect(try folder.read("a").text == Self.content)
        #expect(try names(folder) == ["a"])
    }

    @Test func aPartialFileThatIsGoneIsDownloadedAnew() async throws {
        let folder = try TemporaryFolder()
        let server = server(etag: ["\"v1\""])
        let token = try await broken(server, folder)
        token.discard()
        let download = client.download(try request(server), to: folder.file("a"), resuming: token)
        _ = try await download.result()
        #expect(try folder.read("a").text == Self.content)
        #expect(server.requests.last?.field("Range") == nil)
    }

    @Test func withoutAValidatorNothingIsKept() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nETag: W/\"1\"\r\nContent-Length: 9\r\n\r\nabc")
        }
        let download = client.download(try request(server), to: folder.file("a"))
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await download.result()
        }
        #expect(failure?.resumeToken == nil)
        #expect(try names(folder) == [])
    }

    @Test func whatIsNoSuccessIsNotStored() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer(
            answering: "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone"
        )
        let download = client.download(try request(server), to: folder.file("a"))
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await download.result()
        }
        guard case .status(let response) = failure?.code else {
            Issue.record("no status: \(String(describing: failure))")
            return
        }
        #expect(response.status.rawValue == 404 && response.body.text == "gone")
        #expect(try names(folder) == [])
    }

    @Test func theValidatorSaysWhatIsStored() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer(
            answering:
                "HTTP/1.1 404 Not Found\r\nContent-Type: a/b\r\nContent-Length: 4\r\n\r\ngone"
        )
        var client = client
        client.configuration.validator = .statusCodes([404])
        _ = try await client.download(try request(server), to: folder.file("a")).result()
        #expect(try folder.read("a").text == "gone")
        client.configuration.validator = .contentTypes(["c/*"])
        let download = client.download(try request(server), to: folder.file("b"))
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await download.result()
        }
        let exchange = try #require(failure?.exchange)
        #expect(client.configuration.validator.problem(with: exchange)?.code == .mediaType)
        #expect(try names(folder) == ["a"])
    }

    @Test func aPreviousFileStaysUnlessItIsToGo() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "old")
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")
        let careful = client.download(try request(server), to: folder.file("a"))
        let failure = await #expect(throws: DownloadFailure.self) { _ = try await careful.result() }
        #expect(failure?.networkFailure?.code == .receiveFile)
        #expect(failure?.networkFailure?.detail.contains(folder.file("a")) == true)
        #expect(server.connectionCount == 0)
        #expect(try folder.read("a").text == "old")
        var placement = DownloadPlacement()
        placement.removesPreviousFile = true
        _ = try await client.download(
            try request(server),
            to: folder.file("a"),
            placement: placement
        )
        .result()
        #expect(try folder.read("a").text == "new")
    }

    @Test func foldersAreMadeWhenAskedFor() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")
        let path = folder.file("x/y/a")
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await client.download(try request(server), to: path).result()
        }
        #expect(failure?.networkFailure?.detail.contains("No such file or directory") == true)
        var placement = DownloadPlacement()
        placement.createsIntermediateDirectories = true
        _ = try await client.download(try request(server), to: path, placement: placement).result()
        #expect(try folder.read("x/y/a").text == "new")
    }

    @Test func aFolderThatIsNotThereIsAClearFailure() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")
        let download = client.download(try request(server), to: "/dev/no-such-folder/full")
        let failure = await #expect(throws: DownloadFailure.self) {
            _ = try await download.result()
        }
        #expect(failure?.networkFailure?.code == .receiveFile)
        #expect(failure?.networkFailure?.detail.contains("/dev/no-such-folder/full") == true)
    }

    @Test func whatIsThereInFullIsTakenWithoutAnotherByte() async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer { connection in
            guard let request = connection.readRequest() else { return }
            if connection.number == 1 {
                // All of it comes, but not the end that the framing needs.
                connection.send(
                    "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "A\r\n\(Self.content)\r\n"
                )
                return
            }
            let range = request.field("Range") == "bytes=10-" ? "bytes */10" : "bytes */11"
            connection.send(
                "HTTP/1.1 416 Range Not Satisfiable\r\nETag: \"1\"\r\n"
                    + "Content-Range: \(range)\r\nContent-Length: 0\r\n\r\n"
            )
        }
        let first = client.download(try request(server), to: folder.file("a"))
        let failure = await #expect(throws: DownloadFailure.self) { _ = try await first.result() }
        let token = try #require(failure?.resumeToken)
        #expect(token.received == 10)
        let again = client.download(try request(server), to: folder.file("a"), resuming: token)
        #expect(try await again.result().head.status.rawValue == 416)
        #expect(try folder.read("a").text == Self.content)
        #expect(try names(folder) == ["a"])
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [true, false])
    func cancellingKeepsWhatCameOnlyWhenAskedTo(isKept: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 9\r\n\r\nabc")
            connection.waitForClose()
        }
        let download = client.download(try request(server), to: folder.file("a"))
        for await report in download.progress where report.completed == 3 { break }
        if isKept {
            let token = try #require(await download.cancelProducingResumeToken())
            #expect(token.received == 3)
            #expect(try FileSystem.read(token.partialPath).text == "abc")
        } else {
            download.cancel()
            let failure = await #expect(throws: DownloadFailure.self) {
                _ = try await download.result()
            }
            #expect(failure?.networkFailure?.code == .cancelled)
            #expect(try names(folder) == [])
        }
    }
}
