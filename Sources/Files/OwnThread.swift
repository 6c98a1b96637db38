import Glibc

/// Threads outside of every pool, for work that sleeps in the kernel.
enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new thread that nobody waits for and that gets no signals.
    ///
    /// - Returns: Whether the system had a thread to give.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        guard create(&thread, body) else { return false }
        pthread_detach(thread)
        return true
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
