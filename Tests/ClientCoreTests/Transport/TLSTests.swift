import ClientCore
import HTTPModel
import TestSupport
import Testing

/// TLS against `openssl s_server`: who is trusted, and what is known of the connection.
@Suite struct TLSTests {
    private let peer: TLSPeer

    init() async throws { peer = try await TLSPeer() }

    @Test func aTrustedServerAnswersAndShowsItsCertificates() async throws {
        let server = try await peer.server("good", ["-cert_chain", "ca.pem"])
        let outcome = try await peer.outcome(at: server.base)
        #expect(outcome.response?.status.rawValue == 200)
        let timings = outcome.hop.timings
        #expect(timings.tls > .zero)
        #expect(timings.phases.reduce(.zero) { $0 + $1.duration } <= timings.total)
        let facts = try #require(outcome.hop.tls)
        #expect(facts.version == "TLSv1.3" && facts.cipher.hasPrefix("TLS_"))
        #expect(facts.verification.isTrusted && facts.verification.text == "ok")
        #expect(!facts.isInsecure)
        #expect(facts.certificates.map(\.subject) == ["CN=good, O=Apus", "CN=Test Authority"])
        let own = try #require(facts.certificates.first)
        #expect(own.issuer == "CN=Test Authority" && !own.isSelfIssued)
        #expect(facts.certificates[1].isSelfIssued)
        #expect(
            own.alternativeNames == ["IP:127.0.0.1", "DNS:localhost", "DNS:a.test", "DNS:b.test"]
        )
        let pem = try peer.folder.read("good.pem").text
        #expect(own.publicKeyPin == (try peer.pin) && pem.contains(own.pem))
        let (start, end) = (try #require(own.notBefore), try #require(own.notAfter))
        #expect(end.secondsSince1970 - start.secondsSince1970 == 30 * 86_400)
        let serial = try await ChildProgram.run(
            "/usr/bin/openssl",
            ["x509", "-in", "good.pem", "-noout", "-serial"],
            directory: peer.folder.path
        )
        #expect(serial.output == "serial=\(own.serialNumber.uppercased())\n")
        #expect(outcome.hop.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(outcome.hop.localAddress.hasPrefix("127.0.0.1:"))
        #expect(outcome.hop.version == .http1_0 && outcome.hop.proxy == nil)
    }

    @Test func authoritiesCanBeOctetsOrAFileAndStandAlone() async throws {
        let server = try await peer.server("good")
        let octets = try peer.folder.read("ca.pem")
        for includesSystem in [false, true] {
            let inMemory = try await peer.outcome(at: server.base) { tls, _ in
                tls.trust = .custom(.octets(octets), includesSystem: includesSystem)
            }
            #expect(inMemory.response?.status.rawValue == 200)
            let other = peer.folder.file("strange.pem")
            let stranger = try await peer.outcome(at: server.base) { tls, _ in
                tls.trust = .custom(.file(other), includesSystem: includesSystem)
            }
            #expect(stranger.hop.failure?.code == .tlsUntrusted)
        }
        let missing = try await peer.outcome(at: server.base) { tls, _ in
            tls.trust = .custom(.file("/nowhere/ca.pem"), includesSystem: false)
        }
        #expect(missing.hop.failure?.code == .tlsUntrusted)
        #expect(missing.hop.failure?.causes.joined().contains("/nowhere/ca.pem") == true)
    }

    @Test func theEnvironmentNamesTheSystemsAuthorities() async throws {
        let server = try await peer.server("good")
        var configuration = CurlTransport.Configuration()
        configuration.environment = ["SSL_CERT_FILE": peer.folder.file("ca.pem")]
        let request = PreparedRequest(method: .get, target: try TargetURI(server.base))
        let known = await CurlTransport(configuration: configuration).send(request)
        #expect(known.response?.status.rawValue == 200)
        configuration.environment = [:]
        let unknown = await CurlTransport(configuration: configuration).send(request)
        #expect(unknown.hop.failure?.code == .tlsUntrusted)
    }

    @Test func anUncheckedConnectionIsMarkedAndSaysWhatIsWrong() async throws {
        let server = try await peer.server("self")
        let ways: [(inout TLSConfiguration, inout RequestOptions) -> Void] = [
            { _, options in options.isVerifyingTLS = false }, { tls, _ in tls.trust = .insecure },
            { tls, _ in tls.insecureHosts = ["127.0.0.1"] },
            { tls, _ in tls.insecureHosts = ["127.0.0.1:\(server.port)"] },
        ]
        for way in ways {
            let outcome = try await peer.outcome(at: server.base, way)
            #expect(outcome.response?.status.rawValue == 200)
            let facts = try #require(outcome.hop.tls)
            #expect(facts.isInsecure && !facts.verification.isTrusted)
            #expect(facts.verification.text == "self-signed certificate")
        }
        let elsewhere = try await peer.outcome(at: server.base) { tls, _ in
            tls.insecureHosts = ["localhost", "127.0.0.1:1"]
        }
        #expect(elsewhere.hop.failure?.code == .tlsUntrusted)
        #expect(elsewhere.hop.tls?.isInsecure == false)
    }

    @Test func theHostCanBeLeftUnchecked() async throws {
        let server = try await peer.server("other")
        let outcome = try await peer.outcome(at: server.base) { tls, _ in tls.verifiesHost = false }
        #expect(outcome.response?.status.rawValue == 200)
        #expect(outcome.hop.tls?.verification.isTrusted == true)
    }

    @Test func versionsAndCiphersCanBeChosen() async throws {
        let server = try await peer.server("good")
        let old = try await peer.outcome(at: server.base) { tls, _ in
            tls.maximumVersion = .tls1_2
            tls.cipherList = "ECDHE-ECDSA-AES128-GCM-SHA256:TLS_AES_128_GCM_SHA256"
        }
        #expect(old.hop.tls?.version == "TLSv1.2")
        #expect(old.hop.tls?.cipher == "ECDHE-ECDSA-AES128-GCM-SHA256")
        let new = try await peer.outcome(at: server.base) { tls, _ in
            tls.minimumVersion = .tls1_3
            tls.cipherList = "TLS_CHACHA20_POLY1305_SHA256"
        }
        #expect(new.hop.tls?.version == "TLSv1.3")
        #expect(new.hop.tls?.cipher == "TLS_CHACHA20_POLY1305_SHA256")
    }

    @Test func aClientShowsItsCertificateInEveryForm() async throws {
        let server = try await peer.server("good", ["-Verify", "1", "-CAfile", "ca.pem"])
        let folder = peer.folder
        let (chain, key) = (folder.file("client.pem"), folder.file("client.key"))
        let both = Octets(try folder.read("client.pem").array + folder.read("client.key").array)
        let forms: [TLSConfiguration.ClientCertificate] = [
            .pem(certificate: .file(chain), key: .file(key)),
            .pem(certificate: .octets(both), key: nil),
            .pem(
                certificate: .file(chain),
                key: .octets(try folder.read("locked.key")),
                passphrase: "geheim"
            ),
            .pkcs12(.file(folder.file("client.p12")), passphrase: "geheim"),
            .pkcs12(.octets(try folder.read("client.p12")), passphrase: "geheim"),
        ]
        for form in forms {
            let outcome = try await peer.outcome(at: server.base) { tls, _ in
                tls.clientCertificate = form
            }
            #expect(outcome.response?.status.rawValue == 200, "\(form): \(outcome.result)")
        }
    }

    @Test func keysCanBePinnedBesideOrInsteadOfAuthorities() async throws {
        let server = try await peer.server("good")
        let pin = try peer.pin
        let wrong = String(repeating: "A", count: 43) + "="
        for pins in [[pin], ["sha256//" + pin], [wrong, pin]] {
            let outcome = try await peer.outcome(at: server.base) { tls, _ in
                tls.publicKeyPins = pins
            }
            #expect(outcome.response?.status.rawValue == 200)
        }
        let alone = try await peer.outcome(at: server.base) { tls, options in
            options.isVerifyingTLS = false
            tls.publicKeyPins = [pin]
        }
        #expect(alone.response?.status.rawValue == 200)
        let mismatch = try await peer.outcome(at: server.base) { tls, options in
            options.isVerifyingTLS = false
            tls.publicKeyPins = [wrong]
        }
        #expect(mismatch.hop.failure?.code == .tlsPinMismatch)
    }
}
