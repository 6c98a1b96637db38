import Foundation
import NetworkClient
import TestSupport
import Testing

/// What a program shows of the core's errors: `localizedDescription`, whichever the error is.
@Suite struct CoreErrorTests {
    private func message(of action: () throws -> Void) -> String? {
        do {
            try action()
            return nil
        } catch {
            return error.localizedDescription
        }
    }

    @Test func aURLThatIsNoneSaysWhatWouldBeOne() {
        #expect(
            message { _ = try TargetURI("api.example.test") }
                == "The URL has no scheme; start it with http:// or https://."
        )
        #expect(
            message { _ = try TargetURI("ftp://a.test") }
                == "Scheme \"ftp\" is not supported; use http or https."
        )
    }

    @Test func aTextThatIsNoCurlCommandSaysWhy() throws {
        let text = try #require(message { _ = try CurlCommand.read("wget x") })
        #expect(text.hasSuffix(".") && !text.contains("CurlProblem"))
    }

    @Test(arguments: [
        (
            DownloadFailure(.request(PreparationFailure(.request, detail: "x is not y")))
                as any Error,
            "The request could not be sent: x is not y."
        ),
        (
            DownloadFailure(.network(NetworkFailure(.receiveReset, phase: .wait))),
            NetworkFailure(.receiveReset, phase: .wait).message
        ),
        (
            DownloadFailure(.status(HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(404))))),
            "The server answered 404."
        ),
        (
            PaginationError.cycle("http://a.test/2"),
            "The next page, http://a.test/2, was there before."
        ),
        (
            ResumeError.partialFileMissing,
            "The part received before is gone or was changed; start the download anew."
        ),
        (
            NetworkError.underlying(ResumeError.unreadable, nil),
            "The data is no resume data of a DownloadTask; start the download anew."
        ),
        (
            ContentStreamError.alreadyRead,
            "The source of the content can be read only once; give one that starts anew each time."
        ),
    ])
    func eachErrorIsASentence(_ error: any Error, _ text: String) {
        #expect(error.localizedDescription == text)
    }

    @Test func whatCannotBeKeptNamesItsPlace() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        let below = folder.file("file") + "/below"
        let place = URL(filePath: folder.file("folder-file"))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for action in [
            { try FileTokenStore(path: below).save(Secret("s3cret"), for: "k") },
            { _ = try CookieJar(file: folder.file("folder-file")) },
            { _ = try ResponseCache(folder: below) },
        ] as [() throws -> Void] {
            let text = try #require(message(of: action))
            #expect(text.contains("file") && text.hasSuffix("."))
            #expect(!text.contains("error 1") && !text.contains("s3cret"))
        }
    }

    @Test func anAnswerThatIsNoEventStreamSaysWhatItIs() async throws {
        let server = FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"
        )
        let events = HTTPClient().events(HTTPRequest(.get, try TargetURI(server.base)))
        let error = await #expect(throws: EventSourceError.self) {
            for try await _ in events {}
        }
        #expect(
            error?.localizedDescription
                == "The server answered 200 with text/html, which is no event stream."
        )
    }
}
