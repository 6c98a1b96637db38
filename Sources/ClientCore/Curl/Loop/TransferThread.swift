import CCurl
import Files
import Glibc
import HTTPModel

/// The transfer thread as seen from outside: takes commands, and starts with the first one.
///
/// It is a task executor too, so that a task can run on the thread that does its transfers.
final class TransferThread: TaskExecutor {
    private let configuration: CurlTransport.Configuration
    private let inbox = TransferInbox()

    /// Nothing runs before the first command.
    init(configuration: CurlTransport.Configuration) {
        self.configuration = configuration
    }

    /// Hands `command` to the thread, which is started if it does not run.
    func submit(_ command: TransferInbox.Command) {
        guard inbox.add(command), !start() else { return }
        let failure = NetworkFailure(
            .internal,
            phase: .prepare,
            causes: ["no thread for transfers"]
        )
        repeat {
            refuse(because: failure)
        } while !inbox.endTurn()
    }

    /// Runs a piece of a task on the thread.
    func enqueue(_ job: consuming ExecutorJob) {
        submit(.run(UnownedJob(job)))
    }

    /// Cancels what runs and waits until the thread has ended.
    func stop() async { await inbox.stop() }

    /// Asks the thread to end if it runs, and does not wait.
    func stopIfRunning() { inbox.stopIfRunning() }

    /// Starts the thread; `false` when the system gives none.
    private func start() -> Bool {
        OwnThread.start { [self] in serve() }
    }

    /// The body of the thread: a loop for each turn, until no command waits.
    private func serve() {
        unsafe cc_name_thread(CurlTransport.threadName)
        repeat {
            do throws(NetworkFailure) {
                let executor = unsafe asUnownedTaskExecutor()
                var loop = try unsafe TransferLoop(configuration: configuration, executor: executor)
                loop.run(inbox)
            } catch {
                refuse(because: error)
            }
        } while !inbox.endTurn()
    }

    /// Answers every hop that waits with `failure`, and runs what tasks there are.
    private func refuse(because failure: NetworkFailure) {
        var commands: [TransferInbox.Command] = []
        inbox.takeAll(into: &commands)
        for command in commands {
            switch command {
            case .start(let submission):
                let hop = Hop(sent: submission.sent)
                submission.note(HopOutcome(hop: hop, failure: failure))
                submission.resume()
            case .run(let job):
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            case .later(let work):
                work()
            case .cancel, .resumeReading, .resumeReceiving, .stop:
                break
            }
        }
    }
}
