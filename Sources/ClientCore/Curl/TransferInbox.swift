import CCurl
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
        /// End the hop of this ticket if it runs.
        case cancel(Ticket)
        /// Cancel everything and end the thread.
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var isThreadRunning = false
        /// libcurl's handle as an address, for the wake-up; `nil` while no loop polls.
        var multi: UInt?
        /// Those who wait for the thread's end.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Adds a command.
    ///
    /// - Returns: Whether the caller must start the thread.
    func add(_ command: Command) -> Bool {
        state.withLock { state in
            if case .cancel = command, !state.isThreadRunning { return false }
            state.commands.append(command)
            if let address = state.multi, state.commands.count == 1 {
                Self.wake(address)
            }
            guard !state.isThreadRunning else { return false }
            state.isThreadRunning = true
            return true
        }
    }

    /// Asks the thread to stop, and waits until it has.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                guard state.isThreadRunning else { return false }
                state.waiting.append(continuation)
                state.commands.append(.stop)
                if let address = state.multi { Self.wake(address) }
                return true
            }
            if !isRunning { continuation.resume() }
        }
    }

    /// Asks the thread to stop if there is one, and does not wait.
    func stopIfRunning() {
        state.withLock { state in
            guard state.isThreadRunning else { return }
            state.commands.append(.stop)
            if let address = state.multi { Self.wake(address) }
        }
    }

    /// Whether no command waits.
    var isEmpty: Bool { state.withLock { $0.commands.isEmpty } }

    /// Takes all commands, oldest first.
    func takeAll() -> [Command] {
        state.withLock { state in
            guard !state.commands.isEmpty else { return [] }
            defer { state.commands = [] }
            return state.commands
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

    /// Says that nothing polls any more.
    func close() {
        state.withLock { $0.multi = nil }
    }

    /// Ends the turn of a loop, and the thread too when no hop waits to begin.
    ///
    /// - Returns: Whether the thread is to end; `false` when another loop is needed.
    func endTurn() -> Bool {
        let (waiting, isEnd) = state.withLock { state in
            state.commands.removeAll { command in
                switch command {
                case .start: false
                case .cancel, .stop: true
                }
            }
            state.isThreadRunning = !state.commands.isEmpty
            defer { state.waiting = [] }
            return (state.waiting, !state.isThreadRunning)
        }
        for continuation in waiting { continuation.resume() }
        return isEnd
    }

    /// Under the lock, so that the handle is still there.
    private static func wake(_ address: UInt) {
        guard let multi = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        unsafe cc_multi_wakeup(multi)
    }
}
