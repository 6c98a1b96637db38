import HTTPModel
import Synchronization

/// A hop on its way to the transfer thread.
struct Submission: Sendable {
    /// What to send.
    let request: PreparedRequest
    /// Who is told of progress.
    let observer: (any HopObserver)?
    /// Shared with the task that waits.
    let ticket: Ticket
    /// When the hop was asked for.
    let time: MonotonicTime
    /// Resumed once, by the transfer thread, outside of libcurl's callbacks.
    let continuation: CheckedContinuation<HopOutcome, Never>
    /// Takes the content as it comes, so that the head resumes `continuation`.
    ///
    /// With `nil` the content is collected.
    var channel: ContentChannel?
}

/// The identity of a hop, and whether its task was cancelled.
final class Ticket: Sendable, Hashable {
    private let flag = Atomic(false)

    /// Whether the task that waits was cancelled; never goes back to `false`.
    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Marks the task as cancelled.
    func cancel() { flag.store(true, ordering: .releasing) }

    static func == (left: Ticket, right: Ticket) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
