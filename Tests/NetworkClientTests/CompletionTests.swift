import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// A value that a test and its handlers share.
private final class Held<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>

    init(_ value: Value) {
        storage = Mutex(value)
    }

    var value: Value {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}

/// The completion form: its queue, its task, and how it is cancelled.
@Suite struct CompletionTests {
    private static let key = DispatchSpecificKey<String>()

    private func markedQueue() -> DispatchQueue {
        let queue = DispatchQueue(label: "completion")
        queue.setSpecific(key: Self.key, value: "completion")
        return queue
    }

    /// A request that notes the queue it is parsed on.
    private final class QueueRequest: APIRequest {
        typealias ResponseDataType = Data
        let parsedOn = Mutex<String?>("not parsed")

        func parseResponse(data: Data) throws -> Data {
            parsedOn.withLock { $0 = DispatchQueue.getSpecific(key: CompletionTests.key) }
            return data
        }
    }

    // Rows: 0-45, 0-47
    @Test(arguments: Route.allCases)
    func theHandlerRunsOnItsQueueAndTheParserElsewhere(_ route: Route) async {
        let peer = Peer(route, body: "x")
        let request = QueueRequest()
        let queue = markedQueue()
        let client = peer.client()
        let name: String? = await withCheckedContinuation { continuation in
            client.fetch(api: peer.api(), request: request, completionQueue: queue) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: Self.key))
            }
        }
        #expect(name == "completion")
        #expect(request.parsedOn.withLock { $0 } == nil)
    }

    // Rows: 0-45, 0-46
    @Test func anErrorFoundWhileBuildingComesLaterAndOnTheQueue() async {
        let client = Peer(.mockTransport).client()
        let queue = markedQueue()
        queue.suspend()
        let isReturned = Held(false)
        let (name, result): (String?, APIResponse<Data?>) = await withCheckedContinuation {
            continuation in
            let task = client.fetch(
                api: MockURLGenerator(url: nil),
                completionQueue: queue
            ) { response in
                #expect(isReturned.value)
                continuation.resume(
                    returning: (DispatchQueue.getSpecific(key: Self.key), response)
                )
            }
            #expect(task == nil)
            isReturned.value = true
            queue.resume()
        }
        #expect(name == "completion")
        #expect(result == .failure(.request))
    }

    // Rows: 0-5, 0-45
    @Test func withoutAQueueTheMainQueueIsUsed() async {
        let client = Peer(.mockTransport, body: "x").client()
        DispatchQueue.main.setSpecific(key: Self.key, value: "main")
        let name: String? = await withCheckedContinuation { continuation in
            client.fetch(api: MockAPI.endpoint) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: Self.key))
            }
        }
        #expect(name == "main")
    }

    // Rows: 0-46
    @Test func theTaskKnowsItsRequestAndItsEnd() async throws {
        let gate = TestGate()
        let transport = MockTransport { _ in
            await gate.wait()
            return .response(201)
        }
        let client = MainNetworkClient(transport: transport)
        let held = Held<URLSessionTask?>(nil)
        let state: URLSessionTask.State? = await withCheckedContinuation { continuation in
            let task = client.fetch(
                api: MockAPI.endpoint,
                method: .post(),
                completionQueue: DispatchQueue(label: "tests")
            ) { _ in
                continuation.resume(returning: held.value?.state)
            }
            #expect(task?.state == .running)
            #expect(task?.originalRequest?.httpMethod == "POST")
            held.value = task
            gate.open()
        }
        #expect(state == .completed)
        let task = try #require(held.value)
        #expect((task.response as? HTTPURLResponse)?.statusCode == 201)
        task.cancel()
        #expect(task.state == .completed)
    }

    // Rows: 0-46
    @Test(arguments: [Route.session, .curl])
    func cancellingTheTaskEndsInANetworkError(_ route: Route) async {
        let isAsked = TestGate()
        let server = FaultServer { connection in
            _ = connection.readRequest()
            isAsked.open()
            connection.waitForClose()
        }
        let client = Peer(route).client()
        let api = MockURLGenerator(url: URL(string: server.base))
        let held = Held<URLSessionTask?>(nil)
        let response: APIResponse<Data?> = await withCheckedContinuation { continuation in
            let task = client.fetch(api: api, completionQueue: DispatchQueue(label: "tests")) {
                continuation.resume(returning: $0)
            }
            held.value = task
            Task {
                await isAsked.wait()
                held.value?.cancel()
            }
        }
        guard case .failure(.network(let message)) = response else {
            Issue.record("\(response) is no network error")
            return
        }
        #expect(message.hasPrefix("The exchange was cancelled"))
    }

    // Rows: 0-46
    @Test(arguments: [(200, nil), (404, nil), (0, -1001)] as [(Int, Int?)])
    func theTasksErrorIsThatOfTheTransfer(_ status: Int, _ code: Int?) async throws {
        let transport = MockTransport { _ in
            status == 0 ? .failure(.timeoutHeaders) : .response(status)
        }
        let client = MainNetworkClient(transport: transport)
        let held = Held<URLSessionTask?>(nil)
        let queue = DispatchQueue(label: "tests")
        queue.suspend()
        let task: URLSessionTask? = await withCheckedContinuation { continuation in
            held.value = client.fetch(api: MockAPI.endpoint, completionQueue: queue) { _ in
                continuation.resume(returning: held.value)
            }
            queue.resume()
        }
        let error = try #require(task).error.map { $0 as NSError }
        #expect(error?.code == code)
        #expect(error == nil || error?.domain == NSURLErrorDomain)
    }

    @Test(arguments: [Route.session, .curl])
    func cancellingAnAwaitedFetchEndsInANetworkError(_ route: Route) async {
        let isAsked = TestGate()
        let server = FaultServer { connection in
            _ = connection.readRequest()
            isAsked.open()
            connection.waitForClose()
        }
        let client = Peer(route).client()
        let base = server.base
        let fetch = Task {
            try await client.fetch(api: MockURLGenerator(url: URL(string: base)))
        }
        await isAsked.wait()
        fetch.cancel()
        let result = await fetch.result
        guard case .failure(let error as APIError) = result, case .network = error else {
            Issue.record("\(result) is no network error")
            return
        }
    }

    @Test func aTaskCancelledAtOnceStillCallsBack() async {
        let transport = MockTransport(latency: .seconds(600)) { _ in .response() }
        let client = MainNetworkClient(transport: transport)
        let response: APIResponse<Data?> = await withCheckedContinuation { continuation in
            client.fetch(
                api: MockAPI.endpoint,
                completionQueue: DispatchQueue(label: "tests")
            ) {
                continuation.resume(returning: $0)
            }?
            .cancel()
        }
        guard case .failure(.network) = response else {
            Issue.record("\(response) is no network error")
            return
        }
    }

    @Test(arguments: [Route.session, .curl])
    func aStormOfCancellationsEndsEveryFetch(_ route: Route) async {
        let peer = Peer(route, body: "x")
        let client = peer.client()
        let api = peer.api()
        let ended = await withTaskGroup(of: Int.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let fetch = Task { try await client.fetch(api: api) }
                    for _ in 0..<number % 8 { await Task.yield() }
                    fetch.cancel()
                    switch await fetch.result {
                    case .success, .failure(APIError.network): return 1
                    case .failure: return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(ended == 400)
    }
}
