import ClientCore
import HTTPModel
import TestSupport
import Testing

/// TLS against `openssl s_server`, with certificates made for the run.
@Suite struct TLSTests {
    /// Makes an authority and certificates: `good`, `other` (another host), `expired`, `client`.
    private static let script = """
        set -e
        key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        openssl req -x509 $key -keyout ca.key -out ca.pem -days 30 -subj "/CN=Test Authority"
        sign() {
            openssl req $key -keyout $1.key -out $1.csr -subj "/CN=$1"
            echo "subjectAltName=$2" > $1.ext
            openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial \\
                -out $1.pem -extfile $1.ext -days $3
        }
        sign good IP:127.0.0.1 30
        sign other DNS:other.test 30
        sign expired IP:127.0.0.1 -1
        sign client DNS:client 30
        openssl pkey -in good.key -pubout -outform DER | openssl dgst -sha256 -binary |
            base64 > good.pin
        """

    private let folder: TemporaryFolder
    private var configuration = CurlTransport.Configuration()

    init() async throws {
        folder = try TemporaryFolder()
        let made = try await ChildProgram.run(
            "/bin/sh",
            ["-c", Self.script],
            directory: folder.path
        )
        #expect(made.exitCode == 0, Comment(rawValue: made.diagnostics))
        configuration.authorityFile = folder.file("ca.pem")
    }

    /// Starts a server that shows `certificate`.
    private func server(
        _ certificate: String,
        _ more: [String] = []
    ) async throws -> (program: ChildProgram, base: String) {
        let program = try ChildProgram(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(certificate).pem",
                "-key", "\(certificate).key",
            ] + more,
            directory: folder.path
        )
        let line = try #require(await program.line { $0.hasPrefix("ACCEPT 127.0.0.1:") })
        let port = line.split(whereSeparator: { $0 == ":" || $0.isNewline }).dropFirst().first ?? ""
        return (program, "https://127.0.0.1:\(port)/")
    }

    private func outcome(
        at base: String,
        _ change: (inout CurlTransport.Configuration, inout RequestOptions) -> Void = { _, _ in }
    ) async throws -> HopOutcome {
        var configuration = configuration
        var options = RequestOptions()
        change(&configuration, &options)
        let transport = CurlTransport(configuration: configuration)
        let target = try TargetURI(base)
        return await transport.send(PreparedRequest(method: .get, target: target, options: options))
    }

    @Test func aTrustedServerAnswers() async throws {
        let server = try await server("good")
        let outcome = try await outcome(at: server.base)
        #expect(outcome.response?.status.rawValue == 200)
        #expect(outcome.hop.timings.tls > .zero)
        #expect(
            outcome.hop.timings.phases.reduce(.zero) { $0 + $1.duration }
                <= outcome.hop.timings.total
        )
    }

    @Test func anUnknownAuthorityIsUntrusted() async throws {
        let server = try await server("good")
        let outcome = try await outcome(at: server.base) { configuration, _ in
            configuration.authorityFile = nil
        }
        let failure = try #require(outcome.hop.failure)
        #expect(failure.code == .tlsUntrusted && failure.phase == .tls)
        #expect(failure.bytesSent == 0 && !failure.causes.isEmpty)
        let insecure = try await self.outcome(at: server.base) { configuration, options in
            configuration.authorityFile = nil
            options.isVerifyingTLS = false
        }
        #expect(insecure.response?.status.rawValue == 200)
    }

    @Test func aCertificateForAnotherHostIsAMismatch() async throws {
        let server = try await server("other")
        let failure = try await outcome(at: server.base).hop.failure
        #expect(failure?.code == .tlsHostMismatch, "\(failure?.causes ?? [])")
    }

    @Test func anExpiredCertificateIsNamed() async throws {
        let server = try await server("expired")
        #expect(try await outcome(at: server.base).hop.failure?.code == .tlsExpired)
    }

    @Test func aMissingClientCertificateIsNamed() async throws {
        let server = try await server("good", ["-Verify", "1", "-CAfile", "ca.pem"])
        let missing = try await outcome(at: server.base).hop.failure
        #expect(missing?.code == .tlsClientCertificate && missing?.phase == .tls)
        let given = try await outcome(at: server.base) { configuration, _ in
            configuration.clientCertificateFile = folder.file("client.pem")
            configuration.clientKeyFile = folder.file("client.key")
        }
        #expect(given.response?.status.rawValue == 200)
        let unreadable = try await outcome(at: server.base) { configuration, _ in
            configuration.clientCertificateFile = folder.file("nothing.pem")
        }
        #expect(unreadable.hop.failure?.code == .tlsClientCertificate)
    }

    @Test func aKeyThatIsNotPinnedIsAMismatch() async throws {
        let server = try await server("good")
        let pin = try folder.read("good.pin").text.trimmingBlanks
        let good = try await outcome(at: server.base) { configuration, _ in
            configuration.pinnedPublicKeys = [String(pin.prefix { !$0.isNewline })]
        }
        #expect(good.response?.status.rawValue == 200)
        let bad = try await outcome(at: server.base) { configuration, _ in
            configuration.pinnedPublicKeys = [String(repeating: "A", count: 43) + "="]
        }
        #expect(bad.hop.failure?.code == .tlsPinMismatch && bad.hop.failure?.phase == .tls)
    }
}
