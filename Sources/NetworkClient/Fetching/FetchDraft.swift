import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The request of a fetch, without what the client adds to each.
struct FetchDraft {
    /// What is to be sent.
    var request: HTTPRequest
    /// Where it goes, as the caller gave it.
    var url: URL?
    /// The request as the caller's own code built it; `nil` when none did.
    var built: URLRequest?
    /// The media type of content that the library encoded; `nil` for any other.
    var mediaType: String?
}

extension FetchDraft {
    /// Builds what a request that `buildsByDefault` says, the same as its `URLRequest` would say.
    ///
    /// Making a `URLRequest` and reading it again takes longer than all else that a plan needs.
    ///
    /// - Throws: What `APIRequest.make(api:)` and `HTTPRequest(_: URLRequest)` throw.
    init(
        of request: some APIRequest,
        for api: any URLGenerator,
        method: HTTPMethod,
        call: MethodCall?,
        timeout: TimeInterval?
    ) throws {
        guard let url = api.url else { throw APIError.invalidRequest }
        self.url = url.baseURL == nil ? url : url.absoluteURL
        var content = try request.body?.encoded()
        if content != nil {
            mediaType = "application/json"
        } else if let encoded = try call?.encodedBody() {
            content = encoded
            mediaType = call?.bodyMediaType
        }
        self.request = HTTPRequest(
            method,
            try TargetURI(of: url),
            fields: Self.fields(call?.headers ?? [:]),
            body: content.map { .octets($0.octets) } ?? .none
        )
        self.request.options.pause(atMost: timeout ?? StandardRequestCreator.timeout)
    }

    /// Fields in the order of their names, one of each name.
    private static func fields(_ headers: [String: String]) -> HTTPFields {
        var fields = HTTPFields()
        guard !headers.isEmpty else { return fields }
        for (name, value) in headers.sorted(by: { $0.key < $1.key })
        where !fields.contains(named: name) {
            fields.append(name, value)
        }
        return fields
    }
}
