import ClientCore
import CollectionRun
import Collections
import Synchronization

/// Runs the chosen requests one after the other, and can be ended by a signal.
struct CollectionRunner: Sendable {
    /// The collections with their chosen requests.
    let parts: [RunPart]
    /// How often the whole selection runs.
    var rounds = 1
    /// Whether the first request that does not pass ends the run.
    var isFailingFast = false
    /// Whether results keep content and fields, which no report but an archive shows.
    var keepsContent = true
    /// What the preflight resolved for good, by the position of the request in all parts.
    private var settledRequests: [ResolvedRequest?] = []

    init(parts: [RunPart]) {
        self.parts = parts
    }

    /// How a run ended.
    struct Ending: Sendable {
        /// All results; what was not run is there as skipped.
        var report: RunReport
        /// Whether a signal ended it.
        var isInterrupted = false
    }

    /// Every request as far as it can be resolved now, none run.
    mutating func preflight() -> [RunResult] {
        var results: [RunResult] = []
        settledRequests = []
        for part in parts {
            let check = Preflight(part.session, allowsCommands: part.commands.mayAllow)
            results.reserveCapacity(results.count + part.requests.count)
            for selected in part.requests {
                var result = check.result(of: selected)
                if part.unconfirmed.contains(selected.request.id), result.problem == nil {
                    result.problem = RunProblem(unconfirmed: selected.request, in: selected.file)
                    result.outcome = .error
                }
                settledRequests.append(check.settledRequest(of: result))
                results.append(result)
            }
        }
        return results
    }

    /// Runs the requests in order.
    ///
    /// - Parameter take: Given each result as soon as it is there, from any thread, one at a time.
    /// - Returns: All results, also when a signal ended the run.
    func run(_ take: @escaping @Sendable (RunResult) -> Void) -> Ending {
        let start = ContinuousClock.now
        let results = Mutex<[RunResult]>([])
        let ending = withExtendedLifetime(results) {
            Interruption.run(on: executor) {
                for _ in 0..<rounds {
                    var position = 0
                    for part in parts {
                        for selected in part.requests {
                            if Task.isCancelled { return }
                            let result = await run(selected, position, part.session)
                            position += 1
                            take(result)
                            let outcome = result.outcome
                            let kept = keepsContent ? result : result.reported()
                            results.withLock { $0.append(kept) }
                            if isFailingFast, outcome != .passed { return }
                        }
                    }
                }
            }
        }
        var all = results.withLock { $0 }
        if all.count < rounds * parts.reduce(0, { $0 + $1.requests.count }) {
            let order = parts.flatMap(\.requests)
            for position in all.count..<(order.count * rounds) {
                let selected = order[position % order.count]
                all.append(RunResult(of: selected.request, in: selected.file.path))
            }
        }
        var isInterrupted = true
        if case .finished(_, signal: nil) = ending { isInterrupted = false }
        var report = RunReport(results: all, elapsed: .now - start)
        for part in parts { report.redaction.merge(part.session.collection.settings.redaction) }
        return Ending(report: report, isInterrupted: isInterrupted)
    }

    /// The thread that does the transfers, when there are any, so that no request changes threads.
    private var executor: (any TaskExecutor)? {
        parts.lazy.compactMap { $0.transport as? CurlTransport }.first?.executor
    }

    /// A request that ran already because an earlier one needed its response is not sent again.
    private func run(
        _ selected: SelectedRequest,
        _ position: Int,
        _ session: RunSession
    ) async -> RunResult {
        if let known = session.memory.takeUpstreamResult(selected.request.id) { return known }
        let isKnown = settledRequests.indices.contains(position)
        return await session.run(
            selected.request,
            in: selected.file,
            resolved: isKnown ? settledRequests[position] : nil
        )
    }
}
