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
    static func direct(
        _ request: some APIRequest,
        for api: any URLGenerator,
        method: HTTPMethod,
        call: MethodCall?,
        options: RequestOptions
    ) throws -> FetchDraft {
        guard let url = api.url else { throw APIError.invalidRequest }
        var (content, mediaType): (Data?, String?)
        if let body = request.body {
            (content, mediaType) = (try body.encoded(), "application/json")
        }
        var fields = HTTPFields()
        if let call {
            if content == nil, let encoded = try call.encodedBody() {
                (content, mediaType) = (encoded, call.bodyMediaType)
            }
            fields = Self.fields(call.headers)
        }
        return FetchDraft(
            request: HTTPRequest(
                method,
                try TargetURI(of: url),
                fields: fields,
                body: content.map { .octets($0.octets) } ?? .none,
                options: options
            ),
            url: url.baseURL == nil ? url : url.absoluteURL,
            mediaType: mediaType
        )
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
