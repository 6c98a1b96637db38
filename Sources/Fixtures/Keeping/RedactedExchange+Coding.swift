import Documents
package import HTTPModel

/// The written form: a head as JSON, and the two contents as they are.
///
/// Fields, heads, failures and times stand in the head as they do in the files of fixtures.
extension RedactedExchange {
    /// The head's text: all but content.
    package var encodedHead: String {
        var members = [
            JSONMember("request", .object(requestMembers)),
            JSONMember("hops", .array(exchange.hops.map { .object(Self.members(of: $0)) })),
        ]
        switch exchange.result {
        case .success(let response):
            var head = FixtureMeta.members(of: response.head)
            if !response.trailers.isEmpty {
                head.append(
                    JSONMember("trailers", .array(response.trailers.map(FixtureMeta.json(of:))))
                )
            }
            members.append(JSONMember("response", .object(head)))
        case .failure(let failure):
            members.append(JSONMember("failure", .object(FixtureMeta.members(of: failure))))
        }
        if let responseCount {
            members.append(JSONMember("responseCount", .number(String(responseCount))))
        }
        members.append(JSONMember("elapsedMs", FixtureMeta.milliseconds(exchange.elapsed)))
        if !redactions.isEmpty {
            let list = redactions.map { redaction -> JSONValue in
                [
                    "placeholder": .string(redaction.placeholder),
                    "places": .array(redaction.places.map { .string($0) }),
                ]
            }
            members.append(JSONMember("redactions", .array(list)))
        }
        return JSONValue.object(members).encoded(pretty: false)
    }

    /// The request's content, as far as it was kept.
    package var requestContent: Octets { exchange.request.body.octets }

    /// The content received, of a response or before a failure, as far as it was kept.
    package var responseContent: Octets {
        exchange.response?.body ?? exchange.failure?.partialBody ?? Octets()
    }

    private var requestMembers: [JSONMember] {
        var members = [
            JSONMember("method", .string(exchange.request.method.rawValue)),
            JSONMember("url", .string(exchange.request.target.text)),
            JSONMember("fields", .array(exchange.request.fields.map(FixtureMeta.json(of:)))),
        ]
        if let requestCount {
            members.append(JSONMember("count", .number(String(requestCount))))
        }
        if let requestReference {
            members.append(JSONMember("reference", .string(requestReference)))
        }
        return members
    }

    private static func members(of hop: Hop) -> [JSONMember] {
        var members = [
            JSONMember("method", .string(hop.sent.method.rawValue)),
            JSONMember("url", .string(hop.sent.target.text)),
            JSONMember("fields", .array(hop.sent.fields.map(FixtureMeta.json(of:)))),
            JSONMember("hasContent", .bool(!hop.sent.body.isEmpty)),
            JSONMember("attempt", .number(String(hop.attempt))),
            JSONMember("startMs", FixtureMeta.milliseconds(hop.startOffset)),
            JSONMember("timing", .object(FixtureMeta.members(of: hop.timings))),
            JSONMember("bytesSent", .number(String(hop.bytesSent))),
            JSONMember("bytesReceived", .number(String(hop.bytesReceived))),
            JSONMember("remote", .string(hop.remoteAddress)),
            JSONMember("local", .string(hop.localAddress)),
            JSONMember("isReused", .bool(hop.isReusedConnection)),
        ]
        if let version = hop.version {
            members.append(JSONMember("version", .string(version.rawValue)))
        }
        if let head = hop.responseHead {
            members.append(JSONMember("response", .object(FixtureMeta.members(of: head))))
        }
        if let failure = hop.failure {
            members.append(JSONMember("failure", .object(FixtureMeta.members(of: failure))))
        }
        if let redirect = hop.redirect {
            members.append(JSONMember("redirect", .object(self.members(of: redirect))))
        }
        if let retry = hop.retry {
            members.append(
                JSONMember(
                    "retry",
                    [
                        "isRetried": .bool(retry.isRetried),
                        "delayMs": FixtureMeta.milliseconds(retry.delay),
                        "reason": .string(retry.reason),
                    ]
                )
            )
        }
        return members
    }

    private static func members(of redirect: RedirectDecision) -> [JSONMember] {
        let dropped = redirect.dropped.map { dropped -> JSONValue in
            ["name": .string(dropped.name), "reason": .string(dropped.reason.rawValue)]
        }
        return [
            JSONMember("location", .string(redirect.location)),
            JSONMember("next", redirect.next.map { .string($0.text) } ?? .null),
            JSONMember("dropped", .array(dropped)),
            JSONMember("reason", .string(redirect.reason)),
        ]
    }
}

// MARK: - Reading

extension RedactedExchange {
    /// Reads what `encodedHead` and the contents say.
    ///
    /// - Returns: `nil` when the head is none that was written so.
    package init?(head: Octets, requestContent: Octets, responseContent: Octets) {
        guard let json = try? JSONValue(parsing: head),
            let request = json["request"].flatMap({ Self.request($0, requestContent) }),
            let result = Self.result(json, responseContent)
        else { return nil }
        var hops: [Hop] = []
        for member in json["hops"]?.arrayValue ?? [] {
            guard let hop = Self.hop(member, requestContent) else { return nil }
            hops.append(hop)
        }
        self.init(
            keeping: Exchange(
                request: request,
                hops: hops,
                result: result,
                elapsed: FixtureMeta.duration(json["elapsedMs"])
            )
        )
        redactions = (json["redactions"]?.arrayValue ?? []).compactMap { item in
            item["placeholder"]?.stringValue.map {
                Redaction(placeholder: $0, places: FixtureMeta.strings(item["places"]))
            }
        }
        requestCount = json["request"]?["count"]?.intValue
        requestReference = json["request"]?["reference"]?.stringValue
        responseCount = json["responseCount"]?.intValue
    }

    private static func target(_ json: JSONValue?) -> TargetURI? {
        json?.stringValue.flatMap { try? TargetURI($0) }
    }

    private static func request(_ json: JSONValue, _ content: Octets) -> HTTPRequest? {
        guard let method = json["method"]?.stringValue.flatMap(HTTPMethod.init(rawValue:)),
            let target = target(json["url"]),
            let fields = try? FixtureMeta.fields(json["fields"], key: "request.fields")
        else { return nil }
        return HTTPRequest(
            method,
            target,
            fields: fields,
            body: content.isEmpty ? .none : .octets(content)
        )
    }

    private static func result(
        _ json: JSONValue,
        _ content: Octets
    ) -> Result<HTTPResponse, NetworkFailure>? {
        if let member = json["response"] {
            guard let head = try? FixtureMeta.head(member, key: "response"),
                let trailers = try? FixtureMeta.fields(member["trailers"], key: "trailers")
            else { return nil }
            return .success(HTTPResponse(head: head, body: content, trailers: trailers))
        }
        guard let member = json["failure"], var failure = try? FixtureMeta.failure(member) else {
            return nil
        }
        failure.partialBody = content
        return .failure(failure)
    }

    private static func hop(_ json: JSONValue, _ content: Octets) -> Hop? {
        guard let method = json["method"]?.stringValue.flatMap(HTTPMethod.init(rawValue:)),
            let target = target(json["url"]),
            let fields = try? FixtureMeta.fields(json["fields"], key: "hops.fields")
        else { return nil }
        var hop = Hop(
            sent: SentRequest(
                method: method,
                target: target,
                fields: fields,
                body: json["hasContent"]?.boolValue == true ? content : Octets()
            ),
            attempt: json["attempt"]?.intValue ?? 1,
            startOffset: FixtureMeta.duration(json["startMs"])
        )
        for phase in FixtureMeta.phaseNames {
            hop.timings[keyPath: phase.path] = FixtureMeta.duration(json["timing"]?[phase.name])
        }
        hop.timings.total = FixtureMeta.duration(json["timing"]?["totalMs"])
        hop.bytesSent = json["bytesSent"]?.intValue ?? 0
        hop.bytesReceived = json["bytesReceived"]?.intValue ?? 0
        hop.remoteAddress = json["remote"]?.stringValue ?? ""
        hop.localAddress = json["local"]?.stringValue ?? ""
        hop.isReusedConnection = json["isReused"]?.boolValue ?? false
        hop.version = json["version"]?.stringValue.flatMap(HTTPVersion.init(rawValue:))
        if let head = json["response"] {
            hop.responseHead = try? FixtureMeta.head(head, key: "hops.response")
        }
        if let failure = json["failure"] { hop.failure = try? FixtureMeta.failure(failure) }
        hop.redirect = json["redirect"].flatMap(redirect)
        if let retry = json["retry"] {
            hop.retry = RetryDecision(
                isRetried: retry["isRetried"]?.boolValue ?? false,
                delay: FixtureMeta.duration(retry["delayMs"]),
                reason: retry["reason"]?.stringValue ?? ""
            )
        }
        return hop
    }

    private static func redirect(_ json: JSONValue) -> RedirectDecision? {
        let dropped = (json["dropped"]?.arrayValue ?? []).compactMap { item in
            item["reason"]?.stringValue.flatMap(RedirectDecision.Dropped.Reason.init(rawValue:))
                .map { RedirectDecision.Dropped(item["name"]?.stringValue ?? "", $0) }
        }
        return RedirectDecision(
            location: json["location"]?.stringValue ?? "",
            next: target(json["next"]),
            dropped: dropped,
            reason: json["reason"]?.stringValue ?? ""
        )
    }
}
