package import Glibc

/// Threads outside of every pool, for work that sleeps in the kernel.
///
/// No signal is delivered to them, so that signals interrupt the terminal's wait and a write to a closed
/// socket raises no `SIGPIPE`; those of a crash are.
package enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new thread that nobody waits for.
    ///
    /// - Returns: Whether the system had a thread to give.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        guard create(&thread, body) else { return false }
        pthread_detach(thread)
        return true
    }

    /// Runs `body` on a new thread that somebody waits for with `pthread_join`.
    ///
    /// - Returns: The thread; `nil` when the system had none to give.
    package static func startJoinable(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        return create(&thread, body) ? thread : nil
    }

    /// Runs `body` on `count` new threads, or as many as there are, and on the calling one; returns
    /// when all are done.
    static func run(_ body: @Sendable () -> Void, alsoOn count: Int) {
        withoutActuallyEscaping(body) { body in
            var others: [pthread_t] = []
            for _ in 0..<count {
                var thread = pthread_t()
                if create(&thread, body) { others.append(thread) }
            }
            body()
            for thread in others { pthread_join(thread, nil) }
        }
    }

    private static func create(
        _ thread: inout pthread_t,
        _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let context = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        // A thread starts with the signals of the one that makes it.
        var all = sigset_t()
        var old = sigset_t()
        unsafe sigfillset(&all)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS] {
            unsafe sigdelset(&all, signal)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &all, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context
        )
        if result != 0 { unsafe Unmanaged<Work>.fromOpaque(context).release() }
        return result == 0
    }
}
