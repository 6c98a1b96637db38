import Documents
import Fixtures
import HTTPModel

/// The server's own resources, under `/__apus`.
///
/// They answer requests to a loopback address alone, and none that a page of another origin sends.
struct ControlResource {
    let center: ServerCenter
    let edition: FixtureLibrary.Edition

    private static let prefix = "/__apus"
    private static let list = """
        GET, DELETE  /__apus/requests   the last requests as JSON lines
        GET          /__apus/counts     how often was asked for what
        GET          /__apus/fixtures   the fixtures that are served
        GET          /__apus/health     the number of fixtures and their problems
        GET          /__apus/ca.pem     the certificate that signs those of the server
        GET, PUT, DELETE  /__apus/variants   {"request": "GET /path", "variant": "name"}
        GET, PUT     /__apus/states     {"name": "cart", "value": "full"}
        POST         /__apus/reset      forgets requests, counts, turns, states and variants

        """

    /// Whether a request asks for one of them.
    static func isMeant(by request: ReceivedRequest) -> Bool {
        guard request.target.hasPrefix(prefix) else { return false }
        let rest = request.target.dropFirst(prefix.count).first
        return (rest == nil || rest == "/" || rest == "?")
            && isLoopback(request.authority ?? "127.0.0.1")
    }

    private static func isLoopback(_ authority: String) -> Bool {
        let host = FixtureLibrary.Edition.host(of: authority)
        return host.hasPrefix("127.") || host == "localhost" || host == "[::1]"
    }

    /// Answers a request to one of them.
    func response(to request: ReceivedRequest) -> HTTPResponse {
        if request.hasDecidingFields, let origin = request.fields["Origin"],
            !Self.isLoopback((try? TargetURI(origin))?.authority ?? "")
        {
            return AnswerBook.plain(403, "pages of another origin may not use these resources")
        }
        let method = request.method == "HEAD" ? "GET" : request.method
        let path = request.target.prefix { $0 != "?" }.dropFirst(Self.prefix.count)
        switch (method, String(path)) {
        case ("GET", ""), ("GET", "/"): return Self.text(Self.list, type: "text/plain")
        case ("GET", "/health"): return Self.json(health)
        case ("GET", "/requests"): return Self.text(requests, type: "application/x-ndjson")
        case ("DELETE", "/requests"):
            center.log.clear()
            return Self.nothing
        case ("GET", "/counts"): return Self.json(counts)
        case ("GET", "/fixtures"): return Self.json(fixtures)
        case ("GET", "/ca.pem"): return authority
        case ("GET", "/variants"):
            return Self.json(Self.object(center.progress.variants, key: "variants"))
        case ("PUT", "/variants"): return choose(request)
        case ("DELETE", "/variants"):
            forgetVariants()
            return Self.nothing
        case ("GET", "/states"):
            return Self.json(Self.object(center.progress.states, key: "states"))
        case ("PUT", "/states"): return setState(request)
        case ("POST", "/reset"):
            center.progress.reset()
            center.log.reset()
            forgetVariants()
            return Self.nothing
        default: return AnswerBook.plain(404, "the server's own resources are:\n\(Self.list)")
        }
    }

    // MARK: Reading

    private var health: JSONValue {
        let problems = edition.fixtures.problems.map { JSONValue.string($0.description) }
        return [
            "status": "ok",
            "fixtures": .number("\(edition.fixtures.stored.count)"),
            "problems": .array(problems),
            "requests": .number("\(center.log.count)"),
        ]
    }

    private var requests: String {
        let redaction = center.configuration.logPolicy.map { MessageRedaction($0) }
        return center.log.entries.map { entry in
            (redaction.map { entry.redacted(by: $0) } ?? entry).json + "\n"
        }.joined()
    }

    private var counts: JSONValue {
        let counts = center.log.counts
        let fixtures = edition.fixtures.stored.map { stored -> JSONValue in
            let expected = stored.fixture.behavior.expectedCalls
            let most = expected.flatMap { $0.upperBound < Int.max ? $0.upperBound : nil }
            return [
                "fixture": .string(stored.metaPath),
                "count": .number("\(counts.fixtures[stored.metaPath] ?? 0)"),
                "least": expected.map { .number("\($0.lowerBound)") } ?? .null,
                "most": most.map { .number("\($0)") } ?? .null,
            ]
        }
        return [
            "schema": 1,
            "requests": .number("\(counts.requests.values.reduce(0, +))"),
            "calls": calls(counts.requests),
            "misses": calls(counts.misses),
            "fixtures": .array(fixtures),
        ]
    }

    private func calls(_ counts: [ServerLog.Call: Int]) -> JSONValue {
        let redaction = center.configuration.logPolicy.map { MessageRedaction($0) }
        let sorted = counts.sorted { ($0.key.path, $0.key.method) < ($1.key.path, $1.key.method) }
        return .array(
            sorted.map { call, count in
                let path = redaction.map { $0.redacting(target: call.path) } ?? call.path
                return [
                    "method": .string(call.method), "path": .string(path),
                    "count": .number("\(count)"),
                ]
            }
        )
    }

    private var fixtures: JSONValue {
        let counts = center.log.counts.fixtures
        let list = edition.fixtures.stored.map { stored -> JSONValue in
            let fixture = stored.fixture
            return [
                "fixture": .string(stored.metaPath),
                "method": .string(fixture.method.rawValue),
                "authority": .string(fixture.authority),
                "path": .string(fixture.path),
                "variant": fixture.variant.map { .string($0) } ?? .null,
                "outcome": .string(fixture.outcomeText),
                "turn": fixture.behavior.turn.map { .number("\($0)") } ?? .null,
                "count": .number("\(counts[stored.metaPath] ?? 0)"),
            ]
        }
        return ["schema": 1, "fixtures": .array(list)]
    }

    private var authority: HTTPResponse {
        guard let text = center.certificates.authorityPEM else {
            return AnswerBook.plain(501, "TLS needs OpenSSL's library, libssl.so.3")
        }
        return Self.text(text, type: "application/x-pem-file")
    }

    // MARK: Changing

    private func choose(_ request: ReceivedRequest) -> HTTPResponse {
        let json = try? JSONValue(parsing: request.body)
        guard let name = json?["request"]?.stringValue, let variant = json?["variant"],
            variant.stringValue != nil || variant == .null
        else {
            return AnswerBook.plain(
                400,
                #"send {"request": "GET /path", "variant": "name"}; * is every request, null the usual"#
            )
        }
        center.progress.choose(variant: variant.stringValue, for: name)
        return Self.nothing
    }

    private func setState(_ request: ReceivedRequest) -> HTTPResponse {
        let json = try? JSONValue(parsing: request.body)
        guard let name = json?["name"]?.stringValue, let value = json?["value"]?.stringValue else {
            return AnswerBook.plain(400, #"send {"name": "cart", "value": "full"}"#)
        }
        center.progress.set(name, to: value)
        return Self.nothing
    }

    private func forgetVariants() {
        for name in center.progress.variants.keys {
            center.progress.choose(variant: nil, for: name)
        }
    }

    // MARK: Responses

    private static var nothing: HTTPResponse {
        HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(204)))
    }

    private static func object(_ texts: [String: String], key: String) -> JSONValue {
        let members = texts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
        return .object([JSONMember("schema", 1), JSONMember(key, .object(members))])
    }

    private static func json(_ value: JSONValue) -> HTTPResponse {
        text(value.encoded(pretty: false) + "\n", type: "application/json")
    }

    private static func text(_ text: String, type: String) -> HTTPResponse {
        HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type]),
            body: Octets(utf8: text)
        )
    }
}
