import Dispatch
public import Foundation
import Synchronization

/// Takes note of how far a transfer has come; the total is −1 while nobody knows it.
public typealias ProgressHandler = @Sendable (Progress) -> Void

/// Tells a handler how far the content of a call has come.
struct ProgressReport: HopObserver {
    /// Which content is meant.
    enum Direction: Sendable {
        /// That of the request, of this many bytes; `nil` when nobody knows.
        case sent(total: Int?)
        /// That of the response, behind this many bytes that are there already.
        case received(offset: Int)
    }

    let direction: Direction
    let queue: DispatchQueue
    let handler: ProgressHandler

    func hop(_ progress: HopProgress) {
        switch direction {
        case .sent(let total):
            guard progress.bytesSent > 0 else { return }
            report(total.map { min(progress.bytesSent, $0) } ?? progress.bytesSent, of: total)
        case .received(let offset):
            guard let content = progress.partialBody, progress.head?.status.kind == .successful
            else { return }
            let isPart = progress.head?.status.rawValue == 206
            let start = isPart ? offset : 0
            report(start + content.count, of: progress.expectedBytes.map { start + $0 })
        }
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
