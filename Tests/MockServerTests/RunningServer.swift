import Fixtures
import HTTPModel
import MockServer
import Synchronization
import TestSupport

/// A server over a folder of its own, with everything it logged.
final class RunningServer {
    let folder: TemporaryFolder
    let store: FixtureStore
    let server: MockServer
    private let log: Log

    private final class Log: Sendable {
        let entries = Mutex<[MockLogEntry]>([])
    }

    /// Starts a server over `/hello` and further fixtures, all there before it starts.
    init(
        latency: Duration = .zero,
        configure: (inout MockServerConfiguration) -> Void = { _ in },
        contentLimit: Int = 1 << 20,
        fixtures: [Fixture] = []
    ) throws {
        folder = try TemporaryFolder()
        store = FixtureStore(root: folder.file("Fixtures"))
        let log = Log()
        self.log = log
        var configuration = MockServerConfiguration(
            root: folder.path,
            latency: .fixed(latency),
            contentLimitInBytes: contentLimit
        )
        configure(&configuration)
        server = try MockServer(configuration) { entry in
            log.entries.withLock { $0.append(entry) }
        }
        try store.save(.init(.get, authority: "api.test", path: "/hello", outcome: .hello))
        for fixture in fixtures { try store.save(fixture) }
        server.start()
    }

    deinit { server.stop() }

    var client: RawClient { RawClient(port: server.port) }
    var logged: [MockLogEntry] { log.entries.withLock { $0 } }

    func save(_ fixture: Fixture) throws {
        try store.save(fixture)
    }
}

extension Result<HTTPResponse, NetworkFailure> {
    static var hello: Self { .text("hello\n") }

    static func text(_ text: String, status: Int = 200, fields: HTTPFields = [:]) -> Self {
        var head = HTTPResponseHead(
            status: HTTPStatus(status),
            fields: ["Content-Type": "text/plain"]
        )
        for field in fields { head.fields.append(field) }
        return .success(HTTPResponse(head: head, body: Octets(utf8: text)))
    }
}
