public import HTTPModel

/// An exchange in which every secret is a placeholder, so that it may be kept on disk.
///
/// Made by redacting, or by reading what was written, and in no other way: who takes one need not ask
/// whether secrets are in it. The rules are those of fixtures.
public struct RedactedExchange: Hashable, Sendable {
    /// What was sent and what came, with placeholders; content above the limit is cut off.
    ///
    /// Octets as they went over the wire and facts of TLS, proxies and challenges are not in it.
    public internal(set) var exchange: Exchange
    /// What was replaced, and where.
    public internal(set) var redactions: [Redaction]
    /// Texts that go with it, such as the name of the saved request, redacted alike.
    public internal(set) var texts: [String]
    /// How long the request's content was, when not all of it was kept; `nil` when it was.
    public internal(set) var requestCount: Int?
    /// How long the content received was, when not all of it was kept; `nil` when it was.
    public internal(set) var responseCount: Int?
    /// Content of the request that was not in memory, such as `file photo.jpg, 1234 bytes`.
    public internal(set) var requestReference: String?

    /// How much content is kept of the request, and of the response, unless said otherwise: 2 MiB.
    public static let standardLimit = 2 << 20

    /// Beyond the limit this much is looked at for a secret that stands across it.
    private static let margin = 64 << 10

    /// Puts parts together that are known to hold no secret.
    init(keeping exchange: Exchange, redactions: [Redaction] = [], texts: [String] = []) {
        self.exchange = exchange
        self.redactions = redactions
        self.texts = texts
    }

    /// Replaces every secret of `exchange`.
    ///
    /// - Parameters:
    ///   - exchange: What was sent and what came back.
    ///   - token: The credential that was applied; its value is replaced wherever it stands.
    ///   - secrets: Other values known to be secret.
    ///   - policy: What else counts as secret.
    ///   - limit: How many bytes of content are kept of the request, and of the response.
    ///   - texts: Texts to redact alike.
    public init(
        redacting exchange: Exchange,
        token: Token? = nil,
        secrets: [String] = [],
        policy: RedactionPolicy = .standard,
        limit: Int = RedactedExchange.standardLimit,
        texts: [String] = []
    ) {
        var redactor = Redactor(policy)
        let (shortened, counts) = Self.shortened(exchange, to: limit + Self.margin)
        Fixture.noteSecrets(
            of: shortened,
            token: token,
            secrets: policy.secrets + secrets,
            in: &redactor
        )
        self.init(keeping: shortened.redacted(by: &redactor))
        self.texts = texts.map { redactor.redact($0, place: "name") }
        redactions = redactor.redactions
        requestReference = Self.reference(of: exchange)
        cut(to: limit, counts)
    }

    /// Cuts what was looked at beyond the limit.
    private mutating func cut(to limit: Int, _ counts: (request: Int, response: Int)) {
        func kept(_ octets: Octets, _ count: Int) -> (octets: Octets, count: Int?) {
            let isShortened = count > limit + Self.margin
            guard isShortened || octets.count > limit else { return (octets, nil) }
            let end = isShortened ? min(limit, max(0, octets.count - Self.margin)) : limit
            return (octets.slice(0..<end), count)
        }
        let request = kept(exchange.request.body.octets, counts.request)
        requestCount = request.count
        if request.count != nil { exchange.request.body = .octets(request.octets) }
        for i in exchange.hops.indices {
            exchange.hops[i].sent.body = kept(exchange.hops[i].sent.body, counts.request).octets
        }
        switch exchange.result {
        case .success(var response):
            let content = kept(response.body, counts.response)
            responseCount = content.count
            response.body = content.octets
            exchange.result = .success(response)
        case .failure(var failure):
            let content = kept(failure.partialBody, counts.response)
            responseCount = content.count
            failure.partialBody = content.octets
            exchange.result = .failure(failure)
        }
    }

    /// The exchange with at most `limit` bytes of each content, and how long they were.
    private static func shortened(
        _ exchange: Exchange,
        to limit: Int
    ) -> (exchange: Exchange, counts: (request: Int, response: Int)) {
        var short = exchange
        let sent = exchange.request.body.octets
        switch exchange.request.body {
        case .octets where sent.count > limit: short.request.body = .octets(sent.slice(0..<limit))
        case .octets, .none: break
        case .file, .multipart, .stream: short.request.body = .none
        }
        for i in short.hops.indices {
            short.hops[i].sent.body = short.hops[i].sent.body.slice(0..<limit)
        }
        var received = 0
        switch exchange.result {
        case .success(var response):
            received = response.body.count
            response.body = response.body.slice(0..<limit)
            response.encodedBody = nil
            short.result = .success(response)
        case .failure(var failure):
            received = failure.partialBody.count
            failure.partialBody = failure.partialBody.slice(0..<limit)
            short.result = .failure(failure)
        }
        return (short, (sent.count, received))
    }

    /// What content of the request was not in memory.
    private static func reference(of exchange: Exchange) -> String? {
        switch exchange.request.body {
        case .none, .octets: return nil
        case .file, .multipart, .stream:
            return exchange.hops.first?.sent.contentReference?.description ?? "content"
        }
    }
}

extension Exchange {
    /// The exchange with placeholders in place of the secrets that the redactor was told of.
    fileprivate func redacted(by redactor: inout Redactor) -> Exchange {
        var copy = Exchange(
            request: HTTPRequest(request.method, request.target.redacted(by: &redactor)),
            result: result,
            elapsed: elapsed
        )
        copy.request.fields = redactor.redact(request.fields, owner: "request")
        let type = request.fields["Content-Type"].flatMap { MediaType($0) }
        if case .octets(let octets) = request.body {
            copy.request.body = .octets(
                redactor.redact(octets, mediaType: type, place: "request body")
            )
        }
        copy.hops = hops.map { $0.redacted(by: &redactor) }
        switch result {
        case .success(let response):
            copy.result = .success(response.redacted(by: &redactor))
        case .failure(let failure):
            copy.result = .failure(Fixture.redacted(failure, in: &redactor))
        }
        return copy
    }
}

extension HTTPResponse {
    fileprivate func redacted(by redactor: inout Redactor) -> HTTPResponse {
        HTTPResponse(
            head: head.redacted(by: &redactor),
            body: redactor.redact(body, mediaType: head.mediaType, place: "response body"),
            trailers: redactor.redact(trailers, owner: "trailer")
        )
    }
}

extension HTTPResponseHead {
    fileprivate func redacted(by redactor: inout Redactor) -> HTTPResponseHead {
        var copy = self
        copy.reasonPhrase = redactor.redact(reasonPhrase, place: "reason")
        copy.fields = redactor.redact(fields, owner: "response")
        return copy
    }
}

extension Hop {
    fileprivate func redacted(by redactor: inout Redactor) -> Hop {
        let type = sent.fields["Content-Type"].flatMap { MediaType($0) }
        var copy = Hop(
            sent: SentRequest(
                method: sent.method,
                target: sent.target.redacted(by: &redactor),
                fields: redactor.redact(sent.fields, owner: "request"),
                body: redactor.redact(sent.body, mediaType: type, place: "request body")
            ),
            attempt: attempt,
            startOffset: startOffset
        )
        copy.responseHead = responseHead?.redacted(by: &redactor)
        copy.timings = timings
        copy.bytesSent = bytesSent
        copy.bytesReceived = bytesReceived
        copy.remoteAddress = remoteAddress
        copy.localAddress = localAddress
        copy.version = version
        copy.isReusedConnection = isReusedConnection
        copy.redirect = redirect.map { decision in
            RedirectDecision(
                location: redactor.redact(decision.location, place: "redirect"),
                next: decision.next?.redacted(by: &redactor),
                dropped: decision.dropped,
                reason: decision.reason
            )
        }
        copy.retry = retry
        copy.failure = failure.map { Fixture.redacted($0, in: &redactor) }
        return copy
    }
}

extension TargetURI {
    fileprivate func redacted(by redactor: inout Redactor) -> TargetURI {
        let text = redactor.redact(self.text, place: "url")
        guard text != self.text else { return self }
        if let target = try? TargetURI(text) { return target }
        // What has become no URI keeps where it led to, and nothing that could be secret.
        var rest = self
        rest.userInfo = nil
        rest.path = "/"
        rest.query = nil
        rest.fragment = nil
        return rest
    }
}
