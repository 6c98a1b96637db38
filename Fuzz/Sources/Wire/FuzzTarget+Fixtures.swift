@testable import Fixtures
import HTTPModel

extension FuzzTarget {
    /// Fixtures, archives, and what must not be in them.
    static let fixtures = [
        FuzzTarget(name: "fixture", maxLength: 2048, run: fixture),
        FuzzTarget(name: "har-archive", maxLength: 4096, seeds: "har", run: archive),
        FuzzTarget(name: "redaction", maxLength: 1024, run: redaction),
    ]

    private static func fixture(_ bytes: [UInt8]) {
        guard let meta = try? FixtureMeta(parsing: Octets(bytes)) else { return }
        let text = meta.encoded
        guard let again = try? FixtureMeta(parsing: Octets(utf8: text)) else {
            fatalError("broken: a fixture's head that is written reads back: \(text)")
        }
        hold(again.encoded == text, "a fixture's head reads back as it was written")
        let set = FixtureSet([meta.fixture])
        _ = set.match(
            method: meta.fixture.method,
            authority: meta.fixture.authority,
            target: meta.fixture.path
        )
    }

    private static func archive(_ bytes: [UInt8]) {
        guard let archive = try? HARArchive(parsing: Octets(bytes), path: "a.har") else { return }
        for entry in archive.entries { _ = try? entry.fixture(source: "a.har#1") }
        let written = archive.encoded
        guard let again = try? HARArchive(parsing: written, path: "a.har") else {
            fatalError("broken: an archive that is written reads back")
        }
        hold(again.entries.count == archive.entries.count, "an archive keeps its entries")
        // What was missing has its neutral value by now.
        let settled = again.encoded
        hold(
            (try? HARArchive(parsing: settled))?.encoded == settled,
            "an archive reads back as it was written"
        )
    }

    private static let planted = "pl4nted-S3cret-Value"

    private static func redaction(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let kinds = ["application/json", "text/plain", "application/x-www-form-urlencoded"]
        let kind = kinds[pieces.below(kinds.count)]
        // Where the input says `@`, the secret stands.
        let body = pieces.bytes.flatMap { $0 == UInt8(ascii: "@") ? Array(planted.utf8) : [$0] }
        guard let target = try? TargetURI("https://h.example/p") else { return }
        let head = HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": kind])
        let exchange = Exchange(
            request: HTTPRequest(.get, target),
            result: .success(HTTPResponse(head: head, body: Octets(body)))
        )
        let fixture = Fixture.capturing(exchange, token: .bearer(planted))
        guard case .success(let response) = fixture.outcome else { return }
        let isKept = response.body.array.firstRange(of: Array(planted.utf8)) != nil
        hold(!isKept, "a known secret is not kept")
        _ = FixtureLint(secrets: [.init(name: "planted", value: planted)])
            .findings(in: response.body, isHead: true, mediaType: MediaType(kind))
    }
}

extension [UInt8] {
    /// Where `other` stands first.
    fileprivate func firstRange(of other: [UInt8]) -> Range<Int>? {
        guard count >= other.count else { return nil }
        return (0...(count - other.count)).first { self[$0...].starts(with: other) }
            .map { $0..<($0 + other.count) }
    }
}
