public import HTTPModel

extension HAREntry {
    /// The hops of an exchange as entries, every secret replaced by a placeholder.
    ///
    /// Each redirect that was followed and each attempt that was repeated is an entry. Content of
    /// requests stands in them as far as it was in memory; that of responses on the way is not kept.
    ///
    /// - Parameters:
    ///   - exchange: What was sent and what came back.
    ///   - startedAt: When it began, in seconds since 1970.
    ///   - token: The credential that was applied; its value is replaced wherever it stands.
    ///   - secrets: Other values known to be secret.
    ///   - policy: What else counts as secret.
    /// - Returns: The entries in order; at least one.
    public static func entries(
        of exchange: Exchange,
        startedAt: Double,
        token: Token? = nil,
        secrets: [String] = [],
        policy: RedactionPolicy = .standard
    ) -> [HAREntry] {
        var redactor = Redactor(policy)
        Fixture.noteSecrets(
            of: exchange,
            token: token,
            secrets: policy.secrets + secrets,
            in: &redactor
        )
        let request = exchange.request
        var hops = exchange.hops
        if hops.isEmpty {
            let sent = SentRequest(
                method: request.method,
                target: request.target,
                fields: request.fields,
                body: request.body.octets
            )
            hops = [Hop(sent: sent)]
        }
        let last = hops.count - 1
        return hops.enumerated().map { position, hop in
            var entry = HAREntry(hop)
            entry.startedAt = InstantText.text(startedAt + hop.startOffset / .seconds(1))
            if position == last {
                entry.outcome = exchange.result
                if hop.timings.total == .zero { entry.timings.total = exchange.elapsed }
            } else if let failure = hop.failure {
                entry.outcome = .failure(failure)
            } else if let head = hop.responseHead {
                entry.outcome = .success(HTTPResponse(head: head))
            }
            if case .success(let response)? = entry.outcome {
                let isCoded = response.fields.contains(named: "Content-Encoding")
                if position < last {
                    entry.encodedCount = nil
                } else if let encoded = response.encodedBody {
                    entry.encodedCount = encoded.count
                } else if !isCoded {
                    entry.encodedCount = response.body.count
                }
                let isRedirect = (300...399).contains(response.status.rawValue)
                entry.redirectURL = isRedirect ? response.fields["Location"] ?? "" : ""
            }
            return entry.redacted(by: &redactor)
        }
    }

    private init(_ hop: Hop) {
        self.init(method: hop.sent.method.rawValue, url: hop.sent.target.displayText)
        version = hop.version ?? .http1_1
        fields = hop.sent.fields
        body = hop.sent.body
        timings = hop.timings
        serverAddress = Self.host(of: hop.remoteAddress)
        if hop.attempt > 1 { comment = "attempt \(hop.attempt)" }
    }

    /// The address without its port and brackets.
    private static func host(of address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return address }
        let front = address[..<colon]
        if front.hasPrefix("["), front.hasSuffix("]") {
            return String(front.dropFirst().dropLast())
        }
        return front.contains(":") ? address : String(front)
    }

    private func redacted(by redactor: inout Redactor) -> HAREntry {
        var entry = self
        entry.url = redactor.redact(url, place: "url")
        entry.redirectURL = redactor.redact(redirectURL, place: "redirect")
        entry.fields = redactor.redact(fields, owner: "request")
        let type = fields["Content-Type"].flatMap { MediaType($0) }
        entry.body = redactor.redact(body, mediaType: type, place: "request body")
        switch outcome {
        case .success(let response)?:
            var response = response
            response.encodedBody = nil
            response.head.reasonPhrase = redactor.redact(
                response.head.reasonPhrase,
                place: "reason"
            )
            response.head.fields = redactor.redact(response.fields, owner: "response")
            response.trailers = redactor.redact(response.trailers, owner: "trailer")
            response.body = redactor.redact(
                response.body,
                mediaType: response.head.mediaType,
                place: "response body"
            )
            entry.outcome = .success(response)
        case .failure(let failure)?:
            entry.outcome = .failure(Fixture.redacted(failure, in: &redactor))
        case nil:
            break
        }
        return entry
    }
}

/// Instants in the form of RFC 3339.
enum InstantText {
    /// The instant in UTC with milliseconds, such as `2026-11-30T06:00:00.250Z`; seconds count from
    /// 1970, and instants before are taken for its start.
    static func text(_ seconds: Double) -> String {
        let milliseconds = Int64(max(0, seconds * 1_000).rounded())
        let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
        return text(wholeSeconds: milliseconds / 1_000).dropLast() + "." + fraction + "Z"
    }

    /// The second in UTC, such as `2026-11-30T06:00:00Z`.
    static func text(wholeSeconds seconds: Int64) -> String {
        // `Sun, 06 Nov 1994 08:49:37 GMT`.
        let words = HTTPDate(secondsSince1970: seconds).text.split(separator: " ")
        guard words.count == 6, let month = HTTPDate.months.firstIndex(of: String(words[2])) else {
            return ""
        }
        return "\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z"
    }
}
