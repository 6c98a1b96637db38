import HTTPModel

/// The default transport: libcurl on a thread of its own, opened at the first request.
public final class CurlTransport: Transport {
    /// What all requests of one transport share.
    public struct Configuration: Hashable, Sendable {
        /// The most idle connections kept open; 0 lets libcurl decide.
        public var idleConnectionLimit = 0
        /// The most connections to one host, 0 for no limit; more requests wait.
        public var connectionLimitPerHost = 0

        /// Creates the default configuration.
        public init() {}
    }

    /// The transport used when none is named.
    public static let shared = CurlTransport()

    private let configuration: Configuration

    /// Creates a transport; nothing is loaded and no thread runs before the first request.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Sends `request` and receives its response.
    public func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        HopOutcome(
            hop: Hop(sent: request.asSent),
            failure: NetworkFailure(.internal, phase: .prepare)
        )
    }

    /// Cancels what runs, closes all connections and ends the thread; the next request starts anew.
    public func shutdown() async {}
}
