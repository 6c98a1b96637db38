@testable import Collections
import Documents
import HTTPModel

extension FuzzTarget {
    /// Saved requests, environments, settings, templates, conditions.
    static let collections = [
        FuzzTarget(name: "http", maxLength: 2048, seeds: "http", run: HTTPFileFuzzing.read),
        FuzzTarget(name: "http-edit", maxLength: 1024, seeds: "http", run: HTTPFileFuzzing.edit),
        FuzzTarget(name: "resolve", maxLength: 1024, seeds: "http", run: resolve),
        FuzzTarget(name: "environment", maxLength: 1024, run: environment),
        FuzzTarget(name: "settings", maxLength: 1024, run: settings),
        FuzzTarget(name: "assertion", maxLength: 512, run: assertion),
    ]

    private static func resolve(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Content may come from any file, and devices have no end.
        guard !text.contains("/dev"), !text.contains("/proc"), !text.contains("/sys") else {
            return
        }
        let source = HTTPFile(Octets(bytes), path: "a.http")
        let file = RequestFile(path: "a.http", absolutePath: "/nowhere/a.http", source: source)
        let collection = RequestCollection(root: "/nowhere", name: "n", files: [file])
        var scopes = VariableScopes(overrides: ["v": "value"], captures: ["w": "{{v}}"])
        scopes.now = { 1_700_000_000_000_000_000 }
        scopes.zoneOffset = { _ in 3600 }
        scopes.random = { 4 }
        for request in source.requests {
            scopes.responses[request.id] = exchange
            _ = Template(request.url)
        }
        let resolver = RequestResolver(collection: collection, scopes: scopes)
        for request in source.requests {
            guard let resolved = try? resolver.resolve(request, in: file) else { continue }
            hold(
                (try? TargetURI(resolved.request.target.text)) == resolved.request.target,
                "a resolved target is a target"
            )
        }
    }

    private static func environment(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let isDotenv = pieces.byte() & 1 == 1
        let name = pieces.text()
        let value = pieces.text()
        let octets = Octets(pieces.bytes)
        let path = isDotenv ? ".env" : "http-client.env.json"
        var reader = EnvironmentReader()
        if isDotenv {
            reader.readDotenv(octets, file: path)
        } else {
            reader.readJSON(octets, file: path, isPrivate: false)
        }
        for edit in [
            EnvironmentEdit(name: name, value: value, environment: "e"),
            EnvironmentEdit(name: name, value: nil, environment: "e"),
        ] {
            guard let result = try? edit.applied(to: octets, path: path) else { continue }
            let again = try? edit.applied(to: result, path: path)
            hold(again == result, "an edit made twice is an edit made once")
        }
    }

    private static func settings(_ bytes: [UInt8]) {
        let octets = Octets(bytes)
        _ = SettingsReader(octets, file: "apus.json")
        let node = JSONMemberReader.root(of: bytes)
        if (try? JSONValue(parsing: octets, dialect: .json5)) != nil {
            hold(node != nil, "what is JSON5 has members that can be found")
        }
    }

    private static func assertion(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = TextLocation(line: 1, column: 1)
        if case .assertion(let assertion) = AssertionReader.read(text, at: start) {
            hold(assertion.text == text, "a condition keeps its text")
            _ = assertion.evaluate(on: exchange, apiError: "notFound")
        }
        if case .capture(let capture) = CaptureReader.read(text, at: start) {
            _ = try? capture.value(in: exchange)
        }
    }

    /// An exchange that conditions and references look at.
    static let exchange: Exchange = {
        let head = HTTPResponseHead(
            status: HTTPStatus(200),
            fields: [
                "Content-Type": "application/json", "Set-Cookie": "a=b; Path=/; Max-Age=5",
                "Date": "Tue, 15 Nov 1994 08:12:31 GMT",
            ]
        )
        let body = #"{"a": [1, -2.5e3, "x", null, {"b": true}], "d": "2026-01-31", "é": "\u00e9"}"#
        guard let target = try? TargetURI("https://h.example/p?q=1") else { fatalError("target") }
        return Exchange(
            request: HTTPRequest(.get, target),
            result: .success(HTTPResponse(head: head, body: Octets(utf8: body))),
            elapsed: .milliseconds(12)
        )
    }()
}
