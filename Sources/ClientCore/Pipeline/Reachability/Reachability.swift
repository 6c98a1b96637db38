/// Whether there is a network, and when that changes.
///
/// A network is no promise: a host may be unreachable all the same, and a loopback server is reachable
/// without one. Use it to wait and to tell a person, not to refuse to send.
public protocol ReachabilityMonitor: Sendable {
    /// Whether there is a network now.
    var isReachable: Bool { get }

    /// What `isReachable` is now, and then each change.
    ///
    /// A slow reader sees only the newest. The stream ends with the monitor.
    var changes: AsyncStream<Bool> { get }
}

extension ReachabilityMonitor {
    /// Waits until there is a network.
    ///
    /// - Throws: `CancellationError` when the task is cancelled or the monitor ends.
    public func untilReachable() async throws(CancellationError) {
        for await isReachable in changes where isReachable { return }
        throw CancellationError()
    }
}

/// A monitor that is told, for tests and for programs that know better.
public final class ManualReachability: ReachabilityMonitor {
    private let broadcast: ReachabilityBroadcast

    /// Creates a monitor.
    public init(isReachable: Bool = true) {
        broadcast = ReachabilityBroadcast(isReachable)
    }

    /// What was said last.
    public var isReachable: Bool { broadcast.isReachable }

    /// What was said last, and each change.
    public var changes: AsyncStream<Bool> { broadcast.changes }

    /// Says whether there is a network.
    public func set(_ isReachable: Bool) { broadcast.set(isReachable) }
}
