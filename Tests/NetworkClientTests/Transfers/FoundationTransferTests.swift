import Foundation
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// Transfers in Foundation's clothes.
@Suite struct FoundationTransferTests {
    private struct Row: Decodable, Equatable {
        var n: Int
    }

    private func server(_ body: String) -> FaultServer {
        FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    private func request(_ server: FaultServer) throws -> HTTPRequest {
        HTTPRequest(.get, try TargetURI(server.base))
    }

    @Test func jsonLinesAreDecodedOneByOne() async throws {
        let server = server("{\"n\":1}\n\n{\"n\":2}\n{\"n\":true}\n")
        var rows: [Row] = []
        await #expect(throws: DecodingError.self) {
            let response = try await HTTPClient().stream(try request(server))
            for try await row in response.body.jsonLines(Row.self) { rows.append(row) }
        }
        #expect(rows == [Row(n: 1), Row(n: 2)])
    }

    @Test func textsOfASequenceAreDecodedOneByOne() async throws {
        let server = server("\u{1E}{\"n\":1}\n\u{1E}{\n\"n\":2}\u{1E}{\"n\"")
        var rows: [Row] = []
        let response = try await HTTPClient().stream(try request(server))
        for try await row in response.body.jsonSequence(Row.self) { rows.append(row) }
        #expect(rows == [Row(n: 1), Row(n: 2)])
    }

    @Test func contentComesAsData() async throws {
        let server = server("hello")
        var data = Data()
        for try await piece in try await HTTPClient().stream(try request(server)).body.data {
            data += piece
        }
        #expect(data == Data("hello".utf8))
    }

    @Test func eventsDecodeTheirData() throws {
        #expect(try ServerSentEvent(data: "{\"n\":7}").decode(Row.self) == Row(n: 7))
    }

    @Test func aDownloadGoesToAFileURL() async throws {
        let folder = try TemporaryFolder()
        let server = server("hello")
        let place = URL(filePath: folder.file("ü b.txt"))
        let download = HTTPClient().download(try request(server), to: place)
        let progress = Progress(totalUnitCount: -1)
        await progress.follow(download.progress)
        #expect(progress.completedUnitCount == 5 && progress.totalUnitCount == 5)
        let file = try await download.result()
        #expect(file.url == place)
        #expect(try Data(contentsOf: place) == Data("hello".utf8))
    }

    @Test func aResumeTokenSurvivesCoding() throws {
        let token = ResumeToken(
            url: "http://a.test/\"x\"",
            etag: "\"1\"",
            lastModified: nil,
            received: 5,
            partialPath: "/tmp/ü"
        )
        let data = try JSONEncoder().encode([token])
        #expect(try JSONDecoder().decode([ResumeToken].self, from: data) == [token])
    }

    @Test func bodiesComeFromFilesAndData() {
        #expect(RequestBody.file(at: URL(filePath: "/a b")) == .file("/a b"))
        #expect(RequestBody.data(Data([1])) == .octets([1]))
    }
}
