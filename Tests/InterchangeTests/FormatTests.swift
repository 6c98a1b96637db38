import Collections
import HTTPModel
import Testing

@testable import Interchange

/// One small file of each format, as the request file it becomes.
@Suite("Foreign formats")
struct FormatTests {
    private func file(
        _ text: String,
        path: String = "file",
        siblings: [String: String] = [:]
    ) throws -> HTTPFile {
        let collection = try #require(
            try Interchange.read(Octets(utf8: text), path: path) { name in
                siblings[name].map { Octets(utf8: $0) }
            }
        )
        let file = HTTPFile(Octets(utf8: HTTPFileText.text(of: collection)), path: path)
        #expect(file.problems.isEmpty)
        return file
    }

    // MARK: OpenAPI

    @Test func anOperationGetsParametersContentAndTokenOfItsSchemas() throws {
        let request = try #require(
            try file(
                """
                openapi: 3.1.0
                info: {title: Pets, version: "1"}
                servers: [{url: "https://{region}.pets.test/v1/", variables: {region: {default: eu}}}]
                security: [{key: []}]
                paths:
                  /pets/{id}:
                    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                    put:
                      summary: Change a pet
                      tags: [pets]
                      parameters:
                        - {name: dry, in: query, required: true, schema: {type: boolean}}
                        - {name: more, in: query, schema: {type: string}}
                      requestBody:
                        content:
                          application/json: {schema: {$ref: "#/components/schemas/Pet"}}
                components:
                  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
                  schemas:
                    Pet:
                      type: object
                      properties:
                        id: {type: integer, readOnly: true}
                        name: {type: string, example: Rex}
                        friend: {$ref: "#/components/schemas/Pet"}
                """
            ).requests.first
        )
        #expect(request.name == "pets / Change a pet")
        #expect(request.method == "PUT")
        #expect(request.url == "{{baseUrl}}/pets/{{id}}?dry=true")
        #expect(request.queryItems.filter { !$0.isEnabled }.map(\.name) == ["more"])
        #expect(request.token == .field(name: "X-Key", value: "{{key}}"))
        guard case .text(let body) = request.body else { Issue.record("no content"); return }
        #expect(body.hasPrefix("{\n  \"name\": \"Rex\",\n  \"friend\": {"))
    }

    @Test func referencesLeadOverFiles() throws {
        let request = try #require(
            try file(
                """
                swagger: "2.0"
                info: {title: T, version: "1"}
                host: h.test
                schemes: [http]
                paths:
                  /a: {post: {parameters: [{in: body, name: b, schema: {$ref: "defs/a.yaml#/A"}}]}}
                """,
                siblings: [
                    "defs/a.yaml": "A: {properties: {x: {$ref: \"b.json#/x~1y\"}}}",
                    "defs/b.json": #"{"x/y": {"enum": ["found"]}}"#,
                ]
            ).requests.first
        )
        #expect(request.body == .text("{\n  \"x\": \"found\"\n}"))
    }

    // MARK: Insomnia, Bruno

    @Test func insomniaTagsThatNameResponsesBecomeReferences() throws {
        let requests = try file(
            """
            _type: export
            __export_format: 4
            resources:
              - {_id: wrk_1, _type: workspace, name: W}
              - {_id: req_1, _type: request, parentId: wrk_1, name: Log in, method: POST, url: "{{ _.base }}/login"}
              - _id: req_2
                _type: request
                parentId: wrk_1
                name: Me
                method: GET
                url: "{{ _.base }}/me"
                authentication:
                  type: bearer
                  token: "{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}"
            """
        ).requests
        #expect(requests[0].name == "Log_in")
        #expect(requests[0].url == "{{base}}/login")
        #expect(requests[1].token == .bearer("{{Log_in.response.body.$.token}}"))
    }

    @Test func aBruRequestInheritsFromItsCollection() throws {
        let text = """
            meta {
              name: Get one
              type: http
            }

            get {
              url: {{host}}/things/:id
              body: none
              auth: inherit
            }

            params:path {
              id: 7
            }

            headers {
              ~X-Off: 1
            }

            assert {
              res.status: eq 200
              res.body.name: eq Zoë
            }

            vars:post-response {
              name: $res.body.name
            }
            """
        let collection = """
            auth {
              mode: bearer
            }

            auth:bearer {
              token: {{process.env.TOKEN}}
            }

            vars:pre-request {
              host: http://h.test
            }
            """
        let file = try file(
            text,
            path: "a/one.bru",
            siblings: ["../collection.bru": collection]
        )
        let request = try #require(file.requests.first)
        #expect(request.url == "{{host}}/things/7")
        #expect(request.token == .bearer("{{$processEnv TOKEN}}"))
        #expect(request.fields.map(\.isEnabled) == [false])
        #expect(request.assertions.map(\.text) == ["status == 200", "jsonpath $.name == Zoë"])
        #expect(request.captures.map(\.text) == ["name = jsonpath $.name"])
        #expect(file.variables.map(\.name) == ["host"])
    }

    @Test func aBlockThatIsNotClosedIsNamedWithItsLine() throws {
        let error = #expect(throws: ImportError.self) {
            try Interchange.read(Octets(utf8: "meta {\n}\n\nget {\n  url: x\n"), path: "x.bru")
        }
        #expect(error?.location.line == 4)
    }

    // MARK: HAR, Hoppscotch, slumber, posting, hurl

    @Test func nothingInAnArchiveIsATemplate() throws {
        let request = try #require(
            try file(
                #"""
                {"log": {"creator": {"name": "x"}, "entries": [{"request": {"method": "POST",
                 "url": "http://h.test/a?x={{y}}", "headers": [{"name": ":path", "value": "/"},
                 {"name": "content-length", "value": "2"}, {"name": "X", "value": "{{z}}"}],
                 "postData": {"mimeType": "text/plain", "text": "{{b}}"}}}]}}
                """#
            ).requests.first
        )
        #expect(request.url == "http://h.test/a?x=\\{{y}}")
        #expect(request.fields.map(\.value) == ["\\{{z}}", "text/plain"])
        #expect(request.body == .text("\\{{b}}"))
    }

    @Test func hoppscotchVariablesAreBetweenAngles() throws {
        let request = try #require(
            try file(
                #"""
                {"v": 1, "name": "c", "folders": [], "requests": [{"v": "3", "name": "r", "method": "GET",
                 "endpoint": "<<base>>/a", "params": [{"key": "q", "value": "<<x>> y", "active": true}],
                 "headers": [], "auth": {"authType": "bearer", "authActive": true, "token": "<<t>>"},
                 "body": {"contentType": null, "body": null}, "testScript": "pw.expect(pw.response.status).toBe(200)"}]}
                """#
            ).requests.first
        )
        #expect(request.url == "{{base}}/a?q={{x}}%20y")
        #expect(request.token == .bearer("{{t}}"))
        #expect(request.assertions.map(\.text) == ["status == 200"])
    }

    @Test func slumberExpressionsBecomePromptsAndReferences() throws {
        let requests = try file(
            """
            profiles: {local: {data: {host: "http://h.test"}}}
            .base: {headers: {Accept: text/plain}}
            requests:
              login: {method: POST, url: "{{ host }}/login", body: {type: json, data: {p: "{{ prompt(message='Password') }}"}}}
              me:
                $ref: "#/.base"
                method: GET
                url: "{{ host }}/me"
                query: {a: [x, y]}
                authentication: {type: bearer, token: "{{ response('login') | jsonpath('$.id') }}"}
            """
        ).requests
        #expect(requests[0].settings.prompts.map(\.name) == ["password"])
        #expect(requests[0].body == .text("{\n  \"p\": \"{{password}}\"\n}"))
        #expect(requests[1].url == "{{host}}/me?a=x&a=y")
        #expect(requests[1].fields.map(\.name) == ["Accept"])
        #expect(requests[1].token == .bearer("{{login.response.body.$.id}}"))
    }

    @Test func postingVariablesBeginWithADollar() throws {
        let request = try #require(
            try file(
                """
                name: r
                method: GET
                url: $BASE/a/${ID}b
                options: {follow_redirects: false, timeout: 0.5}
                """
            ).requests.first
        )
        #expect(request.url == "{{BASE}}/a/{{ID}}b")
        #expect(!request.settings.isFollowingRedirects)
        #expect(request.settings.timeout == .milliseconds(500))
    }

    @Test func hurlEntriesKeepTheirAssertsAndCaptures() throws {
        let requests = try file(
            """
            # Log in
            POST http://h.test/login
            [Form]
            user: a b
            HTTP 200
            [Captures]
            id: jsonpath "$.id"
            [Asserts]
            header "X-A" contains "y"
            jsonpath "$.n" not exists

            GET http://h.test/{{id}}
            [Options]
            location: true
            HTTP *
            """
        ).requests
        #expect(requests[0].name == "Log in")
        #expect(requests[0].body == .text("user=a+b"))
        #expect(!requests[0].settings.isFollowingRedirects)
        #expect(
            requests[0].assertions.map(\.text)
                == ["status == 200", "header X-A contains \"y\"", "jsonpath $.n not exists"]
        )
        #expect(requests[0].captures.map(\.text) == ["id = jsonpath $.id"])
        #expect(requests[1].settings.isFollowingRedirects)
    }

    // MARK: Credentials

    @Test func credentialsKeepBlanksInUsersAndEmptyPasswords() throws {
        let requests = try file(
            """
            curl -u 'a user:secret' http://h.test/
            curl -u 'key:' http://h.test/
            curl -u 'key:pass' http://h.test/
            """,
            path: "requests.curl"
        ).requests
        #expect(
            requests.map { $0.fields.first?.value }
                == ["Basic YSB1c2VyOnNlY3JldA==", "Basic key:", "Basic key pass"]
        )
    }

    @Test func aCommandBetweenBackquotesIsOneWord() throws {
        let requests = try file(
            "curl http://h.test/a --data @- < `echo name.json`",
            path: "requests.curl"
        ).requests
        #expect(requests.map(\.url) == ["http://h.test/a"])
    }
}
