import CollectionRun
import Collections
import Explorer
import HTTPModel

/// Runs several requests one after the other, as `apus run` does, and reports each as it ends.
///
/// Used by the main thread; the runs are tasks that talk to it by the inbox.
final class FolderRunner {
    private struct Running {
        var task: Task<Void, Never>
        var start: ContinuousClock.Instant
    }

    private let exchanges: ExchangeRunner
    private var running: [WorkID: Running] = [:]

    /// Creates a runner that works in the workspace of the single exchanges.
    init(_ exchanges: ExchangeRunner) {
        self.exchanges = exchanges
    }

    /// Whether a run is going on.
    var isRunning: Bool { !running.isEmpty }

    /// How long each run has taken.
    func ticks() -> [Message] {
        let now = ContinuousClock.now
        return running.map { .runTicked($0.key, elapsed: now - $0.value.start) }
    }

    /// Forgets a run whose end was received.
    func noteEnd(_ id: WorkID) { running[id] = nil }

    /// Stops a run; the request in flight is cancelled, and the run still reports its end.
    func stop(_ id: WorkID) { running[id]?.task.cancel() }

    /// Stops everything.
    func stopAll() {
        for run in running.values { run.task.cancel() }
    }

    /// Starts a run.
    ///
    /// It has a memory of its own, as a run of the command line has: what other requests captured or
    /// received before does not count.
    func start(_ id: WorkID, _ order: RunOrder) {
        let start = ContinuousClock.now
        let inbox = exchanges.inbox
        let workspace = exchanges.workspace
        let recorder = exchanges.recorder
        let settings = exchanges.settings(
            of: order.collection,
            order.environmentName,
            asking: ExchangeID(rawValue: id.rawValue)
        )
        let task = Task.detached(executorPreference: WorkThreads.shared) {
            do {
                let session = try workspace.session(
                    order.collection,
                    order.environmentName,
                    settings,
                    isOffline: order.isOffline,
                    memory: RunMemory()
                )
                for key in order.keys {
                    if Task.isCancelled { break }
                    guard let selected = order.collection.request(at: key) else { continue }
                    inbox.post(.runReached(id, key))
                    let known = session.memory.takeUpstreamResult(selected.request.id)
                    let result: RunResult
                    if let known {
                        result = known
                    } else {
                        result = await session.run(selected.request, in: selected.file)
                    }
                    let document = ResponseRecord.document(of: result)
                    inbox.post(.runAdvanced(id, key, result, document))
                    if known == nil {
                        recorder.record(
                            result,
                            in: order.collection,
                            settings.environmentName,
                            inbox
                        )
                    }
                }
            } catch {
                inbox.post(.noticed(Notice(.problem, "\(error)")))
            }
            inbox.post(.runEnded(id, elapsed: .now - start))
        }
        running[id] = Running(task: task, start: start)
    }
}

extension RequestCollection {
    /// The request with this key and its file.
    fileprivate func request(at key: RequestKey) -> SelectedRequest? {
        guard let file = files.first(where: { $0.path == key.file }),
            file.source.requests.indices.contains(key.index)
        else { return nil }
        return SelectedRequest(file: file, request: file.source.requests[key.index])
    }
}
