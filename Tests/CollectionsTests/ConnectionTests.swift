import Collections
import Files
import HTTPModel
import TestSupport
import Testing

/// What directives, `apus.json` and shorthands of `Authorization` say about connections.
@Suite struct ConnectionTests {
    private func resolve(
        _ text: String,
        settings: String? = nil
    ) throws -> (request: ResolvedRequest, folder: String) {
        let folder = try TemporaryFolder()
        try folder.write("a.http", text)
        if let settings { try folder.write("apus.json", settings) }
        let collection = try RequestCollection.load(folder.path)
        #expect(collection.problems.isEmpty, "\(collection.problems)")
        let file = try #require(collection.files.first)
        let saved = try #require(file.source.requests.first)
        let resolver = RequestResolver(collection: collection, scopes: VariableScopes())
        return (try resolver.resolve(saved, in: file), folder.path)
    }

    @Test func directivesSetTheConnection() throws {
        let (resolved, folder) = try resolve(
            """
            @pin = AAAA
            ### One
            # @proxy socks5h://u:geheim@proxy.test:1080
            # @unix-socket run/app.sock
            # @tls-ca ca.pem
            # @tls-cert me.pem me.key
            # @tls-passphrase offen1234
            # @tls-pin sha256//{{pin}}
            # @tls-pin BBBB
            # @tls-min 1.2
            # @tls-max 1.3
            # @resolve api.test:443:127.0.0.1
            # @connect-to a.test:443:localhost:8443
            # @timeout 9 s
            # @connection-timeout 1 s
            # @headers-timeout 2 s
            # @idle-timeout 3 s
            # @total-timeout 4 s
            # @content-limit 1.5 MB
            GET https://api.test/
            """
        )
        let options = resolved.request.options
        guard case .server(let proxy) = options.proxyConfiguration else {
            Issue.record("no proxy")
            return
        }
        #expect(proxy.kind == .socks5h && proxy.user == "u" && proxy.password?.value == "geheim")
        #expect(options.unixSocketPath == folder + "/run/app.sock")
        let tls = try #require(options.tls)
        #expect(tls.trust == .custom(.file(folder + "/ca.pem"), includesSystem: false))
        #expect(
            tls.clientCertificate
                == .pem(
                    certificate: .file(folder + "/me.pem"),
                    key: .file(folder + "/me.key"),
                    passphrase: "offen1234"
                )
        )
        #expect(tls.publicKeyPins == ["sha256//AAAA", "BBBB"])
        #expect(tls.minimumVersion == .tls1_2 && tls.maximumVersion == .tls1_3)
        #expect(options.resolve.map(\.text) == ["api.test:443:127.0.0.1"])
        #expect(options.connectTo.first?.toPort == 8443)
        let limits = options.timeouts
        #expect(limits.connect == .seconds(1) && limits.headers == .seconds(2))
        #expect(limits.idle == .seconds(3) && limits.total == .seconds(4))
        #expect(options.contentLimitInBytes == 1_500_000)
        #expect(resolved.secrets.contains("geheim") && resolved.secrets.contains("offen1234"))
    }

    @Test(
        arguments: [
            ("0", 0), ("5000", 5_000), ("1 kB", 1_000), ("1KB", 1_000), ("64 KiB", 65_536),
            ("200 MB", 200_000_000), ("1.5 GiB", 1_610_612_736), ("2k", nil), ("2K", 2_048),
            ("many", nil), ("-1", nil), ("", nil), ("9e99", nil), ("99999999 GB", nil),
            ("1 MB/s", nil), ("1..2 MB", nil),
        ] as [(String, Int?)]
    )
    func aLimitOnContentIsANumberOfBytes(_ text: String, _ expected: Int?) throws {
        #expect(ByteCountText.count(text) == expected)
    }

    @Test func theCollectionSetsWhatRequestsLeaveOpen() throws {
        let settings = """
            {"tls": {"ca": "certs/ca.pem", "systemCA": true, "cert": "me.p12", "passphrase": "p",
              "pins": ["CCCC"], "min": "1.3", "insecureHosts": ["Dev.test:8443"]},
             "proxy": {"url": "http://proxy.test:3128", "user": "ann", "password": "geheim",
              "auth": "digest", "noProxy": ["localhost"]}}
            """
        let (resolved, folder) = try resolve("GET https://api.test/", settings: settings)
        let tls = try #require(resolved.request.options.tls)
        #expect(tls.trust == .custom(.file(folder + "/certs/ca.pem"), includesSystem: true))
        #expect(tls.clientCertificate == .pkcs12(.file(folder + "/me.p12"), passphrase: "p"))
        #expect(tls.publicKeyPins == ["CCCC"] && tls.minimumVersion == .tls1_3)
        #expect(tls.insecureHosts == ["dev.test:8443"])
        guard case .server(let proxy) = resolved.request.options.proxyConfiguration else {
            Issue.record("no proxy")
            return
        }
        #expect(proxy.user == "ann" && proxy.authentication == .digest)
        #expect(proxy.exceptions == ["localhost"] && resolved.secrets.contains("geheim"))
        let own = try resolve(
            "# @no-proxy\n# @tls-min 1.2\nGET https://api.test/",
            settings: settings
        )
        #expect(own.request.request.options.proxyConfiguration == .none)
        #expect(own.request.request.options.tls?.minimumVersion == .tls1_2)
        #expect(own.request.request.options.tls?.publicKeyPins == ["CCCC"])
    }

    @Test func faultsNameTheirPlace() throws {
        for (line, part) in [
            ("# @resolve api.test", "host:port:address"), ("# @proxy ftp://x", "http://"),
            ("# @connect-to x", "host:port:host:port"),
        ] {
            do {
                _ = try resolve("\(line)\nGET https://api.test/")
                Issue.record("\(line) was accepted")
            } catch let error as ResolveError {
                #expect(error.code == .invalidOption && error.location.line == 1)
                #expect(error.detail.contains(part))
            }
        }
    }

    @Test func shorthandsOfAuthorizationBecomeAuthentication() throws {
        func authentication(_ value: String) throws -> (HTTPAuthentication?, String?) {
            let resolved = try resolve("GET https://api.test/\nAuthorization: \(value)").request
            let request = resolved.request
            return (request.options.authentication, request.fields["Authorization"])
        }
        #expect(
            try authentication("Digest ann secret")
                == (.digest(user: "ann", password: "secret"), nil)
        )
        #expect(
            try authentication("NTLM CORP\\ann secret")
                == (.ntlm(user: "CORP\\ann", password: "secret"), nil)
        )
        #expect(try authentication("Negotiate") == (.negotiate, nil))
        let signing = AWSSigning(
            keyID: "AKID",
            secret: "abcd",
            sessionToken: "t:1",
            region: "eu-west-1",
            service: "s3"
        )
        #expect(
            try authentication("AWS AKID abcd token:t:1 region:eu-west-1 service:s3")
                == (.awsSigV4(signing), nil)
        )
        for value in ["Digest username=\"x\", realm=\"y\"", "AWS x", "Bearer x"] {
            #expect(try authentication(value) == (nil, value))
        }
    }
}
