public import HTTPModel

/// The default transport: libcurl on a thread of its own, opened at the first request.
///
/// One thread owns all connections and sleeps while nothing happens. Connections are kept for later
/// requests to the same origin. Cancelling acts at once in every phase.
public final class CurlTransport: Transport {
    /// What all requests of one transport share.
    public struct Configuration: Hashable, Sendable {
        /// The most connections kept open for later requests; 0 lets libcurl decide.
        public var idleConnectionLimit = 64
        /// The most connections to one host, 0 for no limit; more requests wait.
        public var connectionLimitPerHost = 0
        /// How TLS is made for requests that do not say so themselves.
        public var tls = TLSConfiguration()
        /// The environment variables that name proxies and authorities; `nil` means the process's.
        public var environment: [String: String]?

        /// Creates the default configuration.
        public init() {}
    }

    /// The transport used when none is named.
    public static let shared = CurlTransport()

    /// The name of the transfer thread in debuggers and in `/proc`.
    package static let threadName = "apus transfer"

    let thread: TransferThread

    /// Creates a transport; nothing is loaded and no thread runs before the first request.
    public init(configuration: Configuration = Configuration()) {
        thread = TransferThread(configuration: configuration)
    }

    deinit {
        // Nobody waits for a hop any more, since a hop keeps its transport; only a thread that runs
        // must be told to end.
        thread.stopIfRunning()
    }

    /// Sends `request` and receives its response.
    public func send(
        _ request: consuming PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        await Submission(request, observer: observer).outcome(from: thread)
    }

    /// Cancels what runs, closes all connections and ends the thread; the next request starts anew.
    public func shutdown() async {
        await thread.stop()
    }

    /// Runs tasks on the transfer thread itself, which saves two changes of thread for each request.
    ///
    /// For a task that sends one request after the other and does little in between, such as
    /// `Task(executorPreference: transport.executor) { … }`: while it computes, nothing moves.
    public var executor: any TaskExecutor { thread }

    /// Does `work` on the transfer thread when the hops asked for until then have been sent, as far as they can
    /// be: what a program does while it waits for the answers costs no time.
    package func later(_ work: @escaping @Sendable () -> Void) {
        thread.submit(.later(work))
    }
}
