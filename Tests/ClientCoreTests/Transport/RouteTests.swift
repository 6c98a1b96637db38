import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Where connections go, and which may be used again.
@Suite struct RouteTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private let transport: CurlTransport

    init() {
        var configuration = CurlTransport.Configuration()
        configuration.environment = [:]
        transport = CurlTransport(configuration: configuration)
    }

    private func send(
        _ target: String,
        _ change: (inout RequestOptions) -> Void = { _ in }
    ) async throws -> HopOutcome {
        var options = RequestOptions()
        change(&options)
        let uri = try TargetURI(target)
        let request = PreparedRequest(
            method: .get,
            target: uri,
            fields: [HTTPField("Host", uri.authority)],
            options: options
        )
        return await transport.send(request)
    }

    @Test func aUnixSocketStandsForTheHost() async throws {
        let folder = try TemporaryFolder()
        let server = """
            listen unix:FOLDER/s.sock; location / { return 200 "$host $request_uri"; }
            """
        guard let nginx = try await RealPeer.nginx(in: folder.path, server: server) else {
            print("skipped: nginx is not installed")
            return
        }
        let path = folder.file("s.sock")
        for _ in 0..<2 {
            let outcome = try await send("http://a.test/x?y") { $0.unixSocketPath = path }
            #expect(outcome.response?.body.text == "a.test /x?y", "\(outcome.result)")
            #expect(outcome.hop.remoteAddress == "unix:" + path && outcome.hop.localAddress == "")
        }
        let missing = try await send("http://a.test/") { $0.unixSocketPath = path + ".no" }
        #expect(missing.hop.failure?.phase == .connect)
        #expect(missing.hop.failure?.detail == "unix:\(path).no")
        let direct = try await send(nginx.peer.base + "/d")
        #expect(direct.hop.remoteAddress == "127.0.0.1:\(nginx.peer.port)")
    }

    @Test func addressesCanBeGivenForNames() async throws {
        let server = FaultServer(answering: Self.ok)
        let target = "http://api.test:\(server.port)/"
        for addresses in [["127.0.0.1"], ["127.0.0.9", "127.0.0.1"]] {
            let override = ResolveOverride(
                host: "api.test",
                port: server.port,
                addresses: addresses
            )
            let outcome = try await send(target) { $0.resolve = [override] }
            #expect(outcome.response?.body.text == "ok", "\(outcome.result)")
            #expect(outcome.hop.remoteAddress == "127.0.0.1:\(server.port)")
            #expect(server.requests.last?.field("Host") == "api.test:\(server.port)")
        }
        let any = ResolveOverride(host: "*", port: nil, addresses: ["127.0.0.1"])
        let other = try await send("http://other.test:\(server.port)/") { $0.resolve = [any] }
        #expect(other.response?.body.text == "ok")
        // Neither the name nor the connection is known to a request without the override.
        let plain = try await send(target) { $0.timeouts.connect = .seconds(5) }
        #expect(plain.response == nil)
        #expect([.dnsNotFound, .connectTimeout].contains(plain.hop.failure?.code))
        let elsewhere = ResolveOverride(
            host: "api.test",
            port: server.port,
            addresses: ["127.0.0.9"]
        )
        let refused = try await send(target) { $0.resolve = [elsewhere] }
        #expect(refused.hop.failure?.code == .connectRefused)
    }

    @Test func connectionsCanGoElsewhere() async throws {
        let server = FaultServer(answering: Self.ok)
        let outcome = try await send("http://a.test/") {
            $0.connectTo = [
                ConnectOverride(host: "a.test", toHost: "127.0.0.1", toPort: server.port)
            ]
        }
        #expect(outcome.response?.body.text == "ok")
        #expect(server.requests.first?.field("Host") == "a.test")
    }

    @Test func theLocalAddressAndFamilyCanBeChosen() async throws {
        let server = FaultServer(answering: Self.ok)
        let local = try await send(server.base) { $0.localInterface = "127.0.0.2" }
        #expect(local.hop.localAddress.hasPrefix("127.0.0.2:"))
        #expect(local.hop.version == .http1_1)
        let four = try await send("http://localhost:\(server.port)/") { $0.addressFamily = .ipv4 }
        #expect(four.response?.body.text == "ok")
        let six = try await send("http://localhost:\(server.port)/") { $0.addressFamily = .ipv6 }
        #expect(six.response == nil)
        let alive = try await send(server.base) { $0.keepAlive = TCPKeepAlive(idle: .seconds(5)) }
        #expect(alive.response?.body.text == "ok")
    }

    @Test func codingsToAskForCanBeChosen() async throws {
        let server = FaultServer(answering: Self.ok)
        for (codings, value) in [(["gzip"], "gzip"), (["br", "gzip"], "br, gzip"), ([], nil)] {
            var request = HTTPRequest(.get, try TargetURI(server.base))
            request.options.contentCodings = codings
            _ = try await HTTPClient(transport: transport).send(request)
            #expect(server.requests.last?.field("Accept-Encoding") == value)
        }
    }

    @Test func HTTP2IsSpokenWhereItIsOfferedOrKnown() async throws {
        let peer = try await TLSPeer()
        let folder = try TemporaryFolder()
        let path = peer.folder.path
        let server = """
            listen 127.0.0.1:TLSPORT ssl http2; ssl_certificate \(path)/good.pem;
            ssl_certificate_key \(path)/good.key; location / { return 200 "$server_protocol"; }
            """
        guard let nginx = try await RealPeer.nginx(in: folder.path, server: server) else {
            print("skipped: nginx is not installed")
            return
        }
        let target = "https://127.0.0.1:\(nginx.tlsPort)/"
        let table: [(RequestOptions.VersionPolicy, HTTPVersion)] = [
            (.automatic, .http2), (.http1_1, .http1_1), (.http2, .http2),
            (.http2PriorKnowledge, .http2),
        ]
        for (policy, version) in table {
            let outcome = try await send(target) { options in
                options.version = policy
                options.tls = peer.trusting
            }
            #expect(outcome.hop.version == version, "\(policy): \(outcome.result)")
            #expect(outcome.hop.tls?.version.hasPrefix("TLSv1.") == true)
        }
        let clear = try TemporaryFolder()
        let plain = try await RealPeer.nginx(
            in: clear.path,
            server: """
                listen 127.0.0.1:TLSPORT http2; location / { return 200 "$server_protocol"; }
                """
        )
        let port = try #require(plain?.tlsPort)
        let known = try await send("http://127.0.0.1:\(port)/") {
            $0.version = .http2PriorKnowledge
        }
        #expect(known.response?.body.text == "HTTP/2.0" && known.hop.version == .http2)
    }
}

/// No request rides on a connection that was made on other terms than its own.
@Suite struct ConnectionTermsTests {
    @Test func connectionsAreSharedOnEqualTermsOnly() async throws {
        let peer = try await TLSPeer()
        let folder = try TemporaryFolder()
        let path = peer.folder.path
        let server = """
            listen 127.0.0.1:TLSPORT ssl; ssl_certificate \(path)/good.pem;
            ssl_certificate_key \(path)/good.key; ssl_client_certificate \(path)/ca.pem;
            ssl_verify_client optional; location / { return 200 "$connection $ssl_client_s_dn"; }
            """
        guard let nginx = try await RealPeer.nginx(in: folder.path, server: server) else {
            print("skipped: nginx is not installed")
            return
        }
        var configuration = CurlTransport.Configuration()
        configuration.environment = [:]
        let transport = CurlTransport(configuration: configuration)
        let target = try TargetURI("https://127.0.0.1:\(nginx.tlsPort)/")
        func send(_ tls: TLSConfiguration, _ proxy: ProxyConfiguration = .none) async -> HopOutcome
        {
            var options = RequestOptions()
            options.tls = tls
            options.proxyConfiguration = proxy
            return await transport.send(
                PreparedRequest(method: .get, target: target, options: options)
            )
        }
        let insecure = TLSConfiguration(trust: .insecure)
        #expect(await send(insecure).response != nil)
        #expect(await send(insecure).hop.isReusedConnection)

        // The unchecked connection serves nobody who insists.
        #expect(await send(TLSConfiguration()).hop.failure?.code == .tlsUntrusted)
        let checked = await send(peer.trusting)
        #expect(checked.response != nil && !checked.hop.isReusedConnection)
        #expect(checked.hop.tls?.isInsecure == false)
        #expect(await send(peer.trusting).hop.isReusedConnection)

        var pinned = peer.trusting
        pinned.publicKeyPins = [String(repeating: "A", count: 43) + "="]
        #expect(await send(pinned).hop.failure?.code == .tlsPinMismatch)
        var newer = peer.trusting
        newer.minimumVersion = .tls1_3
        #expect(await send(newer).hop.isReusedConnection == false)
        var anyHost = peer.trusting
        anyHost.verifiesHost = false
        #expect(await send(anyHost).hop.isReusedConnection == false)

        // Nor does one that is authenticated serve somebody else.
        var known = peer.trusting
        known.clientCertificate = .pem(
            certificate: .file(peer.folder.file("client.pem")),
            key: .file(peer.folder.file("client.key"))
        )
        let first = await send(known)
        #expect(first.response?.body.text.contains("CN=client") == true, "\(first.result)")
        #expect(await send(peer.trusting).response?.body.text.contains("CN=") == false)
        var inMemory = peer.trusting
        inMemory.clientCertificate = .pem(
            certificate: .octets(try peer.folder.read("client.pem")),
            key: .octets(try peer.folder.read("client.key"))
        )
        #expect(await send(inMemory).hop.isReusedConnection == false)

        let proxy = try await TestProxy()
        let proxied = await send(peer.trusting, .http("127.0.0.1", port: proxy.port))
        #expect(proxied.response != nil && !proxied.hop.isReusedConnection)
        #expect(proxied.hop.proxy?.connectStatus?.rawValue == 200)
        let direct = await send(peer.trusting)
        #expect(direct.hop.isReusedConnection && direct.hop.proxy == nil)
        await transport.shutdown()
    }
}
