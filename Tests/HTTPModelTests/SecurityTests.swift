import HTTPModel
import Testing

@Suite struct SecurityTests {
    @Test func hashesAreThoseOfTheStandard() {
        #expect(
            SHA256.hexadecimal(SHA256.hash("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            SHA256.hexadecimal(SHA256.hash([UInt8]()))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            SHA256.hexadecimal(SHA256.hash(million))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }

    /// RFC 4231, cases 1, 2 and 6.
    @Test func keyedHashesAreThoseOfTheStandard() {
        let table: [(key: [UInt8], text: String, hash: String)] = [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for (key, text, hash) in table {
            #expect(SHA256.hexadecimal(SHA256.authenticate(text.utf8, key: key)) == hash)
        }
    }

    @Test func whatIsNoCertificateHasNoFacts() {
        for bytes: [UInt8] in [
            [], [0x30], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x02, 0x30, 0x82],
            [0x30, 0x80, 0, 0], [0x1F, 0x01, 0x00], [0x30, 0x03, 0x30, 0x01, 0x02],
        ] {
            let certificate = PeerCertificate(der: Octets(bytes))
            #expect(certificate.subject.isEmpty && certificate.notAfter == nil)
            #expect(!certificate.isSelfIssued)
        }
    }

    @Test func secretsAreNotPrintable() {
        var options = RequestOptions()
        options.authentication = .digest(user: "ann", password: "hunter2")
        options.proxyConfiguration = ProxyConfiguration("http://bob:hunter2@proxy.test:8080")
        var tls = TLSConfiguration()
        tls.clientCertificate = .pkcs12(.file("me.p12"), passphrase: "hunter2")
        options.tls = tls
        var text = "\(options) \(String(reflecting: options))"
        dump(options, to: &text)
        for value in [options.tls as Any, options.authentication as Any] { dump(value, to: &text) }
        dump(options.proxyConfiguration, to: &text)
        let signing = AWSSigning(keyID: "AKID", secret: "hunter2", sessionToken: "hunter2")
        options.authentication = .awsSigV4(signing)
        text += "\(signing) \(options.proxy ?? "")"
        dump(options.authentication, to: &text)
        #expect(!text.contains("hunter2"))
        #expect(options.proxy == "http://proxy.test:8080")
    }

    @Test func rareOptionsCountForEqualityAndCanBeTakenBack() {
        var one = RequestOptions()
        var two = RequestOptions()
        one.unixSocketPath = "/run/a.sock"
        #expect(one != two && !one.hasOnlyCommonOptions)
        two.unixSocketPath = "/run/a.sock"
        #expect(one == two && one.hashValue == two.hashValue)
        one.unixSocketPath = nil
        #expect(one == RequestOptions() && one.hasOnlyCommonOptions)
        one.proxy = ""
        #expect(one.proxyConfiguration == .none)
        one.proxy = nil
        #expect(one == RequestOptions())
    }
}

@Suite struct ConnectionTextTests {
    @Test func proxiesAreReadAsCurlReadsThem() throws {
        let table: [(String, ProxyServer.Kind, String, Int)] = [
            ("proxy.test", .http, "proxy.test", 1080), ("10.0.0.1:3128", .http, "10.0.0.1", 3128),
            ("https://p.test", .https, "p.test", 443), ("socks5h://[::1]:9/", .socks5h, "::1", 9),
            ("SOCKS4A://p:1", .socks4a, "p", 1), ("socks://p:1", .socks4, "p", 1),
        ]
        for (text, kind, host, port) in table {
            let server = try #require(ProxyServer(text), "\(text)")
            #expect(server.kind == kind && server.host == host && server.port == port)
            #expect(server.user == nil && server.password == nil)
        }
        let server = try #require(ProxyServer("http://a%40b:p%3Aw:d@h:1"))
        #expect(server.user == "a@b" && server.password?.value == "p:w:d")
        #expect(server.description == "http://h:1" && server.host == "h")
        for text in ["ftp://p", "http://", "p:0", "p:70000", "p:x", "http://[::1", "a b:1"] {
            #expect(ProxyServer(text) == nil, "\(text)")
        }
        #expect(ProxyConfiguration("") == .none)
        #expect(ProxyConfiguration("ftp://p") == .unreadable("ftp://p"))
    }

    @Test func overridesAreReadAsCurlReadsThem() throws {
        let one = try #require(ResolveOverride("api.test:443:127.0.0.1,[::1]"))
        #expect(one.host == "api.test" && one.port == 443)
        #expect(one.addresses == ["127.0.0.1", "::1"])
        #expect(one.text == "api.test:443:127.0.0.1,[::1]")
        #expect(ResolveOverride("*:*:::1")?.addresses == ["::1"])
        for text in ["", "a", "a:1", "a:1:", "a:x:127.0.0.1", "a:1:host.test", "a:1:1.2.3"] {
            #expect(ResolveOverride(text) == nil, "\(text)")
        }
        let to = try #require(ConnectOverride("a.test:443:b.test:8443"))
        #expect(to == ConnectOverride(host: "a.test", port: 443, toHost: "b.test", toPort: 8443))
        #expect(ConnectOverride("::b.test:") == ConnectOverride(toHost: "b.test"))
        #expect(ConnectOverride("a:1:[::1]:2")?.toHost == "::1")
        #expect(ConnectOverride("a:1:b") == nil && ConnectOverride("a:1:b:2:c") == nil)
    }

    @Test func versionsOfTLSAreRead() {
        for text in ["1.2", "TLSv1.2", "tls 1.2"] {
            #expect(TLSConfiguration.Version(text) == .tls1_2)
        }
        #expect(TLSConfiguration.Version("1.4") == nil && TLSConfiguration.Version("") == nil)
        #expect(TLSConfiguration.Version.tls1_2 < .tls1_3)
    }

    @Test func hostsCanBeAllowedOneByOne() {
        var tls = TLSConfiguration()
        tls.insecureHosts = ["dev.test", "10.0.0.1:8443"]
        #expect(tls.isInsecure(host: "DEV.test", port: 1))
        #expect(tls.isInsecure(host: "10.0.0.1", port: 8443))
        #expect(!tls.isInsecure(host: "10.0.0.1", port: 443))
        #expect(!tls.isInsecure(host: "api.test", port: 443) && !tls.isInsecure)
        #expect(TLSConfiguration(trust: .insecure).isInsecure(host: "api.test", port: 443))
    }
}
