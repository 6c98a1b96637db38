import Glibc
import Synchronization

/// Where the signal handler writes the number of a signal; -1 while nobody listens.
private let signalDescriptor = Atomic<Int32>(-1)

/// Listens for the signals that ask the program to end.
///
/// One at a time; the earlier handlers come back when it is destroyed. Programs started meanwhile are
/// not affected. Owned by the thread that created it.
package final class SignalListener {
    /// Becomes readable when a signal came; each byte is a signal's number.
    package let descriptor: Int32
    private let writeEnd: Int32
    private var earlier: [(number: Int32, action: sigaction)] = []

    /// Starts to listen.
    ///
    /// - Returns: `nil` when the system gives no pipe.
    package init?(for signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) {
        guard let ends = makeWakePipe() else { return nil }
        (descriptor, writeEnd) = ends
        signalDescriptor.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = noteSignal
            action.sa_flags = SA_RESTART
            var old = sigaction()
            if sigaction(number, &action, &old) == 0 { earlier.append((number, old)) }
        }
        // Whoever started the program may have left them blocked.
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        for number in signals { sigaddset(&unblocked, number) }
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    }

    deinit {
        for (number, action) in earlier {
            var action = action
            sigaction(number, &action, nil)
        }
        signalDescriptor.store(-1, ordering: .sequentiallyConsistent)
        close(descriptor)
        close(writeEnd)
    }

    /// The next signal that came, or `nil` when none is waiting.
    package func next() -> Int32? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
    }

    /// Waits until a signal comes, and gives its number.
    package func wait() -> Int32 {
        while true {
            if let number = next() { return number }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
        }
    }
}

/// A pipe whose ends never block and are closed in programs started later; `nil` when there is none.
private func makeWakePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
}

/// Writes the signal's number to the listener's pipe; only calls what a handler may call.
private func noteSignal(_ number: Int32) {
    let descriptor = signalDescriptor.load(ordering: .sequentiallyConsistent)
    guard descriptor >= 0 else { return }
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = saved
}

/// Work that a signal can end.
package enum Interruption {
    /// How the work ended.
    package enum Ending<Value: Sendable>: Sendable {
        /// It was done; the signal that came meanwhile, if one did.
        case finished(Value, signal: Int32?)
        /// It did not end in time after the signal.
        case abandoned(signal: Int32)
    }

    /// Runs `work` on another thread while the calling one listens for signals.
    ///
    /// The first signal cancels the task and leaves it `grace` to wind up; a second one, or the end
    /// of that time, abandons it.
    ///
    /// - Parameters:
    ///   - grace: How long the work may take to end after a signal.
    ///   - executor: Where the work runs; `nil` is the global executor.
    ///   - work: What to do.
    /// - Returns: How it ended.
    package static func run<Value: Sendable>(
        grace: Duration = .milliseconds(600),
        on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable () async -> Value
    ) -> Ending<Value> {
        let box = ResultBox<Value>()
        let listener = SignalListener()
        let task = Task.detached(executorPreference: executor) {
            let value = await work()
            box.finish(with: value)
        }
        var signal: Int32?
        var deadline: ContinuousClock.Instant?
        while true {
            var waiting = [
                pollfd(fd: box.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: listener?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, 2, deadline.map(milliseconds(until:)) ?? -1)
            if let value = box.value { return .finished(value, signal: signal) }
            if let number = listener?.next() {
                if let signal { return .abandoned(signal: signal) }
                signal = number
                deadline = .now + grace
                task.cancel()
            }
            if let signal, let deadline, deadline <= .now { return .abandoned(signal: signal) }
        }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = deadline - .now
        let count =
            left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: max(0, count + 1))
    }
}

/// A value that a task leaves for the waiting thread, which it wakes through a pipe.
private final class ResultBox<Value: Sendable>: Sendable {
    let descriptor: Int32
    private let writeEnd: Int32
    private let state = Mutex<Value?>(nil)

    init() {
        (descriptor, writeEnd) = makeWakePipe() ?? (-1, -1)
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    var value: Value? { state.withLock { $0 } }

    func finish(with value: Value) {
        state.withLock { $0 = value }
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }
}
