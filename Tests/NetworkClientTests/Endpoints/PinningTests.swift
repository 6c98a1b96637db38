import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// What a kit sets up: session configurations, and pins against `openssl s_server`.
@Suite(.serialized) struct PinningTests {
    /// Makes two authorities and a certificate of the first, in PEM and in the Base64 of DER.
    private static let script = """
        set -e
        key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        for name in ca other; do
            openssl req -x509 $key -keyout $name.key -out $name.pem -days 30 -subj "/CN=$name"
        done
        openssl req $key -keyout leaf.key -out leaf.csr -subj "/CN=leaf"
        echo "subjectAltName=IP:127.0.0.1" > leaf.ext
        openssl x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial \\
            -out leaf.pem -extfile leaf.ext -days 30
        for name in ca other leaf; do
            openssl x509 -in $name.pem -outform DER | base64 -w0 > $name.b64
        done
        """

    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        let made = try await ChildProgram.run(
            "/bin/sh",
            ["-c", Self.script],
            directory: folder.path
        )
        try #require(made.exitCode == 0, Comment(rawValue: made.diagnostics))
    }

    private func server() async throws -> (program: ChildProgram, base: String) {
        let program = try ChildProgram(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "leaf.pem", "-key",
                "leaf.key",
            ],
            directory: folder.path
        )
        let line = try #require(await program.line { $0.hasPrefix("ACCEPT 127.0.0.1:") })
        let port = line.split(whereSeparator: { $0 == ":" || $0.isNewline }).dropFirst().first ?? ""
        return (program, "https://127.0.0.1:\(port)")
    }

    /// The failure of a call through a kit with these pins; `nil` when it succeeded.
    private func failure(
        at base: String,
        pinning names: [String],
        _ type: SSLPinningCertificateType,
        trusting authority: String? = "ca.pem"
    ) async throws -> NetworkFailure.Code? {
        let kit = NetworkKit()
        if let authority {
            let file = TLSConfiguration.Source.file(folder.file(authority))
            kit.tls = TLSConfiguration(trust: .custom(file, includesSystem: false))
        }
        if !names.isEmpty {
            kit.setup(
                sslPinning: SSLPinning(
                    sslPinningConfig: SSLPinningConfiguration(
                        sslCertificates: try names.map { try folder.read($0).text },
                        sslPinningCertificateType: type
                    )
                )
            )
        }
        let router = DefaultNetworkRouter<SampleEndpoint>(
            completionQueue: DispatchQueue(label: "tests"),
            kit: kit,
            transport: CurlTransport()
        )
        return await router.completed(SampleEndpoint(base)).error?.failureCode
    }

    // Rows: 2-4, 2-5, 2-25
    @Test func theKeyOfTheLeafMustBeAPinnedOne() async throws {
        let server = try await server()
        for (names, expected) in [
            (["leaf.b64"], nil), (["other.b64", "leaf.pem"], nil), (["ca.b64"], .tlsPinMismatch),
            (["other.b64"], NetworkFailure.Code.tlsPinMismatch),
        ] {
            let code = try await failure(at: server.base, pinning: names, .leaf)
            #expect(code == expected, "\(names)")
        }
    }

    // Rows: 2-5, 2-25
    @Test func theChainMustEndInAPinnedRoot() async throws {
        let server = try await server()
        for (names, expected) in [
            (["ca.b64"], nil), (["other.b64", "ca.b64"], nil),
            (["other.b64"], NetworkFailure.Code.tlsUntrusted),
        ] {
            let code = try await failure(at: server.base, pinning: names, .root, trusting: nil)
            #expect(code == expected, "\(names)")
        }
    }

    // Rows: 2-5
    @Test func withoutPinningCertificatesAreValidatedAsUsual() async throws {
        let server = try await server()
        #expect(
            try await failure(at: server.base, pinning: [], .leaf, trusting: nil) == .tlsUntrusted
        )
        #expect(try await failure(at: server.base, pinning: [], .leaf) == nil)
        // A pinned leaf is no reason to trust its chain.
        #expect(
            try await failure(at: server.base, pinning: ["leaf.b64"], .leaf, trusting: nil)
                == .tlsUntrusted
        )
    }

    // Rows: 2-4, 2-5
    @Test func certificatesThatCannotBeReadFailEveryCall() async throws {
        for (texts, problem) in [
            (["not base64!"], SSLPinningError.notBase64), (["AAAA"], .notACertificate),
            ([], .noCertificate),
        ] {
            let pinning = SSLPinning(
                sslPinningConfig: SSLPinningConfiguration(
                    sslCertificates: texts,
                    sslPinningCertificateType: .leaf
                )
            )
            #expect(pinning.problem == problem)
            let kit = NetworkKit()
            kit.setup(with: .default, sslPinning: pinning)
            let router = DefaultNetworkRouter<SampleEndpoint>(
                completionQueue: DispatchQueue(label: "tests"),
                kit: kit,
                transport: MockTransport { _ in .json("{}") }
            )
            let error = await router.completed(SampleEndpoint()).error
            #expect(error?.failureCode == .tlsPinMismatch)
            #expect(error?.errorDescription?.contains("certificate") == true)
            kit.setup(sslPinning: nil)
            #expect(await router.completed(SampleEndpoint()).error == nil)
        }
    }

    // Rows: 2-4, 2-5
    @Test func aSessionThatCannotCheckPinsIsNotAsked() async throws {
        let asked = Mutex(0)
        let session = MockURLProtocol.session { _ in
            asked.withLock { $0 += 1 }
            return (HTTPURLResponse(), Data())
        }
        for type in [SSLPinningCertificateType.leaf, .root] {
            let pinning = SSLPinning(
                sslPinningConfig: SSLPinningConfiguration(
                    sslCertificates: [try folder.read("leaf.b64").text],
                    sslPinningCertificateType: type
                )
            )
            let configured = NetworkKit()
            configured.setup(with: session.configuration, sslPinning: pinning)
            let injected = NetworkKit()
            injected.setup(sslPinning: pinning)
            for (kit, transport) in [
                (configured, nil), (injected, URLSessionTransport(session: session)),
            ] {
                let router = DefaultNetworkRouter<SampleEndpoint>(
                    completionQueue: DispatchQueue(label: "tests"),
                    kit: kit,
                    transport: transport
                )
                let error = await router.completed(SampleEndpoint()).error
                #expect(error?.failureCode == .tlsPinMismatch)
                let reason = SSLPinningError.uncheckedBySession.description
                #expect((error?.underlyingError as? NetworkFailure)?.detail == reason)
                #expect(asked.withLock { $0 } == 0)
                kit.setup(sslPinning: nil)
                #expect(await router.completed(SampleEndpoint()).error == nil)
                #expect(asked.withLock { $0 } == 1)
                asked.withLock { $0 = 0 }
            }
        }
    }

    // Rows: 2-4
    @Test func mocksOfEndpointsNeedNoPins() async throws {
        let kit = NetworkKit()
        kit.setup(
            with: MockURLProtocol.session { _ in (HTTPURLResponse(), Data()) }.configuration,
            sslPinning: SSLPinning(
                sslPinningConfig: SSLPinningConfiguration(
                    sslCertificates: [try folder.read("leaf.b64").text],
                    sslPinningCertificateType: .leaf
                )
            )
        )
        var endpoint = SampleEndpoint()
        endpoint.mockResponse = .response(200, Data("mock".utf8))
        let router = DefaultNetworkRouter<SampleEndpoint>(
            mockBehavior: .immediate,
            completionQueue: DispatchQueue(label: "tests"),
            kit: kit
        )
        #expect(await router.completed(endpoint).error == nil)
    }

    // Rows: 2-4
    @Test func pinsOfARequestAreNotLeftUncheckedByASession() async throws {
        let session = MockURLProtocol.session { _ in (HTTPURLResponse(), Data("in".utf8)) }
        let client = HTTPClient(transport: URLSessionTransport(session: session))
        var request = HTTPRequest(.get, try TargetURI("https://a.example.test/"))
        request.options.tls = TLSConfiguration()
        request.options.tls?.publicKeyPins = ["AAAA"]
        #expect(try await client.send(request).failure?.code == .tlsPinMismatch)
        request.target.scheme = "http"
        #expect(try await client.send(request).response?.body.text == "in")
    }

    // Rows: 2-4
    @Test func staleSpellingsSetUpTheSamePins() {
        let kits = StaleSpellings.made
        #expect(kits.map(\.problem) == [.noCertificate])
    }

    // Rows: 2-4, 2-25
    @Test func pinsAreTheHashesThatOpenSSLComputes() async throws {
        let script = """
            openssl x509 -in leaf.pem -noout -pubkey | openssl pkey -pubin -outform DER |
                openssl dgst -sha256 -binary | base64
            """
        let pin = try await ChildProgram.run("/bin/sh", ["-c", script], directory: folder.path)
        let pinning = SSLPinning(
            sslPinningConfig: SSLPinningConfiguration(
                sslCertificates: [try folder.read("leaf.b64").text],
                sslPinningCertificateType: .leaf
            )
        )
        #expect(pinning.publicKeyPins == [pin.output.split(separator: "\n").first.map(String.init)])
    }
}

/// What is asked for through a protocol is not warned about.
private protocol PinningMaker {
    static var pinnings: [SSLPinning] { get }
}

private enum StaleSpellings: PinningMaker {
    @available(*, deprecated)
    static var pinnings: [SSLPinning] {
        let config = SSLPingningConfiguration(
            sslCertificates: [],
            sslPinningCertificateType: .root
        )
        let sslPinning = SSLPining(sslPinningConfig: config)
        NetworkKit().setup(sslPingning: sslPinning)
        return [sslPinning]
    }

    static var made: [SSLPinning] {
        func pinnings(of maker: any PinningMaker.Type) -> [SSLPinning] { maker.pinnings }
        return pinnings(of: self)
    }
}
