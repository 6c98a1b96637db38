public import HTTPModel

/// One request of an HTTP archive and what came of it.
///
/// What browsers write is kept as far as fixtures need it; an archive may hold requests to URLs that
/// are no `http` or `https` ones, such as `data:`, and those are kept as text.
public struct HAREntry: Hashable, Sendable {
    /// The method as written.
    public var method: String
    /// The URL as written, without its fragment where we wrote it.
    public var url: String
    /// The version the request was sent in.
    public var version: HTTPVersion
    /// The request's fields, in order; pseudo-fields of HTTP/2 are left out.
    public var fields: HTTPFields
    /// The request's content.
    public var body: Octets
    /// The response or failure; `nil` when the archive holds the request alone.
    public var outcome: Result<HTTPResponse, NetworkFailure>?
    /// Bytes of the response's content as sent, codings in place; `nil` when nobody knows.
    public var encodedCount: Int?
    /// Where a redirect leads; empty for none.
    public var redirectURL: String
    /// How long each phase took; `total` is the time of the whole entry.
    public var timings: Timings
    /// When it began, in the form of RFC 3339.
    public var startedAt: String
    /// The address it was sent to; empty when unknown.
    public var serverAddress: String
    /// The variant of the fixture it was written from; `nil` for the usual answer and for others.
    public var variant: String?
    /// What somebody wrote about it; empty for nothing.
    public var comment: String

    /// Creates an entry without content and answer.
    public init(method: String, url: String) {
        self.method = method
        self.url = url
        version = .http1_1
        fields = HTTPFields()
        body = Octets()
        redirectURL = ""
        timings = Timings()
        startedAt = ""
        serverAddress = ""
        comment = ""
    }
}

/// An HTTP archive (HAR 1.2; what 1.1 leaves out may be missing).
public struct HARArchive: Hashable, Sendable {
    /// The requests in the order of the archive.
    public var entries: [HAREntry]
    /// The program that wrote it; empty when it does not say.
    public var creator: String

    /// Creates an archive written by us.
    public init(entries: [HAREntry] = []) {
        self.entries = entries
        creator = "Apus"
    }
}
