import ClientCore
import HTTPModel
import TestSupport
import Testing

/// The client against servers that are not ours: Debian's httpbin and nginx, on loopback.
///
/// A peer that is not installed is reported and its tests pass without having run.
@Suite("Real peers", .serialized)
struct RealPeerTests {
    private let client = HTTPClient()

    private func send(
        _ method: HTTPMethod = .get,
        _ url: String,
        fields: HTTPFields = [],
        body: String? = nil,
        token: Token? = nil,
        adjust: (inout RequestOptions) -> Void = { _ in }
    ) async throws -> Exchange {
        var request = HTTPRequest(method, try TargetURI(url), fields: fields)
        if let body { request.body = .octets(Octets(utf8: body)) }
        adjust(&request.options)
        return try await client.send(request, token: token)
    }

    @Test func httpbinSeesWhatWasSentAndItsAnswersAreRead() async throws {
        guard let peer = try await RealPeer.httpbin() else {
            print("skipped: httpbin is not installed")
            return
        }
        let base = peer.base
        let echo = try await send(
            .post,
            base + "/anything?q=a%20b&q=2",
            fields: ["Content-Type": "application/json", "X-Twice": "1", "X-Twice": "2"],
            body: #"{"n": 1.00}"#,
            token: .bearer("abc")
        )
        let text = try #require(echo.response).body.text
        #expect(text.contains(#""data":"{\"n\": 1.00}""#))
        #expect(text.contains("Bearer abc"))
        #expect(text.contains(#""q":["a b","2"]"#))

        for code in [200, 204, 400, 401, 403, 404, 418, 500, 503] {
            let exchange = try await send(.get, base + "/status/\(code)")
            #expect(exchange.response?.status.rawValue == code)
        }
        let table: [(Int, String?)] = [
            (204, nil), (401, "httpError.unauthorized"), (404, "httpError.notFound"),
            (500, "httpError.serverError"), (418, "httpError.unknown"),
        ]
        for (code, name) in table {
            let exchange = try await send(.get, base + "/status/\(code)")
            #expect(ErrorMapping.standard.map(exchange).apiError == name)
        }
    }

    @Test func httpbinRedirectsCodingsAndDelaysAreHandled() async throws {
        guard let peer = try await RealPeer.httpbin() else {
            print("skipped: httpbin is not installed")
            return
        }
        let base = peer.base
        let redirected = try await send(.get, base + "/redirect/3")
        #expect(redirected.response?.status == HTTPStatus(200))
        #expect(redirected.hops.count == 4)
        #expect(redirected.hops.dropLast().allSatisfy { $0.redirect?.next != nil })

        for coding in ["gzip", "deflate"] {
            let exchange = try await send(.get, base + "/" + coding)
            #expect(exchange.response?.body.text.contains("\"method\":\"GET\"") == true)
        }

        let challenge = try await send(.get, base + "/basic-auth/user/pass")
        #expect(challenge.response?.status == HTTPStatus(401))
        #expect(challenge.response?.fields["WWW-Authenticate"]?.hasPrefix("Basic") == true)

        let late = try await send(.get, base + "/delay/5") {
            $0.timeouts.headers = .milliseconds(200)
        }
        #expect(late.failure?.code == .timeoutHeaders)
        #expect(late.elapsed < .seconds(5))
    }

    @Test func nginxServesFilesOverReusedConnections() async throws {
        let folder = try TemporaryFolder()
        let large = String(repeating: "0123456789abcdef", count: 1 << 18)
        try folder.write("hello.txt", "hello\n")
        try folder.write("large.txt", large)
        let server = """
            root FOLDER; gzip on; gzip_min_length 1; gzip_types *;
            location = /moved { return 308 /hello.txt; }
            """
        guard let nginx = try await RealPeer.nginx(in: folder.path, server: server) else {
            print("skipped: nginx is not installed")
            return
        }
        let base = nginx.peer.base
        let first = try await send(.get, base + "/hello.txt")
        #expect(first.response?.body.text == "hello\n")
        #expect(first.hops.first?.remoteAddress == "127.0.0.1:\(nginx.peer.port)")
        let second = try await send(.get, base + "/hello.txt")
        #expect(second.hops.first?.isReusedConnection == true)
        #expect(try await send(.head, base + "/hello.txt").response?.body.isEmpty == true)
        #expect(try await send(.get, base + "/large.txt").response?.body == Octets(utf8: large))
        #expect(try await send(.get, base + "/absent").response?.status == HTTPStatus(404))
        let moved = try await send(.put, base + "/moved", body: "x")
        #expect(moved.hops.last?.sent.method == .put)
        #expect(moved.hops.last?.sent.body == Octets(utf8: "x"))
        #expect(moved.response?.status == HTTPStatus(405))
    }

    @Test func nginxWithACertificateOfItsOwnIsUntrustedUnlessAllowed() async throws {
        let folder = try TemporaryFolder()
        try folder.write("hello.txt", "hello\n")
        let made = try await ChildProgram.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                "/CN=localhost",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.path + "/key.pem",
                "-out",
                folder.path + "/certificate.pem",
            ]
        )
        try #require(made.exitCode == 0)
        let server = """
            root FOLDER; listen 127.0.0.1:TLSPORT ssl http2;
            ssl_certificate FOLDER/certificate.pem; ssl_certificate_key FOLDER/key.pem;
            """
        guard let nginx = try await RealPeer.nginx(in: folder.path, server: server) else {
            print("skipped: nginx is not installed")
            return
        }
        let url = "https://127.0.0.1:\(nginx.tlsPort)/hello.txt"
        let refused = try await send(.get, url)
        #expect(refused.failure?.code == .tlsUntrusted)
        let allowed = try await send(.get, url) { $0.isVerifyingTLS = false }
        #expect(allowed.response?.head.version == .http2)
        #expect(allowed.response?.body.text == "hello\n")
        #expect(allowed.timings.tls > .zero)
        let plain = try await send(.get, "https://127.0.0.1:\(nginx.peer.port)/hello.txt")
        #expect(plain.failure?.code == .tlsHandshake)
    }
}
