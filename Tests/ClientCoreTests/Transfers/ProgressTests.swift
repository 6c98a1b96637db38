import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Reports of how far a transfer has come.
@Suite struct ProgressTests {
    @Test func speedAndTimeLeftFollowTheBytes() {
        var meter = ProgressMeter(start: 100)
        let first = meter.update(completed: 100, total: 1_100, at: .zero)
        #expect(first == TransferProgress(completed: 100, total: 1_100))
        let second = meter.update(completed: 300, total: 1_100, at: .seconds(2))
        #expect(second?.bytesPerSecond == 100 && second?.eta == .seconds(8))
        #expect(second?.fraction == 300.0 / 1_100)
    }

    @Test func progressNeverGoesBackAndNeverRepeats() {
        var meter = ProgressMeter()
        let counts = [0, 0, 5, 3, 5, 9, 9, 0, 12]
        let reports = counts.enumerated().compactMap { i, count in
            meter.update(completed: count, total: 12, at: .seconds(i))
        }
        #expect(reports.map(\.completed) == [0, 5, 9, 12])
    }

    @Test func anUploadReportsItsContent() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.bin", Octets(noise(400_000)))
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = HTTPClient(transport: CurlTransport())
        let request = HTTPRequest(
            .put,
            try TargetURI(server.base),
            body: .file(folder.file("a.bin"))
        )
        let upload = client.upload(request)
        var completed: [Int] = []
        for await report in upload.progress {
            completed.append(report.completed)
            #expect(report.total == 400_000)
        }
        #expect(completed.last == 400_000)
        #expect(completed == completed.sorted() && Set(completed).count == completed.count)
        #expect(try await upload.exchange().response?.status.rawValue == 200)
    }

    @Test func anUploadThatIsRefusedIsNotReportedAsComplete() async throws {
        // The content is answered before it is read.
        let transport = StubTransport { _ in
            HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(413)))
        }
        let body = RequestBody.octets(Octets(utf8: "too much"))
        let request = HTTPRequest(.put, try TargetURI("http://a.test"), body: body)
        let upload = HTTPClient(transport: transport).upload(request)
        #expect(try await upload.exchange().response?.status.rawValue == 413)
        for await report in upload.progress { #expect(report.completed < 8) }
    }

    @Test func anUploadThatCannotBePreparedSaysWhy() async throws {
        let client = HTTPClient(transport: CurlTransport())
        let target = try TargetURI("http://127.0.0.1:\(refusingPort())")
        let upload = client.upload(HTTPRequest(.put, target, body: .file("/no/such/file")))
        for await _ in upload.progress {}
        await #expect(throws: PreparationFailure.self) { _ = try await upload.exchange() }
    }
}
