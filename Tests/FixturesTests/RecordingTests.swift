import ClientCore
import Files
import Fixtures
import HTTPModel
import Synchronization
import TestSupport
import Testing

/// Fixtures first, another transport for the rest, and what is stored of it.
@Suite struct RecordingTests {
    /// A transport that answers each request with its number and keeps what it was asked.
    private final class Service: Transport {
        let asked = Mutex<[PreparedRequest]>([])
        let failure: NetworkFailure?

        init(failing failure: NetworkFailure? = nil) {
            self.failure = failure
        }

        func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
            let number = asked.withLock { asked in
                asked.append(request)
                return asked.count
            }
            var hop = Hop(sent: request.asSent)
            hop.bytesReceived = 4
            if let failure { return HopOutcome(hop: hop, failure: failure) }
            let head = HTTPResponseHead(
                status: HTTPStatus(200),
                fields: ["Content-Type": "application/json", "Set-Cookie": "id=s3cretcookie"]
            )
            let body = Octets(utf8: #"{"number": \#(number), "access_token": "s3crettoken"}"#)
            return HopOutcome(hop: hop, response: HTTPResponse(head: head, body: body))
        }

        var count: Int { asked.withLock { $0.count } }
    }

    private struct Noon: TimeSource {
        var now: Duration { .zero }
        var secondsSinceEpoch: Int64 { 784_111_777 }
        func sleep(for duration: Duration) async throws(CancellationError) {}
    }

    private let folder: TemporaryFolder
    private let service = Service()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func transport(
        _ mode: RecordingTransport.Mode,
        _ upstream: Service? = nil
    ) throws -> RecordingTransport {
        try RecordingTransport(
            store: FixtureStore(root: folder.path),
            upstream: upstream ?? service,
            mode: mode,
            policy: .standard.adding(secrets: ["s3cretkey"]),
            time: Noon()
        )
    }

    private func request(_ text: String = "https://a.example.test/dogs") throws -> PreparedRequest {
        PreparedRequest(
            method: .get,
            target: try TargetURI(text),
            fields: [
                "Host": "a.example.test", "Authorization": "Bearer s3cretbearer",
                "X-Own": "s3cretkey",
            ]
        )
    }

    private func texts() throws -> [String] {
        var texts: [String] = []
        var pending = [folder.path]
        while let path = pending.popLast() {
            for entry in try FileSystem.list(path) {
                let child = path + "/" + entry.name
                if entry.isDirectory {
                    pending.append(child)
                } else {
                    texts.append(child + "\n" + (try FileSystem.read(child)).text)
                }
            }
        }
        return texts
    }

    @Test func strictNeverAsks() async throws {
        let outcome = await (try transport(.strict)).send(try request())
        #expect(outcome.response?.status == HTTPStatus(501))
        #expect(service.count == 0)
    }

    @Test func passthroughAsksAndStoresNothing() async throws {
        let transport = try transport(.passthrough)
        for _ in 0..<2 {
            #expect(await transport.send(try request()).response?.status == HTTPStatus(200))
        }
        #expect(service.count == 2)
        #expect(try texts().isEmpty)
    }

    @Test func whatIsMissingIsAskedForOnce() async throws {
        let first = try transport(.missing)
        let live = try #require(await first.send(try request()).response)
        #expect(live.body.text.contains("s3crettoken"), "the caller gets what came")
        let again = try #require(await first.send(try request()).response)
        #expect(again.body.text.hasPrefix(#"{"number": 1"#))
        let later = try transport(.strict)
        #expect(await later.send(try request()).response?.body == again.body)
        #expect(service.count == 1)
        #expect(first.recorded.count == 1)
        #expect(first.problems.isEmpty)
    }

    @Test func alwaysReplacesWhatIsStored() async throws {
        let transport = try transport(.always)
        for _ in 0..<2 { _ = await transport.send(try request()) }
        #expect(service.count == 2)
        let stored = await (try self.transport(.strict)).send(try request()).response
        #expect(stored?.body.text.hasPrefix(#"{"number": 2"#) == true)
    }

    @Test func noSecretReachesAFile() async throws {
        let transport = try transport(.missing)
        _ = await transport.send(
            try request("https://a.example.test/dogs/s3cretkey?api_key=s3cretquery&q=1")
        )
        let texts = try texts()
        #expect(texts.count == 2)
        for text in texts { #expect(!text.contains("s3cret"), "\(text)") }
        #expect(texts.contains { $0.contains("1994-11-06T08:49:37Z") })
    }

    @Test func failuresOfTheServiceAreStoredAndThoseOfThisSideAreNot() async throws {
        let reset = NetworkFailure(.receiveReset, phase: .receive, bytesReceived: 4)
        _ = await (try transport(.missing, Service(failing: reset))).send(try request())
        let stored = await (try transport(.strict)).send(try request())
        #expect(stored.hop.failure?.code == .receiveReset)
        let cancelled = NetworkFailure(.cancelled, phase: .wait)
        let transport = try transport(.missing, Service(failing: cancelled))
        _ = await transport.send(try request("https://a.example.test/cats"))
        #expect(transport.recorded.isEmpty)
    }

    @Test func aFixtureOfAnotherHostDoesNotAnswer() async throws {
        let transport = try transport(.missing)
        _ = await transport.send(try request())
        _ = await transport.send(try request("https://b.example.test/dogs"))
        #expect(service.count == 2)
    }

    @Test func whatCannotBeStoredIsGivenAllTheSame() async throws {
        try folder.write("a.example.test", "a file where a folder should be")
        let transport = try transport(.missing)
        #expect(await transport.send(try request()).response?.status == HTTPStatus(200))
        #expect(transport.problems.count == 1)
    }
}
