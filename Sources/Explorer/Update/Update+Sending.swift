import ClientCore
import CollectionRun
import Documents
import HTTPModel

/// Sends the open request as it is on the screen; one of it that is in flight is cancelled.
func send(_ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let collection = state.collection else { return [] }
    var effects: [Effect] = []
    if let stale = state.sends[key] { effects.append(.cancel(stale.id)) }
    let id = state.makeExchangeID()
    state.sends[key] = Sending(id: id)
    leaveResponseInput(&state)
    if Layout(state.size, state).panes.count == 1 { state.focus = .response }
    let order = SendOrder(
        collection: collection,
        key: key,
        environmentName: state.environmentName,
        isOffline: state.isOffline,
        view: state.response.records[key].flatMap { record in
            record.document.map { BodyView($0, charset: record.charset) }
        },
        offlineVariant: state.isOffline ? state.offlineVariants[key] : nil
    )
    return effects + [.send(id, order)]
}

/// Cancels the open request's exchange.
func cancel(_ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let sending = state.sends[key] else { return [] }
    state.sends[key]?.isCancelling = true
    return [.cancel(sending.id)]
}

/// Notes how far an exchange is; one that is not current is ignored.
func note(
    _ progress: HopProgress?,
    _ elapsed: Duration,
    of id: ExchangeID,
    _ state: inout ExplorerState
) {
    guard let key = state.sends.first(where: { $0.value.id == id })?.key else { return }
    if let progress {
        state.sends[key]?.progress = progress
        state.sends[key]?.arriving.note(progress, at: elapsed)
    } else {
        state.sends[key]?.arriving.noteSilence(at: elapsed)
    }
    state.sends[key]?.elapsed = elapsed
}

/// Notes when the response of an exchange had come.
func noteReceived(_ id: ExchangeID, at time: HTTPDate, _ state: inout ExplorerState) {
    guard let key = state.sends.first(where: { $0.value.id == id })?.key else { return }
    state.sends[key]?.receivedAt = time
}

/// Shows what came of an exchange; one that is not current is ignored.
func finish(
    _ id: ExchangeID,
    _ result: RunResult,
    _ document: ResponseDocument?,
    _ state: inout ExplorerState
) -> [Effect] {
    closeQuestions(of: id, &state)
    guard let key = state.sends.first(where: { $0.value.id == id })?.key else { return [] }
    let sending = state.sends.removeValue(forKey: key)
    var record = ResponseRecord(result, document: document)
    record.receivedAt = sending?.receivedAt
    state.outcomes[key] = result.outcome
    let effects = replace(key, with: record, &state)
    if state.request.key != key {
        state.notice = Notice(
            record.isGood ? .success : .problem,
            "\(result.name): \(record.headline)"
        )
    }
    return effects
}

/// Puts a response in the place of the one before, to be looked at in the same way.
func replace(
    _ key: RequestKey,
    with record: ResponseRecord,
    _ state: inout ExplorerState
) -> [Effect] {
    var record = record
    var effects: [Effect] = []
    if let before = state.response.records[key] {
        effects = before.workInProgress.map { .stopBodyWork($0) }
        record.takeOver(before)
    }
    state.response.covered[key] = nil
    state.response.keep(record, for: key)
    return effects
}

/// Shows a question of the run; without the exchange it belongs to, it is refused.
func ask(
    _ question: RunQuestion,
    _ id: WorkID,
    _ exchange: ExchangeID,
    _ state: inout ExplorerState
) -> [Effect] {
    let isOfRun = state.run.map { $0.isRunning && $0.work.rawValue == exchange.rawValue } ?? false
    guard isOfRun || state.sends.values.contains(where: { $0.id == exchange }) else {
        return [.answer(id, nil)]
    }
    switch question {
    case .prompt(let name, let description, let isSecret):
        present(
            .input(
                InputPopup(
                    subject: .question(id, exchange),
                    title: "The request asks for a value",
                    prompt: description.isEmpty ? name : "\(name): \(description)",
                    input: TextBuffer(),
                    isSecret: isSecret
                )
            ),
            &state
        )
    case .consent(let command):
        present(.dialog(.consent(id, exchange, command: command)), &state)
    case .confirmation(let request, let note):
        present(.dialog(.confirmation(id, exchange, request: request, note: note)), &state)
    }
    return []
}

/// Takes away questions whose exchange has ended.
private func closeQuestions(of exchange: ExchangeID, _ state: inout ExplorerState) {
    func isStale(_ popup: Popup) -> Bool {
        switch popup {
        case .input(let input):
            if case .question(_, exchange) = input.subject { return true }
        case .dialog(let dialog):
            if case .question(_, exchange) = dialog.subject { return true }
        default:
            break
        }
        return false
    }
    state.waitingPopups.removeAll(where: isStale)
    if let popup = state.popup, isStale(popup) { closePopup(&state) }
}
