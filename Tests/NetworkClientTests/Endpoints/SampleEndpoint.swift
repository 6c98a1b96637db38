import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// The endpoints of the tests.
struct SampleEndpoint: EndpointType {
    var baseURL = URL(filePath: "/")
    var path = "accounts"
    var httpMethod = HTTPMethod.get
    var task = HTTPTask.requestPlain
    var headers: HTTPHeaders = [:]
    var mockResponse: MockResponseType?
    var urlEncoding = URLEncoding()
    var cachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData

    init(_ base: String = "http://api.example.test/v1", mock: MockResponseType? = nil) {
        baseURL = URL(string: base) ?? baseURL
        mockResponse = mock
    }

    static let answered = SampleEndpoint(
        mock: .response(201, Data(#"{ "message": "Accounts response" }"#.utf8))
    )
}

/// What the mock answers.
struct SampleMessage: Codable, Hashable {
    let message: String
}

/// An interceptor that notes what it sees, and marks it.
final class NotingInterceptor: Interceptor {
    private struct Notes {
        var prepared: [URLRequest] = []
        var results: [Result<Response, NetworkError>] = []
    }

    private let name: String
    private let notes = Mutex(Notes())

    init(_ name: String = "1") {
        self.name = name
    }

    var prepared: [URLRequest] { notes.withLock { $0.prepared } }
    var results: [Result<Response, NetworkError>] { notes.withLock { $0.results } }

    func prepare(_ request: inout URLRequest) {
        request.addValue(name, forHTTPHeaderField: "X-Seen")
        notes.withLock { $0.prepared.append(request) }
    }

    func process(_ result: inout Result<Response, NetworkError>) {
        notes.withLock { $0.results.append(result) }
    }
}

/// The sample interceptor of the document, as it stands there.
struct AuthInterceptor: Interceptor {
    func prepare(_ request: inout URLRequest) {
        request.addValue("Bearer token1", forHTTPHeaderField: "Authorization")
    }

    func process(_ result: inout Result<Response, NetworkError>) {
        guard case .success(let response) = result else {
            return
        }
        var anyHashableHeaders = response.httpURLResponse?.allHeaderFields ?? [AnyHashable: Any]()
        anyHashableHeaders["Authorization"] = "Bearer token2"
        guard let headers = anyHashableHeaders as? [String: String] else {
            return
        }
        // swift-format-ignore: NeverForceUnwrap
        let httpURLResponse = HTTPURLResponse(
            url: response.urlRequest.url!,
            statusCode: 200,
            httpVersion: nil,
            headerFields: headers
        )
        // swift-format-ignore: NeverForceUnwrap
        let newResponse = Response(
            urlRequest: response.urlRequest,
            data: response.data!,
            httpURLResponse: httpURLResponse
        )
        result = .success(newResponse)
    }
}

extension NetworkRouter {
    /// Executes and waits for the completion.
    func completed(_ endpoint: Endpoint) async -> Result<Response, NetworkError> {
        await withCheckedContinuation { continuation in
            execute(endpoint: endpoint) { continuation.resume(returning: $0) }
        }
    }
}

extension Result where Success: Sendable, Failure == NetworkError {
    /// The error, when it is one.
    var error: NetworkError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
