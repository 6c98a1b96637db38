import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import TestSupport
import Testing

/// What a `URLSession` cannot do is refused by name, and never passed over.
@Suite struct SessionOptionTests {
    private let transport = URLSessionTransport(session: URLSession(configuration: .ephemeral))

    /// An option that a session cannot honour, and the failure that names it.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var code = NetworkFailure.Code.internal
        var scheme = "http"
        var set: @Sendable (inout RequestOptions) -> Void

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "proxyConfiguration", code: .proxyRefused) {
            $0.proxyConfiguration = .http("127.0.0.1", port: 9)
        },
        Row(name: "proxyConfiguration", code: .proxyRefused) { $0.proxy = "no proxy:" },
        Row(name: "authentication (Digest as ann)") {
            $0.authentication = .digest(user: "ann", password: "geheim")
        },
        Row(name: "authentication (NTLM as ann)") {
            $0.authentication = .ntlm(user: "ann", password: "geheim")
        },
        Row(name: "authentication (Negotiate)") { $0.authentication = .negotiate },
        Row(name: "unixSocketPath") { $0.unixSocketPath = "/nowhere/socket" },
        Row(name: "connectTo") { $0.connectTo = [ConnectOverride(toHost: "127.0.0.1", toPort: 9)] },
        Row(name: "resolve") {
            $0.resolve = [ResolveOverride(host: "a.test", port: nil, addresses: ["127.0.0.1"])]
        },
        Row(name: "localInterface") { $0.localInterface = "127.0.0.2" },
        Row(name: "addressFamily") { $0.addressFamily = .ipv6 },
        Row(name: "version") { $0.version = .http2PriorKnowledge },
        Row(name: "isVerifyingTLS", code: .tlsUntrusted, scheme: "https") {
            $0.isVerifyingTLS = false
        },
        Row(name: "tls.trust", code: .tlsUntrusted, scheme: "https") {
            $0.tls = TLSConfiguration(trust: .custom(.file("ca.pem"), includesSystem: false))
        },
        Row(name: "tls.trust", code: .tlsUntrusted, scheme: "https") {
            var tls = TLSConfiguration()
            tls.insecureHosts = ["127.0.0.1"]
            $0.tls = tls
        },
        Row(name: "tls.clientCertificate", code: .tlsClientCertificate, scheme: "https") {
            var tls = TLSConfiguration()
            tls.clientCertificate = .pem(certificate: .file("me.pem"), key: nil)
            $0.tls = tls
        },
        Row(name: "tls", code: .tlsHandshake, scheme: "https") {
            var tls = TLSConfiguration()
            tls.minimumVersion = .tls1_3
            $0.tls = tls
        },
    ]

    @Test(arguments: rows)
    func whatASessionCannotDoIsRefusedUnsentAndByName(_ row: Row) async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let base = row.scheme + server.base.dropFirst("http".count)
        var request = PreparedRequest(method: .get, target: try TargetURI(base))
        row.set(&request.options)
        let failure = try #require(await transport.send(request).hop.failure)
        #expect(failure.code == row.code)
        #expect(failure.phase == .prepare)
        #expect(failure.detail.contains("the option \(row.name);"), "\(failure.detail)")
        #expect(!failure.message.contains("geheim"))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: rows)
    func aMockedSessionOpensNoConnectionThatOptionsCouldBeAbout(_ row: Row) async throws {
        let mocked = URLSessionTransport(
            session: MockURLProtocol.session { _ in (HTTPURLResponse(), Data("ok".utf8)) }
        )
        let target = try TargetURI(row.scheme + "://a.example.test/")
        var request = PreparedRequest(method: .get, target: target)
        row.set(&request.options)
        #expect(await mocked.send(request).response?.body.text == "ok")
    }

    @Test func whatASessionCanDoIsDone() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        var request = HTTPRequest(.get, try TargetURI(server.base))
        request.options.authentication = .basic(user: "ann", password: "secret")
        request.options.proxyConfiguration = .none
        request.options.isVerifyingTLS = false
        var tls = TLSConfiguration()
        tls.insecureHosts = ["other.example.test"]
        request.options.tls = tls
        let exchange = try await HTTPClient(transport: transport).send(request)
        #expect(exchange.response?.body.text == "ok", "\(exchange.result)")
        #expect(server.requests.first?.field("Authorization") == "Basic YW5uOnNlY3JldA==")
    }
}
