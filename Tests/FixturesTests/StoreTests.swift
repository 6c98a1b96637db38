import Files
import Fixtures
import HTTPModel
import TestSupport
import Testing

@Suite struct StoreTests {
    private func fixture(
        _ path: String = "/a/b",
        _ text: String = "{}\n",
        authority: String = "api.test",
        status: Int = 200
    ) -> Fixture {
        let head = HTTPResponseHead(
            status: HTTPStatus(status),
            fields: ["Content-Type": "application/json"]
        )
        return Fixture(
            .get,
            authority: authority,
            path: path,
            outcome: .success(HTTPResponse(head: head, body: Octets(utf8: text)))
        )
    }

    @Test func aFixtureIsReadAsItWasWritten() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        var fixture = fixture()
        fixture.query = [
            QueryMatcher("page", "2"), QueryMatcher("any"), QueryMatcher("key", isOptional: true),
        ]
        fixture.fields = [FieldMatcher("Accept", "a/b"), FieldMatcher("X", isOptional: true)]
        fixture.body = [
            .equals("x"), .contains("y"), .json(path: "$.a", value: "1"),
            .json(path: "$.b", value: nil),
        ]
        fixture.variant = "odd one"
        fixture.removedCoding = "gzip"
        fixture.timings.wait = .microseconds(1_234_567)
        fixture.timings.total = .milliseconds(1_300)
        fixture.delay = .seconds(3)
        fixture.capturedAt = "2026-11-30T06:00:00Z"
        fixture.redactions = [Redaction(placeholder: "REDACTED-token-1", places: ["a", "b"])]
        fixture.source = "a.http#b"
        fixture.volatilePaths = ["$.id"]
        if case .success(var response) = fixture.outcome {
            response.head.reasonPhrase = "Fine"
            response.head.fields = [
                "Set-Cookie": "a", "Via": "1", "Set-Cookie": "b", "X-Empty": "", "X-Colon": "a: b",
            ]
            response.head.fields.append(HTTPField(name: "X-Latin", valueBytes: [0xE9, 0x20, 0xFF]))
            response.trailers = ["T": "1"]
            fixture.outcome = .success(response)
        }
        let saved = try store.save(fixture)
        #expect(saved.bodyPath == "api.test/a/b/GET~odd%20one.200.bin")
        #expect(saved.metaPath == "api.test/a/b/GET~odd%20one.200.meta.json")
        let set = try store.load()
        #expect(set.problems == [])
        #expect(set.fixtures == [fixture])
    }

    @Test func aFailureIsReadAsItWasWritten() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        let failure = NetworkFailure(
            .receiveReset,
            phase: .receive,
            elapsed: .milliseconds(12),
            bytesSent: 80,
            bytesReceived: 512,
            detail: "peer",
            causes: ["one", "two"],
            partialHead: HTTPResponseHead(status: HTTPStatus(200), fields: ["A": "b"]),
            partialBody: [0x00, 0xFF]
        )
        let fixture = Fixture(.get, authority: "h:81", path: "/", outcome: .failure(failure))
        let saved = try store.save(fixture)
        #expect(saved.metaPath == "h:81/GET.receive.reset.meta.json")
        #expect(try folder.read("h:81/GET.receive.reset.bin") == [0x00, 0xFF])
        #expect(try store.load().fixtures == [fixture])
    }

    @Test(
        arguments: [
            ("/", "h"), ("/a", "h/a"), ("/a/", "h/a/%2F"), ("//x", "h/%2F/x"),
            ("/../../etc", "h/%2E%2E/%2E%2E/etc"), ("/.", "h/%2E"), ("/.git/x", "h/%2Egit/x"),
            ("/%2e%2e/x", "h/%2e%2e/x"), ("/a%20b;c*d", "h/a%20b%3Bc%2Ad"),
            ("/GET.200.json/x", "h/GET%2E200.json/x"), ("/é", "h/%C3%A9"),
        ]
    )
    func pathsBecomeSafeFolders(_ path: String, _ folder: String) throws {
        let temporary = try TemporaryFolder()
        let saved = try FixtureStore(root: temporary.path).save(
            fixture(path, authority: "H")
        )
        #expect(saved.metaPath == folder + "/GET.200.meta.json")
        #expect(try FixtureStore(root: temporary.path).load().fixtures.map(\.path) == [path])
    }

    @Test func longPathsAreHashedAndStayApart() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        let long = "/" + String(repeating: "x", count: 400)
        let deep = String(repeating: "/abcdefghij", count: 400)
        for path in [long, long + "y", deep, deep + "/z"] { try store.save(fixture(path, path)) }
        let set = try store.load()
        #expect(set.problems == [])
        #expect(Set(set.fixtures.map(\.path)) == [long, long + "y", deep, deep + "/z"])
    }

    @Test func anotherQueryGetsAFileOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        var first = fixture("/list", "1")
        first.query = [QueryMatcher("page", "1")]
        var second = fixture("/list", "2")
        second.query = [QueryMatcher("page", "2")]
        #expect(try store.save(first).metaPath == "api.test/list/GET.200.meta.json")
        #expect(try store.save(second).metaPath == "api.test/list/GET@page=2.200.meta.json")
        second.capturedAt = "later"
        #expect(try store.save(second).metaPath == "api.test/list/GET@page=2.200.meta.json")
        #expect(try store.load().stored.count == 2)
    }

    @Test func contentUnderAnotherExtensionIsReplaced() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        try store.save(fixture("/x"))
        var text = fixture("/x", "now text")
        if case .success(var response) = text.outcome {
            response.head.fields = ["Content-Type": "text/plain"]
            text.outcome = .success(response)
        }
        try store.save(text)
        #expect(!FileSystem.exists(folder.file("api.test/x/GET.200.json")))
        #expect(try store.load().fixtures == [text])
    }

    @Test func contentWithoutAHeadIsAFixtureByItsName() throws {
        let folder = try TemporaryFolder()
        try folder.write("api.test/a/POST~x.201.json", "{}")
        try folder.write("api.test/a/GET.timeout.body.txt", "half")
        try folder.write("api.test/a/notes.txt", "no fixture")
        let set = try FixtureStore(root: folder.path).load()
        #expect(set.problems == [])
        #expect(set.fixtures.map(\.outcomeText) == ["timeout.body", "201"])
        #expect(set.fixtures.last?.variant == "x")
        #expect(set.fixtures.last?.path == "/a")
        #expect(set.fixtures.last?.response?.fields == ["Content-Type": "application/json"])
        #expect(set.fixtures.first?.failure?.partialBody.text == "half")
    }

    @Test(
        arguments: [
            ("{", "GET.200.meta.json:1:"), ("[]", "not a JSON object"),
            ("{\"request\":{\"method\":\"GET\",\"path\":\"/\"}}", "either 'response' or 'failure'"),
            (
                "{\"request\":{\"method\":\"GET\",\"path\":\"/\"},\"failure\":{\"code\":\"x\"}}",
                "no failure code"
            ),
            (
                "{\"request\":{\"method\":\"GET\",\"path\":\"/\"},\"response\":{\"status\":1}}",
                "status"
            ),
            ("{\"request\":{\"method\":\"\"},\"response\":{\"status\":200}}", "method"),
            (
                "{\"request\":{\"method\":\"GET\",\"path\":\"/\"},\"response\":{\"status\":200,"
                    + "\"body\":\"../../secret\"}}",
                "same folder"
            ),
            (
                "{\"request\":{\"method\":\"GET\",\"path\":\"/\"},\"response\":{\"status\":200,"
                    + "\"body\":\"gone.json\"}}",
                "gone.json: cannot be read"
            ),
            (
                "{\"request\":{\"method\":\"GET\",\"path\":\"/\"},\"response\":{\"status\":200,"
                    + "\"fields\":[\"X: a\\r\\nB: c\"]}}",
                "line break"
            ),
        ]
    )
    func brokenHeadsAreProblemsWithTheirPlace(_ text: String, _ expected: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("h/GET.200.meta.json", text)
        try folder.write("h/other/GET.200.json", "{}")
        let set = try FixtureStore(root: folder.path).load()
        #expect(set.stored.count == 1)
        #expect(set.problems.count == 1)
        let message = set.problems.first?.description ?? ""
        #expect(message.hasPrefix("h/"))
        #expect(message.contains(expected), "\(message)")
    }

    @Test func aTransportOverAFolderThatIsNotThereNamesIt() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: FixtureError.self) {
            try FixtureTransport(root: folder.file("Fixtuers"))
        }
        #expect(error?.path == folder.file("Fixtuers"))
        #expect(error?.detail == "there is no such folder, so no fixture could answer")
    }

    @Test func aMissingFolderHoldsNothing() throws {
        let folder = try TemporaryFolder()
        #expect(try FixtureStore(root: folder.file("none")).load().stored.isEmpty)
    }

    @Test func theHeadIsReadableAndStable() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        let saved = try store.save(fixture())
        let text = try folder.read(saved.metaPath).text
        #expect(
            text == """
                {
                  "apusFixture": 1,
                  "request": {
                    "method": "GET",
                    "authority": "api.test",
                    "path": "/a/b"
                  },
                  "response": {
                    "status": 200,
                    "reason": "OK",
                    "version": "HTTP/1.1",
                    "fields": [
                      "Content-Type: application/json"
                    ],
                    "body": "GET.200.json"
                  }
                }

                """
        )
    }
}
