import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// The calls of a provider, in each of their forms.
@Suite struct ProviderTests {
    private static let routes = [Route.mockTransport, .curl]

    // Rows: 1-1, 1-5, 1-26
    @Test(arguments: routes)
    func allThreeFormsGiveADecodedValue(_ route: Route) async throws {
        let peer = Peer(route, json: SampleUser.text)
        let provider = peer.provider()
        let target = SampleTarget(peer)
        let completed = await withCheckedContinuation { continuation in
            provider.request(target, type: SampleUser.self) { continuation.resume(returning: $0) }
        }
        let awaited = await provider.request(target, type: SampleUser.self)
        var streamed: [SampleUser] = []
        for await result in provider.publisher(target, type: SampleUser.self) {
            streamed.append(try result.get())
        }
        #expect(try completed.get() == SampleUser(userName: "ada"))
        #expect(try awaited.get() == SampleUser(userName: "ada"))
        #expect(streamed == [SampleUser(userName: "ada")])
        #expect(peer.seen.map(\.target) == ["/v1/users", "/v1/users", "/v1/users"])
    }

    // Rows: 1-1, 1-5, 1-26
    @Test func contentComesAsTextOrAsItIs() async throws {
        let peer = Peer(.mockTransport) { request in
            switch request.target {
            case "/v1/empty": PeerAnswer(status: 204)
            default: PeerAnswer(body: "text")
            }
        }
        let provider = peer.provider()
        let text: Result<String, NetworkError> = await provider.request(SampleTarget(peer))
        #expect(try text.get() == "text")
        let data: Result<Data?, NetworkError> = await provider.request(SampleTarget(peer))
        #expect(try data.get() == Data("text".utf8))
        let nothing: Result<Data?, NetworkError> = await provider.request(
            SampleTarget(peer, "empty")
        )
        #expect(try nothing.get() == nil)
        let optional = await provider.request(SampleTarget(peer, "empty"), type: SampleUser?.self)
        #expect(try optional.get() == nil)

        let task: StringRequestTask = provider.request(SampleTarget(peer)) {
            (_: Result<String, NetworkError>) in
        }
        #expect(try await task.result.get() == "text")
        let other: DataRequestTask = provider.request(SampleTarget(peer)) {
            (_: Result<Data?, NetworkError>) in
        }
        #expect(try await other.result.get() == Data("text".utf8))
        var streamed: [Data?] = []
        let stream: AsyncStream<Result<Data?, NetworkError>> = provider.publisher(
            SampleTarget(peer)
        )
        for await result in stream { streamed.append(try result.get()) }
        #expect(streamed == [Data("text".utf8)])
    }

    // Rows: 1-5
    @Test(
        arguments: [
            ("text/plain; charset=iso-8859-1", [0x63, 0xE9], "cé"),
            ("text/plain; charset=\"Windows-1252\"", [0x80], "€"),
            ("application/json; charset=utf-16", [0xFE, 0xFF, 0x00, 0x61], "a"),
            ("text/plain; charset=utf-8", [0xC3, 0xA9], "é"), (nil, [0xC3, 0xA9], "é"),
            (nil, [0xE9], "é"), ("text/plain; charset=utf-8", [0xE9], "é"),
            ("text/plain; charset=unknown", [0xC3, 0xA9], "é"),
            ("text/plain", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            ("text/plain; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"), (nil, [], ""),
        ] as [(String?, [UInt8], String)]
    )
    func textIsReadInItsCharset(_ mediaType: String?, _ bytes: [UInt8], _ text: String) async throws
    {
        let provider = NetworkProvider<SampleTarget>(
            transport: MockTransport { _ in
                .response(
                    fields: HTTPFields(mediaType.map { [HTTPField("Content-Type", $0)] } ?? []),
                    body: Octets(bytes)
                )
            }
        )
        let result: Result<String, NetworkError> = await provider.request(
            SampleTarget(base: "http://a.example.test")
        )
        #expect(Array(try result.get().unicodeScalars) == Array(text.unicodeScalars))
    }

    // Rows: 1-1
    @Test func aStreamSendsNothingBeforeItIsRead() async throws {
        let peer = Peer(.mockTransport, json: SampleUser.text)
        let stream: AsyncStream<Result<String, NetworkError>> = peer.provider().publisher(
            SampleTarget(peer)
        )
        #expect(peer.seen.isEmpty)
        for await result in stream { _ = try result.get() }
        #expect(peer.seen.count == 1)
    }

    // Rows: 1-5
    @Test func completionsRunOnTheQueueOfTheProvider() async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "mine")
        queue.setSpecific(key: key, value: true)
        let peer = Peer(.mockTransport)
        let provider = NetworkProvider<SampleTarget>(
            completionQueue: queue,
            transport: peer.transport
        )
        for target in [SampleTarget(peer), SampleTarget(base: "ftp://a.test")] {
            let isMine = await withCheckedContinuation { continuation in
                provider.request(target) { (_: Result<Data?, NetworkError>) in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key))
                }
            }
            #expect(isMine == true)
        }
    }

    // Rows: 1-2, 1-5
    @Test func aTargetHasDefaultsForWhatItDoesNotSay() {
        struct Plain: TargetType {
            var baseURL: URL { URL(filePath: "/") }
            let path = ""
            let method = NetworkClient::Method.get
            let task = NetworkTask.requestPlain
        }
        let plain = AnyTarget(Plain())
        #expect(plain.headers == nil)
        #expect(plain.timeoutInterval == 60)
        #expect(plain.method == .get)
    }

    // Rows: 1-2
    @Test func methodHeadersAndPathOfTheTargetAreSent() async throws {
        let peer = Peer(.curl, json: "{}")
        let target = SampleTarget(peer, "a b?x=1", .put, headers: ["X-One": "1"])
        let result: Result<String, NetworkError> = await peer.provider().request(target)
        _ = try result.get()
        let seen = try #require(peer.seen.first)
        #expect(seen.method == "PUT")
        #expect(seen.target == "/v1/a%20b?x=1")
        #expect(seen.fields["X-One"] == "1")
    }

    @Test(arguments: routes)
    func theResponseNamesWhereARedirectLed(_ route: Route) async throws {
        let peer = Peer(route) { request in
            request.target == "/v1/users"
                ? PeerAnswer(status: 302, fields: ["Location": "/moved?a=b"])
                : PeerAnswer(status: 404, body: "gone")
        }
        let led = URL(string: peer.base + "/moved?a=b")
        let asked = Mutex<[URL?]>([])
        let interceptor = ScriptedInterceptor(retry: { context, _ in
            asked.withLock { $0.append(context.response?.url) }
            return .doNotRetry
        })
        let provider = peer.provider(interceptor: interceptor)
        let result = await provider.request(SampleTarget(peer), type: SampleUser.self)
        guard case .networkError(_, let response, _) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(response?.url == led)
        #expect(asked.withLock { $0 } == [led])
        let undecoded = await NetworkProvider<SampleTarget>(
            validator: .none,
            transport: peer.transport
        ).request(SampleTarget(peer), type: SampleUser.self)
        guard case .underlying(_, let response?) = undecoded.error else {
            Issue.record("\(undecoded)")
            return
        }
        #expect(response.httpURLResponse?.url == led)
        #expect(response.urlRequest.url == URL(string: peer.base + "/v1/users"))
    }

    // Rows: 1-3, 1-4
    @Test func aRepositoryIsAProtocolWhoseCallsAreCasesOfAnEnum() async throws {
        let user = await withCheckedContinuation { continuation in
            let call = RepoTarget.login(name: "ada")
            let request = call.request(type: SampleUser.self) {
                continuation.resume(returning: $0)
            }
            #expect(!request.isCancelled)
        }
        #expect(try user.get() == SampleUser(userName: "ada"))
    }

    // Rows: 1-23, 1-24
    @Test(arguments: [199, 300, 404, 500])
    func aStatusThatIsNoSuccessIsANetworkErrorWithTheResponse(_ status: Int) async throws {
        let peer = Peer(.mockTransport, json: #"{"problem": 1}"#, status: status)
        let result = await peer.provider().request(SampleTarget(peer), type: SampleUser.self)
        guard case .networkError(let error, let response, let data) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .status)
        #expect(response?.statusCode == status)
        #expect(data == Data(#"{"problem": 1}"#.utf8))
        #expect(result.error?.errorDescription?.contains("\(status)") == true)
        let foundation = result.error?.underlyingError.map { $0 as NSError }
        #expect(foundation?.domain == NSURLErrorDomain)
    }

    // Rows: 1-24
    @Test func theMediaTypeMustBeOneThatTheRequestAccepts() async {
        let peer = Peer(.mockTransport, json: SampleUser.text)
        let provider = peer.provider()
        for (accept, isAccepted) in [
            ("application/json", true), ("application/*, text/plain", true), ("text/html", false),
        ] {
            let target = SampleTarget(peer, headers: ["Accept": accept])
            let result = await provider.request(target, type: SampleUser.self)
            #expect((result.error == nil) == isAccepted, "\(accept)")
            if !isAccepted, case .networkError(let error, _, _) = result.error {
                #expect(error.code == .mediaType)
            }
        }
        let lax = NetworkProvider<SampleTarget>(validator: .none, transport: peer.transport)
        let result = await lax.request(
            SampleTarget(peer, headers: ["Accept": "text/html"]),
            type: SampleUser.self
        )
        #expect(result.error == nil)
    }

    // Rows: 1-24
    @Test func whatTheInterceptorAcceptsCountsToo() async {
        let peer = Peer(.mockTransport, json: SampleUser.text)
        let interceptor = ScriptedInterceptor(adapt: { request, _ in
            request.setValue("text/html", forHTTPHeaderField: "Accept")
        })
        let result = await peer.provider(interceptor: interceptor)
            .request(SampleTarget(peer), type: SampleUser.self)
        guard case .networkError(let error, let response, _) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .mediaType)
        #expect(response?.statusCode == 200)
        #expect(interceptor.questions.count == 1)
    }

    // Rows: 1-23
    @Test func aFailureOfTheNetworkHasItsCause() async {
        let target = SampleTarget(base: "http://127.0.0.1:\(refusingPort())")
        let provider = NetworkProvider<SampleTarget>(completionQueue: DispatchQueue(label: "tests"))
        let result = await provider.request(target, type: SampleUser.self)
        guard case .networkError(let error, let response, let data) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(error.failureCode == .connectRefused)
        #expect(response == nil && data == nil)
        #expect(result.error?.errorDescription?.hasPrefix("The connection was refused") == true)
    }

    // Rows: 1-23
    @Test func contentThatDoesNotDecodeSaysWhere() async {
        let peer = Peer(.mockTransport, json: #"{"user_name": 1}"#)
        let result = await peer.provider().request(SampleTarget(peer), type: SampleUser.self)
        guard case .underlying(let error, let response) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(error is DecodingProblem)
        #expect(response?.httpURLResponse?.statusCode == 200)
    }

    // Rows: 1-25, 1-26
    @Test func cancellingEndsOneCallOrAll() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            gate.continuation.yield()
            connection.waitForClose()
        }
        let provider = NetworkProvider<SampleTarget>(completionQueue: DispatchQueue(label: "tests"))
        let target = SampleTarget(base: server.base)
        let tasks = (0..<3).map { _ in
            provider.request(target, type: SampleUser.self) { _ in }
        }
        let handles: [any NetworkEngine.NetworkRequest] = tasks
        var arrived = 0
        for await _ in gate.stream {
            arrived += 1
            if arrived == 3 { break }
        }
        handles[0].cancel()
        handles[0].cancel()
        #expect(handles.map(\.isCancelled) == [true, false, false])
        handles.cancel()
        #expect(handles.map(\.isCancelled) == [true, true, true])
        for task in tasks {
            let error = await task.result.error
            #expect(error?.isCancelled == true)
            let foundation = error?.underlyingError.map { $0 as NSError }
            #expect(foundation?.domain == NSURLErrorDomain && foundation?.code == -999)
        }
    }

    // Rows: 1-28
    @Test func theUserIsToldAboutTheNetworkOrInGeneral() {
        let request = URLRequest(url: URL(filePath: "/"))
        let response = Response(urlRequest: request, data: nil, httpURLResponse: nil)
        let offline = NetworkFailure(.connectUnreachable, phase: .connect)
        #expect(UserFacingError(.underlying(offline, nil)) == .noInternetError)
        #expect(UserFacingError(.statusCode(response)) == .genericError)
        #expect(UserFacingError(title: "t", body: "b").localizedDescription == "t")
    }
}

/// A repository as the document has it: static members that an enum meets with its cases.
private protocol Repo: TargetType {
    static func login(name: String) -> Self

    func request<T: Decodable & Sendable>(
        type: T.Type,
        callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
    ) -> any NetworkEngine.NetworkRequest
}

private enum RepoTarget: Repo {
    case login(name: String)

    static let provider = NetworkProvider<RepoTarget>(
        completionQueue: DispatchQueue(label: "tests"),
        transport: MockTransport { request in
            .json("{\"user_name\": \"\(request.target.queryItems[0].value ?? "")\"}")
        }
    )

    var baseURL: URL { URL(string: "http://api.example.test") ?? URL(filePath: "/") }
    var path: String { "login" }
    var method: HTTPMethod { .get }
    var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { .convertFromSnakeCase }

    var task: NetworkTask {
        switch self {
        case .login(let name):
            .requestParameters(parameters: ["name": name], encoding: URLEncoding.default)
        }
    }

    func request<T: Decodable & Sendable>(
        type: T.Type,
        callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
    ) -> any NetworkEngine.NetworkRequest {
        Self.provider.request(self, type: type) { callback($0.mapError { UserFacingError($0) }) }
    }
}
