import Documents
public import HTTPModel

extension HARArchive {
    /// The archive as indented JSON with a line end.
    ///
    /// A failure is an entry with `response._error`, the name that browsers use, holding its code;
    /// the status is 0 unless a head came. What else is known about it stands in `_failure`.
    /// Content that is not text, and text that another charset would change, is in Base64.
    public var encoded: Octets {
        let log: JSONValue = [
            "version": "1.2",
            "creator": ["name": .string(creator), "version": "1"],
            "entries": .array(entries.map(\.json)),
        ]
        return Octets(utf8: JSONValue.object([JSONMember("log", log)]).encoded(pretty: true) + "\n")
    }
}

extension HAREntry {
    fileprivate var json: JSONValue {
        var members = [
            JSONMember("startedDateTime", .string(startedAt.isEmpty ? Self.epoch : startedAt)),
            JSONMember("time", FixtureMeta.milliseconds(timings.total)),
            JSONMember("request", request),
            JSONMember("response", response),
            JSONMember("cache", .object([])),
            JSONMember("timings", phases),
        ]
        if !serverAddress.isEmpty {
            members.append(JSONMember("serverIPAddress", .string(serverAddress)))
        }
        if !comment.isEmpty { members.append(JSONMember("comment", .string(comment))) }
        if let variant { members.append(JSONMember("_variant", .string(variant))) }
        if case .failure(let failure)? = outcome {
            members.append(JSONMember("_failure", Self.json(of: failure)))
        }
        return .object(members)
    }

    /// Readers want a time; a fixture written by hand has none.
    static let epoch = "1970-01-01T00:00:00Z"

    private var request: JSONValue {
        var members = [
            JSONMember("method", .string(method)),
            JSONMember("url", .string(url)),
            JSONMember("httpVersion", .string(version.rawValue)),
            JSONMember("cookies", .array(Self.cookies(in: fields, named: "Cookie"))),
            JSONMember("headers", .array(fields.map(Self.json(of:)))),
            JSONMember("queryString", .array(queryItems)),
        ]
        if !body.isEmpty {
            let type = fields["Content-Type"] ?? "application/octet-stream"
            var data = [JSONMember("mimeType", .string(type)), JSONMember("params", .array([]))]
            data += Self.content(body, mediaType: MediaType(type), encodingKey: "_encoding")
            members.append(JSONMember("postData", .object(data)))
        }
        members.append(JSONMember("headersSize", -1))
        members.append(JSONMember("bodySize", .number("\(body.count)")))
        return .object(members)
    }

    private var queryItems: [JSONValue] {
        guard let target = try? TargetURI(url) else { return [] }
        return target.queryItems.map { item in
            [
                "name": .string(PercentEncoding.decode(item.name, plusIsSpace: true)),
                "value": .string(PercentEncoding.decode(item.value ?? "", plusIsSpace: true)),
            ]
        }
    }

    private var response: JSONValue {
        let head: HTTPResponseHead?
        var content = Octets()
        var trailers = HTTPFields()
        var error: String?
        switch outcome {
        case .success(let response)?:
            head = response.head
            content = response.body
            trailers = response.trailers
        case .failure(let failure)?:
            head = failure.partialHead
            content = failure.partialBody
            error = failure.code.rawValue
        case nil:
            head = nil
        }
        let type = head?.fields["Content-Type"] ?? ""
        var body = [
            JSONMember("size", .number("\(content.count)")),
            JSONMember("mimeType", .string(type.isEmpty ? "x-unknown" : type)),
        ]
        body += Self.content(content, mediaType: MediaType(type), encodingKey: "encoding")
        var members = [
            JSONMember("status", .number("\(head?.status.rawValue ?? 0)")),
            JSONMember("statusText", .string(head?.reasonPhrase ?? "")),
            JSONMember("httpVersion", .string((head?.version ?? version).rawValue)),
            JSONMember("cookies", .array(Self.cookies(in: head?.fields, named: "Set-Cookie"))),
            JSONMember("headers", .array((head?.fields ?? HTTPFields()).map(Self.json(of:)))),
            JSONMember("content", .object(body)),
            JSONMember("redirectURL", .string(redirectURL)),
            JSONMember("headersSize", -1),
            JSONMember("bodySize", .number("\(encodedCount ?? -1)")),
        ]
        if !trailers.isEmpty {
            members.append(JSONMember("_trailers", .array(trailers.map(Self.json(of:)))))
        }
        if let error { members.append(JSONMember("_error", .string(error))) }
        return .object(members)
    }

    /// The phases in milliseconds, -1 for one that did not take place; `connect` includes `ssl`.
    private var phases: JSONValue {
        func optional(_ duration: Duration) -> JSONValue {
            duration > .zero ? FixtureMeta.milliseconds(duration) : -1
        }
        return [
            "blocked": optional(timings.queued),
            "dns": optional(timings.nameLookup),
            "connect": optional(timings.connect + timings.tls),
            "ssl": optional(timings.tls),
            "send": FixtureMeta.milliseconds(timings.send),
            "wait": FixtureMeta.milliseconds(timings.wait),
            "receive": FixtureMeta.milliseconds(timings.receive),
        ]
    }

    private static func json(of failure: NetworkFailure) -> JSONValue {
        [
            "code": .string(failure.code.rawValue),
            "phase": .string(failure.phase.rawValue),
            "elapsedMs": FixtureMeta.milliseconds(failure.elapsed),
            "bytesSent": .number("\(failure.bytesSent)"),
            "bytesReceived": .number("\(failure.bytesReceived)"),
            "detail": .string(failure.detail),
            "causes": .array(failure.causes.map { .string($0) }),
        ]
    }

    private static func json(of field: HTTPField) -> JSONValue {
        ["name": .string(field.name), "value": .string(field.value)]
    }

    private static func cookies(in fields: HTTPFields?, named name: String) -> [JSONValue] {
        (fields ?? HTTPFields()).values(named: name).flatMap { value -> [JSONValue] in
            let pairs = value.split(separator: ";")
            return (name == "Cookie" ? pairs[...] : pairs.prefix(1)).compactMap { pair in
                guard let equals = pair.firstIndex(of: "=") else { return nil }
                return [
                    "name": .string(pair[..<equals].trimmingBlanks),
                    "value": .string(pair[pair.index(after: equals)...].trimmingBlanks),
                ]
            }
        }
    }

    private static func content(
        _ octets: Octets,
        mediaType: MediaType?,
        encodingKey: String
    ) -> [JSONMember] {
        guard !octets.isEmpty else { return [JSONMember("text", "")] }
        let charset = mediaType?.parameter("charset")?.lowercased() ?? "utf-8"
        let isSame = charset == "utf-8" || charset == "utf8" || octets.allSatisfy { $0 < 0x80 }
        if isSame, let text = octets.validText { return [JSONMember("text", .string(text))] }
        return [
            JSONMember("text", .string(Base64.encode(octets.array))),
            JSONMember(encodingKey, "base64"),
        ]
    }
}
