import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import Testing
import TestSupport

/// A way from `MainNetworkClient` to a peer: the same promises must hold on each.
enum Route: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// A `URLSession` whose protocol is mocked.
    case mockedSession
    /// A real `URLSession` and a server on loopback.
    case session
    /// A transport of closures.
    case mockTransport
    /// The default transport and a server on loopback.
    case curl

    var testDescription: String { rawValue }
}

/// A request as the peer saw it, in a shape that all routes share.
struct SeenRequest: Sendable {
    let method: String
    let target: String
    let fields: HTTPFields
    let body: String
}

/// What the peer answers.
struct PeerAnswer: Sendable {
    var status = 200
    var fields: [String: String] = [:]
    var body = ""
}

/// A peer behind one of the routes, and a client that talks to it.
final class Peer: Sendable {
    let base: String
    let transport: any Transport
    private let server: FaultServer?
    private let log: Log

    /// The requests so far, oldest first.
    var seen: [SeenRequest] { log.entries.withLock { $0 } }

    private final class Log: Sendable {
        let entries = Mutex<[SeenRequest]>([])

        func note(_ request: SeenRequest) -> SeenRequest {
            entries.withLock { $0.append(request) }
            return request
        }
    }

    convenience init(_ route: Route, status: Int = 200, body: String = "") {
        self.init(route) { _ in PeerAnswer(status: status, body: body) }
    }

    init(_ route: Route, answer: @escaping @Sendable (SeenRequest) -> PeerAnswer) {
        let log = Log()
        self.log = log
        switch route {
        case .mockedSession:
            server = nil
            base = "http://peer.example.test"
            transport = URLSessionTransport(
                session: MockURLProtocol.session { request in
                    let given = answer(log.note(SeenRequest(request)))
                    let head = HTTPResponseHead(
                        status: HTTPStatus(given.status),
                        fields: HTTPFields(given.fields.map { HTTPField($0.key, $0.value) })
                    )
                    let url = request.url ?? URL(filePath: "/")
                    return (head.urlResponse(url: url) ?? HTTPURLResponse(), Data(given.body.utf8))
                }
            )
        case .mockTransport:
            server = nil
            base = "http://peer.example.test"
            transport = MockTransport { request in
                let given = answer(log.note(SeenRequest(request)))
                return .response(
                    given.status,
                    fields: HTTPFields(given.fields.map { HTTPField($0.key, $0.value) }),
                    body: Octets(utf8: given.body)
                )
            }
        case .session, .curl:
            let server = FaultServer { request in
                answer(log.note(SeenRequest(request))).wireText
            }
            self.server = server
            base = server.base
            transport =
                route == .curl
                ? CurlTransport()
                : URLSessionTransport(session: URLSession(configuration: .ephemeral))
        }
    }

    func client(
        configuration: NetworkClientConfiguration = NetworkClientConfiguration(),
        token: TokenType? = nil
    ) -> MainNetworkClient {
        MainNetworkClient(transport: transport, configuration: configuration, token: token)
    }

    /// A generator for a path of the peer.
    func api(_ path: String = "/resource", _ method: HTTPMethod = .get) -> MockURLGenerator {
        MockURLGenerator(url: URL(string: base + path), method: method)
    }
}

extension PeerAnswer {
    /// The answer as HTTP/1.1.
    fileprivate var wireText: String {
        var lines = ["HTTP/1.1 \(status) X"]
        lines += fields.map { "\($0.key): \($0.value)" }
        if status != 204 { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (status == 204 ? "" : body)
    }
}

extension SeenRequest {
    fileprivate init(_ request: URLRequest) {
        let url = request.url
        method = request.httpMethod ?? ""
        target = (url?.path ?? "") + (url?.query.map { "?" + $0 } ?? "")
        fields = HTTPFields(
            (request.allHTTPHeaderFields ?? [:]).map { HTTPField($0.key, $0.value) }
        )
        body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    }

    fileprivate init(_ request: PreparedRequest) {
        method = request.method.rawValue
        target = request.target.requestTarget
        fields = request.fields
        body = request.body.text
    }

    fileprivate init(_ request: FaultRequest) {
        method = request.line.split(separator: " ").first.map(String.init) ?? ""
        target = request.target
        fields = HTTPFields(
            request.lines.dropFirst().map { line in
                let halves = line.split(separator: ":", maxSplits: 1)
                return HTTPField(
                    String(halves[0]),
                    halves.count > 1 ? String(halves[1]).trimmingBlanks : ""
                )
            }
        )
        body = request.text
    }
}

/// Calls the completion form and waits for its handler.
func complete<T: APIRequest>(
    _ client: some NetworkClient,
    _ api: any URLGenerator,
    _ method: MethodCall? = nil,
    request: T,
    on queue: DispatchQueue = DispatchQueue(label: "tests")
) async -> APIResponse<T.ResponseDataType?> {
    await withCheckedContinuation { continuation in
        client.fetch(
            api: api,
            method: method,
            request: request,
            completionQueue: queue
        ) { response in
            continuation.resume(returning: response)
        }
    }
}
