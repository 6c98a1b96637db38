import HTTPModel

/// Decides where a redirect leads and what may go along.
///
/// Credentials are bound to the origin of the first request: the first hop to another origin leaves
/// them behind for good, even when a later hop comes back. `Accept` and other fields that say
/// nothing about a person stay.
///
/// - SeeAlso: RFC 9110 §15.4.
struct RedirectPolicy {
    /// What was decided.
    enum Verdict: Equatable {
        /// Send this next.
        case follow(PreparedRequest, RedirectDecision)
        /// The exchange ends here, with this cause.
        case refuse(NetworkFailure.Code, detail: String, RedirectDecision)
        /// The response is no redirect, or redirects are not wanted: it is the result.
        case deliver(RedirectDecision?)
    }

    /// The origin that credentials are bound to.
    let firstOrigin: Origin
    /// Which redirects are followed, and what may go along.
    let options: RedirectOptions
    /// Where the pipeline put a token.
    let placement: TokenPlacement?

    /// The fields that do not leave the first origin, besides that of the token.
    static let boundFields = ["Authorization", "Cookie", "Proxy-Authorization", "Origin"]

    /// The fields that describe content, and go with it.
    private static let contentFields = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language",
        "Content-Location", "Content-Range", "Content-Disposition", "Transfer-Encoding", "Digest",
        "Content-MD5", "Trailer", "Expect",
    ]

    /// Whether `response` leads elsewhere.
    static func isRedirect(_ response: HTTPResponseHead) -> Bool {
        switch response.status.rawValue {
        case 301, 302, 303, 307, 308: response.fields.contains(named: "Location")
        default: false
        }
    }

    /// Decides about `response` to `request`, after `followed` redirects.
    ///
    /// - Parameters:
    ///   - response: The head that came.
    ///   - request: What it answers.
    ///   - followed: How many redirects were followed before.
    /// - Returns: Whether to go on, to stop, or to deliver the response.
    func decide(
        on response: HTTPResponseHead,
        to request: PreparedRequest,
        followed: Int
    ) -> Verdict {
        guard Self.isRedirect(response), let location = response.fields["Location"] else {
            return .deliver(nil)
        }
        func decision(_ reason: String) -> RedirectDecision {
            RedirectDecision(location: location, next: nil, reason: reason)
        }
        guard options.limit > 0 else { return .deliver(decision("redirects are not followed")) }
        let target: TargetURI
        do {
            target = try request.target.resolving(location)
        } catch {
            let detail = error.description
            switch error.code {
            case .unsupportedScheme, .notAbsolute:
                return .refuse(.redirectUnsafe, detail: detail, decision(detail))
            default:
                return .refuse(.receiveMalformed, detail: "Location: \(detail)", decision(detail))
            }
        }
        guard followed < options.limit else {
            let reason = "limit of \(options.limit) reached"
            return .refuse(.redirectLimit, detail: reason, decision(reason))
        }
        let (next, dropped, reason) = self.next(request, status: response.status, target: target)
        if request.target.scheme == "https", target.scheme == "http", next.content != nil {
            let reason = "from https to http with content"
            return .refuse(.redirectUnsafe, detail: reason, decision(reason))
        }
        if let content = next.content, !content.isReplayable {
            let reason = "the content can be read only once and would have to be sent again"
            return .refuse(.redirectUnsafe, detail: reason, decision(reason))
        }
        return .follow(
            next,
            RedirectDecision(
                location: location,
                next: target,
                dropped: dropped,
                reason: reason
            )
        )
    }

    private func next(
        _ request: PreparedRequest,
        status: HTTPStatus,
        target: TargetURI
    ) -> (request: PreparedRequest, dropped: [RedirectDecision.Dropped], reason: String) {
        var next = request
        var dropped: [RedirectDecision.Dropped] = []
        var reasons: [String] = []
        next.target = target
        // User information in a Location would be a credential that the server chose.
        next.target.userInfo = nil
        if let method = changedMethod(request.method, status: status) {
            next.method = method
            next.content = nil
            Self.drop(Self.contentFields, from: &next.fields, as: .content, noting: &dropped)
            reasons.append("\(status.rawValue) makes \(request.method) a \(method)")
        }
        if target.origin != request.target.origin {
            reasons.append("another origin")
            next.fields["Host"] = next.target.authority
        } else {
            reasons.append("the same origin")
        }
        if target.origin != firstOrigin {
            leaveCredentials(in: &next, noting: &dropped)
        }
        next.frame()
        return (next, dropped, reasons.joined(separator: ", "))
    }

    /// `GET` where the redirect asks for it, `nil` where the method stays (RFC 9110 §15.4.2–4).
    private func changedMethod(_ method: HTTPMethod, status: HTTPStatus) -> HTTPMethod? {
        switch status.rawValue {
        case 301, 302: method == .post && !options.keepsMethod ? .get : nil
        case 303: method == .get || method == .head ? nil : .get
        default: nil
        }
    }

    private func leaveCredentials(
        in next: inout PreparedRequest,
        noting dropped: inout [RedirectDecision.Dropped]
    ) {
        var names = Self.boundFields
        if case .field(let name) = placement { names.append(name) }
        names.removeAll { name in
            options.fieldsAcrossOrigins.contains { HTTPToken.equalsIgnoringCase($0, name) }
        }
        Self.drop(names, from: &next.fields, as: .credential, noting: &dropped)
        if let authentication = next.options.authentication {
            next.options.authentication = nil
            dropped.append(.init("authentication \(authentication)", .credential))
        }
        if next.options.tls?.clientCertificate != nil {
            next.options.tls?.clientCertificate = nil
            dropped.append(.init("client certificate", .credential))
        }
        switch placement {
        case .query(let item) where next.target.queryItems.contains(item):
            // A server that echoes the query in Location would hand the token on.
            next.target.queryItems.removeAll { $0 == item }
            dropped.append(.init("query item \(item.name)", .credential))
        case .content(let plain) where next.content != nil && next.content?.octets != plain:
            next.content = plain.map { .octets($0) }
            dropped.append(.init("token in content", .credential))
        default: break
        }
    }

    private static func drop(
        _ names: [String],
        from fields: inout HTTPFields,
        as reason: RedirectDecision.Dropped.Reason,
        noting dropped: inout [RedirectDecision.Dropped]
    ) {
        for name in fields.map(\.name)
        where names.contains(where: { HTTPToken.equalsIgnoringCase($0, name) }) {
            if fields.contains(named: name) {
                fields.removeAll(named: name)
                dropped.append(.init(name, reason))
            }
        }
    }
}
