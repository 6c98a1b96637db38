import ClientCore
import Documents
import Files
import Fixtures
import Glibc
import HTTPModel
import TestSupport
import Testing

/// HTTP archives: those of browsers are read, and ours come back as they were.
@Suite struct HARTests {
    private struct Row {
        var path: String
        var kind: String
        var count: Int?
    }

    private func rows() throws -> [Row] {
        guard Corpus.root != nil else {
            print("skipped: corpus har (set APUS_CORPUS)")
            return []
        }
        return try Corpus.read("MANIFEST.tsv").text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count > 8, cells[1] == "har" || cells[1].hasPrefix("har-") else {
                return nil
            }
            return Row(path: String(cells[0]), kind: String(cells[1]), count: Int(cells[8]))
        }
    }

    @Test func everyArchiveOfTheCorpusHasItsEntries() throws {
        for row in try rows() {
            let octets = try Corpus.read(row.path)
            if row.kind == "har-broken" {
                #expect(throws: FixtureError.self, "\(row.path)") {
                    try HARArchive(parsing: octets, path: row.path)
                }
            } else {
                let archive = try HARArchive(parsing: octets, path: row.path)
                #expect(archive.entries.count == row.count ?? 1, "\(row.path)")
            }
        }
    }

    @Test func archivesOfTheCorpusBecomeFixturesThatAreStoredAndWrittenBack() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        var made = 0
        for row in try rows() where row.kind == "har" {
            let archive = try HARArchive(parsing: try Corpus.read(row.path))
            for entry in archive.entries {
                guard let fixture = try? entry.fixture() else { continue }
                try store.save(fixture)
                let again = try HARArchive(
                    parsing: HARArchive(entries: [HAREntry(fixture)]).encoded
                )
                #expect(again.entries.first?.outcome == fixture.outcome, "\(row.path) \(entry.url)")
                made += 1
            }
        }
        #expect(made > 150 || Corpus.root == nil)
        #expect(try store.load().problems.isEmpty)
    }

    @Test func aBrokenArchiveIsNamedWithItsPlace() {
        let octets = Octets(utf8: "{\n  \"log\": [}")
        let error = #expect(throws: FixtureError.self) {
            try HARArchive(parsing: octets, path: "a.har")
        }
        #expect(error?.description.hasPrefix("a.har:2:11: ") == true)
    }

    // MARK: Ours

    private func exchange() throws -> Exchange {
        let start = try TargetURI("https://api.test/old?key=s3cr3t-key&page=2")
        let end = try TargetURI("https://api.test/new")
        var request = HTTPRequest(.get, start)
        request.fields = ["Authorization": "Bearer tok-123456"]
        var first = Hop(sent: SentRequest(method: .get, target: start, fields: request.fields))
        first.responseHead = HTTPResponseHead(
            status: HTTPStatus(302),
            fields: ["Location": "/new?t=tok-123456"]
        )
        var second = Hop(
            sent: SentRequest(method: .get, target: end, fields: [:]),
            startOffset: .milliseconds(250)
        )
        second.failure = NetworkFailure(.receiveReset, phase: .receive)
        var third = Hop(
            sent: SentRequest(method: .get, target: end, fields: [:]),
            attempt: 2,
            startOffset: .milliseconds(500)
        )
        third.timings.connect = .milliseconds(10)
        third.timings.tls = .milliseconds(20)
        third.timings.wait = .milliseconds(30)
        third.timings.total = .milliseconds(60)
        third.remoteAddress = "[::1]:443"
        let head = HTTPResponseHead(
            status: HTTPStatus(200),
            fields: [
                "Content-Type": "application/octet-stream", "Set-Cookie": "sid=abcdef1; Path=/",
            ]
        )
        return Exchange(
            request: request,
            hops: [first, second, third],
            result: .success(HTTPResponse(head: head, body: [0xFF, 0x00, 0x41])),
            elapsed: .milliseconds(560)
        )
    }

    @Test func allHopsOfAnExchangeAreEntriesWithoutSecrets() throws {
        let entries = HAREntry.entries(
            of: try exchange(),
            startedAt: 1_700_000_000,
            token: .bearer("tok-123456")
        )
        let archive = HARArchive(entries: entries)
        let text = archive.encoded.text
        for secret in ["tok-123456", "s3cr3t-key", "abcdef1"] { #expect(!text.contains(secret)) }
        #expect(try HARArchive(parsing: archive.encoded).entries == entries)
        #expect(entries.count == 3)
        #expect(entries[0].redirectURL == "/new?t=REDACTED-token-1")
        #expect(entries[0].startedAt == "2023-11-14T22:13:20.000Z")
        #expect(entries[2].startedAt == "2023-11-14T22:13:20.500Z")
        #expect(entries[2].serverAddress == "::1")
        #expect(entries[2].comment == "attempt 2")
        guard case .failure(let failure)? = entries[1].outcome else {
            Issue.record("the second attempt failed")
            return
        }
        #expect(failure.code == .receiveReset)
        let json = try JSONValue(parsing: archive.encoded)
        let written = json["log"]?["entries"]?.arrayValue
        #expect(written?[1]["response"]?["status"] == 0)
        #expect(written?[1]["response"]?["_error"] == "receive.reset")
        #expect(written?[1]["_failure"]?["phase"] == "receive")
        #expect(written?[2]["timings"]?["connect"] == 30)
        #expect(written?[2]["timings"]?["ssl"] == 20)
        #expect(written?[2]["response"]?["content"]?["encoding"] == "base64")
    }

    @Test(arguments: NetworkFailure.Code.allCases)
    func everyFailureComesBack(_ code: NetworkFailure.Code) throws {
        let failure = NetworkFailure(
            code,
            phase: code.usualPhase,
            elapsed: .milliseconds(12),
            bytesSent: 3,
            bytesReceived: 40,
            detail: "127.0.0.1:9",
            causes: ["Recv failure"],
            partialHead: HTTPResponseHead(status: HTTPStatus(200), fields: ["A": "b"]),
            partialBody: Octets(utf8: "par")
        )
        let fixture = Fixture(
            .get,
            authority: "api.test",
            path: "/users/{id}",
            variant: "down",
            outcome: .failure(failure)
        )
        let archive = try HARArchive(parsing: HARArchive(entries: [HAREntry(fixture)]).encoded)
        let entry = try #require(archive.entries.first)
        #expect(entry.outcome == .failure(failure))
        if code == .cancelled || code == .internal {
            #expect(throws: HARSkip.self) { try entry.fixture() }
        } else {
            #expect(try entry.fixture() == fixture)
        }
    }

    @Test(
        arguments: [
            ("net::ERR_NAME_NOT_RESOLVED", NetworkFailure.Code.dnsNotFound),
            ("net::ERR_CERT_DATE_INVALID", .tlsExpired), ("net::ERR_ABORTED", .cancelled),
            ("net::ERR_SSL_PROTOCOL_ERROR", .tlsHandshake), ("net::ERR_WHATEVER", .internal),
        ]
    )
    func errorsOfBrowsersHaveOurCodes(_ name: String, _ code: NetworkFailure.Code) throws {
        let text = """
            {"log": {"entries": [{"request": {"method": "GET", "url": "https://a.test/"}, \
            "response": {"status": 0, "_error": "\(name)"}}]}}
            """
        let entry = try #require(try HARArchive(parsing: Octets(utf8: text)).entries.first)
        guard case .failure(let failure)? = entry.outcome else {
            Issue.record("\(name) is a failure")
            return
        }
        #expect(failure.code == code)
    }

    @Test func contentKeepsItsBytesInEveryCharset() throws {
        let cases: [(String, Octets)] = [
            ("text/plain; charset=iso-8859-1", [0x41, 0xE9]),
            ("text/plain; charset=iso-8859-1", Octets(utf8: "Ã©")),
            ("text/plain; charset=shift_jis", Octets(utf8: "é")),
            ("text/plain", Octets(utf8: "\u{FEFF}é\r\n\u{0}")), ("image/png", [0x89, 0x50]),
        ]
        for (type, octets) in cases {
            let head = HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type])
            let response = HTTPResponse(head: head, body: octets)
            let fixture = Fixture(.get, authority: "a.test", path: "/", outcome: .success(response))
            let archive = try HARArchive(parsing: HARArchive(entries: [HAREntry(fixture)]).encoded)
            #expect(archive.entries.first?.outcome == .success(response), "\(type)")
        }
    }

    /// The Python that can read archives: that of `APUS_PYTHON`, of `tools/peers`, or the system's.
    private static func pythonWithHaralyzer() async -> String? {
        let project = FilePath.directory(
            of: FilePath.directory(of: FilePath.directory(of: #filePath))
        )
        let named = getenv("APUS_PYTHON").map { String(cString: $0) }
        let own = FilePath.join(project, ".build/peers/bin/python")
        for python in [named, own, "/usr/bin/python3"].compactMap(\.self) {
            let probe = try? await ChildProgram.run(python, ["-c", "import haralyzer"])
            if probe?.exitCode == 0 { return python }
        }
        return nil
    }

    @Test func anArchiveOfOursLoadsInHaralyzer() async throws {
        guard let python = await Self.pythonWithHaralyzer() else {
            print("skipped: an archive of ours in haralyzer (tools/peers installs it from PyPI)")
            return
        }
        let folder = try TemporaryFolder()
        let entries = HAREntry.entries(of: try exchange(), startedAt: 1_700_000_000)
        try folder.write("ours.har", HARArchive(entries: entries).encoded.text)
        let script = """
            import json, sys
            from haralyzer import HarParser, HarEntry
            log = HarParser(json.load(open(sys.argv[1])))
            entries = [HarEntry(entry) for entry in log.har_data["entries"]]
            print([(entry.request.method, entry.response.status) for entry in entries])
            """
        let path = FilePath.join(folder.path, "ours.har")
        let ending = try await ChildProgram.run(python, ["-c", script, path])
        #expect(ending.output == "[('GET', 302), ('GET', 0), ('GET', 200)]\n")
        #expect(ending.diagnostics == "")
    }
}
