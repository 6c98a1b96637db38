public import HTTPModel

extension Fixture {
    /// Makes a fixture of `exchange`, with every secret replaced.
    ///
    /// It answers the request as given to the pipeline, so a redirect that was followed is stored as
    /// its final response. Query items become matchers; credentials only have to be there, so that
    /// the answer to a request with a token is not given to one without. Content is stored with
    /// content codings removed where the client removed them, then without `Content-Encoding`.
    ///
    /// - Parameters:
    ///   - exchange: What was sent and what came back.
    ///   - token: The credential that was applied; its value is replaced wherever it stands.
    ///   - secrets: Other values known to be secret.
    ///   - policy: What else counts as secret.
    ///   - variant: The variant to store it as, `nil` for the usual answer.
    ///   - capturedAt: The time of the capture in the form of RFC 3339.
    ///   - source: The saved request, such as `bookings.http#create`.
    ///   - authority: Stored in place of the target's authority when given.
    /// - Returns: The fixture; nothing was written yet.
    public static func capturing(
        _ exchange: Exchange,
        token: Token? = nil,
        secrets: [String] = [],
        policy: RedactionPolicy = .standard,
        variant: String? = nil,
        capturedAt: String = "",
        source: String? = nil,
        authority: String? = nil
    ) -> Fixture {
        var redactor = Redactor(policy)
        noteSecrets(of: exchange, token: token, secrets: policy.secrets + secrets, in: &redactor)
        let request = exchange.request
        var fixture = Fixture(
            request.method,
            authority: redactor.redact(authority ?? request.target.authority, place: "authority"),
            path: redactedPath(request.target.path, in: &redactor),
            query: queryMatchers(of: request.target, token: token, in: &redactor),
            fields: credentialMatchers(of: exchange, token: token, policy: policy),
            variant: variant,
            outcome: exchange.result
        )
        switch exchange.result {
        case .success(let response):
            let isDecoded = isDecoded(response, to: request)
            fixture.removedCoding = isDecoded ? codings(of: response) : nil
            fixture.outcome = .success(redacted(response, isDecoded: isDecoded, in: &redactor))
        case .failure(let failure):
            fixture.outcome = .failure(redacted(failure, in: &redactor))
        }
        fixture.timings = exchange.timings
        fixture.capturedAt = capturedAt
        fixture.source = source.map { redactor.redact($0, place: "source") }
        fixture.redactions = redactor.redactions
        return fixture
    }

    static func noteSecrets(
        of exchange: Exchange,
        token: Token?,
        secrets: [String],
        in redactor: inout Redactor
    ) {
        if let token { redactor.note(token.value, kind: "token") }
        for secret in secrets { redactor.note(secret, kind: "secret") }
        let request = exchange.request
        redactor.noteTarget(request.target)
        redactor.noteFields(request.fields)
        let requestType = request.fields["Content-Type"].flatMap { MediaType($0) }
        redactor.noteBody(request.body.octets, mediaType: requestType)
        for hop in exchange.hops {
            redactor.noteTarget(hop.sent.target)
            redactor.noteFields(hop.sent.fields)
            if let head = hop.responseHead { redactor.noteFields(head.fields) }
        }
        switch exchange.result {
        case .success(let response):
            redactor.noteFields(response.fields)
            redactor.noteFields(response.trailers)
            redactor.noteBody(response.body, mediaType: response.head.mediaType)
        case .failure(let failure):
            if let head = failure.partialHead { redactor.noteFields(head.fields) }
            redactor.noteBody(failure.partialBody, mediaType: failure.partialHead?.mediaType)
        }
    }

    /// The path with each secret replaced by a placeholder in braces, which matches any text.
    private static func redactedPath(_ path: String, in redactor: inout Redactor) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return segments.map { segment in
            let redacted = redactor.redact(String(segment), place: "path")
            return redacted == segment ? redacted : PathPattern.bracing(redacted)
        }.joined(separator: "/")
    }

    private static func queryMatchers(
        of target: TargetURI,
        token: Token?,
        in redactor: inout Redactor
    ) -> [QueryMatcher] {
        var matchers = target.queryItems.compactMap { item -> QueryMatcher? in
            let name = PercentEncoding.decode(item.name, plusIsSpace: true)
            // A secret that stands without a name matches nothing but itself.
            guard redactor.redact(name, place: "query") == name else { return nil }
            let value = PercentEncoding.decode(item.value ?? "", plusIsSpace: true)
            var isToken = redactor.isSecretQueryItem(name)
            if case .query(name, _)? = token { isToken = true }
            if isToken {
                if !value.isEmpty { redactor.recordQueryItem(name, value: value) }
                return QueryMatcher(name, isOptional: true)
            }
            let redacted = redactor.redact(value, place: "query item \(name)")
            return redacted == value ? QueryMatcher(name, value) : QueryMatcher(name)
        }
        // The token's item is added after the request was given to the pipeline.
        if case .query(let name, _)? = token, !matchers.contains(where: { $0.name == name }) {
            matchers.append(QueryMatcher(name, isOptional: true))
        }
        return matchers
    }

    /// The credential fields that the request carried; cookies are left to the jar.
    private static func credentialMatchers(
        of exchange: Exchange,
        token: Token?,
        policy: RedactionPolicy
    ) -> [FieldMatcher] {
        var names = exchange.request.fields.map(\.name)
        switch token {
        case .field(let name, _)?: names.append(name)
        case .bearer?: names.append("Authorization")
        case .query?, .body?, nil: break
        }
        if exchange.hops.first?.sent.fields.contains(named: "Authorization") == true {
            names.append("Authorization")
        }
        var matchers: [FieldMatcher] = []
        for name in names where !HTTPToken.equalsIgnoringCase(name, "Cookie") {
            var isCredential = policy.fieldNames.contains {
                HTTPToken.equalsIgnoringCase($0, name)
            }
            if case .field(name, _)? = token { isCredential = true }
            let isListed = matchers.contains { HTTPToken.equalsIgnoringCase($0.name, name) }
            if isCredential, !isListed { matchers.append(FieldMatcher(name, isOptional: true)) }
        }
        return matchers
    }

    /// Whether the client removed content codings, so that `Content-Encoding` is no longer true.
    ///
    /// A client that decodes fails on a coding it does not know, so a response that came through it
    /// has none left. Where there is no content, the field tells about that of another response.
    private static func isDecoded(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        if response.encodedBody != nil { return true }
        return request.options.isDecoding && codings(of: response) != nil
            && request.method != .head && response.status != HTTPStatus(304)
    }

    /// The content codings that the head names, `nil` when there are none.
    private static func codings(of response: HTTPResponse) -> String? {
        let codings = response.fields.values(named: "Content-Encoding")
        return codings.isEmpty ? nil : codings.joined(separator: ", ")
    }

    private static func redacted(
        _ response: HTTPResponse,
        isDecoded: Bool,
        in redactor: inout Redactor
    ) -> HTTPResponse {
        var result = response
        result.head.reasonPhrase = redactor.redact(response.head.reasonPhrase, place: "reason")
        result.head.fields = redactor.redact(response.head.fields, owner: "response")
        result.trailers = redactor.redact(response.trailers, owner: "trailer")
        if isDecoded {
            result.encodedBody = nil
            result.head.fields.removeAll(named: "Content-Encoding")
        }
        result.body = redactor.redact(
            response.body,
            mediaType: response.head.mediaType,
            place: "response body"
        )
        let isChanged = isDecoded || result.body.count != response.body.count
        if isChanged, result.head.fields.contains(named: "Content-Length") {
            result.head.fields["Content-Length"] = String(result.body.count)
        }
        return result
    }

    static func redacted(
        _ failure: NetworkFailure,
        in redactor: inout Redactor
    ) -> NetworkFailure {
        var result = failure
        result.detail = redactor.redact(failure.detail, place: "failure detail")
        result.causes = failure.causes.map { redactor.redact($0, place: "failure cause") }
        if let head = failure.partialHead {
            result.partialHead?.reasonPhrase = redactor.redact(head.reasonPhrase, place: "reason")
            result.partialHead?.fields = redactor.redact(head.fields, owner: "response")
        }
        result.partialBody = redactor.redact(
            failure.partialBody,
            mediaType: failure.partialHead?.mediaType,
            place: "response body"
        )
        return result
    }
}
