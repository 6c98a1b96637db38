import HTTPModel

/// Sends a request again when the network comes back.
///
/// Has an opinion about requests that failed while there was no network: those of which nothing was
/// sent, and those with an idempotent method. Put it before a `RetryPolicy`, which decides what it
/// passes on.
public struct OfflineRetrier: HTTPRequestRetrier {
    /// Says whether there is a network.
    public var monitor: any ReachabilityMonitor
    /// How long to wait for the network.
    public var patience: Duration
    /// The most retries.
    public var limit: Int

    /// Creates a retrier.
    public init(
        monitor: any ReachabilityMonitor,
        patience: Duration = .seconds(5),
        limit: Int = 1
    ) {
        self.monitor = monitor
        self.patience = patience
        self.limit = limit
    }

    /// Waits for the network when there is none.
    public func retry(_ question: RetryQuestion, context: CallContext) async -> RetryVerdict {
        guard let failure = question.exchange.failure else {
            return .pass(reason: "a response came")
        }
        let code = failure.code.rawValue
        guard !monitor.isReachable else { return .pass(reason: "\(code), with a network") }
        guard question.wasNeverSent || question.request.method.isIdempotent else {
            return .pass(reason: "\(question.request.method) is not idempotent, after \(code)")
        }
        guard question.retries < limit else {
            return .pass(reason: "\(code), and no network after \(question.retries) retries")
        }
        let (monitor, patience, time) = (monitor, patience, context.time)
        let isBack = await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await monitor.untilReachable()) != nil }
            group.addTask {
                try? await time.sleep(for: patience)
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
        guard isBack else { return .pass(reason: "\(code), and no network within \(patience)") }
        return .retry(reason: "\(code), but the network is back")
    }
}
