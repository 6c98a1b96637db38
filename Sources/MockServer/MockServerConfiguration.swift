package import Fixtures
package import HTTPModel

/// How a mock server serves.
package struct MockServerConfiguration: Sendable {
    /// A folder of saved requests with a `Fixtures` folder in it, or a folder of fixtures; `nil` when
    /// only `extraFixtures` answer.
    package var root: String?
    /// Fixtures that stand in no file, such as those made of an API's description.
    package var extraFixtures: [StoredFixture] = []
    /// The port on 127.0.0.1; 0 lets the system pick a free one.
    package var port: Int
    /// How long each answer waits, in addition to what its fixture says.
    package var latency: Latency
    /// The most bytes a second for each answer; `nil` for no limit but the fixture's.
    package var bytesPerSecond: Int?
    /// How many threads serve; each has its own connections.
    package var threadCount: Int
    /// The most bytes a request's content may have; more is answered with 413.
    package var contentLimitInBytes: Int
    /// The certificate that TLS clients see where no fixture decides.
    package var certificate: MockCertificate = .good
    /// What counts as secret in the log that the server gives out; `nil` for nothing.
    package var logPolicy: RedactionPolicy? = .standard
    /// Looks at a request before a fixture is sought, and may refuse it with a response of its own.
    package var check: (@Sendable (ReceivedRequest) -> HTTPResponse?)?

    /// Creates a configuration.
    package init(
        root: String?,
        port: Int = 0,
        latency: Latency = .none,
        bytesPerSecond: Int? = nil,
        threadCount: Int = 1,
        contentLimitInBytes: Int = 64 << 20
    ) {
        self.root = root
        self.port = port
        self.latency = latency
        self.bytesPerSecond = bytesPerSecond
        self.threadCount = max(1, min(threadCount, 64))
        self.contentLimitInBytes = contentLimitInBytes
    }
}

/// What kind of certificate a mock server shows, made up for each run.
package enum MockCertificate: String, Hashable, Sendable, CaseIterable {
    /// For the host asked for, signed by the server's authority.
    case good
    /// Signed, and out of its period.
    case expired
    /// Signed, for another host.
    case wrongHost = "wrong-host"
    /// Signed by itself.
    case selfSigned = "self-signed"
    /// A good one; the client must show one of its own.
    case clientCertificate = "client-certificate"
    /// None: the handshake is refused.
    case refused

    /// What a client that trusts the server's authority meets instead of a failure's cause; `nil` for
    /// failures that have nothing to do with TLS.
    package init?(playing code: NetworkFailure.Code) {
        switch code {
        case .tlsExpired: self = .expired
        case .tlsHostMismatch: self = .wrongHost
        case .tlsUntrusted: self = .selfSigned
        case .tlsClientCertificate: self = .clientCertificate
        case .tlsHandshake: self = .refused
        // A key that was pinned is another one in each run.
        case .tlsPinMismatch: self = .good
        default: return nil
        }
    }
}

/// Answers requests that a mock server does not answer itself, as a proxy does.
package protocol RequestAnswering: Sendable {
    /// What to answer; a failure is played on the wire.
    func answer(_ request: ReceivedRequest) async -> Result<HTTPResponse, NetworkFailure>
}

/// Why a mock server cannot start.
package struct MockServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and why.
    package var description: String
}
