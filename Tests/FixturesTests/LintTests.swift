import Fixtures
import HTTPModel
import TestSupport
import Testing

/// What `apus fixtures lint` finds, and what it leaves alone.
@Suite struct LintTests {
    private func findings(
        _ text: String,
        isHead: Bool = false,
        type: String = "application/json",
        secrets: [String] = []
    ) -> [String] {
        let known = secrets.map { FixtureLint.KnownSecret(name: "the variable pin", value: $0) }
        return FixtureLint(secrets: known)
            .findings(in: Octets(utf8: text), isHead: isHead, mediaType: MediaType(type))
            .map { "\($0.line) \($0.rule.rawValue): \($0.detail)" }
    }

    @Test func credentialFieldsOfHeadsAreFound() {
        let head = """
            {"response": {"fields": [
              "Set-Cookie: sid=abc123; Path=/",
              "Set-Cookie: sid=REDACTED-cookie-1; Path=/",
              "authorization: Bearer abc",
              "Authorization: Bearer REDACTED-token-1",
              "Via: 1.1 cache"
            ]}}
            """
        #expect(
            findings(head, isHead: true) == [
                "2 field: the value of the field Set-Cookie",
                "4 field: the value of the field authorization",
            ]
        )
        #expect(findings(head).isEmpty)
    }

    @Test func credentialsThatHeadsAskForAreFound() {
        let head = """
            {"fields": [{"name": "Authorization", "value": "Bearer abc"}, {"name": "A", "value": "b"}],
             "query": [{"name": "api_key", "value": "k"}, {"name": "token", "optional": true}]}
            """
        #expect(
            findings(head, isHead: true) == [
                "1 field: the value asked of Authorization", "2 field: the value asked of api_key",
            ]
        )
    }

    @Test func membersAndItemsWithSecretNamesAreFound() {
        #expect(
            findings(
                "{\n\"accessToken\": \"x\", \"password\": \"\",\n\"secret\": \"REDACTED-a-1\"}"
            )
                == ["2 name: the value of accessToken"]
        )
        #expect(
            findings("a=1&api_key=x", type: "application/x-www-form-urlencoded")
                == ["1 name: the value of api_key"]
        )
    }

    @Test func credentialsInURIsOfHeadsAreFound() {
        let head = "{\"fields\": [\"Location: https://ada:pw@a.test/?access_token=x&page=2\"]}"
        #expect(
            findings(head, isHead: true) == [
                "1 uri: credentials in a URI", "1 uri: access_token in a URI",
            ]
        )
    }

    @Test(
        arguments: [
            ("ghp_" + String(repeating: "aB3", count: 12), "a GitHub token"),
            ("AKIA" + "IOSFODNN7EXAMPLE", "an AWS key id"),
            ("-----BEGIN RSA " + "PRIVATE KEY-----", "a private key"),
            ("eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "a JSON Web Token"),
            ("xoxb-" + "1234567890-abcdefghij", "a Slack token"),
        ]
    )
    func tokensAreFoundByTheirForm(_ token: String, _ name: String) {
        #expect(findings("\n\n<p>\(token)</p>", type: "text/html") == ["3 token: \(name)"])
        #expect(findings("x\(token)", type: "text/html").isEmpty || name == "a private key")
    }

    @Test func textThatOnlyResemblesTokensIsLeftAlone() {
        #expect(findings("ghp_short AKIA eyJ.eyJ.x -----BEGIN CERTIFICATE-----").isEmpty)
    }

    @Test(
        arguments: [
            "open/sesame+1", "open%2Fsesame%2B1", "open\\/sesame\\u002b1", "b3Blbi9zZXNhbWUrMQ==",
            "dXNlcjpvcGVuL3Nlc2FtZSsx", "b3Blbi9zZXNhbWUrMQ%3D%3D",
        ]
    )
    func knownValuesAreFoundInEverySpelling(_ spelling: String) {
        #expect(
            findings("a\nb \(spelling)", secrets: ["open/sesame+1"]) == [
                "2 known: the variable pin"
            ]
        )
    }

    @Test func wholeStoresAreSearchedNamesIncluded() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.test/open%2Fsesame/GET.200.json", "{\n\"token\": \"t\"}")
        try folder.write("notes.txt", "open/sesame")
        try folder.write(".git/config", "open/sesame")
        let lint = FixtureLint(secrets: [.init(name: "the variable pin", value: "open/sesame")])
        let found = try FixtureStore(root: folder.path).findings(by: lint)
        #expect(
            found.map { "\($0.path):\($0.finding.line): \($0.finding.detail)" } == [
                "notes.txt:1: the variable pin",
                "a.test/open%2Fsesame:0: the variable pin",
                "a.test/open%2Fsesame/GET.200.json:2: the value of token",
            ]
        )
    }

    @Test func whatCaptureWritesHasNoFindings() throws {
        let folder = try TemporaryFolder()
        let store = FixtureStore(root: folder.path)
        let head = HTTPResponseHead(
            status: HTTPStatus(200),
            fields: [
                "Content-Type": "application/json", "Set-Cookie": "sid=abcdef1; Path=/",
                "Location": "https://u:pw12345@a.test/?api_key=key-00001",
            ]
        )
        let exchange = Exchange(
            request: HTTPRequest(.get, try TargetURI("https://a.test/x?token=tok-00001&a=b")),
            result: .success(
                HTTPResponse(head: head, body: Octets(utf8: "{\"password\": \"hush\", \"pin\": 1}"))
            )
        )
        try store.save(Fixture.capturing(exchange))
        #expect(try store.findings(by: FixtureLint()).isEmpty)
    }
}
