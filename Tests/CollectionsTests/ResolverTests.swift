import Collections
import Files
import HTTPModel
import TestSupport
import Testing

/// Templates are filled in as `VariableScopes` documents.
@Suite struct ResolverTests {
    private func collection(
        _ files: [(String, String)]
    ) throws -> (TemporaryFolder, RequestCollection) {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(name, text) }
        return (folder, try RequestCollection.load(folder.path))
    }

    private func resolve(
        _ text: String,
        _ others: [(String, String)] = [],
        at index: Int = 0,
        scopes: VariableScopes = VariableScopes()
    ) throws -> ResolvedRequest {
        let (folder, collection) = try collection([("a.http", text)] + others)
        defer { withExtendedLifetime(folder) {} }
        let file = try #require(collection.files.first { $0.path == "a.http" })
        return try RequestResolver(collection: collection, scopes: scopes)
            .resolve(file.source.requests[index], in: file)
    }

    private func fault(
        _ text: String,
        _ others: [(String, String)] = [],
        scopes: VariableScopes = VariableScopes()
    ) -> ResolveError? {
        do {
            _ = try resolve(text, others, scopes: scopes)
            return nil
        } catch {
            return error as? ResolveError
        }
    }

    @Test func theNearestAndStrongestScopeWins() throws {
        let others = [
            ("apus.json", #"{variables: {v: "settings", s: "only"}, fields: {"X-All": "{{s}}"}}"#),
            (
                "http-client.env.json",
                #"{"e": {"v": "public", "w": "{{v}}!"}, "$shared": {"z": "sh"}}"#
            ),
            ("http-client.private.env.json", #"{"e": {"v": "private-value"}}"#),
            (".env", "v=dot\nd='only dot' # x\n"),
        ]
        let text = "GET http://h/{{v}}/{{w}}/{{z}}/{{d}}\n"
        var scopes = VariableScopes(environmentName: "e")
        #expect(
            try resolve(text, others, scopes: scopes).request.target.path
                == "/private-value/private-value!/sh/only%20dot"
        )
        #expect(
            try resolve("@v = file\n" + text, others, scopes: scopes).request.target.path
                == "/file/file!/sh/only%20dot"
        )
        scopes.captures["v"] = "captured"
        scopes.overrides["z"] = "{{v}}"
        let resolved = try resolve("@v = file\n" + text, others, scopes: scopes)
        #expect(resolved.request.target.path == "/captured/captured!/%7B%7Bv%7D%7D/only%20dot")
        #expect(resolved.request.fields["X-All"] == "only")
        #expect(resolved.secrets.contains("only dot"))
        scopes = VariableScopes()
        #expect(
            try resolve("GET http://h/{{v}}{{z}}", others, scopes: scopes).request.target.path
                == "/settingssh"
        )
    }

    @Test func secretsAreNamedAndNeverShown() throws {
        let others = [
            ("http-client.private.env.json", #"{"e": {"pass": "hunter22", "host": "h"}}"#)
        ]
        let text = """
            # @token bearer {{pass}}-t
            POST http://{{host}}/{{pass}}
            Authorization: Basic me {{pass}}
            X-Env: {{$processEnv HOME_KEY}}

            {"p": "{{pass}}"}
            """
        let scopes = VariableScopes(
            environmentName: "e",
            processEnvironment: ["HOME_KEY": "from-system"]
        )
        let resolved = try resolve(text, others, scopes: scopes)
        #expect(resolved.request.fields["Authorization"] == "Basic bWU6aHVudGVyMjI=")
        #expect(resolved.token == .bearer("hunter22-t"))
        for secret in ["hunter22", "from-system", "bWU6aHVudGVyMjI="] {
            #expect(resolved.secrets.contains(secret))
            #expect(!resolved.origins.contains { $0.text.contains(secret) })
        }
        #expect(resolved.origins.contains { $0.source.contains("http-client.private.env.json:1:") })
        #expect(resolved.origins.contains { $0.part == .target && $0.source == "a.http:2:6" })
    }

    @Test func onlyDoubleBracesAreVariables() throws {
        let body = #"{"q": "query($id: ID)", "m": {"$gt": 1}, "e": "${HOME}", "l": "\{{x}}"}"#
        let text = "POST http://h/odata?$filter=a eq 1\n\n" + body
        let resolved = try resolve(text)
        #expect(resolved.request.body.octets.text == body.replacing("\\{{", with: "{{"))
        #expect(resolved.request.target.requestTarget == "/odata?$filter=a%20eq%201")
    }

    @Test func anUnknownVariableBlocksTheSendAndNamesItsPlace() {
        let text = "@baseUrl = http://h\n\n### x\nGET {{baseUrl}}/a\n\nline\n  {{basUrl}}\n"
        let error = fault(text)
        #expect(error?.code == .unknownVariable(name: "basUrl", suggestion: "baseUrl"))
        #expect(error?.description.hasPrefix("a.http:7:3: ") == true)
        let query = fault("GET http://h\n  ?a=1\n  &b={{nope}}\n")
        #expect(query?.code == .unknownVariable(name: "nope", suggestion: nil))
    }

    @Test func cyclesAreNamed() {
        let error = fault("@a = {{b}}\n@b = {{a}}\nGET http://h/{{a}}\n")
        #expect(error?.code == .cyclicVariable(["a", "b", "a"]))
        #expect(error?.location.line == 2)
    }

    @Test func valuesComeFromResponses() throws {
        let text = """
            # @name login
            POST http://h/login

            ###
            GET http://h/{{login.response.body.$.a[0].id}}/{{login.response.body.token}}
            X: {{login.response.headers.ETag}} {{login.response.status}}
            """
        #expect(throws: ResolveError.self) { try resolve(text, at: 1) }
        let target = try TargetURI("http://h/login")
        let response = HTTPResponse(
            head: HTTPResponseHead(status: HTTPStatus(201), fields: ["ETag": "e1"]),
            body: Octets(utf8: #"{"a": [{"id": 1.00}], "token": "t\u0041k"}"#)
        )
        let exchange = Exchange(request: HTTPRequest(.post, target), result: .success(response))
        let scopes = VariableScopes(responses: ["a.http#login": exchange])
        let resolved = try resolve(text, at: 1, scopes: scopes)
        #expect(resolved.request.target.path == "/1.00/tAk")
        #expect(resolved.request.fields["X"] == "e1 201")
        do {
            _ = try resolve(text, at: 1)
        } catch let error as ResolveError {
            #expect(error.code == .needsResponse(requestID: "a.http#login"))
        }
    }

    @Test func dynamicValuesComeFromTheGivenClockAndDice() throws {
        let scopes = VariableScopes(now: { 1_769_850_300_123_000_000 }, random: { 7 })
        let text = """
            POST http://h

            {{$timestamp}} {{$isoTimestamp}} {{$datetime rfc1123}} {{$randomInt 5 10}}
            {{$datetime "DD.MM.YYYY" 1 M}} {{$timestamp -1 d}} {{$random.alphabetic(3)}} {{$uuid}}
            """
        #expect(
            try resolve(text, scopes: scopes).request.body.octets.text == """
                1769850300 2026-01-31T09:05:00.123Z Sat, 31 Jan 2026 09:05:00 GMT 7
                28.02.2026 1769763900 hhh 07000000-0000-4000-8700-000000000000
                """
        )
        #expect(
            fault("GET http://h/{{$uuidd}}")?.code
                == .unknownVariable(name: "$uuidd", suggestion: "$uuid")
        )
        #expect(fault("GET http://h/{{$randomInt 5 1}}") != nil)
        for limit in [Int64.min, .max] {
            #expect(fault("GET http://h/{{$timestamp \(limit) s}}") != nil)
            #expect(fault("GET http://h/{{$datetime iso8601 \(limit) y}}") != nil)
        }
    }

    @Test func multipartContentKeepsBinaryPartsAsTheyAre() throws {
        let folder = try TemporaryFolder()
        let binary = Octets([0, 0x7B, 0x7B, 0x78, 0x7D, 0x7D, 0xFF, 0x0A])
        try folder.write("p.bin", binary)
        let text = """
            @n = Zoë
            POST http://h
            Content-Type: multipart/form-data; boundary=B

            --B
            Content-Disposition: form-data; name="t"

            {{n}}
            --B
            Content-Disposition: form-data; name="f"; filename="p.bin"

            < ./p.bin
            --B--
            """
        try folder.write("a.http", text)
        let collection = try RequestCollection.load(folder.file("a.http"))
        let file = collection.files[0]
        let resolved = try RequestResolver(collection: collection, scopes: VariableScopes())
            .resolve(file.source.requests[0], in: file)
        let head =
            "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nZoë\r\n--B\r\n"
            + "Content-Disposition: form-data; name=\"f\"; filename=\"p.bin\"\r\n\r\n"
        #expect(
            resolved.request.body.octets.array
                == Array(head.utf8) + binary.array + Array("\r\n--B--".utf8)
        )
    }

    @Test func formsAndFilesAreRead() throws {
        let form =
            "POST http://h\nContent-Type: application/x-www-form-urlencoded\n\na=1\n  &b={{v}}\n"
        #expect(try resolve("@v=2\n" + form).request.body.octets.text == "a=1&b=2")
        let files = [("b.txt", "{{v}} é")]
        #expect(
            try resolve("@v=2\nPOST http://h\n\n<@ b.txt\n", files).request.body.octets.text
                == "2 é"
        )
        #expect(
            try resolve("@v=2\nPOST http://h\n\n< b.txt\n", files).request.body.octets.text
                == "{{v}} é"
        )
        #expect(fault("POST http://h\n\n< none.txt\n")?.code == .unreadableFile(path: "none.txt"))
    }

    @Test func whatCannotBeSentIsRefusedWithItsPlace() {
        #expect(fault("GET ftp://h/x\n")?.code == .invalidURL)
        #expect(fault("GRPC http://h/x\n")?.code == .unsupportedMethod)
        #expect(fault("GET http://h\nno colon\n")?.code == .brokenRequest)
        #expect(
            fault("GET http://h\nX: {{v}}\n", scopes: VariableScopes(overrides: ["v": "a\nb"]))?
                .code == .invalidField
        )
        #expect(
            fault("# @prompt who Your name\nGET http://h/{{who}}\n")?.code
                == .needsPrompt(Prompt(name: "who", message: "Your name"))
        )
        #expect(
            fault("GET http://h\n", scopes: VariableScopes(environmentName: "x"))?.code
                == .unknownEnvironment(name: "x", suggestion: nil)
        )
    }

    @Test func directivesBecomeOptions() throws {
        let text = """
            # @timeout 500 ms
            # @connection-timeout 2 s
            # @no-redirect
            # @no-cookie-jar
            # @insecure
            GET h:8080/x HTTP/2
            """
        let request = try resolve(text).request
        #expect(request.options.timeouts.total == .milliseconds(500))
        #expect(request.options.timeouts.connect == .seconds(2))
        #expect(request.options.redirectLimit == 0)
        #expect(!request.options.usesCookieJar && !request.options.isVerifyingTLS)
        #expect(request.options.version == .http2)
        #expect(request.target.text == "http://h:8080/x")
    }
}
