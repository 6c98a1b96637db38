import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Servers that stop in the middle: limits and cancels act wherever that is.
@Suite("Stalls") struct StallTests {
    /// Where a server stops, and what a limit on that phase then says.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [FaultStep]
        let code: NetworkFailure.Code
        let phase: NetworkFailure.Phase
        /// The content that came before.
        var content = ""
        var testDescription: String { name }
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let places = [
        ("before the head", "", NetworkFailure.Code.timeoutHeaders, ""),
        ("within the status line", "HTTP/1.1 20", .timeoutHeaders, ""),
        ("within a field", "HTTP/1.1 200 OK\r\nX: 1", .timeoutHeaders, ""),
        ("before the empty line", "HTTP/1.1 200 OK\r\nX: 1\r\n", .timeoutHeaders, ""),
        ("after an interim head", "HTTP/1.1 103 Hints\r\nX: 1\r\n\r\n", .timeoutHeaders, ""),
        ("before the content", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", .timeoutBody, ""),
        (
            "within the content", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", .timeoutBody,
            "hello"
        ),
        ("without a length", "HTTP/1.1 200 OK\r\n\r\nhello", .timeoutBody, "hello"),
        ("within a chunk size", chunked + "5", .timeoutBody, ""),
        ("within a chunk", chunked + "9\r\nhello", .timeoutBody, "hello"),
        ("between chunks", chunked + "5\r\nhello\r\n", .timeoutBody, "hello"),
        ("before the trailers", chunked + "5\r\nhello\r\n0\r\n", .timeoutBody, "hello"),
        ("within the trailers", chunked + "5\r\nhello\r\n0\r\nA: 1\r\nB", .timeoutBody, "hello"),
    ].map { name, text, code, content in
        Place(
            name: name,
            steps: [.readRequest, .send(text), .waitForClose],
            code: code,
            phase: code == .timeoutHeaders ? .wait : .receive,
            content: content
        )
    }

    @Test(arguments: places)
    func aLimitEndsAStall(_ place: Place) async throws {
        let limit = Duration.milliseconds(100)
        var trial = FaultTrial()
        trial.options.timeouts.headers = place.code == .timeoutHeaders ? limit : .seconds(60)
        trial.options.timeouts.idle = place.code == .timeoutBody ? limit : .seconds(60)
        let failure = try #require(try await trial.outcome(place.steps).hop.failure)
        #expect(failure.code == place.code && failure.phase == place.phase)
        #expect(failure.partialBody.text == place.content)
        #expect(failure.elapsed >= limit && failure.elapsed < .seconds(20))
        #expect(failure.detail == "limit \(limit)")
    }

    @Test(arguments: places)
    func aCancelEndsAStall(_ place: Place) async throws {
        let reached = TestGate()
        let (phase, size) = (place.phase, place.content.utf8.count)
        var trial = FaultTrial()
        // No limit: nothing but the cancel can end it.
        trial.options.timeouts = RequestOptions.Timeouts(connect: nil, headers: nil, idle: nil)
        trial.observer = GateOpener(reached) {
            $0.phase == phase && ($0.partialBody?.count ?? 0) == size
        }
        let server = FaultServer(playing: place.steps)
        let task = Task { [trial] in try await trial.outcome(at: server.base) }
        await reached.wait()
        task.cancel()
        let failure = try #require(try await task.value.hop.failure)
        #expect(failure.code == .cancelled && failure.phase == phase)
        #expect(failure.partialBody.text == place.content)
    }

    @Test func aHeadThatDripsForEverMeetsTheLimitOfTheHead() async throws {
        var trial = FaultTrial()
        trial.options.timeouts.headers = .milliseconds(300)
        trial.options.timeouts.idle = .seconds(60)
        let gate = TestGate()
        let server = FaultServer { connection in
            _ = connection.play([.readRequest, .send("HTTP/1.1 200 OK\r\n")])
            // A field now and then, for as long as the client is there.
            while connection.isOpen, connection.send("X: 1\r\n"), !gate.block(atMost: 20) {}
        }
        let failure = try await trial.outcome(at: server.base).hop.failure
        gate.open()
        #expect(failure?.code == .timeoutHeaders && failure?.phase == .wait)
    }
}
