import ClientCore
import HTTPModel
import MockServer
import Synchronization

/// Forwards requests to a service, and has what came kept.
///
/// The client gets what the service sent, content codings on; only what would lead it past the proxy
/// is changed: the service's own origin in `Location`, and domain and security of cookies.
final class RecordingProxy: RequestAnswering {
    private let recorder: Recorder
    private let client = HTTPClient(
        configuration: HTTPClient.Configuration(userAgent: nil)
    )
    private let isVerifyingTLS: Bool
    private let write: @Sendable (String) -> Void
    private let origin = Mutex("")

    /// Fields that belong to a connection, or that this side makes anew.
    ///
    /// - SeeAlso: RFC 9110 §7.6.1.
    private static let left: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade", "host", "content-length", "expect", "accept-encoding",
    ]

    /// Creates a proxy; `write` is called with a line for each exchange.
    init(
        recorder: Recorder,
        isVerifyingTLS: Bool,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.recorder = recorder
        self.isVerifyingTLS = isVerifyingTLS
        self.write = write
    }

    /// Tells where clients reach the proxy.
    func serve(at origin: String) {
        self.origin.withLock { $0 = origin }
    }

    func answer(_ request: ReceivedRequest) async -> Result<HTTPResponse, NetworkFailure> {
        guard let method = HTTPMethod(rawValue: request.method),
            let target = try? TargetURI(recorder.upstreamText + request.pathAndQuery)
        else { return .success(Self.note(400, "the request's target cannot be sent on")) }
        let exchange: Exchange
        do {
            exchange = try await client.send(forwarded(request, method, target))
        } catch {
            return .success(Self.note(400, "the request cannot be sent on: \(error.detail)"))
        }
        if exchange.failure?.code != .cancelled { write(recorder.keep(exchange)) }
        switch exchange.result {
        case .success(let response): return .success(returned(response))
        case .failure(let failure):
            guard !Self.isPlayable(failure.code) else { return .failure(failure) }
            let text = "the service cannot be reached: \(failure.code.rawValue): \(failure.message)"
            return .success(Self.note(502, text))
        }
    }

    private func forwarded(
        _ request: ReceivedRequest,
        _ method: HTTPMethod,
        _ target: TargetURI
    ) -> HTTPRequest {
        var forwarded = HTTPRequest(method, target)
        let fields = request.fields
        let named = Set(
            fields.values(named: "Connection").flatMap { $0.split(separator: ",") }
                .map { $0.trimmingBlanks.lowercased() }
        )
        for field in fields {
            let name = field.name.lowercased()
            if !Self.left.contains(name), !named.contains(name) { forwarded.fields.append(field) }
        }
        if !request.body.isEmpty || [.post, .put, .patch].contains(method) {
            forwarded.body = .octets(request.body)
        }
        forwarded.options.redirects = .doNotFollow
        forwarded.options.usesCookieJar = false
        forwarded.options.isVerifyingTLS = isVerifyingTLS
        // What the client takes is what the service is asked for; it is stored without codings.
        let codings = fields.values(named: "Accept-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.prefix { $0 != ";" }.trimmingBlanks.lowercased() }
            .filter { ["gzip", "deflate", "br", "zstd"].contains($0) }
        forwarded.options.contentCodings = codings.isEmpty ? ["identity"] : codings
        forwarded.options.keepsEncodedBody = true
        return forwarded
    }

    /// The response as the client gets it.
    private func returned(_ response: HTTPResponse) -> HTTPResponse {
        var result = response
        if let encoded = response.encodedBody {
            result.body = encoded
            result.encodedBody = nil
        }
        let here = origin.withLock { $0 }
        result.head.fields = HTTPFields(
            response.fields.map { field in
                if field.isNamed("Location"), field.value.hasPrefix(recorder.upstreamOrigin) {
                    let rest = field.value.dropFirst(recorder.upstreamOrigin.count)
                    return HTTPField(field.name, here + rest)
                }
                return field.isNamed("Set-Cookie") ? Self.local(field) : field
            }
        )
        return result
    }

    /// A cookie without what keeps a client from sending it to the proxy.
    private static func local(_ field: HTTPField) -> HTTPField {
        let parts = field.value.split(separator: ";", omittingEmptySubsequences: false)
        let kept = parts.filter { part in
            let name = part.prefix { $0 != "=" }.trimmingBlanks.lowercased()
            let isCrossSite = part.lowercased().filter { $0 != " " } == "samesite=none"
            return name != "domain" && name != "secure" && !isCrossSite
        }
        return HTTPField(field.name, kept.joined(separator: ";"))
    }

    /// Whether a failure can be shown on the connection that the client already has.
    private static func isPlayable(_ code: NetworkFailure.Code) -> Bool {
        switch code {
        case .receiveReset, .receiveTruncated, .receiveMalformed, .decodeContentCoding,
            .timeoutHeaders, .timeoutBody, .timeoutTotal, .sendReset:
            true
        default: false
        }
    }

    private static func note(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(status),
                fields: ["Content-Type": "text/plain; charset=utf-8"]
            ),
            body: Octets(utf8: "apus record: \(text)\n")
        )
    }
}
