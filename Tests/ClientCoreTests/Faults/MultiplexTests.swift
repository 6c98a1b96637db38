import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Many requests on one HTTP/2 connection, against nginx.
@Suite("Multiplexed", .serialized) struct MultiplexTests {
    private static let locations = """
        location ~ ^/start/(.*)$ { return 302 /middle/$1; }
        location ~ ^/middle/(.*)$ { return 307 /end/$1; }
        location ~ ^/end/(.*)$ { return 200 "end $1"; }
        """

    /// nginx with a certificate of its own.
    private func nginx(
        in folder: TemporaryFolder,
        _ more: String = ""
    ) async throws -> (peer: RealPeer, tlsPort: Int)? {
        let made = try await ChildProgram.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                "-keyout", folder.file("key.pem"), "-out", folder.file("certificate.pem"),
            ]
        )
        try #require(made.exitCode == 0, Comment(rawValue: made.diagnostics))
        let server = """
            listen 127.0.0.1:TLSPORT ssl http2; ssl_certificate FOLDER/certificate.pem;
            ssl_certificate_key FOLDER/key.pem; root FOLDER; \(more) \(Self.locations)
            """
        let nginx = try await RealPeer.nginx(in: folder.path, server: server)
        if nginx == nil { print("skipped: nginx is not installed") }
        return nginx
    }

    private func transport(_ folder: TemporaryFolder) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        let authority = TLSConfiguration.Source.file(folder.file("certificate.pem"))
        configuration.tls.trust = .custom(authority, includesSystem: false)
        return CurlTransport(configuration: configuration)
    }

    /// Sends `count` requests at once, each redirected twice.
    private func redirected(
        _ count: Int,
        at port: Int,
        _ client: HTTPClient
    ) async throws -> [Exchange] {
        try await withThrowingTaskGroup(of: (Int, Exchange).self) { group in
            for i in 0..<count {
                group.addTask {
                    let target = try TargetURI("https://127.0.0.1:\(port)/start/\(i)")
                    var request = HTTPRequest(.get, target)
                    // A connection is waited for until one has room, which a slow machine has late.
                    request.options.timeouts.connect = .seconds(120)
                    return (i, try await client.send(request))
                }
            }
            return try await group.reduce(into: [(Int, Exchange)]()) { $0.append($1) }
                .sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    @Test func twoHundredDoubleRedirectsAtOnceAllArrive() async throws {
        let folder = try TemporaryFolder()
        guard let nginx = try await nginx(in: folder) else { return }
        let transport = transport(folder)
        let exchanges = try await redirected(
            200,
            at: nginx.tlsPort,
            HTTPClient(transport: transport)
        )
        for (i, exchange) in exchanges.enumerated() {
            #expect(
                exchange.response?.body.text == "end \(i)",
                "\(String(describing: exchange.failure))"
            )
            #expect(exchange.hops.map { $0.responseHead?.status.rawValue } == [302, 307, 200])
            #expect(exchange.hops.allSatisfy { $0.responseHead?.version == .http2 })
        }
        await transport.shutdown()
    }

    @Test func aServerThatLimitsRequestsOfAConnectionIsAskedOnAnother() async throws {
        let folder = try TemporaryFolder()
        guard let nginx = try await nginx(in: folder, "keepalive_requests 20;") else { return }
        let transport = transport(folder)
        let exchanges = try await redirected(
            100,
            at: nginx.tlsPort,
            HTTPClient(transport: transport)
        )
        for (i, exchange) in exchanges.enumerated() {
            #expect(
                exchange.response?.body.text == "end \(i)",
                "\(String(describing: exchange.failure))"
            )
        }
        await transport.shutdown()
    }

    @Test func aStormOfCancelsLeavesTheOthersAlone() async throws {
        let folder = try TemporaryFolder()
        try folder.write("large.txt", String(repeating: "0123456789abcdef", count: 1 << 14))
        guard let nginx = try await nginx(in: folder) else { return }
        let transport = transport(folder)
        let target = try TargetURI("https://127.0.0.1:\(nginx.tlsPort)/large.txt")
        let request = PreparedRequest(method: .get, target: target)
        let outcomes = await withTaskGroup(of: (Int, HopOutcome).self) { group in
            for i in 0..<200 {
                group.addTask {
                    let task = Task { await transport.send(request) }
                    if i % 2 == 0 {
                        for _ in 0..<(i % 7) { await Task.yield() }
                        task.cancel()
                    }
                    return (i, await task.value)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (i, outcome) in outcomes {
            if i % 2 == 0, outcome.hop.failure?.code == .cancelled { continue }
            #expect(outcome.response?.body.count == 16 << 14, Comment(rawValue: outcome.line))
        }
        await transport.shutdown()
    }
}
