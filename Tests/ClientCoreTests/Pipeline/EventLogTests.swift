import ClientCore
import HTTPModel
import Synchronization
import Testing

/// A sink that keeps lines.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite struct EventLogTests {
    /// The lines of one call, each without the number of the call.
    private func log(
        _ request: HTTPRequest,
        _ transport: ScriptTransport,
        time: ManualTime = ManualTime(),
        showsFields: Bool = false,
        redaction: RedactionPolicy = .standard,
        _ middlewares: any Middleware...
    ) async throws -> [String] {
        let lines = Lines()
        var configuration = HTTPClient.Configuration(userAgent: nil)
        configuration.middlewares = middlewares
        configuration.time = time
        configuration.monitors = [
            EventLog(redaction: redaction, showsFields: showsFields) { lines.append($0) }
        ]
        let client = HTTPClient(transport: transport, configuration: configuration)
        _ = try await client.send(request, token: .bearer("hush"))
        return lines.all.map { line in
            line.firstIndex(of: " ").map { String(line[line.index(after: $0)...]) } ?? line
        }
    }

    @Test func aCallIsToldInLines() async throws {
        let time = ManualTime()
        let transport = ScriptTransport(
            [.status(503, [:], "sorry"), .failure(.connectRefused, .connect)],
            time: time,
            hopDuration: .milliseconds(40)
        )
        let policy = RetryPolicy(limit: 1, backoff: .constant(.seconds(2)))
        let lines = try await log(get("/a"), transport, time: time, policy)
        #expect(
            lines == [
                "+0.000 s start GET http://api.test/a", "+0.000 s attempt 1 GET http://api.test/a",
                "+0.000 s send GET http://api.test/a", "+0.040 s head 503 Service Unavailable",
                "+0.040 s retry in 2.000 s: status 503",
                "+2.040 s attempt 2 GET http://api.test/a", "+2.040 s send GET http://api.test/a",
                "+2.080 s end connect.refused in connect: The connection was refused. "
                    + "Check that the server runs and listens on this port., 2 attempts, "
                    + "not sent again: connect.refused, nothing was sent, "
                    + "but the limit of 1 retries is reached",
            ]
        )
    }

    @Test func noSecretReachesALine() async throws {
        let fields: HTTPFields = [
            "Location": "/b?access_token=hush&x=1#id_token=hush", "Set-Cookie": "sid=hush",
        ]
        let transport = ScriptTransport([.status(302, fields), .status(200, [:], "hush")])
        var request = try HTTPRequest(
            .get,
            TargetURI("http://me:hush@api.test/?API-Key=hush&q=open#hush")
        )
        request.fields = [
            "Cookie": "sid=hush", "X-Api-Key": "hush", "Accept": "*/*",
            "Referer": "http://a:hush@b.test/?token=hush",
        ]
        let lines = try await log(request, transport, showsFields: true)
        #expect(!lines.contains { $0.contains("hush") })
        #expect(lines[2].contains("Authorization: Basic •••"))
        #expect(lines[2].contains("?API-Key=•••&q=open"))
        #expect(lines[2].contains("Referer: http://•••@b.test/?token=•••"))
        #expect(lines.contains { $0.contains("redirect to /b?access_token=•••&x=1") })
    }

    @Test(arguments: [
        ("http://me:o'hush@b.test/", "http://•••@b.test/"),
        ("http://me:o&hush@b.test/", "http://•••@b.test/"),
        ("http://b.test/?token=o'hush&x=1", "http://b.test/?token=•••&x=1"),
        ("'http://b.test/?token=hush', it says", "'http://b.test/?token=•••', it says"),
        ("'http://b.test/?token=hush'", "'http://b.test/?token=•••'"),
    ])
    func aQuoteWithinAURIEndsNoSecret(_ value: String, _ shown: String) async throws {
        let transport = ScriptTransport([.status(200, ["X": value])])
        let lines = try await log(get(), transport, showsFields: true)
        #expect(lines[3].contains("{X: \(shown)}"), "\(lines[3])")
    }

    @Test func valuesKnownToBeSecretAreReplacedAnywhere() async throws {
        let transport = ScriptTransport([.status(200, ["X-Echo": "it is p%26q and p&q"])])
        let lines = try await log(
            get("/p%26q/x"),
            transport,
            showsFields: true,
            redaction: RedactionPolicy.standard.adding(secrets: ["p&q"])
        )
        #expect(lines[0].hasSuffix("http://api.test/•••/x"))
        #expect(lines.contains { $0.contains("X-Echo: it is ••• and •••") })
    }

    @Test func aServerCannotForgeLines() async throws {
        let transport = ScriptTransport([
            .status(200, ["X": "a\u{1B}[2J\u{85}b\u{2028}c\u{202E}d"])
        ])
        let lines = try await log(get(), transport, showsFields: true)
        #expect(lines[3].contains("{X: a\\u{1b}[2J\\u{85}b\\u{2028}c\\u{202e}d}"))
    }
}
