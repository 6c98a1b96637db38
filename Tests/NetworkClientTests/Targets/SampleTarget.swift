import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization

/// The targets of the tests.
struct SampleTarget: TargetType {
    var baseURL: URL
    var path = "users"
    var method = HTTPMethod.get
    var headers: [String: String]?
    var task = NetworkTask.requestPlain
    var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase

    init(
        _ peer: Peer,
        _ path: String = "users",
        _ method: HTTPMethod = .get,
        headers: [String: String]? = nil,
        task: NetworkTask = .requestPlain
    ) {
        self.init(base: peer.base, path, method, headers: headers, task: task)
    }

    init(
        base: String,
        _ path: String = "users",
        _ method: HTTPMethod = .get,
        headers: [String: String]? = nil,
        task: NetworkTask = .requestPlain
    ) {
        baseURL = URL(string: base + "/v1") ?? URL(filePath: "/")
        self.path = path
        self.method = method
        self.headers = headers
        self.task = task
    }
}

/// What the peer answers about a user.
struct SampleUser: Codable, Hashable, Sendable {
    let userName: String

    static let text = #"{"user_name": "ada"}"#
}

extension Peer {
    /// A provider whose calls reach the peer.
    func provider(
        interceptor: (any NetworkRequestInterceptor)? = nil,
        time: any TimeSource = ManualTime()
    ) -> NetworkProvider<SampleTarget> {
        NetworkProvider(
            interceptor: interceptor,
            completionQueue: DispatchQueue(label: "tests"),
            transport: transport,
            time: time
        )
    }

    /// A peer that answers with JSON of this status.
    convenience init(_ route: Route, json: String, status: Int = 200) {
        self.init(route) { _ in
            PeerAnswer(
                status: status,
                fields: ["Content-Type": "application/json"],
                body: json
            )
        }
    }
}

/// An interceptor of closures that notes what it is asked.
final class ScriptedInterceptor: NetworkRequestInterceptor {
    private let change: @Sendable (inout URLRequest, RequestContext) throws -> Void
    private let decide: @Sendable (RequestContext, NetworkError) async -> RetryResult
    private let noted = Mutex<[RequestContext]>([])

    init(
        adapt: @escaping @Sendable (inout URLRequest, RequestContext) throws -> Void = { _, _ in },
        retry: @escaping @Sendable (RequestContext, NetworkError) async -> RetryResult = { _, _ in
            .doNotRetry
        }
    ) {
        change = adapt
        decide = retry
    }

    /// What `retry` was asked about.
    var questions: [RequestContext] { noted.withLock { $0 } }

    func adapt(_ request: URLRequest, context: RequestContext) async throws -> URLRequest {
        var request = request
        try change(&request, context)
        return request
    }

    func retry(_ context: RequestContext, dueTo error: NetworkError) async -> RetryResult {
        noted.withLock { $0.append(context) }
        return await decide(context, error)
    }
}

/// A number that several tasks count up.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .acquiring) }

    @discardableResult
    func next() -> Int { value.add(1, ordering: .acquiringAndReleasing).newValue }
}
