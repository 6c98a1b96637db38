import Synchronization

/// Reports of progress on their way to a reader, who gets the newest.
final class ProgressStream: Sendable {
    /// The reports; one waits at most.
    let reports: AsyncStream<TransferProgress>
    private let continuation: AsyncStream<TransferProgress>.Continuation
    private let meter: Mutex<ProgressMeter>
    private let time: any TimeSource

    /// Starts without a report.
    init(time: any TimeSource) {
        (reports, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        meter = Mutex(ProgressMeter())
        self.time = time
    }

    /// Begins to count anew, from `start` bytes that were done before.
    func begin(at start: Int) {
        meter.withLock { $0 = ProgressMeter(start: start) }
    }

    /// Reports when there is anything new.
    func update(completed: Int, total: Int?) {
        let now = time.now
        meter.withLock { meter in
            if let report = meter.update(completed: completed, total: total, at: now) {
                continuation.yield(report)
            }
        }
    }

    /// Ends the reports.
    func finish() { continuation.finish() }
}
