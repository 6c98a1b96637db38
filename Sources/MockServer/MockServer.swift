import CSupport
import Glibc
import Synchronization

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

/// Why a mock server cannot start.
package struct MockServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and why.
    package var description: String
}

/// Serves fixtures, and the failures among them, on a loopback socket.
///
/// One thread does all the work. Fixtures that change on disk are seen by the next request.
package final class MockServer: Sendable {
    /// The port it listens on.
    package let port: Int

    private let sockets: ServerSockets
    private let configuration: MockServerConfiguration
    private let onRequest: (@Sendable (MockLogEntry) -> Void)?
    private let control = ServerControl()
    private let lifetime = Mutex(Lifetime.ready)

    /// Where the server stands: ready → running → stopped, or ready → stopped.
    private enum Lifetime {
        case ready
        case running(pthread_t)
        case stopped
    }

    /// Opens the socket; connections wait until `start`.
    ///
    /// - Parameters:
    ///   - configuration: What to serve and where.
    ///   - onRequest: Called on the server's thread for each request once it is answered.
    /// - Throws: `MockServerError` when the port cannot be listened on.
    package init(
        _ configuration: MockServerConfiguration,
        onRequest: (@Sendable (MockLogEntry) -> Void)? = nil
    ) throws(MockServerError) {
        sockets = try ServerSockets(port: configuration.port)
        port = sockets.port
        self.configuration = configuration
        self.onRequest = onRequest
    }

    deinit {
        stop()
    }

    /// The server's URI without a path, such as `http://127.0.0.1:8080`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// Starts serving on a thread of its own; a second call does nothing.
    package func start() {
        lifetime.withLock { lifetime in
            guard case .ready = lifetime else { return }
            let (sockets, configuration) = (sockets, configuration)
            let (control, onRequest) = (control, onRequest)
            let thread = ServerThread.run {
                let loop = ServerLoop(
                    sockets: sockets,
                    configuration: configuration,
                    control: control,
                    onRequest: onRequest
                )
                loop.run()
            }
            if let thread { lifetime = .running(thread) }
        }
    }

    /// Ends the thread and closes every connection; returns when both are done.
    ///
    /// Must not be called from `onRequest`.
    package func stop() {
        let thread = lifetime.withLock { lifetime -> pthread_t?? in
            defer { lifetime = .stopped }
            switch lifetime {
            case .ready: return .some(nil)
            case .running(let thread): return .some(thread)
            case .stopped: return nil
            }
        }
        guard let thread else { return }
        if let thread {
            control.stop()
            cs_signal_raise(sockets.signal)
            pthread_join(thread, nil)
        }
        sockets.close()
    }

    /// Makes the next request see fixtures that were written just now.
    package func reload() {
        lifetime.withLock { lifetime in
            guard case .running = lifetime else { return }
            control.requestReload()
            cs_signal_raise(sockets.signal)
        }
    }
}

/// What other threads want of the server's thread.
final class ServerControl: Sendable {
    private let stopping = Atomic(false)
    private let reloading = Atomic(false)

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func stop() {
        stopping.store(true, ordering: .releasing)
    }

    func requestReload() {
        reloading.store(true, ordering: .releasing)
    }

    /// Whether a reload is wanted; asking fulfils it.
    func takeReload() -> Bool {
        reloading.exchange(false, ordering: .acquiringAndReleasing)
    }
}

/// A thread of the system.
enum ServerThread {
    /// The work of a thread, boxed for the way through C.
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new thread.
    ///
    /// - Returns: The thread, to be joined; `nil` when the system has none left.
    static func run(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            work.toOpaque()
        )
        guard result == 0 else {
            unsafe work.release()
            return nil
        }
        return thread
    }
}
