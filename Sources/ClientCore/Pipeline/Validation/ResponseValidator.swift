public import HTTPModel

/// Which responses a program accepts.
///
/// Checks are made in order, and the first that fails decides. A failure to get a response is none
/// of a validator's business.
public struct ResponseValidator: Sendable {
    /// Why a response is refused.
    public struct Refusal: Hashable, Sendable {
        /// The kind of fault.
        public var code: ClientError.Code
        /// What is wrong, as a fragment without capital and full stop.
        public var detail: String

        /// Creates a refusal.
        public init(_ code: ClientError.Code, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    private typealias Check = @Sendable (HTTPRequest, HTTPResponse) -> Refusal?

    private var checks: [Check]

    private init(_ checks: [Check]) {
        self.checks = checks
    }

    /// Accepts everything.
    public static let none = ResponseValidator([])

    /// Accepts the statuses 200 to 299.
    public static let successCodes = statusCodes(200..<300)

    /// Accepts these statuses, such as `200..<300` or `[200, 404]`.
    public static func statusCodes(
        _ codes: some Sequence<Int>
    ) -> ResponseValidator {
        let codes = Set(codes)
        return ResponseValidator([
            { _, response in
                let status = response.status
                guard !codes.contains(status.rawValue) else { return nil }
                let phrase = response.head.reasonPhrase
                return Refusal(
                    .status,
                    detail: "status \(status.rawValue)" + (phrase.isEmpty ? "" : " \(phrase)")
                )
            }
        ])
    }

    /// Accepts content of these media types, such as `application/json`, `image/*` or `*/*`.
    ///
    /// A type without parameters accepts any; one with parameters wants those. A response without
    /// content is accepted, and so is one without the field when `*/*` is among the types.
    public static func contentTypes(_ types: [String]) -> ResponseValidator {
        let ranges = types.compactMap { MediaRange($0) }
        return ResponseValidator([{ _, response in refusal(of: response, ranges: ranges) }])
    }

    /// Accepts content of the media types that the request's `Accept` field names.
    ///
    /// A request without the field accepts any; a quality of 0 excludes.
    ///
    /// - SeeAlso: RFC 9110 §12.5.1.
    public static let acceptedContentTypes = ResponseValidator([
        { request, response in
            let accept = request.fields.values(named: "Accept").joined(separator: ",")
            return refusal(of: response, ranges: MediaRange.list(accept.isEmpty ? "*/*" : accept))
        }
    ])

    /// Accepts what `check` finds nothing wrong with; it gives a fragment for what it refuses.
    public static func custom(
        _ check: @escaping @Sendable (HTTPRequest, HTTPResponse) -> String?
    ) -> ResponseValidator {
        ResponseValidator([
            { request, response in
                check(request, response).map { Refusal(.rejected, detail: $0) }
            }
        ])
    }

    /// Accepts what this validator and `other` accept.
    public func and(_ other: ResponseValidator) -> ResponseValidator {
        ResponseValidator(checks + other.checks)
    }

    /// Why `response` to `request` is refused; `nil` when it is accepted.
    public func refusal(of response: HTTPResponse, to request: HTTPRequest) -> Refusal? {
        for check in checks {
            if let refusal = check(request, response) { return refusal }
        }
        return nil
    }

    /// What is wrong with `exchange`: its failure, or why its response is refused.
    public func problem(
        with exchange: Exchange,
        redaction: RedactionPolicy = .standard
    ) -> ClientError? {
        guard let response = exchange.response else {
            return ClientError(exchange, redaction: redaction)
        }
        return refusal(of: response, to: exchange.request).map { refusal in
            ClientError(
                refusal.code,
                about: exchange,
                detail: refusal.detail,
                redaction: redaction
            )
        }
    }

    private static func refusal(of response: HTTPResponse, ranges: [MediaRange]) -> Refusal? {
        let status = response.status.rawValue
        guard status != 204, status != 304 else { return nil }
        // The content of a streamed response is not here: only its fields say whether there is any.
        if response.body.isEmpty, response.fields["Content-Length"] == "0" { return nil }
        guard let field = response.fields["Content-Type"] else {
            return response.body.isEmpty || MediaRange.accept(nil, ranges)
                ? nil : Refusal(.mediaType, detail: "the content has no media type")
        }
        guard let type = response.head.mediaType else {
            return Refusal(.mediaType, detail: "Content-Type is no media type: \(field)")
        }
        guard !MediaRange.accept(type, ranges) else { return nil }
        let wanted = ranges.map(\.text).joined(separator: ", ")
        return Refusal(.mediaType, detail: "media type \(type.essence) is none of \(wanted)")
    }
}
