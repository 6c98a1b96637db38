public import HTTPModel

/// A stored answer to a request: a response, or the failure to get one.
///
/// Holds no credential: `capturing` and whoever writes one by hand put placeholders in their place.
public struct Fixture: Hashable, Sendable {
    /// The method it answers.
    public var method: HTTPMethod
    /// The authority it was captured from, as in a `Host` field; the folder it is stored in.
    public var authority: String
    /// The path it answers, encoded, starting with `/`.
    ///
    /// `{name}` stands for any text of one segment, since no path on the wire holds a brace.
    public var path: String
    /// Query items that a request must have, in any order and among others.
    public var query: [QueryMatcher]
    /// Fields that a request must have.
    public var fields: [FieldMatcher]
    /// What must hold of the request's content.
    public var body: [BodyMatcher]
    /// The name by which a request can ask for it, with the field `Apus-Variant`; `nil` for the
    /// usual answer.
    public var variant: String?
    /// The answer; the content of a response is stored with content codings removed.
    public var outcome: Result<HTTPResponse, NetworkFailure>
    /// The content codings that were removed before storing, as in `Content-Encoding`; `nil` when
    /// none was.
    public var removedCoding: String?
    /// How long each phase took when the answer was captured.
    public var timings: Timings
    /// How long to wait before answering; zero for at once.
    public var delay: Duration
    /// How it is played, beyond what it answers.
    public var behavior: FixtureBehavior
    /// When it was captured, in the form of RFC 3339; empty when written by hand.
    public var capturedAt: String
    /// What was replaced before storing.
    public var redactions: [Redaction]
    /// The saved request it was captured from, such as `bookings.http#create`.
    public var source: String?
    /// JSONPaths of values that differ from one response to the next.
    public var volatilePaths: [String]

    /// Creates a fixture that answers every request with this method and path.
    public init(
        _ method: HTTPMethod,
        authority: String,
        path: String,
        query: [QueryMatcher] = [],
        fields: [FieldMatcher] = [],
        body: [BodyMatcher] = [],
        variant: String? = nil,
        outcome: Result<HTTPResponse, NetworkFailure>
    ) {
        self.method = method
        self.authority = authority
        self.path = path.isEmpty ? "/" : path
        self.query = query
        self.fields = fields
        self.body = body
        self.variant = variant
        self.outcome = outcome
        timings = Timings()
        delay = .zero
        behavior = FixtureBehavior()
        capturedAt = ""
        redactions = []
        volatilePaths = []
    }

    /// The name of the request field that asks for a variant.
    public static let variantField = "Apus-Variant"

    /// The response, unless the answer is a failure.
    public var response: HTTPResponse? { try? outcome.get() }

    /// The failure, unless the answer is a response.
    public var failure: NetworkFailure? {
        guard case .failure(let failure) = outcome else { return nil }
        return failure
    }

    /// The status code or the failure code, as in the file name.
    public var outcomeText: String {
        switch outcome {
        case .success(let response): String(response.status.rawValue)
        case .failure(let failure): failure.code.rawValue
        }
    }
}
