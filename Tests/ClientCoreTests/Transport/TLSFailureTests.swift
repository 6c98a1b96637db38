import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Failures of TLS are told apart, with the certificate's facts and what to try.
@Suite struct TLSFailureTests {
    private let peer: TLSPeer

    init() async throws { peer = try await TLSPeer() }

    private func failure(
        at base: String,
        _ change: (inout TLSConfiguration, inout RequestOptions) throws -> Void = { _, _ in }
    ) async throws -> NetworkFailure {
        let outcome = try await peer.outcome(at: base, change)
        let failure = try #require(outcome.hop.failure)
        #expect(failure.phase == .tls && failure.bytesReceived == 0)
        return failure
    }

    @Test func anUnknownAuthorityIsNamed() async throws {
        let server = try await peer.server("stranger")
        let outcome = try await peer.outcome(at: server.base)
        let failure = try #require(outcome.hop.failure)
        #expect(failure.code == .tlsUntrusted && failure.phase == .tls && failure.bytesSent == 0)
        #expect(
            failure.detail.hasPrefix("127.0.0.1:\(server.port): unknown authority CN=Stranger; ")
        )
        #expect(
            failure.detail.contains("certificate of CN=stranger, O=Apus, issued by CN=Stranger")
        )
        #expect(failure.message.contains("allow this host explicitly"))
        #expect(outcome.hop.tls?.certificates.first?.subject == "CN=stranger, O=Apus")
        #expect(outcome.hop.tls?.verification.isTrusted == false)
        let chain = try await peer.server("stranger", ["-cert_chain", "strange.pem"])
        let sent = try await self.failure(at: chain.base)
        #expect(sent.code == .tlsUntrusted)
        #expect(
            sent.detail.contains("unknown authority CN=Stranger, which the server sent along")
        )
    }

    @Test func aSelfSignedCertificateIsToldApart() async throws {
        let server = try await peer.server("self")
        let failure = try await failure(at: server.base)
        #expect(failure.code == .tlsUntrusted)
        #expect(
            failure.detail.contains("self-signed certificate; to trust it, name it as an authority")
        )
        #expect(failure.detail.contains("certificate of CN=self, issued by itself, valid 20"))
        let named = try await peer.outcome(at: server.base) { tls, _ in
            tls.trust = .custom(.file(peer.folder.file("self.pem")), includesSystem: false)
        }
        #expect(named.response?.status.rawValue == 200)
    }

    @Test func anExpiredCertificateSaysSinceWhen() async throws {
        let server = try await peer.server("expired")
        let failure = try await failure(at: server.base)
        #expect(failure.code == .tlsExpired)
        #expect(failure.detail.contains("CN=expired, O=Apus expired on 20"))
        #expect(failure.detail.contains("issued by CN=Test Authority"))
    }

    @Test func aCertificateForAnotherHostSaysForWhich() async throws {
        let server = try await peer.server("other")
        let failure = try await failure(at: server.base)
        #expect(failure.code == .tlsHostMismatch, "\(failure.causes)")
        #expect(failure.detail.contains("it is for DNS:other.test, DNS:www.other.test; "))
        #expect(failure.detail.contains("certificate of CN=other, O=Apus"))
    }

    @Test func aKeyThatIsNotPinnedIsShown() async throws {
        let server = try await peer.server("good")
        let failure = try await failure(at: server.base) { tls, _ in
            tls.publicKeyPins = [String(repeating: "A", count: 43) + "="]
        }
        #expect(failure.code == .tlsPinMismatch && failure.bytesSent == 0)
        #expect(failure.detail.contains("the server's key is sha256//\(try peer.pin)"))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func aMissingClientCertificateIsNamed(_ version: String) async throws {
        let asking = ["-Verify", "1", "-verify_return_error", "-CAfile", "ca.pem", version]
        let server = try await peer.server("good", asking)
        let missing = try await failure(at: server.base)
        #expect(missing.code == .tlsClientCertificate, "\(missing.causes)")
        #expect(missing.detail.contains("the server asks for one, and none is set"))
        #expect(missing.detail.contains("certificate of CN=good, O=Apus"))
        #expect(missing.message.contains("TLS settings"))
        let folder = peer.folder
        let refused = try await failure(at: server.base) { tls, _ in
            tls.clientCertificate = .pem(
                certificate: .file(folder.file("stranger.pem")),
                key: .file(folder.file("stranger.key"))
            )
        }
        #expect(refused.code == .tlsClientCertificate)
        #expect(refused.detail.contains("the server refused the one that is set"))
        let unreadable = try await peer.outcome(at: server.base) { tls, _ in
            tls.clientCertificate = .pem(certificate: .file("/nowhere.pem"), key: nil)
        }
        #expect(unreadable.hop.failure?.code == .tlsClientCertificate)
        #expect(unreadable.hop.failure?.detail.contains("cannot be used") == true)
        let locked = try await peer.outcome(at: server.base) { tls, _ in
            tls.clientCertificate = .pkcs12(.file(folder.file("client.p12")), passphrase: "nein")
        }
        #expect(locked.hop.failure?.code == .tlsClientCertificate)
        let texts = "\(locked)"
        #expect(!texts.contains("nein"))
    }

    @Test func plainHTTPOnATLSPortIsNamed() async throws {
        let plain = FaultServer { connection in
            connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClose()
        }
        let failure = try await failure(at: "https://127.0.0.1:\(plain.port)/")
        #expect(failure.code == .tlsHandshake)
        // No certificate came, so nothing was found out about one.
        #expect(!failure.causes.contains { $0.contains("verification") })
        #expect(failure.detail.contains("does not speak TLS; it may be plain HTTP, try http://"))
    }

    @Test func aVersionThatIsTooLowIsNamed() async throws {
        let server = try await peer.server("good", ["-tls1_2"])
        let failure = try await failure(at: server.base) { tls, _ in
            tls.minimumVersion = .tls1_3
        }
        #expect(failure.code == .tlsHandshake, "\(failure.causes)")
        #expect(
            failure.detail.contains("no version of TLS that both sides accept: at least 1.3"),
            "\(failure)"
        )
    }
}
