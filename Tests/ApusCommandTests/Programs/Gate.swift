import Synchronization

/// An event that happens once, from any thread, and that tests wait for.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream<Void>.makeStream()
    }

    /// Lets whoever waits go on.
    func open() {
        continuation.finish()
    }

    /// Waits until the gate is open.
    func wait() async {
        for await _ in stream {}
    }
}
