import HTTPModel
import Synchronization

/// A hop on its way to the transfer thread and back: one box, shared with the task that waits.
///
/// `@unchecked Sendable` because its parts change hands with it: the task fills in `channel` and
/// `continuation` before the hop is handed over, the transfer thread alone uses `transfer`, and it
/// writes `outcome` before it resumes the task, which reads it afterwards.
@safe
final class Submission: @unchecked Sendable {
    /// What to send.
    let request: PreparedRequest
    /// Who is told of progress.
    let observer: (any HopObserver)?
    /// When the hop was asked for.
    let time = MonotonicTime.now
    /// Takes the content as it comes, so that the head ends the wait.
    ///
    /// With `nil` the content is collected.
    var channel: ContentChannel?
    /// The hop while it runs; for the transfer thread.
    unowned(unsafe) var transfer: Transfer?

    private var continuation: UnsafeContinuation<Void, Never>?
    private var outcome: NotedOutcome?
    private let flag = Atomic(false)

    /// Creates a hop that nobody waits for yet.
    init(_ request: PreparedRequest, observer: (any HopObserver)?) {
        self.request = request
        self.observer = observer
        unsafe transfer = nil
    }

    /// The request as a record of what was sent, without the octets of the head.
    var sent: SentRequest {
        SentRequest(
            method: request.method,
            target: request.target,
            fields: request.fields,
            body: request.body,
            contentReference: request.content?.reference
        )
    }

    /// Whether it can be sent twice, has no content, no challenge to answer and nobody who reads along.
    var isSimple: Bool {
        guard case .none = request.content, case .none = channel else { return false }
        return request.method.isIdempotent && request.options.authentication == nil
    }

    /// Whether the task that waits was cancelled; never goes back to `false`.
    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Hands the hop to `thread`, and waits for what comes of it; cancelling the task ends the hop.
    ///
    /// With a channel it waits for the head only. To be called once.
    @inline(__always)
    func outcome(from thread: TransferThread) async -> HopOutcome {
        await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { continuation in
                unsafe self.continuation = continuation
                thread.submit(.start(self))
            }
        } onCancel: {
            cancel(on: thread)
        }
        let result = outcome?.value.take()
        return result ?? HopOutcome(hop: Hop(sent: sent), failure: Self.noOutcome)
    }

    /// Ends the hop if it runs, or keeps it from beginning.
    func cancel(on thread: TransferThread) {
        flag.store(true, ordering: .releasing)
        thread.submit(.cancel(self))
    }

    /// Notes what came of the hop; the task goes on with `resume`.
    func note(_ outcome: consuming HopOutcome) {
        self.outcome = NotedOutcome(outcome)
    }

    /// Lets the task go on; outside of libcurl's callbacks, and once.
    func resume() {
        let waiting = unsafe continuation
        unsafe continuation = nil
        unsafe waiting?.resume()
    }

    private static let noOutcome = NetworkFailure(
        .internal,
        phase: .prepare,
        causes: ["the transfer thread gave no outcome"]
    )
}

/// What came of a hop, on its way from one thread to the other.
///
/// In a box of its own: as a part of the submission it would make that one larger than what memory is
/// quickly to be had for.
private final class NotedOutcome {
    var value: HopOutcome?

    init(_ value: consuming HopOutcome) {
        self.value = value
    }
}

@available(*, unavailable)
extension NotedOutcome: Sendable {}
