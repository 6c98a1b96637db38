import Documents
import Files
import HTTPModel
import TestSupport
import Testing

/// `apus check` and `apus fixtures` as whole programs.
@Suite struct CheckProgramTests {
    /// What is stored, what comes now, and what the check should say of it.
    struct Pair: Sendable, CustomTestStringConvertible {
        var name: String
        var stored: String
        var live: String
        var status = "200 OK"
        var type = "application/json"
        var exitCode: Int32 = 5
        /// The kinds of the differences, in order.
        var kinds: [String]

        var testDescription: String { name }
    }

    static let pairs = [
        Pair(name: "added key", stored: #"{"a":1}"#, live: #"{"a":1,"b":2}"#, kinds: ["key added"]),
        Pair(
            name: "removed key",
            stored: #"{"a":1,"b":2}"#,
            live: #"{"a":1}"#,
            kinds: ["key removed"]
        ),
        Pair(
            name: "type change",
            stored: #"{"a":1}"#,
            live: #"{"a":"1"}"#,
            kinds: ["type changed"]
        ),
        Pair(name: "null", stored: #"{"a":1}"#, live: #"{"a":null}"#, kinds: ["null"]),
        Pair(
            name: "enum value",
            stored: #"["on","off","on","off"]"#,
            live: #"["on","standby"]"#,
            kinds: ["new value"]
        ),
        Pair(name: "status", stored: "{}", live: "{}", status: "201 Created", kinds: ["status"]),
        Pair(
            name: "media type",
            stored: "{}",
            live: "{}",
            type: "text/html",
            kinds: ["media type"]
        ),
        Pair(
            name: "array becomes object",
            stored: #"{"a":[1]}"#,
            live: #"{"a":{"b":1}}"#,
            kinds: ["type changed"]
        ),
        Pair(
            name: "volatile timestamp ignored",
            stored: #"{"a":1,"at":"2026-11-30T06:00:00Z"}"#,
            live: #"{"a":1,"at":1700000000}"#,
            exitCode: 0,
            kinds: []
        ),
        Pair(
            name: "reorder ignored",
            stored: #"{"a":1,"b":[1,2]}"#,
            live: #"{"b":[3],"a":2}"#,
            exitCode: 0,
            kinds: []
        ),
    ]

    private static let request = "### read\n# @name read\n# @token bearer planted-token\n"

    private func folder(_ stored: String, _ origin: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("apus.json", #"{"volatilePaths": ["$..at"]}"#)
        try folder.write(
            "api.http",
            Self.request + "GET \(origin)/things\n\n### other\nGET \(origin)/o\n"
        )
        try folder.write("Fixtures/api.test/things/GET.200.json", stored)
        return folder
    }

    private func answer(_ body: String, _ status: String, _ type: String) -> FaultServer {
        FaultServer(
            answering: "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    @Test(arguments: pairs)
    func eachPairHasItsVerdictAndExitCode(_ pair: Pair) async throws {
        let server = answer(pair.live, pair.status, pair.type)
        let folder = try folder(pair.stored, server.base)
        let ending = try await Apus.run("check", "--json", in: folder)
        #expect(ending.exitCode == pair.exitCode, "\(ending.output)\(ending.diagnostics)")
        let report = try JSONValue(parsing: Octets(utf8: ending.output))
        let result = try #require(report["results"]?.arrayValue?.first)
        #expect(result["verdict"] == (pair.exitCode == 0 ? "same" : "drift"))
        let drift = result["drift"]?.arrayValue ?? []
        #expect(drift.map { $0["kind"]?.stringValue ?? "" } == pair.kinds)
        #expect(report["summary"]?["withoutFixture"] == 1)
    }

    @Test func differencesArePrintedWithPathAndPlaceAndReported() async throws {
        let server = answer(#"{"a": {"b": "planted-token"}}"#, "200 OK", "application/json")
        let folder = try folder("{\n  \"a\": {\"b\": 1}\n}", server.base)
        let ending = try await Apus.run("check", "read", "--report", "junit=r.xml", in: folder)
        #expect(ending.exitCode == 5)
        let place = "Fixtures/api.test/things/GET.200.json:2:14"
        #expect(ending.output.contains("\(place): $.a.b: type changed: number, now string\n"))
        #expect(ending.output.hasSuffix("0 same, 1 drifted\n"))
        let junit = try folder.read("r.xml").text
        #expect(junit.contains(#"tests="1" failures="1" errors="0""#))
        #expect(junit.contains(#"message="$.a.b: type changed: number, now string""#))
    }

    @Test func noAnswerIsNoDrift() async throws {
        let folder = try folder("{}", "http://127.0.0.1:1")
        let ending = try await Apus.run("check", "api.http", in: folder)
        #expect(ending.exitCode == 4)
        #expect(ending.output.contains("connect.refused"))
    }

    @Test func aSelectionWithoutFixturesIsWrongInput() async throws {
        let folder = try folder("{}", "http://127.0.0.1:1")
        let ending = try await Apus.run("check", "other", in: folder)
        #expect(ending.exitCode == 3)
        #expect(ending.diagnostics.contains("no request of the selection has a fixture"))
    }

    // MARK: Archives

    @Test func aRunBecomesAnArchiveWithoutSecretsThatBecomesFixtures() async throws {
        let server = answer(#"{"echo": "planted-token"}"#, "200 OK", "application/json")
        let folder = try folder("{}", server.base)
        let run = try await Apus.run("run", "read", "--report", "har=r.har", in: folder)
        #expect(run.exitCode == 0)
        let archive = try folder.read("r.har").text
        #expect(!archive.contains("planted-token"))
        #expect(archive.contains("REDACTED-token-1"))
        let read = try await Apus.run("fixtures", "import", "r.har", "-o", "New", in: folder)
        #expect(read.exitCode == 0, "\(read.diagnostics)")
        #expect(read.output.contains("/things/GET.200.meta.json\n"))
        #expect(read.diagnostics == "r.har: 1 of 1 entries became fixtures\n")
        let written = try await Apus.run("export", "New", "--to", "har", in: folder)
        #expect(written.exitCode == 0)
        let value = try JSONValue(parsing: Octets(utf8: written.output))
        let entry = try #require(value["log"]?["entries"]?.arrayValue?.first)
        #expect(entry["response"]?["content"]?["text"] == #"{"echo": "REDACTED-token-1"}"#)
    }

    @Test func anArchiveOfARequestHoldsItsFixtures() async throws {
        let folder = try folder(#"{"a": 1}"#, "http://127.0.0.1:1")
        let one = try await Apus.run("export", "read", "--to", "har", in: folder)
        #expect(one.exitCode == 0)
        #expect(one.output.contains("https://api.test/things"))
        let all = try await Apus.run("export", "api.http", "--to", "har", in: folder)
        #expect(all.exitCode == 3)
        #expect(all.diagnostics.contains("api.http#other: no fixture answers it"))
    }

    // MARK: Lint

    @Test func privateValuesInFixturesAreFoundWithTheirPlace() async throws {
        let folder = try folder("{\n  \"echo\": \"aHVzaC1odXNo\"\n}", "http://127.0.0.1:1")
        let clean = try await Apus.run("fixtures", "lint", in: folder)
        #expect(clean.exitCode == 0)
        #expect(clean.output.isEmpty)
        try folder.write("http-client.env.json", #"{"live": {"a": "b"}}"#)
        try folder.write("http-client.private.env.json", #"{"live": {"pin": "hush-hush"}}"#)
        let ending = try await Apus.run("fixtures", "lint", in: folder)
        #expect(ending.exitCode == 3)
        #expect(
            ending.output == "Fixtures/api.test/things/GET.200.json:2: "
                + "the value of the variable pin of http-client.private.env.json\n"
        )
        #expect(!ending.output.contains("hush-hush"))
    }

    @Test func privateValuesCopiedIntoRequestsAreFound() async throws {
        let folder = try folder("{}", "http://127.0.0.1:1")
        try folder.write("http-client.env.json", #"{"live": {"other": "x", "hard": "hush-hush"}}"#)
        try folder.write("http-client.private.env.json", #"{"$shared": {"pin": "hush-hush"}}"#)
        try folder.write(
            "copied.http",
            """
            ### one
            GET http://api.test/{{pin}}
            X-Pin: hush%2Dhush

            ### two
            # @token bearer ghp_0123456789abcdefghijABCDEFGHIJ012345
            GET http://api.test/

            """
        )
        let ending = try await Apus.run("fixtures", "lint", in: folder)
        #expect(ending.exitCode == 3)
        let found = ending.output.split(separator: "\n").map(String.init)
        let value = "the value of the variable pin of http-client.private.env.json"
        #expect(found.contains("copied.http:3: \(value)"), "\(found)")
        #expect(found.contains("http-client.env.json:1: \(value)"))
        #expect(found.contains { $0.hasPrefix("copied.http:6: ") })
        #expect(found.count == 3)
        #expect(!ending.output.contains("hush-hush") && !ending.output.contains("ghp_"))
    }

    @Test func whatWouldBeWrittenIsShownBeforeItIs() async throws {
        let server = answer(#"{"token": "planted-token"}"#, "200 OK", "application/json")
        let folder = try folder("{}", server.base)
        let before = try folder.read("Fixtures/api.test/things/GET.200.json")
        let ending = try await Apus.run("snapshot", "read", "--dry-run", in: folder)
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        #expect(ending.output.contains("/GET.200.json"))
        #expect(ending.output.contains(#"  - {"token": "•••"}"#))
        #expect(ending.output.contains(#"  + {"token": "REDACTED-token-1"}"#))
        #expect(!ending.output.contains("planted"))
        #expect(try folder.read("Fixtures/api.test/things/GET.200.json") == before)
        let found = try await ChildProgram.run(
            "/bin/sh",
            ["-c", "find Fixtures -type f | wc -l"],
            directory: folder.path
        )
        #expect(found.output.filter(\.isNumber) == "1")
    }
}
