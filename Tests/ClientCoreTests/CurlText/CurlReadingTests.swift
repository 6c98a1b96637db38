import ClientCore
import HTTPModel
import Testing

/// What is made of a pasted `curl` command.
@Suite struct CurlReadingTests {
    private func one(_ text: String) throws -> CurlCommand {
        let commands = try CurlCommand.read(text)
        #expect(commands.count == 1)
        return commands[0]
    }

    private func body(_ text: String) throws -> String? {
        try HTTPRequest(curl: text).body.octets.validText
    }

    @Test(arguments: [
        (#"curl u -d 'a b'"#, "a b"), (#"curl u -d "a \"b\" \$c \n""#, #"a "b" $c \n"#),
        (#"curl u -d $'a\tb\n\x41\u00e9\'\\'"#, "a\tb\nA\u{e9}'\\"),
        (#"curl u -d $'\ud83d\ude00\101'"#, "\u{1F600}A"), (#"curl u -d a\ b"#, "a b"),
        (#"curl u -d 'a'\''b'"c"d"#, "a'bcd"), ("curl u -d 'a\nb'", "a\nb"),
        ("curl u \\\n -d \\\r\n x", "x"), ("curl u -d ''", ""), (#"curl u -d"x""#, "x"),
        ("curl u -d '#no' # a comment -d y", "#no"), (#"curl u --data-r x"#, "x"),
        ("curl u -d x; rm -rf / -d y", "x"), ("curl u -d x | tee -d y", "x"),
        ("curl u -d x > file -d y 2>&1", "x&y"), ("curl u -d @- <<< here", "here"),
        ("curl u --data-binary @- <<'EOF' | jq .\na\n$b\nEOF\n", "a\n$b\n"),
        ("curl u -d @- <<EOF\na\nb\nEOF\n", "ab"),
    ])
    func quotesAndRedirectionsAreReadAsByAShell(_ text: String, _ expected: String) throws {
        #expect(try body(text) == expected)
    }

    @Test(arguments: [
        (#"curl ^"http://h/^" -b ^"eva=^\^"Sg4=^\^"^""#, #"eva="Sg4=""#),
        (#"curl ^"http://h/^" -b ^"eva=^%^22Sg4^%^3D^%^22^""#, "eva=%22Sg4%3D%22"),
        ("curl ^\"http://h/^\" -b ^\"q=evil^\n\n^\n\n ^& calc ^\n\n^\"", "q=evil\n\n & calc \n"),
        ("curl ^\"http://h/^\" ^\r\n  -b ^\"a=b^\" ^\r\n  -k", "a=b"),
    ])
    func theWindowsPromptIsUnderstood(_ text: String, _ cookies: String) throws {
        #expect(try one(text).cookies == cookies)
    }

    @Test func whatABrowserOnWindowsCopiesIsReadWhole() throws {
        let text = """
            curl ^"https://api.test/graphql?a=1^&b=^%^20^" ^
              -H ^"sec-ch-ua: ^\\^"Chrom^\\^";v=^\\^"1^\\^"^" ^
              --data-raw ^"^{^\\^"query^\\^":^\\^"{ user }^\\^",^\\^"variables^\\^":^{^}^}^"
            """
        let request = try HTTPRequest(curl: text)
        #expect(request.target.text == "https://api.test/graphql?a=1&b=%20")
        #expect(request.fields["sec-ch-ua"] == #""Chrom";v="1""#)
        #expect(request.body.octets.text == #"{"query":"{ user }","variables":{}}"#)
    }

    @Test(arguments: [
        ("curl u", "GET"), ("curl u -d x", "POST"), ("curl u -F a=b", "POST"),
        ("curl -I u", "HEAD"),
        ("curl u -T f", "PUT"), ("curl -G u -d x", "GET"), ("curl u -XPATCH -d x", "PATCH"),
        ("curl u --json {}", "POST"), ("curl -G -I -d x u", "HEAD"),
        ("curl u --next -d x v", "GET"),
    ])
    func theMethodFollowsFromTheOptions(_ text: String, _ method: String) throws {
        #expect(try CurlCommand.read(text)[0].method == method)
    }

    @Test func contentIsPutTogetherAsCurlDoes() throws {
        #expect(try body("curl u -d a=1 --data-raw @b --data-binary c") == "a=1&@b&c")
        #expect(try body("curl u --json '{\"a\":1}' --json '[2]'") == #"{"a":1}[2]"#)
        #expect(
            try body("curl u --data-urlencode 'n=a b&é' --data-urlencode '=x y' -d p=1")
                == "n=a+b%26%C3%A9&x+y&p=1"
        )
        let files = ["f": "l1\r\nl2\0", "j": "{}"]
        func read(_ path: String) -> Octets? { files[path].map { Octets(utf8: $0) } }
        let request = try HTTPRequest(
            curl: "curl u -d @f --data-binary @f --data-urlencode n@j",
            readFile: read
        )
        #expect(request.body.octets.text == "l1l2&l1\r\nl2\0&n=%7B%7D")
        #expect(throws: CurlProblem.self) { try HTTPRequest(curl: "curl u -d @missing") }
        // A file that is the content whole is read when it is sent.
        #expect(try HTTPRequest(curl: "curl u --data-binary @big").body == .file("big"))
        #expect(try HTTPRequest(curl: "curl u -T big").body == .file("big"))
    }

    @Test func fieldsAreThoseGivenAndThoseThatOptionsMean() throws {
        let request = try HTTPRequest(
            curl: """
                curl https://u.test/p?x=1 -A me -e http://r.test/ -b a=1 -b 'b=2; c=3' -r 0-9 \
                -H 'X: 1' -HX:2 -H 'Empty;' -H nonsense -H 'Accept:' -d q=1 --url-query 'z=a b'
                """
        )
        #expect(
            request.fields.map { "\($0.name): \($0.value)" } == [
                "X: 1", "X: 2", "Empty: ", "User-Agent: me", "Referer: http://r.test/",
                "Cookie: a=1; b=2; c=3", "Range: bytes=0-9",
                "Content-Type: application/x-www-form-urlencoded",
            ]
        )
        #expect(request.target.text == "https://u.test/p?x=1&z=a+b")
        let json = try HTTPRequest(curl: "curl u --json 1 -H 'content-type: x/y'")
        #expect(json.fields["Content-Type"] == "x/y" && json.fields["Accept"] == "application/json")
    }

    @Test func optionsBecomeOptions() throws {
        let text = """
            curl -skL --max-redirs 3 -m 2.5 --connect-timeout 1 --compressed --http2 \
            --unix-socket /run/x -x socks5h://p.test:9 -U pu:pp --digest -u 'me:s:ecret' \
            --resolve a.test:443:127.0.0.1 --tlsv1.2 --cacert ca.pem -E c.pem:pw --key k.pem \
            -4 -o out --max-filesize 100 https://a.test
            """
        let options = try HTTPRequest(curl: text).options
        #expect(options.isVerifyingTLS == false && options.redirectLimit == 3)
        #expect(options.timeouts.total == .milliseconds(2500))
        #expect(options.timeouts.connect == .seconds(1) && options.isDecoding)
        #expect(options.version == .http2 && options.unixSocketPath == "/run/x")
        #expect(options.authentication == .digest(user: "me", password: "s:ecret"))
        #expect(options.resolve.map(\.text) == ["a.test:443:127.0.0.1"])
        #expect(options.addressFamily == .ipv4 && options.contentLimitInBytes == 100)
        #expect(options.tls?.minimumVersion == .tls1_2)
        #expect(options.tls?.trust == .custom(.file("ca.pem"), includesSystem: false))
        #expect(
            options.tls?.clientCertificate
                == .pem(certificate: .file("c.pem"), key: .file("k.pem"), passphrase: "pw")
        )
        guard case .server(let proxy) = options.proxyConfiguration else {
            Issue.record("no proxy")
            return
        }
        #expect(proxy.kind == .socks5h && proxy.port == 9 && proxy.user == "pu")
        let plain = try HTTPRequest(curl: "curl u").options
        #expect(plain.redirectLimit == 0 && !plain.isDecoding && plain.timeouts.total == nil)
    }

    @Test(arguments: [
        "-x http://pu:pp@p.test:9 --proxy-digest", "--proxy-digest -U pu:pp -x p.test:9",
    ])
    func theProxysSchemeHoldsWhereverItsCredentialsStand(_ options: String) throws {
        let request = try HTTPRequest(curl: "curl u " + options)
        guard case .server(let proxy) = request.options.proxyConfiguration else {
            Issue.record("no proxy")
            return
        }
        #expect(proxy.authentication == .digest)
        #expect(proxy.user == "pu" && proxy.password == "pp")
    }

    @Test func formPartsKeepTheirFilesTypesAndNames() throws {
        let text = #"""
            curl u -F 'meta={"a":1};type=application/json' -F 'f=@"a b.txt";filename="x;y.txt"' \
            -F 'n=<note.txt' --form-string 'lit=@no;type=x' -F 'two=@a.gif;type=image/gif,b.txt' \
            -F 'odd=a;b' -F 'q="x\"y"' -F 't=v;type=text/plain;charset=utf-8;headers="X-A: 1"'
            """#
        let parts = try one(text).form
        #expect(parts.map(\.name) == ["meta", "f", "n", "lit", "two", "two", "odd", "q", "t"])
        #expect(parts[0].source == .octets(Octets(utf8: #"{"a":1}"#)))
        #expect(parts[0].mediaType == "application/json" && !parts[0].isFile)
        #expect(parts[1].source == .file("a b.txt") && parts[1].fileName == "x;y.txt")
        #expect(parts[1].isFile && parts[2].source == .file("note.txt") && !parts[2].isFile)
        #expect(parts[3].source == .octets(Octets(utf8: "@no;type=x")))
        #expect(parts[4].mediaType == "image/gif" && parts[5].source == .file("b.txt"))
        #expect(parts[6].source == .octets(Octets(utf8: "a;b")))
        #expect(parts[7].source == .octets(Octets(utf8: #"x"y"#)))
        #expect(parts[8].mediaType == "text/plain;charset=utf-8")
        #expect(parts[8].fields["X-A"] == "1")
    }

    @Test func aFormBecomesMultipartContent() throws {
        let request = try HTTPRequest(
            curl: """
                curl u -F a=1 -F 'f=@d/x.png' -F 'n=<note' -F 'j={};type=application/json' \
                -H 'Content-Type: multipart/form-data'
                """
        )
        guard case .multipart(let form) = request.body else {
            Issue.record("no form")
            return
        }
        #expect(form.parts.map(\.name) == ["a", "f", "n", "j"])
        #expect(form.parts.map(\.filename) == [nil, "x.png", nil, nil])
        #expect(form.parts.map(\.mediaType) == [nil, "image/png", nil, "application/json"])
        #expect(form.parts[1].content == .file("d/x.png"))
        #expect(form.parts[2].content == .file("note"))
        #expect(request.fields.isEmpty)
    }

    @Test func severalURLsAndCommandsAreSeveralRequests() throws {
        let text = """
            # first
            $ curl -d x https://a.test/1 a.test/2 --next -X DELETE https://a.test/3

            # second
            curl.exe https://a.test/4
            echo done
            """
        let commands = try CurlCommand.read(text)
        let requests = try commands.flatMap { try $0.requests() }
        #expect(
            requests.map { "\($0.method) \($0.target)" } == [
                "POST https://a.test/1", "POST http://a.test/2", "DELETE https://a.test/3",
                "GET https://a.test/4",
            ]
        )
        #expect(requests[2].body == .none)
    }

    @Test func whatIsLeftOutIsNotedWithoutValues() throws {
        let command = try one(
            "curl u --frobnicate -H 'X: $TOKEN' --retry 3 -b jar.txt --hsts s3cret"
        )
        #expect(
            command.notes == [
                "option --frobnicate is not known", "option --retry is left out",
                "cookies of the file jar.txt are left out", "option --hsts is left out",
            ]
        )
        let variable = try one(#"curl u -H "X: $TOKEN""#)
        #expect(variable.notes == ["variable TOKEN is kept as it is written"])
        #expect(variable.headers == [.field(HTTPField("X", "$TOKEN"))])
        #expect(!command.notes.joined().contains("s3cret"))
        #expect(!"\(try one("curl -u a:s3cret http://x:s3cret@h"))".contains("s3cret"))
    }

    @Test func anURLWithoutQuotesKeepsItsAmpersands() throws {
        let command = try one("curl http://a.test/?a=1&b=2&c -X PUT")
        #expect(command.urls == ["http://a.test/?a=1&b=2&c"] && command.method == "PUT")
        #expect(command.notes.count == 1)
        #expect(try one("curl http://a.test/ & echo x").urls == ["http://a.test/"])
    }

    @Test(arguments: [
        "", "wget http://a.test", "# curl http://a.test", "echo 'curl'", "apt install curl",
    ])
    func aTextWithoutCurlIsRefused(_ text: String) {
        #expect(throws: CurlProblem.self) { try CurlCommand.read(text) }
    }

    @Test(arguments: [
        "curl", "curl ftp://a.test", "curl 'http://'", "curl -X 'a b' u", "curl -d @- u",
    ])
    func aCommandThatMakesNoRequestSaysWhy(_ text: String) throws {
        #expect(throws: CurlProblem.self) { try HTTPRequest(curl: text) }
    }

    @Test func brokenTextsNeverTrap() throws {
        let whole = #"curl $'\x\u\c' "a\" -F 'a=@"b;type=' -d "$(x" <<E ^" -H '"#
        for end in 0...whole.count {
            _ = try? HTTPRequest(curl: String(whole.prefix(end)))
            _ = try? HTTPRequest(curl: "curl ^" + String(whole.dropFirst(end)))
        }
    }
}
