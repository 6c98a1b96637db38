import Documents
package import HTTPModel

extension FixtureMeta {
    /// What is wrong with a head, as a fragment.
    struct Fault: Error {
        var location: String?
        var detail: String
    }

    /// Reads the text of a head; the content of its response or failure is still missing.
    init(parsing octets: Octets) throws(Fault) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: octets, dialect: .json5)
        } catch {
            throw Fault(location: error.location.description, detail: error.detail)
        }
        guard json.members != nil else { throw Fault(detail: "the head is not a JSON object") }
        if let schema = json["apusFixture"]?.intValue, schema > Self.schema {
            throw Fault(detail: "the format is version \(schema), and this program knows 1")
        }
        let outcome: Result<HTTPResponse, NetworkFailure>
        switch (json["response"], json["failure"]) {
        case (let response?, nil):
            outcome = .success(
                HTTPResponse(
                    head: try Self.head(response, key: "response"),
                    trailers: try Self.fields(response["trailers"], key: "response.trailers")
                )
            )
            bodyName = response["body"]?.stringValue
        case (nil, let failure?):
            outcome = .failure(try Self.failure(failure))
            bodyName = failure["body"]?.stringValue
        default:
            throw Fault(detail: "the head needs either 'response' or 'failure'")
        }
        if let bodyName, bodyName.contains("/") || bodyName.hasPrefix(".") {
            throw Fault(detail: "'body' must name a file in the same folder")
        }
        fixture = try Self.request(json["request"], outcome: outcome)
        fixture.removedCoding = json["response"]?["removedCoding"]?.stringValue
        fixture.variant = json["variant"]?.stringValue
        fixture.delay = Self.duration(json["delayMs"])
        fixture.behavior = try Self.behavior(json)
        for phase in Self.phaseNames {
            fixture.timings[keyPath: phase.path] = Self.duration(json["timing"]?[phase.name])
        }
        fixture.timings.total = Self.duration(json["timing"]?["totalMs"])
        fixture.capturedAt = json["capturedAt"]?.stringValue ?? ""
        fixture.source = json["source"]?.stringValue
        fixture.redactions = (json["redactions"]?.arrayValue ?? []).compactMap { item in
            item["placeholder"]?.stringValue.map {
                Redaction(placeholder: $0, places: Self.strings(item["places"]))
            }
        }
        fixture.volatilePaths = Self.strings(json["volatilePaths"])
    }

    private static func request(
        _ json: JSONValue?,
        outcome: Result<HTTPResponse, NetworkFailure>
    ) throws(Fault) -> Fixture {
        guard let json else { throw Fault(detail: "'request' is missing") }
        guard let method = json["method"]?.stringValue.flatMap(HTTPMethod.init(rawValue:)) else {
            throw Fault(detail: "'request.method' is missing or no method")
        }
        guard let path = json["path"]?.stringValue, path.hasPrefix("/") else {
            throw Fault(detail: "'request.path' is missing or does not start with '/'")
        }
        var fixture = Fixture(
            method,
            authority: json["authority"]?.stringValue ?? "",
            path: path,
            outcome: outcome
        )
        for item in json["query"]?.arrayValue ?? [] {
            guard let name = item["name"]?.stringValue else {
                throw Fault(detail: "an item of 'request.query' has no 'name'")
            }
            fixture.query.append(
                QueryMatcher(
                    name,
                    item["value"]?.stringValue,
                    isOptional: item["optional"]?.boolValue ?? false
                )
            )
        }
        for item in json["fields"]?.arrayValue ?? [] {
            guard let name = item["name"]?.stringValue else {
                throw Fault(detail: "an item of 'request.fields' has no 'name'")
            }
            fixture.fields.append(
                FieldMatcher(
                    name,
                    item["value"]?.stringValue,
                    isOptional: item["optional"]?.boolValue ?? false
                )
            )
        }
        for item in json["body"]?.arrayValue ?? [] { fixture.body.append(try bodyMatcher(item)) }
        return fixture
    }

    private static func bodyMatcher(_ json: JSONValue) throws(Fault) -> BodyMatcher {
        if let text = json["equals"]?.stringValue { return .equals(text) }
        if let text = json["contains"]?.stringValue { return .contains(text) }
        guard let path = json["jsonpath"]?.stringValue else {
            throw Fault(
                detail: "an item of 'request.body' needs 'equals', 'contains' or 'jsonpath'"
            )
        }
        do {
            _ = try JSONPath(path)
        } catch {
            throw Fault(detail: "'request.body' has the path \(path): \(error)")
        }
        switch json["value"] {
        case .string(let text)?: return .json(path: path, value: text)
        case nil: return .json(path: path, value: nil)
        case let other?: return .json(path: path, value: other.encoded(pretty: false))
        }
    }

    static func head(_ json: JSONValue, key: String) throws(Fault) -> HTTPResponseHead {
        guard let code = json["status"]?.intValue, (100...999).contains(code) else {
            throw Fault(detail: "'\(key).status' is missing or no status code")
        }
        let versionText = json["version"]?.stringValue ?? HTTPVersion.http1_1.rawValue
        guard let version = HTTPVersion(rawValue: versionText) else {
            throw Fault(detail: "'\(key).version' is \(versionText), which is no version of HTTP")
        }
        return HTTPResponseHead(
            status: HTTPStatus(code),
            reasonPhrase: json["reason"]?.stringValue,
            version: version,
            fields: try fields(json["fields"], key: "\(key).fields")
        )
    }

    static func fields(_ json: JSONValue?, key: String) throws(Fault) -> HTTPFields {
        var fields = HTTPFields()
        for item in json?.arrayValue ?? [] {
            guard let field = field(item) else {
                throw Fault(detail: "an item of '\(key)' is not \"Name: value\"")
            }
            if let problem = field.problem { throw Fault(detail: "'\(key)': \(problem)") }
            fields.append(field)
        }
        return fields
    }

    private static func field(_ json: JSONValue) -> HTTPField? {
        if let text = json.stringValue {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            return HTTPField(
                String(text[..<colon]),
                text[text.index(after: colon)...].trimmingBlanks
            )
        }
        guard let name = json["name"]?.stringValue,
            let bytes = json["valueBase64"]?.stringValue.flatMap(Base64.decode(_:))
        else { return nil }
        return HTTPField(name: name, valueBytes: bytes)
    }

    static func failure(_ json: JSONValue) throws(Fault) -> NetworkFailure {
        let codeText = json["code"]?.stringValue ?? ""
        guard let code = NetworkFailure.Code(rawValue: codeText) else {
            throw Fault(detail: "'failure.code' is \"\(codeText)\", which is no failure code")
        }
        var failure = NetworkFailure(
            code,
            phase: json["phase"]?.stringValue.flatMap(NetworkFailure.Phase.init(rawValue:))
                ?? code.usualPhase,
            elapsed: duration(json["elapsedMs"]),
            bytesSent: json["bytesSent"]?.intValue ?? 0,
            bytesReceived: json["bytesReceived"]?.intValue ?? 0,
            detail: json["detail"]?.stringValue ?? "",
            causes: strings(json["causes"])
        )
        if let head = json["head"] {
            failure.partialHead = try Self.head(head, key: "failure.head")
        }
        return failure
    }

    static func strings(_ json: JSONValue?) -> [String] {
        (json?.arrayValue ?? []).compactMap(\.stringValue)
    }

    static func duration(_ json: JSONValue?) -> Duration {
        guard let milliseconds = json?.doubleValue, milliseconds > 0, milliseconds < 1e12 else {
            return .zero
        }
        return .microseconds(Int64((milliseconds * 1_000).rounded()))
    }
}

extension NetworkFailure.Code {
    /// The phase in which a failure of this code happens when nobody says otherwise.
    package var usualPhase: NetworkFailure.Phase {
        switch self {
        case .dnsNotFound: .resolve
        case .connectRefused, .connectUnreachable, .connectTimeout, .proxyRefused, .proxyAuth:
            .connect
        case .tlsHandshake, .tlsUntrusted, .tlsExpired, .tlsHostMismatch, .tlsPinMismatch,
            .tlsClientCertificate:
            .tls
        case .sendReset, .sendContent: .send
        case .timeoutHeaders, .timeoutTotal, .cancelled: .wait
        case .receiveReset, .receiveTruncated, .receiveMalformed, .receiveTooLarge, .receiveFile,
            .timeoutBody:
            .receive
        case .decodeContentCoding: .decode
        case .redirectLimit, .redirectUnsafe: .redirect
        case .authRefresh, .authRefreshLimit, .internal: .prepare
        }
    }
}
