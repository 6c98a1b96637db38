import ClientCore
import HTTPModel
import Synchronization

/// A server behind a cache, with a clock that a test sets; the server answers from a list.
final class CacheBench: Sendable {
    let cache: ResponseCache
    let client: HTTPClient
    private let transport: StubTransport
    private let state: StateBox

    private final class StateBox: Sendable {
        let value = Mutex((time: Int64(1_796_000_000), answers: [HTTPResponse]()))
    }

    init(
        memoryLimit: Int = 1 << 20,
        folder: String? = nil,
        diskLimit: Int = 1 << 20
    ) throws {
        let state = StateBox()
        self.state = state
        let now: @Sendable () -> HTTPDate = {
            HTTPDate(secondsSince1970: state.value.withLock { $0.time })
        }
        cache =
            try folder.map {
                try ResponseCache(
                    folder: $0,
                    memoryLimitInBytes: memoryLimit,
                    diskLimitInBytes: diskLimit,
                    now: now
                )
            } ?? ResponseCache(memoryLimitInBytes: memoryLimit, now: now)
        transport = StubTransport { _ in
            state.value.withLock { state in
                state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
        }
        var client = HTTPClient(transport: transport)
        client.configuration.cache = cache
        self.client = client
    }

    /// What reached the server.
    var sent: [PreparedRequest] { transport.sent }

    /// The date `seconds` from now, as a field's value.
    func date(_ seconds: Int64 = 0) -> String {
        HTTPDate(secondsSince1970: state.value.withLock { $0.time } + seconds).text
    }

    func advance(_ seconds: Int64) { state.value.withLock { $0.time += seconds } }

    /// Sets what the server answers from now on: the last one again and again.
    func answer(_ responses: HTTPResponse...) { state.value.withLock { $0.answers = responses } }

    static func response(
        _ status: Int = 200,
        _ fields: HTTPFields = HTTPFields(),
        _ body: String = "body"
    ) -> HTTPResponse {
        HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(status), fields: fields),
            body: Octets(utf8: body)
        )
    }

    func send(
        _ method: HTTPMethod = .get,
        _ target: String = "http://a.test/x",
        _ fields: HTTPFields = HTTPFields(),
        mode: CacheMode = .standard
    ) async throws -> Exchange {
        var request = HTTPRequest(method, try TargetURI(target), fields: fields)
        request.options.cacheMode = mode
        return try await client.send(request)
    }

    /// What the cache did for a request.
    func use(
        _ method: HTTPMethod = .get,
        _ target: String = "http://a.test/x",
        _ fields: HTTPFields = HTTPFields(),
        mode: CacheMode = .standard
    ) async throws -> CacheUse.Result? {
        try await send(method, target, fields, mode: mode).cacheUse?.result
    }
}
