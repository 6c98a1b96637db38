import ClientCore
import CollectionRun
import Collections
import Explorer
import Fixtures
import History
import HTTPModel
import Synchronization

/// Runs the explorer's exchanges, each as a task that can be cancelled.
///
/// Used by the main thread; the tasks talk to it by the inbox, and to each other not at all.
final class ExchangeRunner {
    private struct Running {
        var task: Task<Void, Never>
        var start: ContinuousClock.Instant
    }

    let workspace: Workspace
    let inbox: Inbox<Message>
    let recorder: HistoryRecorder
    private let processEnvironment: [String: String]
    private let memory = RunMemory()
    private let questions = QuestionBox()
    private var running: [ExchangeID: Running] = [:]

    /// Creates a runner that reports to an inbox.
    init(workspace: Workspace, processEnvironment: [String: String], inbox: Inbox<Message>) {
        self.workspace = workspace
        self.processEnvironment = processEnvironment
        self.inbox = inbox
        recorder = HistoryRecorder(environment: processEnvironment)
    }

    /// Whether anything is in flight.
    var isRunning: Bool { !running.isEmpty }

    /// How long each exchange in flight has taken.
    func ticks() -> [Message] {
        let now = ContinuousClock.now
        return running.map { .exchangeTicked($0.key, elapsed: now - $0.value.start) }
    }

    /// Forgets an exchange whose end was received.
    func noteEnd(_ id: ExchangeID) { running[id] = nil }

    /// Starts an exchange; an order whose request is not in its own collection is refused.
    func send(_ id: ExchangeID, _ order: SendOrder) {
        guard let file = order.collection.files.first(where: { $0.path == order.key.file }),
            file.source.requests.indices.contains(order.key.index)
        else {
            inbox.post(.noticed(Notice(.problem, "\(order.key.file) does not hold the request.")))
            return
        }
        let request = file.source.requests[order.key.index]
        let start = ContinuousClock.now
        let inbox = inbox
        let reading = newReading()
        let observer = ProgressReporter(id: id, start: start, inbox: inbox, reading: reading)
        let settings = settings(of: order.collection, order.environmentName, asking: id)
        let memory = memory
        let workspace = workspace
        let recorder = recorder
        let task = Task.detached(executorPreference: WorkThreads.shared) {
            var result = RunResult(of: request, in: file.path, outcome: .error)
            do {
                let session = try workspace.session(
                    order.collection,
                    order.environmentName,
                    settings,
                    isOffline: order.isOffline,
                    offlineVariant: order.offlineVariant,
                    memory: memory
                )
                result = await session.run(request, in: file, observer: observer)
            } catch let problem as RunProblem {
                result.problem = problem
            } catch {
                result.problem = RunProblem(
                    file: file.path,
                    location: request.location,
                    message: "\(error)"
                )
            }
            inbox.post(.exchangeReceived(id, at: CookieJar.currentTime()))
            let document = ResponseRecord.document(
                of: result,
                as: order.view,
                draft: reading?.take()
            )
            inbox.post(.exchangeFinished(id, result, document))
            recorder.recordLater(result, in: order.collection, settings.environmentName, inbox)
        }
        running[id] = Running(task: task, start: start)
    }

    /// What a run takes from outside: the person answers its questions.
    func settings(
        of collection: RequestCollection,
        _ environmentName: String?,
        asking id: ExchangeID
    ) -> RunSettings {
        let questions = questions
        let inbox = inbox
        var settings = RunSettings(
            environmentName: collection.environmentName(choosing: environmentName),
            processEnvironment: processEnvironment,
            prompt: { prompt in
                await questions.ask(inbox) { work in
                    .questionAsked(
                        work,
                        id,
                        .prompt(
                            name: prompt.name,
                            description: prompt.message,
                            isSecret: SecretMask.isSensitive(name: prompt.name)
                        )
                    )
                }
            },
            consent: { command in
                await questions.ask(inbox) { .questionAsked($0, id, .consent(command: command)) }
                    != nil
            }
        )
        settings.confirm = { request in
            await questions.ask(inbox) { work in
                .questionAsked(
                    work,
                    id,
                    .confirmation(request: request.name, note: request.note ?? "")
                )
            } != nil
        }
        return settings
    }

    /// Sends a request of the history again.
    func resend(_ id: ExchangeID, _ resend: ResendOrder) {
        let order = resend.order
        let start = ContinuousClock.now
        let inbox = inbox
        let reading = newReading()
        let observer = ProgressReporter(id: id, start: start, inbox: inbox, reading: reading)
        let settings = settings(of: order.collection, order.environmentName, asking: id)
        let memory = memory
        let workspace = workspace
        let recorder = recorder
        let task = Task.detached(executorPreference: WorkThreads.shared) {
            var result = RunResult(named: "history", method: "", url: "")
            do {
                let entry = try recorder.store?.entry(resend.entryID)
                guard let entry else {
                    throw CommandFailure(.invalidInput, "the history has no such entry any more")
                }
                result = RunResult(
                    named: entry.item.origin.name,
                    method: entry.item.method,
                    url: entry.item.url,
                    requestID: entry.item.origin.requestID
                )
                let session = try workspace.session(
                    order.collection,
                    order.environmentName,
                    settings,
                    memory: memory
                )
                result = await session.resend(entry, observer: observer)
            } catch {
                let text = (error as? CommandFailure)?.message ?? "\(error)"
                let place = TextLocation(line: 1, column: 1)
                result.problem = RunProblem(file: "", location: place, message: text)
            }
            inbox.post(.exchangeReceived(id, at: CookieJar.currentTime()))
            let document = ResponseRecord.document(
                of: result,
                as: order.view,
                draft: reading?.take()
            )
            inbox.post(.exchangeFinished(id, result, document))
            recorder.recordLater(result, in: order.collection, settings.environmentName, inbox)
        }
        running[id] = Running(task: task, start: start)
    }

    /// What reads a body while it comes; `nil` while others are in flight, which need the processors.
    private func newReading() -> ArrivingRead? { running.isEmpty ? ArrivingRead() : nil }

    /// Cancels an exchange; it still reports its end.
    func cancel(_ id: ExchangeID) { running[id]?.task.cancel() }

    /// Cancels everything.
    func cancelAll() {
        for exchange in running.values { exchange.task.cancel() }
        questions.refuseAll()
    }

    /// Hands the person's answer to the run that asked.
    func answer(_ id: WorkID, _ text: String?) { questions.answer(id, text) }
}

/// Tells the explorer how a hop goes on; a screen late with it gets the latest word only.
private struct ProgressReporter: HopObserver {
    let id: ExchangeID
    let start: ContinuousClock.Instant
    let inbox: Inbox<Message>
    let reading: ArrivingRead?

    func hop(_ progress: HopProgress) {
        reading?.note(progress)
        let message = Message.exchangeProgressed(
            id,
            progress,
            elapsed: ContinuousClock.now - start
        )
        inbox.post(message) { waiting in
            if case .exchangeProgressed(id, _, _) = waiting { return true }
            return false
        }
    }
}

/// Questions of runs that wait for the person.
private final class QuestionBox: Sendable {
    private struct State {
        var nextNumber = -1
        var waiting: [WorkID: CheckedContinuation<String?, Never>] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Posts a question and waits for its answer; `nil` when it is refused or the run cancelled.
    func ask(
        _ inbox: Inbox<Message>,
        _ question: @Sendable (WorkID) -> Message
    ) async -> String? {
        // Counted downwards: the explorer's own work counts upwards.
        let id = state.withLock { state in
            defer { state.nextNumber -= 1 }
            return WorkID(rawValue: state.nextNumber)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    guard !state.isClosed, !Task.isCancelled else { return false }
                    state.waiting[id] = continuation
                    return true
                }
                if isOpen { inbox.post(question(id)) } else { continuation.resume(returning: nil) }
            }
        } onCancel: {
            answer(id, nil)
        }
    }

    func answer(_ id: WorkID, _ text: String?) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
        continuation?.resume(returning: text)
    }

    func refuseAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isClosed = true
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: nil) }
    }
}
