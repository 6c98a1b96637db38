import Fixtures
import HTTPModel
import Testing

/// No secret reaches a fixture, in whatever spelling the server echoes it.
@Suite struct RedactionTests {
    static let secret = "s3cr3t/Token+1=\"ü\""

    private func capture(
        body: String = "",
        type: String = "application/json",
        fields: HTTPFields = [:],
        url: String = "https://api.test/a",
        request: HTTPFields = [:],
        content: String = "",
        token: Token? = nil,
        secrets: [String] = []
    ) throws -> Fixture {
        var head = HTTPResponseHead(status: HTTPStatus(200), fields: ["Content-Type": type])
        for field in fields { head.fields.append(field) }
        let exchange = Exchange(
            request: HTTPRequest(
                .post,
                try TargetURI(url),
                fields: request,
                body: .octets(Octets(utf8: content))
            ),
            result: .success(HTTPResponse(head: head, body: Octets(utf8: body)))
        )
        return Fixture.capturing(exchange, token: token, secrets: secrets)
    }

    private func body(_ fixture: Fixture) -> String { fixture.response?.body.text ?? "" }

    @Test(
        arguments: [
            "s3cr3t/Token+1=\\\"ü\\\"", "s3cr3t\\/Token+1=\\u0022\\u00fc\\u0022",
            "s3cr3t%2FToken%2B1%3D%22%C3%BC%22", "s3cr3t%2fToken%2b1%3d%22%c3%bc%22",
            "s3cr3t/Token+1=&quot;&#252;&#x22;", "s3cr3t/Token+1=\"ü\"",
            "czNjcjN0L1Rva2VuKzE9IsO8Ig==", "czNjcjN0L1Rva2VuKzE9IsO8Ig",
            "dXNlcjpzM2NyM3QvVG9rZW4rMT0iw7wi", "YTpzM2NyM3QvVG9rZW4rMT0iw7wiOmI=",
        ]
    )
    func aKnownSecretIsFoundInEverySpelling(_ spelling: String) throws {
        let text = "before \(spelling), after"
        let fixture = try capture(body: text, type: "text/plain", secrets: [Self.secret])
        #expect(body(fixture) == "before REDACTED-secret-1, after")
        #expect(
            fixture.redactions == [
                Redaction(placeholder: "REDACTED-secret-1", places: ["response body"])
            ]
        )
    }

    @Test func formSpellingsOfSpacesAreFound() throws {
        let fixture = try capture(
            body: "q=my+secret+phrase&r=my%20secret%20phrase",
            type: "text/plain",
            secrets: ["my secret phrase"]
        )
        #expect(body(fixture) == "q=REDACTED-secret-1&r=REDACTED-secret-1")
    }

    @Test(
        arguments: [
            Token.bearer("tok-12345"), .query(name: "k", value: "tok-12345"),
            .body(name: "b", value: "tok-12345"), .field(name: "X-K", value: "tok-12345"),
        ]
    )
    func tokensOfAllKindsAreReplacedWhereverTheyAreEchoed(_ token: Token) throws {
        let fixture = try capture(
            body: "{\"echo\": \"tok-12345\", \"url\": \"/x?k=tok-12345\"}",
            fields: ["X-Echo": "tok-12345", "Location": "/y?z=tok-12345"],
            url: "https://api.test/a?k=tok-12345&page=2",
            token: token
        )
        #expect(
            body(fixture) == "{\"echo\": \"REDACTED-token-1\", \"url\": \"/x?k=REDACTED-token-1\"}"
        )
        #expect(fixture.response?.fields["X-Echo"] == "REDACTED-token-1")
        #expect(fixture.response?.fields["Location"] == "/y?z=REDACTED-token-1")
        #expect(fixture.query.contains(QueryMatcher("page", "2")))
        switch token {
        case .bearer: #expect(fixture.fields == [FieldMatcher("Authorization", isOptional: true)])
        case .field: #expect(fixture.fields == [FieldMatcher("X-K", isOptional: true)])
        case .query: #expect(fixture.query.first == QueryMatcher("k", isOptional: true))
        case .body: #expect(fixture.fields.isEmpty)
        }
        #expect(fixture.redactions.count == 1)
    }

    @Test func credentialFieldsAndCookiesAreReplaced() throws {
        let fixture = try capture(
            body: "{\"cookie\": \"abcdef123456\", \"pass\": \"open sesame\"}",
            fields: [
                "Set-Cookie": "sid=abcdef123456; Path=/; HttpOnly", "Set-Cookie": "theme=; Path=/",
                "X-API-Key": "key-0001", "Via": "1.1 x",
            ],
            request: [
                "Authorization": "Basic dXNlcjpvcGVuIHNlc2FtZQ==", "Cookie": "sid=abcdef123456",
            ]
        )
        let fields = try #require(fixture.response?.fields)
        #expect(
            fields.values(named: "Set-Cookie") == [
                "sid=REDACTED-cookie-1; Path=/; HttpOnly", "theme=; Path=/",
            ]
        )
        #expect(fields["X-API-Key"] == "REDACTED-key-1")
        #expect(fields["Via"] == "1.1 x")
        #expect(
            body(fixture)
                == "{\"cookie\": \"REDACTED-cookie-1\", \"pass\": \"REDACTED-password-1\"}"
        )
    }

    @Test(
        arguments: [
            ("{\"access_token\":\"a\"}", "{\"access_token\":\"REDACTED-token-1\"}"),
            ("{\"accessToken\" : \"a\\\"b\"}", "{\"accessToken\" : \"REDACTED-token-1\"}"),
            ("{\"PASSWORD\":12345,\"x\":1}", "{\"PASSWORD\":\"REDACTED-password-1\",\"x\":1}"),
            ("{\"token\":null,\"secret\":\"\"}", "{\"token\":null,\"secret\":\"\"}"),
            ("{\"token\":{\"kind\":\"jwt\"}}", "{\"token\":{\"kind\":\"jwt\"}}"),
            (
                "{\"token\":[\"p\",\"q\",\"p\"],\"x\":\"p\"}",
                "{\"token\":[\"REDACTED-token-1\",\"REDACTED-token-2\",\"REDACTED-token-1\"],\"x\":\"p\"}"
            ),
            (
                "{\"a\":{\"jwt\":\"x\"}}\n{\"jwt\":\"x",
                "{\"a\":{\"jwt\":\"REDACTED-token-1\"}}\n{\"jwt\":\"REDACTED-token-1"
            ),
            ("[{\"secret\":\"REDACTED-secret-1\"}]", "[{\"secret\":\"REDACTED-secret-1\"}]"),
        ]
    )
    func secretMembersAreReplacedAndNothingElse(_ text: String, _ expected: String) throws {
        #expect(body(try capture(body: text)) == expected)
    }

    @Test func valuesOfSecretMembersAreReplacedElsewhereToo() throws {
        let fixture = try capture(
            body: "{\"token\":\"long-enough-token\",\"next\":\"/x/long-enough-token\"}",
            fields: ["X-Next": "long-enough-token"]
        )
        #expect(
            body(fixture) == "{\"token\":\"REDACTED-token-1\",\"next\":\"/x/REDACTED-token-1\"}"
        )
        #expect(fixture.response?.fields["X-Next"] == "REDACTED-token-1")
    }

    @Test func formContentIsReadByItsNames() throws {
        let fixture = try capture(
            body: "access_token=abc%20def&scope=read&token_type=bearer",
            type: "application/x-www-form-urlencoded"
        )
        #expect(body(fixture) == "access_token=REDACTED-token-1&scope=read&token_type=bearer")
    }

    @Test func whatTheRequestSentIsReplacedWhenEchoed() throws {
        let fixture = try capture(
            body: "{\"got\": \"correct horse\"}",
            request: ["Content-Type": "application/json"],
            content: "{\"password\": \"correct horse\"}"
        )
        #expect(body(fixture) == "{\"got\": \"REDACTED-password-1\"}")
    }

    @Test func secretsInThePathMatchAnyText() throws {
        let fixture = try capture(
            url: "https://api.test/bot12345:ABC/getMe",
            secrets: ["12345:ABC"]
        )
        #expect(fixture.path == "/bot{REDACTED-secret-1}/getMe")
        let set = FixtureSet([fixture])
        guard case .hit = set.match(method: .post, authority: nil, target: "/bot999/getMe") else {
            Issue.record("not matched")
            return
        }
    }

    @Test func credentialsInLocationsAreReplaced() throws {
        let fixture = try capture(
            fields: [
                "Location": "https://u:pw@h.test/cb?code=1&access_token=zzz#id_token=yyy",
                "Link": "</p?api_key=zzz>; rel=next",
            ]
        )
        let fields = try #require(fixture.response?.fields)
        #expect(
            fields["Location"]
                == "https://REDACTED-credentials-1@h.test/cb?code=1&access_token=REDACTED-token-1#id_token=REDACTED-token-2"
        )
        #expect(fields["Link"] == "</p?api_key=REDACTED-token-1>; rel=next")
    }

    @Test func shortSecretsAreReplacedOnlyAsWholeValues() throws {
        let fixture = try capture(
            body: "a 12 b",
            type: "text/plain",
            fields: ["X-A": "12", "X-B": "a12"],
            secrets: ["12"]
        )
        #expect(body(fixture) == "a 12 b")
        #expect(fixture.response?.fields["X-A"] == "REDACTED-secret-1")
        #expect(fixture.response?.fields["X-B"] == "a12")
    }

    @Test func numbersThatAreSecretBecomeStrings() throws {
        let fixture = try capture(
            body: "{\"pin\": 48151623, \"text\": \"a: 48151623, b\", \"n\": 4815}",
            secrets: ["48151623"]
        )
        #expect(
            body(fixture)
                == "{\"pin\": \"REDACTED-secret-1\", \"text\": \"a: REDACTED-secret-1, b\", \"n\": 4815}"
        )
    }

    @Test func failuresAreRedactedToo() throws {
        let failure = NetworkFailure(
            .receiveReset,
            phase: .receive,
            detail: "https://api.test/?token=tok-12345",
            causes: ["tok-12345 was sent"],
            partialHead: HTTPResponseHead(
                status: HTTPStatus(200),
                fields: ["Set-Cookie": "a=b-c-d-e"]
            ),
            partialBody: Octets(utf8: "{\"password\": \"unfinis")
        )
        let exchange = Exchange(
            request: HTTPRequest(.get, try TargetURI("https://api.test/")),
            result: .failure(failure)
        )
        let stored = Fixture.capturing(exchange, token: .bearer("tok-12345")).failure
        #expect(stored?.detail == "https://api.test/?token=REDACTED-token-1")
        #expect(stored?.causes == ["REDACTED-token-1 was sent"])
        #expect(stored?.partialHead?.fields["Set-Cookie"] == "a=REDACTED-cookie-1")
        #expect(stored?.partialBody.text == "{\"password\": \"REDACTED-password-1")
    }

    @Test func decodedContentIsStoredWithoutItsCoding() throws {
        let head = HTTPResponseHead(
            status: HTTPStatus(200),
            fields: ["Content-Encoding": "gzip", "Content-Length": "23", "Vary": "Accept-Encoding"]
        )
        let response = HTTPResponse(
            head: head,
            body: Octets(utf8: "plain"),
            encodedBody: [0x1F, 0x8B]
        )
        let exchange = Exchange(
            request: HTTPRequest(.get, try TargetURI("https://api.test/")),
            result: .success(response)
        )
        let fixture = Fixture.capturing(exchange)
        #expect(fixture.removedCoding == "gzip")
        #expect(fixture.response?.fields == ["Content-Length": "5", "Vary": "Accept-Encoding"])
        #expect(fixture.response?.body.text == "plain")
        #expect(fixture.response?.encodedBody == nil)
    }

    @Test func contentThatTheClientDecodedIsStoredWithoutItsCoding() throws {
        let head = HTTPResponseHead(
            status: HTTPStatus(200),
            fields: ["Content-Encoding": "gzip", "Content-Length": "23"]
        )
        let response = HTTPResponse(head: head, body: Octets(utf8: "plain"))
        let target = try TargetURI("https://api.test/")
        var request = HTTPRequest(.get, target)
        let decoded = Fixture.capturing(Exchange(request: request, result: .success(response)))
        #expect(decoded.removedCoding == "gzip")
        #expect(decoded.response?.fields == ["Content-Length": "5"])
        request.options.isDecoding = false
        let kept = Fixture.capturing(Exchange(request: request, result: .success(response)))
        #expect(kept.removedCoding == nil)
        #expect(kept.response?.fields["Content-Encoding"] == "gzip")
        let asked = HTTPRequest(.head, target)
        let empty = HTTPResponse(head: head)
        let untouched = Fixture.capturing(Exchange(request: asked, result: .success(empty)))
        #expect(untouched.response?.fields == head.fields)
    }

    @Test func aShortCookieDoesNotHideOtherValues() throws {
        let response = HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(200),
                fields: ["Set-Cookie": "seen=2; Path=/", "Content-Length": "2", "X-Page": "2"]
            ),
            body: Octets(utf8: "ok")
        )
        let exchange = Exchange(
            request: HTTPRequest(.get, try TargetURI("https://api.test/pages/2?page=2")),
            result: .success(response)
        )
        let fixture = Fixture.capturing(exchange)
        #expect(fixture.path == "/pages/2")
        #expect(fixture.query == [QueryMatcher("page", "2")])
        #expect(fixture.response?.fields["Set-Cookie"] == "seen=REDACTED-cookie-1; Path=/")
        #expect(fixture.response?.fields["Content-Length"] == "2")
        #expect(fixture.response?.fields["X-Page"] == "2")
    }
}
