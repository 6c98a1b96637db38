import CCurl
import Glibc
import Synchronization

/// The way into the transfer thread: a queue of commands under a lock, and a wake-up.
///
/// The thread starts with the first command and ends with `stop`; a later command starts another.
@safe
final class TransferInbox: Sendable {
    /// What the transfer thread is asked to do.
    enum Command: Sendable {
        /// Begin a hop.
        case start(Submission)
        /// End the hop if it runs.
        case cancel(Submission)
        /// Go on reading the content of the hop's request.
        case resumeReading(Submission)
        /// Go on receiving the content of the hop's response.
        case resumeReceiving(Submission)
        /// Run a piece of a task that prefers this thread.
        case run(UnownedJob)
        /// Do this when what was asked for before is under way.
        case later(@Sendable () -> Void)
        /// Cancel everything and end the thread.
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var isThreadRunning = false
        /// libcurl's handle as an address, for the wake-up; `nil` while no loop polls.
        var multi: UInt?
        /// Whether the loop polls, or is about to, and a command must wake it.
        var isSleeping = false
        /// Those who wait for the thread's end.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// How many threads are about to wake the loop; its handle lives until they have.
    private let wakers = Atomic(0)

    /// Adds a command.
    ///
    /// - Returns: Whether the caller must start the thread.
    func add(_ command: Command) -> Bool {
        let (mustStart, sleeper) = state.withLock { state -> (Bool, UInt?) in
            if command.isAboutRunningHop, !state.isThreadRunning { return (false, nil) }
            state.commands.append(command)
            guard state.isThreadRunning else {
                state.isThreadRunning = true
                return (true, nil)
            }
            return (false, takeSleeper(&state))
        }
        wake(sleeper)
        return mustStart
    }

    /// Adds a command about a hop that runs; without a thread there is none, and nothing is done.
    func tell(_ command: Command) {
        let sleeper = state.withLock { state -> UInt? in
            guard state.isThreadRunning else { return nil }
            state.commands.append(command)
            return takeSleeper(&state)
        }
        wake(sleeper)
    }

    /// Asks the thread to stop, and waits until it has.
    func stop() async {
        await withCheckedContinuation { continuation in
            let (isRunning, sleeper) = state.withLock { state -> (Bool, UInt?) in
                guard state.isThreadRunning else { return (false, nil) }
                state.waiting.append(continuation)
                state.commands.append(.stop)
                return (true, takeSleeper(&state))
            }
            wake(sleeper)
            if !isRunning { continuation.resume() }
        }
    }

    /// Asks the thread to stop if there is one, and does not wait.
    func stopIfRunning() {
        let sleeper = state.withLock { state -> UInt? in
            guard state.isThreadRunning else { return nil }
            state.commands.append(.stop)
            return takeSleeper(&state)
        }
        wake(sleeper)
    }

    /// Asks whether the loop may sleep: no command waits, and the next one will wake it.
    func beginSleep() -> Bool {
        state.withLock { state in
            state.isSleeping = state.commands.isEmpty
            return state.isSleeping
        }
    }

    /// Takes all commands, oldest first; the loop is awake.
    ///
    /// `commands` must be empty; its memory is used for those that come next.
    func takeAll(into commands: inout [Command]) {
        state.withLock { state in
            state.isSleeping = false
            swap(&state.commands, &commands)
        }
    }

    /// Puts commands back that were taken but not carried out; they come first again.
    func putBack(_ commands: ArraySlice<Command>) {
        state.withLock { $0.commands.insert(contentsOf: commands, at: 0) }
    }

    /// Says that `multi` polls and can be woken.
    func open(_ multi: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: multi)
        state.withLock { $0.multi = address }
    }

    /// Says that nothing polls any more, and waits for those who are about to wake the loop.
    func close() {
        state.withLock { state in
            state.multi = nil
            state.isSleeping = false
        }
        while wakers.load(ordering: .acquiring) > 0 { sched_yield() }
    }

    /// Ends the turn of a loop, and the thread too when no hop waits to begin.
    ///
    /// - Returns: Whether the thread is to end; `false` when another loop is needed.
    func endTurn() -> Bool {
        let (waiting, isEnd) = state.withLock { state in
            state.commands.removeAll { command in
                switch command {
                case .start, .run, .later: false
                case .cancel, .resumeReading, .resumeReceiving, .stop: true
                }
            }
            state.isThreadRunning = !state.commands.isEmpty
            defer { state.waiting = [] }
            return (state.waiting, !state.isThreadRunning)
        }
        for continuation in waiting { continuation.resume() }
        return isEnd
    }

    /// Whom to wake after leaving the lock, so that the loop does not run into it.
    private func takeSleeper(_ state: inout State) -> UInt? {
        guard state.isSleeping, let multi = state.multi else { return nil }
        state.isSleeping = false
        wakers.add(1, ordering: .relaxed)
        return multi
    }

    private func wake(_ sleeper: UInt?) {
        guard let sleeper else { return }
        if let multi = unsafe UnsafeMutableRawPointer(bitPattern: sleeper) {
            unsafe cc_multi_wakeup(multi)
        }
        wakers.subtract(1, ordering: .releasing)
    }
}

extension TransferInbox.Command {
    /// Whether the command means nothing when no thread runs.
    fileprivate var isAboutRunningHop: Bool {
        switch self {
        case .cancel, .resumeReading, .resumeReceiving: true
        case .start, .run, .later, .stop: false
        }
    }
}
