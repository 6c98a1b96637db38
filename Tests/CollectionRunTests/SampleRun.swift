import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Synchronization

/// A transport that answers by path, and records what it was given.
final class ScriptedTransport: Transport {
    typealias Answer = @Sendable (PreparedRequest) async -> Result<HTTPResponse, NetworkFailure>

    private let answer: Answer
    private let record = Mutex<[PreparedRequest]>([])

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requests sent so far, in order.
    var sent: [PreparedRequest] { record.withLock { $0 } }

    func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
        record.withLock { $0.append(request) }
        var hop = Hop(sent: request.asSent)
        hop.bytesReceived = 42
        switch await answer(request) {
        case .success(let response):
            hop.responseHead = response.head
            return HopOutcome(hop: hop, response: response)
        case .failure(let failure):
            return HopOutcome(hop: hop, failure: failure)
        }
    }
}

/// A collection of one file in memory, and a session that sends to a scripted transport.
struct SampleRun {
    let file: RequestFile
    let session: RunSession
    let transport: ScriptedTransport

    init(
        _ text: String,
        settings: RunSettings = RunSettings(),
        collectionSettings: CollectionSettings = CollectionSettings(),
        memory: RunMemory = RunMemory(),
        answer: @escaping ScriptedTransport.Answer
    ) throws {
        let source = HTTPFile(Octets(utf8: text), path: "sample.http")
        file = RequestFile(path: "sample.http", absolutePath: "/c/sample.http", source: source)
        let collection = RequestCollection(
            root: "/c",
            name: "c",
            settings: collectionSettings,
            files: [file]
        )
        transport = ScriptedTransport(answer)
        session = try RunSession(
            collection: collection,
            settings: settings,
            client: HTTPClient(transport: transport),
            memory: memory
        )
    }

    /// Runs the request of a name.
    func run(_ name: String) async throws -> RunResult {
        guard let request = file.source.requests.first(where: { $0.name == name }) else {
            throw MissingRequest(name: name)
        }
        return await session.run(request, in: file)
    }

    /// Runs all requests in order.
    func runAll() async -> [RunResult] {
        var results: [RunResult] = []
        for request in file.source.requests { results.append(await session.run(request, in: file)) }
        return results
    }

    struct MissingRequest: Error {
        var name: String
    }
}

/// A JSON response.
func json(_ body: String, status: Int = 200) -> Result<HTTPResponse, NetworkFailure> {
    let fields: HTTPFields = ["Content-Type": "application/json"]
    let head = HTTPResponseHead(status: HTTPStatus(status), fields: fields)
    return .success(HTTPResponse(head: head, body: Octets(utf8: body)))
}
