import ClientCore
import HTTPModel
import TestSupport
import Testing

/// A folder with an authority and the certificates it signed, and servers that show them.
///
/// `good`, `other` (another host), `expired`, `future`, `self` (signed by itself), `client`, and
/// `stranger` of an authority that nobody knows.
struct TLSPeer {
    private static let script = """
        set -e
        key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        openssl req -x509 $key -keyout ca.key -out ca.pem -days 30 -subj "/CN=Test Authority"
        openssl req -x509 $key -keyout strange.key -out strange.pem -days 30 -subj "/CN=Stranger"
        openssl req -x509 $key -keyout self.key -out self.pem -days 30 -subj "/CN=self" \\
            -addext subjectAltName=IP:127.0.0.1
        sign() {
            openssl req $key -keyout $1.key -out $1.csr -subj "/O=Apus/CN=$1"
            echo "subjectAltName=$2" > $1.ext
            openssl x509 -req -in $1.csr -CA ${4:-ca}.pem -CAkey ${4:-ca}.key -CAcreateserial \\
                -out $1.pem -extfile $1.ext -days $3
        }
        sign good IP:127.0.0.1,DNS:localhost,DNS:a.test,DNS:b.test 30
        sign other DNS:other.test,DNS:www.other.test 30
        sign expired IP:127.0.0.1 -1
        sign client DNS:client 30
        sign stranger IP:127.0.0.1 30 strange
        openssl pkcs12 -export -in client.pem -inkey client.key -out client.p12 -passout pass:geheim
        openssl pkey -in client.key -aes128 -passout pass:geheim -out locked.key
        openssl pkey -in good.key -pubout -outform DER | openssl dgst -sha256 -binary |
            base64 > good.pin
        """

    let folder: TemporaryFolder

    /// Makes the certificates.
    init() async throws {
        folder = try TemporaryFolder()
        let made = try await ChildProgram.run(
            "/bin/sh",
            ["-c", Self.script],
            directory: folder.path
        )
        try #require(made.exitCode == 0, Comment(rawValue: made.diagnostics))
    }

    /// What trusts the authority and nobody else.
    var trusting: TLSConfiguration {
        TLSConfiguration(
            trust: .custom(.file(folder.file("ca.pem")), includesSystem: false)
        )
    }

    /// The pin of `good`.
    var pin: String {
        get throws { String(try folder.read("good.pin").text.prefix { !$0.isNewline }) }
    }

    /// Starts `openssl s_server`, which shows `certificate` and answers with a page.
    func server(
        _ certificate: String,
        _ more: [String] = []
    ) async throws -> (program: ChildProgram, base: String, port: Int) {
        let program = try ChildProgram(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(certificate).pem",
                "-key", "\(certificate).key",
            ] + more,
            directory: folder.path
        )
        let line = try #require(await program.line { $0.hasPrefix("ACCEPT 127.0.0.1:") })
        let text = line.split(whereSeparator: { $0 == ":" || $0.isNewline }).dropFirst().first ?? ""
        let port = try #require(Int(text))
        return (program, "https://127.0.0.1:\(port)/", port)
    }

    /// Sends a GET on a transport of its own, trusting the authority alone but for `change`.
    func outcome(
        at base: String,
        _ change: (inout TLSConfiguration, inout RequestOptions) throws -> Void = { _, _ in }
    ) async throws -> HopOutcome {
        var tls = trusting
        var options = RequestOptions()
        try change(&tls, &options)
        var configuration = CurlTransport.Configuration()
        configuration.tls = tls
        configuration.environment = [:]
        let transport = CurlTransport(configuration: configuration)
        let request = PreparedRequest(method: .get, target: try TargetURI(base), options: options)
        let outcome = await transport.send(request)
        await transport.shutdown()
        return outcome
    }
}
