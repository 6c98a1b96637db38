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
    /// What is kept of each result when it was given away.
    var keeping = Keeping.everything
    /// What the preflight resolved for good, by the position of the request in all parts.
    private var settledRequests: [Boxed<ResolvedRequest>?] = []

    init(parts: [RunPart]) {
        self.parts = parts
    }

    /// What is kept of a result.
    enum Keeping {
        /// All that came.
        case everything
        /// What reports other than archives show: no content, no fields.
        case reported
        /// Of what passed, nothing but that it did.
        case outcome
    }

    /// How a run ended.
    struct Ending: Sendable {
        /// All results; what was not run is there as skipped.
        var report: RunReport
        /// Whether a signal ended it.
        var isInterrupted = false
    }

    /// Resolves every request as far as it can be resolved now; none is run.
    ///
    /// - Returns: Whether nothing keeps any of them from being sent; `checked()` says what does.
    mutating func preflight() -> Bool {
        settledRequests = []
        settledRequests.reserveCapacity(parts.reduce(0) { $0 + $1.requests.count })
        for part in parts {
            let check = Preflight(part.session, allowsCommands: part.commands.mayAllow)
            guard part.unconfirmed.isEmpty else { return false }
            // By index, which copies no request.
            for i in part.requests.indices {
                switch check.resolve(part.requests[i]) {
                case .settled(let resolved): settledRequests.append(resolved)
                case .open: settledRequests.append(nil)
                case .problem: return false
                }
            }
        }
        return true
    }

    /// Every request as far as it can be resolved now, with what keeps it from being sent.
    func checked() -> [RunResult] {
        var results: [RunResult] = []
        for part in parts {
            let check = Preflight(part.session, allowsCommands: part.commands.mayAllow)
            for selected in part.requests {
                var result = check.result(of: selected)
                if part.unconfirmed.contains(selected.request.id), result.problem == nil {
                    result.problem = RunProblem(unconfirmed: selected.request, in: selected.file)
                    result.outcome = .error
                }
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
        let count = parts.reduce(0) { $0 + $1.requests.count }
        results.withLock { $0.reserveCapacity(min(count * rounds, 100_000)) }
        let (keeping, transport) = (keeping, transport)
        let hand: @Sendable (consuming RunResult) -> Void = { result in
            var result = result
            take(result)
            result.drop(keeping)
            results.withLock { $0.append(result) }
        }
        let ending = withExtendedLifetime(results) {
            Interruption.run(on: executor) {
                var last: HandOver?
                defer { last?.finish() }
                for _ in 0..<rounds {
                    var position = 0
                    for part in parts {
                        for i in part.requests.indices {
                            if Task.isCancelled { return }
                            let result = await run(part.requests[i], position, part.session)
                            last?.finish()
                            position += 1
                            let isEnd = isFailingFast && result.outcome != .passed
                            let handOver = HandOver(result, to: hand)
                            last = handOver
                            if isEnd { return }
                            // While the next answer is waited for; a question to a person comes after.
                            if settled(position) != nil, let transport {
                                transport.later { handOver.finish() }
                            } else {
                                handOver.finish()
                            }
                        }
                    }
                }
            }
        }
        var all = results.withLock { $0 }
        if all.count < rounds * count {
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
    private var executor: (any TaskExecutor)? { transport?.executor }

    private var transport: CurlTransport? {
        parts.lazy.compactMap { $0.transport as? CurlTransport }.first
    }

    /// What the preflight resolved for good of the request at `position`.
    private func settled(_ position: Int) -> Boxed<ResolvedRequest>? {
        settledRequests.indices.contains(position) ? settledRequests[position] : nil
    }

    /// A request that ran already because an earlier one needed its response is not sent again.
    private func run(
        _ selected: SelectedRequest,
        _ position: Int,
        _ session: RunSession
    ) async -> RunResult {
        if let known = session.memory.takeUpstreamResult(selected.request.id) { return known }
        return await session.run(
            selected.request,
            in: selected.file,
            resolved: settled(position)
        )
    }
}

extension RunResult {
    /// Lets go of what is not kept.
    fileprivate mutating func drop(_ keeping: CollectionRunner.Keeping) {
        switch keeping {
        case .everything: break
        case .outcome where outcome == .passed: dropAll()
        case .reported, .outcome: dropUnreported()
        }
    }
}
