import CSupport
import Files
package import Fixtures
import Glibc
import Synchronization

/// Serves fixtures, and the failures among them, on a loopback socket.
///
/// HTTP and TLS are spoken on the same port: a connection that begins with a TLS record is one. The
/// first thread accepts connections and hands them out in turn. Fixtures that change on disk are seen
/// by the next request.
package final class MockServer: Sendable {
    /// The port it listens on.
    package let port: Int
    /// What was answered so far, and the variants that were chosen.
    package var progress: FixtureProgress { center.progress }

    private let listener: Int32
    private let center: ServerCenter
    private let lifetime = Mutex(Lifetime.ready)

    /// Where the server stands: ready → running → stopped, or ready → stopped.
    private enum Lifetime {
        case ready
        case running([pthread_t])
        case stopped
    }

    /// Opens the socket; connections wait until `start`.
    ///
    /// - Parameters:
    ///   - configuration: What to serve and where.
    ///   - answerer: Answers in place of fixtures, as a proxy does; the server's own resources are
    ///     answered all the same.
    ///   - onRequest: Called on one of the server's threads for each request once it is answered.
    /// - Throws: `MockServerError` when the port cannot be listened on.
    package init(
        _ configuration: MockServerConfiguration,
        answerer: (any RequestAnswering)? = nil,
        onRequest: (@Sendable (MockLogEntry) -> Void)? = nil
    ) throws(MockServerError) {
        listener = try ServerSockets.listen(port: configuration.port)
        port = Int(cs_bound_port(listener))
        do throws(MockServerError) {
            center = try ServerCenter(configuration, answerer: answerer, onRequest: onRequest)
        } catch {
            close(listener)
            throw error
        }
    }

    deinit {
        stop()
    }

    /// The server's URI without a path, such as `http://127.0.0.1:8080`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The certificate that signs those of the server, as PEM; `nil` when TLS is not to be had.
    package var authorityCertificate: String? { center.certificates.authorityPEM }

    /// Starts serving on threads of its own; a second call does nothing.
    package func start() {
        lifetime.withLock { lifetime in
            guard case .ready = lifetime else { return }
            let (center, listener) = (center, listener)
            var threads: [pthread_t] = []
            for number in center.doors.indices {
                let thread = OwnThread.startJoinable {
                    let loop = ServerLoop(
                        number: number,
                        listener: number == 0 ? listener : nil,
                        center: center
                    )
                    loop.run()
                }
                if let thread { threads.append(thread) }
            }
            lifetime = .running(threads)
        }
    }

    /// Ends the threads and closes every connection; returns when both are done.
    ///
    /// Must not be called from `onRequest`.
    package func stop() {
        let threads = lifetime.withLock { lifetime -> [pthread_t]? in
            defer { lifetime = .stopped }
            switch lifetime {
            case .ready: return []
            case .running(let threads): return threads
            case .stopped: return nil
            }
        }
        guard let threads else { return }
        center.stop()
        for thread in threads { pthread_join(thread, nil) }
        center.close()
        close(listener)
    }

    /// Makes the next request see fixtures that were written just now.
    package func reload() {
        center.library.noticeChange()
    }
}
