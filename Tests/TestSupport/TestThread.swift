import Glibc
import Synchronization

/// Threads that run a closure, for servers and blocking work in tests.
package enum TestThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, which nobody joins.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        let result = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context
        )
        precondition(result == 0, "no thread can be had")
        pthread_detach(thread)
    }
}

/// Something that happens once, and that tasks wait for instead of sleeping.
package final class TestGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// A pipe whose writing end is closed when the gate opens, for threads that block.
    private let pipe: (reading: Int32, writing: Int32)

    /// Creates a closed gate.
    package init() {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0, "no pipe can be had")
        pipe = (ends[0], ends[1])
    }

    deinit {
        if !state.withLock({ $0.isOpen }) { close(pipe.writing) }
        close(pipe.reading)
    }

    /// Opens the gate; those who wait go on.
    package func open() {
        let waiting = state.withLock { state in
            if !state.isOpen { close(pipe.writing) }
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Blocks the thread until the gate is open.
    package func block() {
        var descriptor = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, -1)
    }

    /// Blocks the thread until the gate is open, or the time is over.
    ///
    /// - Returns: Whether the gate is open.
    package func block(atMost milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }

    /// Waits until the gate is open.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
