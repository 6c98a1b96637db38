import Collections
import HTTPModel
import TestSupport
import Testing

/// What other tools write in request files is read, and what has no counterpart is listed.
@Suite struct DialectTests {
    private func request(_ text: String) throws -> SavedRequest {
        try #require(HTTPFile(Octets(utf8: text), path: "a.http").requests.first)
    }

    private func resolve(
        _ text: String,
        at index: Int = 0,
        files: [(String, Octets)] = [],
        scopes: VariableScopes = VariableScopes()
    ) throws -> ResolvedRequest {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(name, bytes) }
        try folder.write("a.http", text)
        let collection = try RequestCollection.load(folder.path)
        let file = try #require(collection.files.first)
        return try RequestResolver(collection: collection, scopes: scopes)
            .resolve(file.source.requests[index], in: file)
    }

    private func fault(
        _ text: String,
        at index: Int = 0,
        scopes: VariableScopes = VariableScopes()
    ) -> ResolveError? {
        do {
            _ = try resolve(text, at: index, scopes: scopes)
            return nil
        } catch {
            return error as? ResolveError
        }
    }

    @Test func switchesOfOtherToolsAreApplied() throws {
        func settings(_ directive: String) throws -> RequestSettings {
            let request = try request("# @\(directive)\nGET http://h\n")
            #expect(request.notRun == [], "\(directive)")
            return request.settings
        }
        for name in ["curl-insecure", "kulala-curl-insecure", "setting insecure true"] {
            #expect(try settings(name).isInsecure)
        }
        #expect(try !settings("setting http-insecure = false").isInsecure)
        #expect(try !settings("setting followredirects false").isFollowingRedirects)
        #expect(try !settings("curl-no-location").isFollowingRedirects)
        #expect(try settings("settings followredirects=false insecure=on").isInsecure)
        #expect(try !settings("setting no-cookies true").usesCookieJar)
        #expect(try settings("graphql").isGraphQL)
    }

    @Test func settingsOfOtherToolsAreApplied() throws {
        let request = try request(
            """
            # @setting timeout 2.5s
            # @setting proxy {{p}}
            # @setting http-root-cas /ca.pem
            # @curl-connect-timeout 2
            # @curl-resolve h:80:127.0.0.1
            # @setting http-version 2
            # @operation Fetch
            POST http://h

            """
        )
        #expect(request.settings.timeout == .milliseconds(2500))
        #expect(request.settings.proxy == "{{p}}")
        #expect(request.settings.tls.authorities == "/ca.pem")
        #expect(request.settings.connectTimeout == .seconds(2))
        #expect(request.settings.resolve == ["h:80:127.0.0.1"])
        #expect(request.settings.version == .http2)
        #expect(request.settings.graphQLOperation == "Fetch")
        let wrong = HTTPFile(
            Octets(utf8: "# @setting insecure ture\nGET http://h\n"),
            path: "a.http"
        )
        #expect(
            wrong.problems.map(\.message) == ["@setting insecure takes true or false, not 'ture'"]
        )
    }

    @Test func whatHasNoCounterpartIsKeptAndListed() throws {
        let text = """
            # @note Are you sure?
            # @title A title
            # @loop for 3
            # @kulala-prompt-x
            # @setting grpc-insecure true
            # @auth oauth2 token_url=x
            # @curl-conect-timeout 200
            GET http://h

            """
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(file.problems == [])
        #expect(
            file.requests[0].notRun == [
                "@loop for 3", "@kulala-prompt-x",
                "@setting grpc-insecure true", "@auth oauth2 token_url=x",
                "@curl-conect-timeout 200",
            ]
        )
        #expect(file.requests[0].settings.note == "Are you sure?")
        #expect(
            try file.applying(.setDirective(name: "note", value: nil), to: 0).bytes.text
                == text.replacing("# @note Are you sure?\n", with: "")
        )
    }

    @Test func restermAuthAndVariablesAreApplied() throws {
        #expect(try request("# @auth bearer {{t}}\nGET h.x").token == .bearer("{{t}}"))
        #expect(try request("# @auth none\nGET h.x").token == TokenSetting.none)
        #expect(
            try request("# @auth apikey header X-Key {{k}}\nGET h.x").token
                == .field(name: "X-Key", value: "{{k}}")
        )
        #expect(try request("# @token bearer a\n# @auth bearer b\nGET h.x").token == .bearer("a"))
        let basic = try resolve("# @auth basic {{u}} p w\n# @const u me\nGET http://h\n")
        #expect(basic.request.fields["Authorization"] == "Basic bWU6cCB3")
        let text = """
            # @global api http://h
            # @var file path = /p
            # @global-secret plain hidden-value
            GET {{api}}{{path}}?a={{plain}}

            """
        let resolved = try resolve(text)
        #expect(resolved.request.target.displayText == "http://h/p?a=hidden-value")
        #expect(resolved.secrets == ["hidden-value"])
        let variables = HTTPFile(Octets(utf8: text), path: "a.http").variables
        #expect(variables.map { $0.location.description } == ["1:11", "2:13", "3:18"])
    }

    @Test func requiredRequestsAreAskedForFirst() throws {
        let text = "### login\nGET http://h/login\n\n### next\n# @ref login\nGET http://h\n"
        #expect(fault(text, at: 1)?.code == .needsResponse(requestID: "a.http#login"))
        #expect(
            fault(text.replacing("ref login", with: "forceRef logn"), at: 1)?.description
                == "a.http:5:13: no request is named 'logn'; did you mean login?"
        )
        var scopes = VariableScopes()
        scopes.responses["a.http#login"] = try exchange()
        #expect(try resolve(text, at: 1, scopes: scopes).request.method == .get)
    }

    private func exchange() throws -> Exchange {
        let request = HTTPRequest(
            .post,
            try TargetURI("http://h"),
            fields: ["X-Id": "7"],
            body: .octets(Octets(utf8: #"{"a": {"b": "sent"}}"#))
        )
        let response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(201), fields: ["X-Y": "came"]),
            body: Octets(utf8: #"{"a": "got"}"#)
        )
        return Exchange(request: request, result: .success(response))
    }

    @Test func whatWasSentAndWhatCameCanBeReferredTo() throws {
        var scopes = VariableScopes()
        scopes.responses["x"] = try exchange()
        func value(_ expression: String) throws -> String {
            let text = "# @name x\nPOST http://h\n\n### y\nPOST http://h\n\n{{\(expression)}}\n"
            return try resolve(text, at: 1, scopes: scopes).request.body.octets.text
        }
        #expect(try value("x.request.body.$.a.b") == "sent")
        #expect(try value("x.request.headers.X-Id") == "7")
        #expect(try value("x.request.body") == #"{"a": {"b": "sent"}}"#)
        #expect(try value("x.response.body.$.a") == "got")
        #expect(try value("x.response.headers.X-Y") == "came")
    }

    @Test func systemVariablesOfOtherToolsAreNamed() {
        let error = fault("GET http://h\nAuthorization: {{$aadToken new}}\n")
        #expect(error?.code == .unknownVariable(name: "$aadToken", suggestion: nil))
        #expect(
            error?.description.hasPrefix("a.http:2:16: '$aadToken' signs in as REST Client does")
                == true
        )
        #expect(fault("GET http://h/{{$input x}}")?.detail.contains("# @prompt") == true)
        #expect(fault("GET http://h/{{$fake.city}}")?.detail.contains("$random.alphabetic") == true)
    }

    @Test func datesAreWrittenAsDayJsAndDotNetWriteThem() throws {
        var scopes = VariableScopes(now: { 1_769_850_300_123_000_000 })
        scopes.zoneOffset = { _ in 5 * 3600 + 1800 }
        func value(_ expression: String) throws -> String {
            let text = "POST http://h\n\n{{\(expression)}}\n"
            return try resolve(text, scopes: scopes).request.body.octets.text
        }
        #expect(try value("$localDatetime iso8601") == "2026-01-31T14:35:00.123+05:30")
        #expect(try value("$localDatetime rfc1123") == "Sat, 31 Jan 2026 14:35:00 +0530")
        #expect(try value("$datetime 'D/M/YY h:mm A [on] dddd'") == "31/1/26 9:05 AM on Saturday")
        #expect(try value("$datetime 'YYYY-MM-DDTHH:mm:ssZ' 1 h") == "2026-01-31T10:05:00+00:00")
        #expect(
            try value("$localDatetime \"dd-MM-yyyy'T'HH:mm:ss.fff\"") == "31-01-2026T14:35:00.123"
        )
        #expect(try value("$timestampMs") == "1769850300123")
    }

    @Test func namesOfSystemVariablesCanBeIndirect() throws {
        let scopes = VariableScopes(processEnvironment: ["HOME_DIR": "/h", "X": "/x"])
        let text = "@n = HOME_DIR\nGET http://h{{$processEnv %n}}{{$processEnv X}}/{{$dotenv %d}}\n"
        let resolved = try resolve(
            "@d = KEY\n" + text,
            files: [(".env", Octets(utf8: "KEY=dot\n"))],
            scopes: scopes
        )
        #expect(resolved.request.target.path == "/h/x/dot")
    }

    @Test func filesInOtherEncodingsBecomeUTF8() throws {
        let files = [
            ("l1.txt", Octets([0x5A, 0x6F, 0xEB, 0x20] + Array("{{v}}".utf8))),
            ("u16.txt", Octets([0xFF, 0xFE, 0x5A, 0, 0xEB, 0])),
        ]
        let text = "@v = x\nPOST http://h\n\n<@latin1 ./l1.txt\n"
        #expect(try resolve(text, files: files).request.body.octets.text == "Zoë x")
        let wide = "POST http://h\n\n<@utf-16le ./u16.txt\n"
        #expect(try resolve(wide, files: files).request.body.octets.text == "Zë")
        #expect(fault("POST http://h\n\n<@ebcdic ./none\n") != nil)
        let file = HTTPFile(Octets(utf8: text), path: "a.http")
        #expect(try file.applying(.setBody(file.requests[0].body), to: 0).bytes == file.bytes)
    }

    @Test func graphQLIsSentWithItsOperation() throws {
        let text = """
            POST http://h
            X-Request-Type: GraphQL
            X-GraphQL-Operation: B

            query A { a } query B($id: ID) { b(id: $id) }

            {"id": 1.0}
            """
        let resolved = try resolve(text)
        #expect(
            resolved.request.body.octets.text
                == #"{"query":"query A { a } query B($id: ID) { b(id: $id) }","operationName":"B","variables":{"id": 1.0}}"#
        )
        #expect(resolved.request.fields.map(\.name) == ["Content-Type"])
    }

    @Test func formsAndQueriesGoOnOverLinesAndNothingButBracesIsReplaced() throws {
        let text = """
            POST http://h/o
                ?$filter=a eq '${HOME}'
                &b=\\{{x}}
            Content-Type: application/x-www-form-urlencoded

            name=foo
                &q={"$gt":1}
                &last=$id
            """
        let resolved = try resolve(text)
        #expect(resolved.request.body.octets.text == #"name=foo&q={"$gt":1}&last=$id"#)
        #expect(resolved.request.target.query?.contains("$filter=") == true)
        #expect(
            fault("POST http://h\n\n{\n  \"a\": \"{{nobody}}\"\n}\n")?.description.hasPrefix(
                "a.http:4:9: variable 'nobody' has no value"
            ) == true
        )
    }

    @Test func secretsThatAnotherProgramKeepsAreReported() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "http-client.env.json",
            """
            {"dev": {
              "key": {"provider": "AspnetUserSecrets", "secretName": "k"},
              "plain": "x"
            }, "$shared": {"s": "y"}}
            """
        )
        let collection = try RequestCollection.load(folder.path)
        #expect(collection.problems.map(\.location.line) == [2])
        #expect(collection.environments.map { $0.variables.map(\.name) } == [["plain", "s"]])
    }
}
