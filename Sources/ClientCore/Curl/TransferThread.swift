import Glibc
import HTTPModel

/// Starts and runs the transfer thread.
enum TransferThread {
    /// What the new thread is given.
    private final class Start {
        let inbox: TransferInbox
        let configuration: CurlTransport.Configuration

        init(_ inbox: TransferInbox, _ configuration: CurlTransport.Configuration) {
            self.inbox = inbox
            self.configuration = configuration
        }
    }

    /// Starts a thread that serves `inbox` until it is told to stop.
    ///
    /// - Returns: `false` when the system gives no thread.
    static func start(_ inbox: TransferInbox, _ configuration: CurlTransport.Configuration) -> Bool
    {
        let start = unsafe Unmanaged.passRetained(Start(inbox, configuration))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                TransferThread.blockSignals()
                TransferThread.serve(start.inbox, start.configuration)
                return nil
            },
            unsafe start.toOpaque()
        )
        guard result == 0 else {
            unsafe start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static func serve(
        _ inbox: TransferInbox,
        _ configuration: CurlTransport.Configuration
    ) {
        repeat {
            do throws(NetworkFailure) {
                try TransferLoop(configuration: configuration).run(inbox)
            } catch {
                refuse(inbox.takeAll(), because: error)
            }
        } while !inbox.endTurn()
    }

    /// Answers every hop that waits with `failure`.
    static func refuse(_ commands: [TransferInbox.Command], because failure: NetworkFailure) {
        for case .start(let submission) in commands {
            let hop = Hop(sent: submission.request.asSent)
            submission.continuation.resume(returning: HopOutcome(hop: hop, failure: failure))
        }
    }

    /// Leaves signals to other threads, so that they interrupt the terminal's wait and a write to a
    /// closed socket raises no `SIGPIPE`; the signals of a crash stay.
    private static func blockSignals() {
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS] {
            unsafe sigdelset(&signals, signal)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
