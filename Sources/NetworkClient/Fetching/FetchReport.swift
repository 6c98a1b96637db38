import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What came of a fetch, with how it came about.
public struct FetchReport<Value: Sendable>: Sendable {
    /// What `fetch` gives.
    public var result: APIResponse<Value?>
    /// The request with each hop, timings and octets; `nil` when nothing was sent.
    public var exchange: Exchange?
    /// The rule of the error table that decided, and those tried before it.
    ///
    /// `nil` when the caller's own code threw before anything was sent.
    public var mapping: Mapping?
    /// The head of the response; `nil` when none came whole.
    ///
    /// Its URL is that of the last redirect which was followed. Made when it is asked for, since that
    /// takes longer than the exchange, and anew each time.
    public var response: HTTPURLResponse? {
        get {
            ownResponse
                ?? exchange?.responseURL(askedFor: url).flatMap { url in
                    exchange?.response?.head.urlResponse(url: url)
                }
        }
        set {
            ownResponse = newValue
            url = nil
        }
    }
    /// Why the content did not decode, and where; `nil` when it did, or was none of a decoder's.
    public var decodingProblem: DecodingProblem?
    /// The response that was put in place of that of `exchange`.
    private var ownResponse: HTTPURLResponse?
    /// Where the request went; `nil` when `ownResponse` counts.
    private var url: URL?

    init(
        result: APIResponse<Value?>,
        exchange: Exchange? = nil,
        mapping: Mapping? = nil,
        url: URL? = nil
    ) {
        self.result = result
        self.exchange = exchange
        self.mapping = mapping
        self.url = url
    }

    /// The error, when it is one.
    public var error: APIError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// What is known about the error; `nil` when there is none.
    public var context: APIErrorContext? {
        error.map {
            APIErrorContext($0, exchange: exchange, mapping: mapping, decoding: decodingProblem)
        }
    }
}

/// What is known about an `APIError`; holds no credentials and no content.
public struct APIErrorContext: Error, Hashable, Sendable {
    /// The stable name of the error, such as `httpError.notFound`.
    public let name: String
    /// The status of the response; `nil` when none came whole.
    public let statusCode: Int?
    /// The cause when no whole response came.
    public let code: NetworkFailure.Code?
    /// Where in the exchange it failed.
    public let phase: NetworkFailure.Phase?
    /// Where the last hop went, without user information, secret query values replaced; `nil` when
    /// nothing was sent.
    public let url: String?
    /// The causes below ours, nearest first.
    public let causes: [String]
    /// Bytes received in the last hop.
    public let bytesReceived: Int
    /// Whether sending again may help.
    public let isRetryable: Bool
    /// The condition of the rule that fired, such as `status 404`.
    public let rule: String?
    /// Why the content did not decode, and where; `nil` for other errors.
    public let decoding: DecodingProblem?

    init(
        _ error: APIError,
        exchange: Exchange?,
        mapping: Mapping?,
        decoding: DecodingProblem? = nil
    ) {
        self.decoding = decoding
        let hop = exchange?.hops.last
        name = error.name
        statusCode = exchange?.response?.status.rawValue
        code = exchange?.failure?.code
        phase = exchange?.failure?.phase
        let target = hop?.sent.target ?? exchange?.request.target
        url = target.map { RedactionPolicy.standard.redacting($0) }
        causes = exchange?.failure?.causes ?? []
        bytesReceived = exchange?.failure?.bytesReceived ?? hop?.bytesReceived ?? 0
        isRetryable = mapping?.isRetryable ?? false
        rule = mapping?.rule?.when
    }
}

extension APIErrorContext: CustomStringConvertible {
    /// The facts in one line.
    public var description: String {
        var parts = [name]
        if let statusCode { parts.append("status \(statusCode)") }
        if let code { parts.append(code.rawValue) }
        if let phase { parts.append("while in phase \(phase.rawValue)") }
        if let url { parts.append("at \(url)") }
        if let decoding { parts.append("decoding \(decoding)") }
        return (parts + causes).joined(separator: ", ")
    }
}
