import ClientCore
import HTTPModel
import Testing

/// What the pipeline adds to a request, and where it puts a token.
@Suite struct PreparationTests {
    private func prepared(
        _ method: HTTPMethod = .get,
        _ target: String = "http://a.test/",
        fields: HTTPFields = HTTPFields(),
        body: String? = nil,
        token: Token? = nil,
        configuration: HTTPClient.Configuration = HTTPClient.Configuration()
    ) async throws -> PreparedRequest {
        let transport = StubTransport(redirects: [:])
        var request = HTTPRequest(method, try TargetURI(target), fields: fields)
        if let body { request.body = .octets(Octets(utf8: body)) }
        let client = HTTPClient(transport: transport, configuration: configuration)
        _ = try await client.send(request, token: token)
        return try #require(transport.sent.first)
    }

    private func lines(_ request: PreparedRequest) -> [String] {
        request.fields.map { "\($0.name): \($0.value)" }
    }

    @Test func defaultsStandBeforeTheFieldsGiven() async throws {
        let request = try await prepared(.put, fields: ["X": "1", "x": "2"], body: "é")
        #expect(
            lines(request) == [
                "Host: a.test", "User-Agent: Apus/0.1.0", "Accept: */*",
                "Accept-Encoding: gzip, deflate, br, zstd", "X: 1", "x: 2", "Content-Length: 2",
            ]
        )
    }

    @Test func fieldsGivenReplaceDefaultsInAnyLetterCase() async throws {
        let given: HTTPFields = [
            "ACCEPT": "a/b", "user-agent": "me", "accept-encoding": "identity", "host": "other",
        ]
        #expect(
            lines(try await prepared(fields: given)) == [
                "Host: other", "ACCEPT: a/b", "user-agent: me", "accept-encoding: identity",
            ]
        )
    }

    @Test func configurationFieldsAreForRequestsWithoutAny() async throws {
        let configuration = HTTPClient.Configuration(
            fields: ["Accept": "application/json", "X": "c"],
            userAgent: nil
        )
        let bare = try await prepared(configuration: configuration)
        #expect(lines(bare).suffix(2) == ["Accept: application/json", "X: c"])
        #expect(!bare.fields.contains(named: "User-Agent"))
        let own = try await prepared(fields: ["Y": "1"], configuration: configuration)
        #expect(own.fields["X"] == nil && own.fields["Accept"] == "*/*")
    }

    @Test func missingConfigurationFieldsAreAddedOnRequest() async throws {
        let configuration = HTTPClient.Configuration(
            fields: ["Accept": "application/json", "X": "c"],
            fieldPolicy: .addMissing
        )
        let request = try await prepared(fields: ["x": "mine"], configuration: configuration)
        #expect(request.fields.values(named: "X") == ["mine"])
        #expect(request.fields.values(named: "Accept") == ["application/json"])
    }

    @Test func aBearerTokenIsAskedForAtEachRequest() async throws {
        let configuration = HTTPClient.Configuration(token: { .bearer("asked") })
        let request = try await prepared(configuration: configuration)
        #expect(request.fields["Authorization"] == "Bearer asked")
        let own = try await prepared(token: .bearer("own"), configuration: configuration)
        #expect(own.fields["Authorization"] == "Bearer own")
        let none = try await prepared(configuration: HTTPClient.Configuration(token: { nil }))
        #expect(none.fields["Authorization"] == nil)
    }

    @Test(arguments: [
        ("http://a.test/p", "http://a.test/p?k=a%2Bb%26c"),
        ("http://a.test/p?", "http://a.test/p?k=a%2Bb%26c"),
        ("http://a.test/p?x=1;y&&z#f", "http://a.test/p?x=1;y&&z&k=a%2Bb%26c#f"),
    ])
    func aQueryTokenIsAppended(target: String, expected: String) async throws {
        let request = try await prepared(.get, target, token: .query(name: "k", value: "a+b&c"))
        #expect(request.target.text == expected)
    }

    @Test(arguments: [
        (#"{}"#, #"{"access_token":"t\"\\\u0001é"}"#),
        (
            #" { "a" : [1.00, {"access_token":"in"}] } "#,
            #" { "a" : [1.00, {"access_token":"in"}],"access_token":"t\"\\\u0001é" } "#
        ),
        (#"{"access_token":null,"b":2}"#, #"{"access_token":"t\"\\\u0001é","b":2}"#),
    ])
    func aBodyTokenLeavesTheOtherBytes(body: String, expected: String) async throws {
        let token = Token.body(name: "access_token", value: "t\"\\\u{1}é")
        let request = try await prepared(.post, body: body, token: token)
        #expect(request.body.text == expected)
        #expect(request.fields["Content-Length"] == String(expected.utf8.count))
        #expect(request.fields["Content-Type"] == "application/json")
    }

    @Test(arguments: [
        nil, "", "[]", "\"x\"", "{", "{\"a\":}", "{} x", "{\"a\":01}", "{'a':1}", "not json",
        #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12g4"}"#, #"{"\ ":1}"#, #"{"a":"\"#,
        "{\"a\u{1}\":1}",
        String(repeating: "{\"a\":", count: 100_000),
    ])
    func aBodyTokenNeedsAJSONObject(body: String?) async throws {
        let error = await #expect(throws: PreparationFailure.self) {
            try await prepared(.post, body: body, token: .body(name: "t", value: "s3cret"))
        }
        #expect(error?.code == .token)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func aBodyTokenNeedsUTF8() async throws {
        let transport = StubTransport(redirects: [:])
        var request = HTTPRequest(.post, try TargetURI("http://a.test/"))
        request.body = .octets(Octets(Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)))
        let error = await #expect(throws: PreparationFailure.self) {
            try await HTTPClient(transport: transport)
                .send(request, token: .body(name: "t", value: "s3cret"))
        }
        #expect(error?.code == .token)
        #expect(transport.sent.isEmpty)
    }

    @Test(arguments: [
        #"{"a\u00e9\"\\\/\b\f\n\r\t":"\ud800"}"#, #"{"é":"\uABCD\uabcd"}"#,
    ])
    func aBodyTokenLeavesEscapes(body: String) async throws {
        let token = Token.body(name: "t", value: "v")
        let request = try await prepared(.post, body: body, token: token)
        #expect(request.body.text == body.dropLast() + #","t":"v"}"#)
    }

    @Test(arguments: [
        Token.bearer("t"), .query(name: "access_token", value: "t"),
        .body(name: "access_token", value: "t"), .field(name: "X-Key", value: "t"),
    ])
    func aRequestWithACredentialKeepsIt(token: Token) async throws {
        let body = #"{"a":1}"#
        let field = try await prepared(
            .post,
            fields: ["authorization": "mine"],
            body: body,
            token: token
        )
        let query = try await prepared(
            .post,
            "http://a.test/?access_token=mine",
            body: body,
            token: token
        )
        let member = try await prepared(
            .post,
            body: #"{"\u0061ccess_token":"mine"}"#,
            token: token
        )
        #expect(field.fields.values(named: "Authorization") == ["mine"])
        for request in [field, query, member] {
            #expect(!request.fields.contains(named: "X-Key"))
            #expect(!request.body.text.contains("\"t\""))
            #expect(!request.target.text.contains("=t"))
        }
    }

    @Test func aFieldTokenReplacesAFieldOfItsName() async throws {
        let request = try await prepared(
            fields: ["x-key": "1", "Y": "2", "X-KEY": "3"],
            token: .field(name: "X-Key", value: "t")
        )
        #expect(lines(request).suffix(2) == ["X-Key: t", "Y: 2"])
    }

    @Test func whatCannotStandInAFieldIsRefused() async throws {
        let field = await #expect(throws: PreparationFailure.self) {
            try await prepared(fields: ["X": "a\r\nInjected: 1"])
        }
        #expect(field?.code == .request && field?.detail.contains("X") == true)
        let token = await #expect(throws: PreparationFailure.self) {
            try await prepared(token: .bearer("a\nb"))
        }
        #expect(token?.code == .token)
    }
}
