package import HTTPModel

/// How a mock server serves.
package struct MockServerConfiguration: Hashable, Sendable {
    /// A folder of saved requests with a `Fixtures` folder in it, or a folder of fixtures.
    package var root: String
    /// The port on 127.0.0.1; 0 lets the system pick a free one.
    package var port: Int
    /// How long each answer waits, in addition to the delay of its fixture.
    package var latency: Duration
    /// The most bytes a request's content may have; more is answered with 413.
    package var contentLimitInBytes: Int

    /// Creates a configuration.
    package init(
        root: String,
        port: Int = 0,
        latency: Duration = .zero,
        contentLimitInBytes: Int = 64 << 20
    ) {
        self.root = root
        self.port = port
        self.latency = latency
        self.contentLimitInBytes = contentLimitInBytes
    }
}

/// A request that a mock server received, and what it answered.
package struct MockLogEntry: Hashable, Sendable {
    /// Counts the requests, from 1.
    package var number: Int
    /// The method.
    package var method: String
    /// The target as in the request line.
    package var target: String
    /// The head exactly as received, request line to empty line.
    package var headOctets: Octets
    /// The content exactly as received, transfer codings removed.
    package var body: Octets
    /// The status sent; `nil` when a failure was played.
    package var status: Int?
    /// The failure played; `nil` when a response was sent.
    package var failure: NetworkFailure.Code?
    /// The fixture that answered, relative to the fixtures folder; `nil` when none did.
    package var fixturePath: String?
    /// From the request's last byte to the answer's last byte.
    package var duration: Duration
}

/// Why a mock server cannot start.
package struct MockServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and why.
    package var description: String
}

/// Serves fixtures, and the failures among them, on a loopback socket.
package final class MockServer: Sendable {
    /// The port it listens on.
    package let port: Int

    /// Opens the socket; connections wait until `start`.
    package init(
        _ configuration: MockServerConfiguration,
        onRequest: (@Sendable (MockLogEntry) -> Void)? = nil
    ) throws(MockServerError) {
        port = configuration.port
    }

    /// The server's URI without a path, such as `http://127.0.0.1:8080`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// Starts serving on a thread of its own.
    package func start() {}

    /// Ends the thread and closes every connection; returns when both are done.
    package func stop() {}

    /// Makes the next request see fixtures that were written just now.
    package func reload() {}
}
