import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Requests as `curl` commands: run by a shell they send what we send, and read back they are equal.
@Suite struct CurlExportTests {
    /// Requests with what shells, curl and terminals stumble over.
    private static let samples: [@Sendable (String) throws -> HTTPRequest] = [
        { HTTPRequest(.get, try TargetURI($0 + "/")) },
        { HTTPRequest(.head, try TargetURI($0 + "/h?x=[1-3]&y={a,b}'$(id)`id`")) },
        { HTTPRequest(.delete, try TargetURI($0 + "/a/../b/./c%2F?q=a+b%20c&q=;|&")) },
        { base in
            HTTPRequest(
                .post,
                try TargetURI(base + "/t9"),
                fields: ["Content-Type": "application/json", "X-Quote": #"it's "$HOME" !! \n %s"#],
                body: .octets(Octets(utf8: #"{"a":"\n \u00e9 'é' \"$x\" !","b":`c`}"# + "\n\n"))
            )
        },
        { base in
            HTTPRequest(
                .put,
                try TargetURI(base + "/bytes"),
                body: .octets(Octets((0...255).map { UInt8($0) } + Array("%d%%\\n'".utf8)))
            )
        },
        { base in
            HTTPRequest(
                .post,
                try TargetURI(base + "/at"),
                fields: ["Content-Type": "text/plain", "X": "1", "x": "2", "Empty": ""],
                body: .octets(Octets(utf8: "@/etc/passwd"))
            )
        },
        { base in
            HTTPRequest(
                .patch,
                try TargetURI(base + "/long"),
                body: .octets(Octets(utf8: String(repeating: "long'% ", count: 40_000)))
            )
        },
        { base in
            HTTPRequest(
                .get,
                try TargetURI(base + "/get-with-content"),
                fields: ["User-Agent": "me", "Accept": "a/b", "Cookie": "a=1; b=2"],
                body: .octets(Octets(utf8: "content"))
            )
        },
        { HTTPRequest(.post, try TargetURI($0 + "/none")) },
        // A quote, and the accent that makes it a part of another character.
        { base in
            HTTPRequest(
                .post,
                try TargetURI(base + "/accent"),
                fields: ["Content-Type": "text/plain"],
                body: .octets(Octets(utf8: "'\u{301}; exit 7; '\u{301}"))
            )
        },
        { base in
            HTTPRequest(
                .post,
                try TargetURI(base + "/dashes"),
                body: .octets(Octets(utf8: "--b\r\n\0-\r\n--b--"))
            )
        },
    ]

    @Test func anAddressWrittenShortKeepsItsHostField() throws {
        func command(_ authority: String) throws -> String {
            let target = try TargetURI("http://\(authority)/")
            return SentRequest(method: .get, target: target, fields: ["Host": authority])
                .curlCommand(redacting: nil)
        }
        #expect(try command("127.1:4041").contains("-H 'Host: 127.1:4041'"))
        #expect(try command("0x7f.1").contains("-H 'Host: 0x7f.1'"))
        for usual in ["127.0.0.1:80", "[::1]:80", "h1.test", "1.test"] {
            #expect(try !command(usual).contains("Host:"), "\(usual)")
        }
    }

    @Test func aSignatureIsLeftToCurl() throws {
        var options = RequestOptions()
        options.authentication = .awsSigV4(AWSSigning(keyID: "k", secret: Secret("s")))
        let fields: HTTPFields = [
            "Host": "h", "Authorization": "AWS4-HMAC-SHA256 Credential=k/x",
            "X-Amz-Date": "20261130T170858Z", "X-Amz-Security-Token": "t",
        ]
        let sent = SentRequest(method: .get, target: try TargetURI("http://h/"), fields: fields)
        let command = sent.curlCommand(options: options, redacting: nil)
        #expect(!command.contains("Authorization") && !command.contains("X-Amz-Date"))
        #expect(command.contains("X-Amz-Security-Token: t"))
        #expect(command.contains("--aws-sigv4"))
    }

    private func run(_ command: String) async throws -> ChildProgram.Ending {
        let shell = try ChildProgram(
            "/bin/sh",
            [],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"],
            limit: .seconds(60)
        )
        return await shell.finish(input: command + " >/dev/null 2>&1\n")
    }

    /// The parts that must be equal: all fields but the codings, which curl lists in an order of its own.
    private func comparable(_ request: FaultRequest) -> [String] {
        let fields = request.lines.dropFirst().filter {
            !$0.lowercased().hasPrefix("accept-encoding:")
        }
        return [request.line] + fields.sorted() + [request.text]
    }

    @Test(arguments: samples.indices)
    func aShellSendsWhatWeSend(_ index: Int) async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let request = try Self.samples[index](server.base)
        let exchange = try await HTTPClient().send(request)
        let sent = try #require(exchange.hops.first?.sent)
        let command = sent.curlCommand(options: request.options, redacting: nil)
        let ending = try await run(command)
        #expect(ending.exitCode == 0, "\(command)")
        let requests = server.requests
        #expect(requests.count == 2)
        guard requests.count == 2 else { return }
        #expect(requests[1].body == requests[0].body)
        #expect(comparable(requests[1]) == comparable(requests[0]))
    }

    @Test(arguments: samples.indices)
    func whatWasExportedReadsBackEqual(_ index: Int) throws {
        let request = try Self.samples[index]("http://h.test")
        let text = request.curlCommand(redacting: nil)
        guard !text.hasPrefix("printf") else { return }
        let again = try HTTPRequest(curl: text)
        #expect(again.method == request.method && again.target == request.target)
        #expect(again.body == request.body)
        #expect(again.fields == request.fields)
        #expect(again.options.isDecoding && again.options.redirectLimit > 0)
    }

    @Test func optionsAreWrittenAndReadBack() throws {
        var request = HTTPRequest(.get, try TargetURI("https://a.test/"))
        request.options.isVerifyingTLS = false
        request.options.version = .http1_1
        request.options.timeouts.total = .milliseconds(2500)
        request.options.timeouts.connect = .seconds(3)
        request.options.unixSocketPath = "/run/it's"
        request.options.proxyConfiguration = .http("p.test", port: 8080)
        request.options.authentication = .digest(user: "me", password: "s'1")
        request.options.redirects = RedirectOptions(limit: 4, keepsMethod: true)
        var tls = TLSConfiguration()
        tls.minimumVersion = .tls1_3
        tls.trust = .custom(.file("/ca.pem"), includesSystem: false)
        tls.publicKeyPins = ["AAAA"]
        request.options.tls = tls
        let text = request.curlCommand(redacting: nil)
        for part in ["--insecure", "--http1.1", "--max-time 2.500", "--connect-timeout 3"] {
            #expect(text.contains(part))
        }
        var again = try HTTPRequest(curl: text)
        again.options.timeouts.headers = request.options.timeouts.headers
        again.options.timeouts.idle = request.options.timeouts.idle
        #expect(again == request)
    }

    @Test func formsAndFilesReadBackEqual() throws {
        var form = MultipartForm(boundary: "b")
        form.append(name: "a", value: #"it's "quoted" \ ; @x"#)
        form.append(
            name: "c",
            file: "/tmp/\"\u{301};type=x",
            filename: "\\\u{301}",
            mediaType: "a/b"
        )
        form.append(name: "f", file: "/tmp/a b\".txt", filename: "ü;\".txt", mediaType: "a/b")
        form.parts.append(
            .init(
                name: "j",
                mediaType: "application/json",
                fields: ["X-A": "1;2"],
                content: .octets(Octets(utf8: #"{"a":"\"b\""}"#))
            )
        )
        let target = try TargetURI("http://h.test/")
        let request = HTTPRequest(.post, target, body: .multipart(form))
        guard
            case .multipart(let again) = try HTTPRequest(
                curl: request.curlCommand(redacting: nil)
            ).body
        else {
            Issue.record("no form")
            return
        }
        #expect(again.parts == form.parts)
        let file = HTTPRequest(.put, target, body: .file("/tmp/it's"))
        #expect(try HTTPRequest(curl: file.curlCommand(redacting: nil)).body == file.body)
    }

    @Test func secretsAreHiddenUnlessWanted() throws {
        var request = HTTPRequest(
            .post,
            try TargetURI("https://u:s3cret@a.test/?access_token=s3cret&q=1"),
            fields: [
                "Authorization": "Bearer s3cret", "X-API-Key": "s3cret", "Cookie": "a=s3cret",
            ],
            body: .octets(Octets(utf8: #"{"known":"s3cret"}"#))
        )
        request.options.authentication = .basic(user: "me", password: "s3cret")
        let policy = RedactionPolicy.standard.adding(secrets: ["s3cret"])
        let text = request.curlCommand(redacting: policy)
        #expect(!text.contains("s3cret") && text.contains("Bearer •••") && text.contains("q=1"))
        #expect(request.curlCommand(redacting: nil).contains("Bearer s3cret"))
    }

    @Test(arguments: [
        (
            #"{"user":"ann","password":"hush","n":[{"accessToken" : "hu\"hush","ok":true}]}"#,
            [#""user":"ann""#, #""password":"•••""#, #""accessToken" : "•••","ok":true"#]
        ),
        (#"{"token": 4711471147, "api_key":["hush", "hush"], "jwt":null}"#, [#""jwt":null"#]),
        (#"{"password":"hush"#, [#""password":"•••"#]),
        ("client_secret=hush&grant_type=password&password=hu%20hush", ["&grant_type=password&"]),
        ("name=\u{0}&pass%77ord=hush", ["name="]),
    ])
    func contentIsShownWithoutWhatItsNamesSayIsSecret(_ text: String, _ parts: [String]) throws {
        let target = try TargetURI("https://a.test/")
        let request = HTTPRequest(.post, target, body: .octets(Octets(utf8: text)))
        let command = request.curlCommand()
        #expect(!command.contains("hush") && !command.contains("4711"), "\(command)")
        for part in parts { #expect(command.contains(part), "\(command)") }
    }

    @Test func contentThatIsNoTextIsShownWithoutItsSecretsToo() throws {
        let content = Array("n=".utf8) + [0xE9, 0xFF] + Array("&password=hush&x=1".utf8)
        let target = try TargetURI("https://a.test/")
        let request = HTTPRequest(.post, target, body: .octets(Octets(content)))
        let command = request.curlCommand()
        #expect(!command.contains("hush") && command.contains(#"n=\351\377&password="#))
        #expect(command.contains("&x=1") && request.curlCommand(redacting: nil).contains("hush"))
    }

    @Test func partsOfFormsAreShownWithoutWhatTheirNamesSayIsSecret() throws {
        var form = MultipartForm(boundary: "b")
        form.append(name: "user", value: "ann")
        form.append(name: "password", value: "hush&hush=1")
        form.parts.append(
            .init(
                name: "api_key",
                mediaType: "text/plain",
                content: .octets(Octets(utf8: "hush"))
            )
        )
        form.parts.append(
            .init(
                name: "j",
                mediaType: "application/json",
                content: .octets(Octets(utf8: #"{"secret":"hush"}"#))
            )
        )
        let request = HTTPRequest(.post, try TargetURI("https://a.test/"), body: .multipart(form))
        let command = request.curlCommand()
        #expect(!command.contains("hush") && command.contains("user=ann"), "\(command)")
        #expect(command.contains("password=•••"))
    }
}
