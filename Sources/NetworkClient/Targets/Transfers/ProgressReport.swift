import Dispatch
public import Foundation
import Synchronization

/// Takes note of how far a transfer has come; the total is −1 while nobody knows it.
public typealias ProgressHandler = @Sendable (Progress) -> Void

/// Tells a handler how far the content of a call has come.
struct ProgressReport: HopObserver {
    /// The length of the request's content, for uploads; `nil` when nobody knows.
    var total: Int?
    let queue: DispatchQueue
    let handler: ProgressHandler

    /// Tells how much of the request was sent.
    func hop(_ progress: HopProgress) {
        guard progress.bytesSent > 0 else { return }
        report(total.map { min(progress.bytesSent, $0) } ?? progress.bytesSent, of: total)
    }

    /// Tells the handler, on its queue.
    func report(_ completed: Int, of total: Int?) {
        queue.async {
            let progress = Progress(totalUnitCount: total.map { Int64($0) } ?? -1)
            progress.completedUnitCount = Int64(completed)
            handler(progress)
        }
    }
}
