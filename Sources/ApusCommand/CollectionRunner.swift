import ClientCore
import CollectionRun
import Collections

/// Runs the chosen requests one after the other, and can be ended by a signal.
struct CollectionRunner: Sendable {
    /// The collections with their chosen requests.
    let parts: [RunPart]
    /// How often the whole selection runs.
    var rounds = 1
    /// Whether the first request that does not pass ends the run.
    var isFailingFast = false
    /// What is kept of each result when it was given away.
    var keeping = RunRecord.Keeping.everything
    /// What the preflight resolved for good, by the position of the request in all parts.
    private var settledRequests: [Boxed<ResolvedRequest>?] = []

    init(parts: [RunPart]) {
        self.parts = parts
    }

    /// How a run ended.
    struct Ending: Sendable {
        /// How the requests ended; what was not run is there as skipped.
        var tally: RunTally
        /// All results that are kept; what was not run is there as skipped.
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
            for i in part.requests.indices {
                switch part.requests.verdict(of: check, at: i) {
                case .settled(let resolved):
                    settledRequests.append(part.asking.contains(i) ? nil : resolved)
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
    /// - Returns: How they ended, and what is kept, also when a signal ended the run.
    func run(_ take: @escaping @Sendable (RunResult) -> Void) -> Ending {
        let start = ContinuousClock.now
        let count = parts.reduce(0) { $0 + $1.requests.count }
        let record = RunRecord(keeping, expecting: count * rounds)
        let handOver = HandOver { result in
            take(result)
            record.add(&result)
        }
        let ending = Interruption.run(on: transport?.executor) { await send(handOver) }
        var kept = record.content
        let skipped = kept.tally.count..<(count * rounds)
        if !skipped.isEmpty {
            kept.tally.add(skipped: skipped.count)
            if keeping != .outcome { kept.results += skippedResults(skipped) }
        }
        var isInterrupted = true
        if case .finished(_, signal: nil) = ending { isInterrupted = false }
        var report = RunReport(results: kept.results, elapsed: .now - start)
        for part in parts { report.redaction.merge(part.session.collection.settings.redaction) }
        return Ending(tally: kept.tally, report: report, isInterrupted: isInterrupted)
    }

    /// Sends the requests one after the other, on the thread that does the transfers, so that none
    /// changes threads.
    private func send(_ handOver: HandOver) async {
        let transport = transport
        let later: @Sendable () -> Void = { handOver.finish() }
        defer { handOver.finish() }
        for _ in 0..<rounds {
            var position = 0
            for part in parts {
                for i in part.requests.indices {
                    if Task.isCancelled { return }
                    let result = await run(part, i, settled: settled(position))
                    handOver.finish()
                    position += 1
                    let isEnd = isFailingFast && result.outcome != .passed
                    handOver.put(consume result)
                    if isEnd { return }
                    // While the next answer is waited for; a question to a person comes after.
                    if settled(position) != nil, let transport {
                        transport.later(later)
                    } else {
                        handOver.finish()
                    }
                }
            }
        }
    }

    /// What does the transfers, when anything is sent.
    private var transport: CurlTransport? {
        parts.lazy.compactMap { $0.transport as? CurlTransport }.first
    }

    /// What the preflight resolved for good of the request at `position`.
    private func settled(_ position: Int) -> Boxed<ResolvedRequest>? {
        settledRequests.indices.contains(position) ? settledRequests[position] : nil
    }

    /// Runs one request of a part.
    ///
    /// One that ran already because an earlier one needed its response is not sent again.
    private func run(
        _ part: RunPart,
        _ i: Int,
        settled: Boxed<ResolvedRequest>?
    ) async -> RunResult {
        let session = part.session
        if let known = session.memory.takeUpstreamResult(part.requests.id(at: i)) { return known }
        if let settled {
            return await session.run(
                settled: settled,
                as: part.requests.result(at: i, outcome: .error),
                at: part.requests.location(at: i)
            )
        }
        let selected = part.requests[i]
        return await session.run(selected.request, in: selected.file)
    }

    /// The results of requests that were not run, by their positions in all parts and rounds.
    private func skippedResults(_ positions: Range<Int>) -> [RunResult] {
        let order = parts.flatMap(\.requests)
        return positions.map { position in
            let selected = order[position % order.count]
            return RunResult(of: selected.request, in: selected.file.path)
        }
    }
}
