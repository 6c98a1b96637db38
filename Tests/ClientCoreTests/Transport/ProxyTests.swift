import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Hops through proxies of every kind, and what the origin never gets to see.
@Suite struct ProxyTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func send(
        _ target: String,
        _ proxy: ProxyConfiguration,
        fields: HTTPFields = [],
        environment: [String: String] = [:],
        tls: TLSConfiguration = TLSConfiguration()
    ) async throws -> HopOutcome {
        var configuration = CurlTransport.Configuration()
        configuration.environment = environment
        configuration.tls = tls
        var options = RequestOptions()
        options.proxyConfiguration = proxy
        let uri = try TargetURI(target)
        let request = PreparedRequest(
            method: .get,
            target: uri,
            fields: HTTPFields([HTTPField("Host", uri.authority)] + fields),
            options: options
        )
        let transport = CurlTransport(configuration: configuration)
        let outcome = await transport.send(request)
        await transport.shutdown()
        return outcome
    }

    private func server(
        _ kind: ProxyServer.Kind,
        _ port: Int,
        _ credentials: (String, Secret)? = nil
    ) -> ProxyConfiguration {
        var server = ProxyServer(kind, host: "127.0.0.1", port: port)
        (server.user, server.password) = (credentials?.0, credentials?.1)
        return .server(server)
    }

    @Test func plainRequestsAreHandedToTheProxy() async throws {
        let origin = FaultServer(answering: Self.ok)
        let proxy = try await TestProxy(credentials: "ann:se cret")
        let target = "http://a.test:\(origin.port)/x?y=1"
        let outcome = try await send(target, server(.http, proxy.port, ("ann", "se cret")))
        #expect(outcome.response?.body.text == "ok")
        #expect(await proxy.said("HTTP GET \(target)"))
        #expect(await proxy.said("AUTH ann:se cret"))
        #expect(origin.requests.first?.line == "GET /x?y=1 HTTP/1.1")
        #expect(origin.requests.first?.field("Proxy-Authorization") == nil)
        let use = ProxyUse(kind: .http, address: "127.0.0.1:\(proxy.port)", isTunnel: false)
        #expect(outcome.hop.proxy == use)
        #expect(outcome.hop.remoteAddress == use.address)
        let refused = try await send(target, server(.http, proxy.port, ("ann", "wrong")))
        let failure = try #require(refused.hop.failure)
        #expect(failure.code == .proxyAuth && failure.partialHead?.status.rawValue == 407)
        #expect(failure.partialBody.text == "who?" && refused.response == nil)
        #expect(failure.detail == "http://127.0.0.1:\(proxy.port)")
        #expect(origin.requests.count == 1)
        let texts = "\(failure) \(refused.hop.failure?.causes ?? [])"
        #expect(!texts.contains("wrong"))
    }

    @Test func securedRequestsGoThroughATunnel() async throws {
        let peer = try await TLSPeer()
        let origin = try await peer.server("good")
        let proxy = try await TestProxy(credentials: "ann:secret")
        let target = "https://a.test:\(origin.port)/"
        let tls = peer.trusting
        let right = server(.http, proxy.port, ("ann", "secret"))
        let outcome = try await send(target, right, tls: tls)
        #expect(outcome.response?.status.rawValue == 200)
        #expect(await proxy.said("CONNECT a.test:\(origin.port)"))
        #expect(outcome.hop.proxy?.isTunnel == true)
        #expect(outcome.hop.proxy?.connectStatus?.rawValue == 200)
        #expect(outcome.hop.tls?.certificates.first?.subject == "CN=good, O=Apus")
        #expect(outcome.response?.body.text.contains("ann") == false)
        let timings = outcome.hop.timings
        #expect(timings.phases.reduce(.zero) { $0 + $1.duration } <= timings.total)

        let wrong = try await send(target, server(.http, proxy.port, ("ann", "x")), tls: tls)
        #expect(wrong.hop.failure?.code == .proxyAuth)
        #expect(wrong.hop.failure?.detail.hasSuffix("answered 407 to CONNECT") == true)
        #expect(wrong.hop.proxy?.connectStatus?.rawValue == 407)
        let denying = try await TestProxy("deny")
        let denied = try await send(target, server(.http, denying.port), tls: tls)
        #expect(denied.hop.failure?.code == .proxyRefused)
        #expect(denied.hop.failure?.detail.hasSuffix("answered 403 to CONNECT") == true)
    }

    @Test func credentialsForTheProxyNeverReachTheOrigin() async throws {
        let origin = FaultServer(answering: Self.ok)
        let proxy = try await TestProxy()
        let field: HTTPFields = ["Proxy-Authorization": "Basic YTpi", "X": "1"]
        let target = "http://a.test:\(origin.port)/"
        let direct = try await send(
            "http://127.0.0.1:\(origin.port)/",
            .none,
            fields: field
        )
        #expect(direct.response?.body.text == "ok")
        #expect(!direct.hop.sent.fields.contains(named: "Proxy-Authorization"))
        let forwarded = try await send(target, server(.http, proxy.port), fields: field)
        #expect(forwarded.response?.body.text == "ok")
        #expect(await proxy.said("AUTH a:b"))
        let socks = try await TestProxy("socks")
        _ = try await send(target, server(.socks5h, socks.port), fields: field)
        #expect(origin.requests.count == 3)
        for request in origin.requests {
            #expect(request.field("Proxy-Authorization") == nil && request.field("X") == "1")
        }
        let peer = try await TLSPeer()
        let secured = try await peer.server("good")
        let other = try await TestProxy()
        let tunnelled = try await send(
            "https://a.test:\(secured.port)/",
            server(.http, other.port),
            fields: field,
            tls: peer.trusting
        )
        #expect(await other.said("AUTH a:b"))
        #expect(tunnelled.response?.status.rawValue == 200)
        #expect(!tunnelled.hop.sent.headOctets.text.contains("YTpi"))
    }

    @Test func everyKindOfSOCKSWorks() async throws {
        let origin = FaultServer(answering: Self.ok)
        let (address, name) = ("127.0.0.1:\(origin.port)", "a.test:\(origin.port)")
        let table: [(ProxyServer.Kind, String, String)] = [
            (.socks4, address, "SOCKS4 address \(address)"),
            (.socks4a, name, "SOCKS4 name \(name)"),
            (.socks5, address, "SOCKS5 address \(address)"),
            (.socks5h, name, "SOCKS5 name \(name)"),
        ]
        for (kind, authority, line) in table {
            let proxy = try await TestProxy("socks")
            let outcome = try await send("http://\(authority)/", server(kind, proxy.port))
            #expect(outcome.response?.body.text == "ok", "\(kind): \(outcome.result)")
            #expect(await proxy.said(line))
            #expect(outcome.hop.proxy?.kind == kind && outcome.hop.proxy?.isTunnel == true)
        }
        let strict = try await TestProxy("socks", credentials: "ann:secret")
        let right = server(.socks5h, strict.port, ("ann", "secret"))
        #expect(try await send("http://\(name)/", right).response?.body.text == "ok")
        for credentials: (String, Secret)? in [("ann", "wrong"), nil] {
            let refused = try await send(
                "http://\(name)/",
                server(.socks5h, strict.port, credentials)
            )
            #expect(refused.hop.failure?.code == .proxyAuth, "\(refused.hop.failure?.causes ?? [])")
        }
    }

    @Test func aProxyMaySpeakTLSItself() async throws {
        let peer = try await TLSPeer()
        let origin = FaultServer(answering: Self.ok)
        let proxy = try await TestProxy("https", folder: peer.folder.path)
        var server = ProxyServer(.https, host: "127.0.0.1", port: proxy.port)
        let target = "http://a.test:\(origin.port)/"
        let untrusted = try await send(target, .server(server))
        #expect(untrusted.hop.failure?.code == .tlsUntrusted)
        server.tls = peer.trusting
        let outcome = try await send(target, .server(server))
        #expect(outcome.response?.body.text == "ok" && outcome.hop.proxy?.kind == .https)
        #expect(outcome.hop.tls == nil)
        let secured = try await peer.server("good")
        let both = try await send(
            "https://b.test:\(secured.port)/",
            .server(server),
            tls: peer.trusting
        )
        #expect(both.response?.status.rawValue == 200 && both.hop.tls != nil)
    }

    @Test func aProxyThatIsNotThereIsNamed() async throws {
        let port = refusingPort()
        for kind in [ProxyServer.Kind.http, .socks5h] {
            let outcome = try await send("http://a.test/", server(kind, port))
            #expect(outcome.hop.failure?.code == .proxyRefused)
            #expect(outcome.hop.failure?.detail == "\(kind.rawValue)://127.0.0.1:\(port)")
        }
        let unreadable = try await send("http://a.test/", ProxyConfiguration("ftp://u:geheim@p"))
        #expect(unreadable.hop.failure?.code == .proxyRefused)
        #expect(unreadable.hop.failure?.phase == .prepare)
        let text = "\(unreadable)"
        #expect(!text.contains("geheim"))
    }

    @Test func tinyproxyForwardsAndTunnels() async throws {
        let folder = try TemporaryFolder()
        let port = RealPeer.freePort()
        try folder.write(
            "tinyproxy.conf",
            "Port \(port)\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nBasicAuth ann secret\n"
        )
        guard
            let program = try? ChildProgram(
                "/usr/bin/tinyproxy",
                ["-d", "-c", folder.file("tinyproxy.conf")]
            ),
            await program.line(where: { $0.contains("Accepting connections") }) != nil
        else {
            print("skipped: tinyproxy is not installed")
            return
        }
        let origin = FaultServer(answering: Self.ok)
        let peer = try await TLSPeer()
        let secured = try await peer.server("good")
        let right = server(.http, port, ("ann", "secret"))
        let plain = try await send("http://127.0.0.1:\(origin.port)/", right)
        #expect(plain.response?.body.text == "ok")
        #expect(origin.requests.first?.field("Proxy-Authorization") == nil)
        let tunnelled = try await send(secured.base, right, tls: peer.trusting)
        #expect(tunnelled.response?.status.rawValue == 200)
        let refused = try await send(secured.base, server(.http, port), tls: peer.trusting)
        #expect(refused.hop.failure?.code == .proxyAuth)
    }
}

/// Which proxy the environment means.
@Suite struct ProxyEnvironmentTests {
    @Test func theEnvironmentChoosesAsInCurl() async throws {
        let origin = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let dead = "http://127.0.0.1:\(refusingPort())"
        let table: [([String: String], isDirect: Bool)] = [
            ([:], true), (["http_proxy": dead], false), (["HTTP_PROXY": dead], true),
            (["all_proxy": dead], false), (["ALL_PROXY": dead], false), (["http_proxy": ""], true),
            (["https_proxy": dead], true), (["http_proxy": dead, "no_proxy": "127.0.0.1"], true),
            (["http_proxy": dead, "NO_PROXY": "127.0.0.0/8"], true),
            (["http_proxy": dead, "no_proxy": "*"], true),
            (["http_proxy": dead, "no_proxy": "10.0.0.0/8, b.test"], false),
        ]
        for (environment, isDirect) in table {
            var configuration = CurlTransport.Configuration()
            configuration.environment = environment
            let transport = CurlTransport(configuration: configuration)
            let request = PreparedRequest(method: .get, target: try TargetURI(origin.base))
            let outcome = await transport.send(request)
            #expect((outcome.response != nil) == isDirect, "\(environment)")
            #expect((outcome.hop.proxy == nil) == isDirect)
            if !isDirect { #expect(outcome.hop.failure?.code == .proxyRefused) }
            await transport.shutdown()
        }
    }

    @Test func exceptionsCoverNamesAddressesAndBlocks() async throws {
        let table: [(host: String, list: [String], isCovered: Bool)] = [
            ("a.test", ["a.test"], true), ("www.a.test", ["a.test"], true),
            ("www.a.test", [".a.test"], true), ("a.test", [".a.test"], true),
            ("ba.test", ["a.test"], false), ("A.Test", ["a.TEST."], true),
            ("10.1.2.3", ["10.0.0.0/8"], true), ("11.1.2.3", ["10.0.0.0/8"], false),
            ("10.1.2.3", ["10.1.2.3"], true), ("10.1.2.3", ["2.3"], false),
            ("[::1]", ["::1"], true), ("[fe80::1]", ["fe80::/10"], true),
            ("[fe80::1]", ["[fe80::1]"], true), ("a.test", ["*"], true), ("a.test", [], false),
            ("10.1.2.3", ["10.0.0.0/x"], false),
        ]
        for (host, list, isCovered) in table {
            var server = ProxyServer(.http, host: "127.0.0.1", port: refusingPort())
            server.exceptions = list
            var options = RequestOptions()
            options.proxyConfiguration = .server(server)
            // Without the proxy, this override ends in a refusal of its own.
            options.connectTo = [ConnectOverride(toHost: "127.0.0.1", toPort: refusingPort())]
            let target = try TargetURI("http://\(host)/")
            let request = PreparedRequest(method: .get, target: target, options: options)
            let code = await CurlTransport.shared.send(request).hop.failure?.code
            #expect(code == (isCovered ? .connectRefused : .proxyRefused), "\(host) \(list)")
        }
    }
}
