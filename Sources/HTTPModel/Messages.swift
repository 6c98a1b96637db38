#if canImport(Glibc)
import Glibc
#endif

/// The content of a request.
public enum RequestBody: Hashable, Sendable {
    /// No content, and no field that announces any.
    case none
    /// These octets.
    case octets(Octets)
    /// What a regular file holds when the request is sent, by its path; never loaded whole.
    case file(String)
    /// A form of parts; without a `Content-Type` of the request's own, the form's is sent.
    case multipart(MultipartForm)
    /// What a source gives piece by piece while the request is sent.
    case stream(ContentStream)

    /// The octets when the content is in memory; empty for none, and for the other kinds.
    public var octets: Octets {
        if case .octets(let octets) = self { octets } else { Octets() }
    }

    /// Whether the content can be sent a second time, as a redirect or a retry may need.
    public var isReplayable: Bool {
        switch self {
        case .none, .octets, .file: true
        case .multipart(let form): form.isReplayable
        case .stream(let stream): stream.isReplayable
        }
    }

    /// What `sequence` gives; a sequence can be read once, so the content cannot be sent again.
    ///
    /// - Parameters:
    ///   - length: How many bytes it will give, or `nil` when nobody knows.
    ///   - sequence: The pieces in order; empty ones are skipped.
    /// - Returns: Content that can be sent once.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        length: Int? = nil,
        _ sequence: Pieces
    ) -> RequestBody where Pieces.Element == Octets {
        .stream(ContentStream(length: length, sequence))
    }

    /// What each sequence of `makeSequence` gives; called once each time the content is sent.
    ///
    /// - Parameters:
    ///   - length: How many bytes each gives, or `nil` when nobody knows.
    ///   - makeSequence: Starts at the first byte each time.
    /// - Returns: Content that can be sent again.
    public static func stream<Pieces: AsyncSequence & SendableMetatype>(
        length: Int? = nil,
        replaying makeSequence: @escaping @Sendable () -> Pieces
    ) -> RequestBody where Pieces.Element == Octets {
        .stream(ContentStream(length: length, replaying: makeSequence))
    }
}

/// A request that is ready for the pipeline: no variable is left in it.
public struct HTTPRequest: Hashable, Sendable {
    /// The method.
    public var method: HTTPMethod
    /// Where the request goes.
    public var target: TargetURI
    /// The fields the user gave, in order; the pipeline adds what framing needs.
    public var fields: HTTPFields
    /// The content.
    public var body: RequestBody
    /// How to send it.
    public var options: RequestOptions

    /// Creates a request.
    public init(
        _ method: HTTPMethod = .get,
        _ target: TargetURI,
        fields: HTTPFields = HTTPFields(),
        body: RequestBody = .none,
        options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.options = options
    }
}

/// The head of a response: all but its content.
public struct HTTPResponseHead: Hashable, Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The reason phrase as received; empty when none came.
    public var reasonPhrase: String
    /// The version the response was sent in.
    public var version: HTTPVersion
    /// The header section in wire order.
    public var fields: HTTPFields

    /// Creates a head.
    public init(
        status: HTTPStatus,
        reasonPhrase: String? = nil,
        version: HTTPVersion = .http1_1,
        fields: HTTPFields = HTTPFields()
    ) {
        self.status = status
        self.reasonPhrase = reasonPhrase ?? status.reasonPhrase
        self.version = version
        self.fields = fields
    }

    /// The media type of the content, or `nil` when the field is absent or malformed.
    public var mediaType: MediaType? { fields["Content-Type"].flatMap { MediaType($0) } }

    /// Whether the media type says that the content is JSON.
    package var isJSON: Bool {
        guard let index = fields.firstIndex(named: "Content-Type") else { return false }
        let isPlainlyJSON: Bool? = unsafe fields.withValue(at: index) { value in
            // As nearly all of them are spelled, nothing has to be taken apart.
            if unsafe value.isExactly("application/json") { return true }
            // What has no `j` cannot be one, and nothing has to be taken apart either.
            return unsafe value.contains { $0 | 0x20 == UInt8(ascii: "j") } ? nil : false
        }
        return isPlainlyJSON ?? (mediaType?.isJSON == true)
    }
}

/// A complete response.
public struct HTTPResponse: Hashable, Sendable {
    /// The head.
    public var head: HTTPResponseHead
    /// The content, content codings removed when the request asked for that.
    public var body: Octets
    /// The content as it came, content codings still on; `nil` when it equals `body`.
    public var encodedBody: Octets?
    /// The trailer section.
    public var trailers: HTTPFields

    /// Creates a response.
    public init(
        head: HTTPResponseHead,
        body: Octets = Octets(),
        encodedBody: Octets? = nil,
        trailers: HTTPFields = HTTPFields()
    ) {
        self.head = head
        self.body = body
        self.encodedBody = encodedBody
        self.trailers = trailers
    }

    /// The status.
    public var status: HTTPStatus { head.status }
    /// The header section.
    public var fields: HTTPFields { head.fields }
}

extension UnsafeRawBufferPointer {
    /// Whether the octets are those of a text of the program.
    fileprivate func isExactly(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let start = baseAddress else { return false }
        return unsafe memcmp(start, text.utf8Start, count) == 0
    }
}
