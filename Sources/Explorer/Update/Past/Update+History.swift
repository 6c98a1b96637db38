import CollectionRun
import Collections
import Documents
import Fixtures
import HTTPModel
import History
import Screen

/// Opens the list of what was sent before: of the open request, or everything.
func showHistory(ofAll: Bool, _ state: inout ExplorerState) -> [Effect] {
    var scope = HistoryPopup.Scope.all
    if !ofAll, let key = state.request.key, let saved = state.savedRequest(key) {
        scope = .request(key, name: saved.name)
    }
    let work = state.makeWorkID()
    state.popup = .history(HistoryPopup(scope: scope, work: work))
    return [.listHistory(work, query(of: scope, "", state))]
}

private func query(
    of scope: HistoryPopup.Scope,
    _ search: String,
    _ state: ExplorerState
) -> HistoryQuery {
    var query = HistoryQuery(limit: HistoryPopup.limit)
    query.text = search
    if case .request(let key, _) = scope {
        query.root = state.collection?.root
        query.requestID = state.savedRequest(key)?.id
    }
    return query
}

/// Reads the list again, for another scope or search.
private func reread(_ popup: HistoryPopup, _ state: inout ExplorerState) -> [Effect] {
    var popup = popup
    let work = state.makeWorkID()
    popup.work = work
    popup.scroll = Scroll()
    state.popup = .history(popup)
    return [.listHistory(work, query(of: popup.scope, popup.search, state))]
}

/// Reads an open list again, with what was kept since; the selection and a search stay.
func rereadHistory(_ state: inout ExplorerState) -> [Effect] {
    guard case .history(var popup) = state.popup else { return [] }
    let work = state.makeWorkID()
    popup.work = work
    state.popup = .history(popup)
    return [.listHistory(work, query(of: popup.scope, popup.search, state))]
}

/// Does what a command means to the list.
func performInHistory(
    _ command: Command,
    _ popup: HistoryPopup,
    _ state: inout ExplorerState
) -> [Effect] {
    if popup.input != nil { return performInHistorySearch(command, popup, &state) }
    if let move = Movement(command) {
        var moved = popup
        let total = popup.shownLines.count
        let height = Layout(state.size, state).popupList(state).rows
        moved.scroll.move(by: move.rows(total: total, height: height), of: total)
        state.popup = .history(moved)
        return []
    }
    switch command {
    case .open: return open(popup, &state)
    case .compareWithEntry: return openToCompare(popup, &state)
    case .resendEntry: return resend(popup, &state)
    case .deleteEntry:
        guard let line = popup.selected else { return [] }
        return [.removeHistory(state.makeWorkID(), [line.item.id])]
    case .search:
        var searching = popup
        searching.input = TextBuffer(popup.search)
        searching.input?.moveToEnd()
        state.popup = .history(searching)
    case .showAllHistory:
        var changed = popup
        if case .request = popup.scope {
            changed.scope = .all
        } else if let key = state.request.key, let saved = state.savedRequest(key) {
            changed.scope = .request(key, name: saved.name)
        }
        return reread(changed, &state)
    case .back, .showHistory:
        guard popup.search.isEmpty || command == .showHistory else {
            var changed = popup
            changed.search = ""
            return reread(changed, &state)
        }
        closePopup(&state)
    default:
        break
    }
    return []
}

/// Enter looks through all that was kept, content too; Esc forgets what was typed.
private func performInHistorySearch(
    _ command: Command,
    _ popup: HistoryPopup,
    _ state: inout ExplorerState
) -> [Effect] {
    var changed = popup
    switch command {
    case .accept:
        changed.search = popup.input?.text.trimmingBlanks ?? ""
        changed.input = nil
        return reread(changed, &state)
    case .dismiss:
        changed.input = nil
        changed.scroll = Scroll()
        state.popup = .history(changed)
    default:
        break
    }
    return []
}

// MARK: Entries

/// Has the selected entry read, to show it.
private func open(_ popup: HistoryPopup, _ state: inout ExplorerState) -> [Effect] {
    guard let line = popup.selected else { return [] }
    let work = state.makeWorkID()
    state.openingEntry = OpeningEntry(work: work, time: line.time)
    return [.openHistory(work, line.item.id)]
}

/// Has the selected entry read, to compare the present response with it.
private func openToCompare(_ popup: HistoryPopup, _ state: inout ExplorerState) -> [Effect] {
    guard let line = popup.selected else { return [] }
    guard let key = state.key(of: line.item), state.presentResponse(of: key) != nil else {
        state.notice = Notice(
            .problem,
            "There is no present response to compare with; send the request first."
        )
        return []
    }
    let effects = open(popup, &state)
    state.openingEntry?.isForComparison = true
    return effects
}

/// Sends the selected entry again, as it was.
private func resend(_ popup: HistoryPopup, _ state: inout ExplorerState) -> [Effect] {
    guard let line = popup.selected, let collection = state.collection else { return [] }
    let key = state.key(of: line.item) ?? .past(line.item.id)
    closePopup(&state)
    if state.savedRequest(key) != nil { select(key, &state) } else { openRequest(key, &state) }
    state.focus = .response
    let order = SendOrder(
        collection: collection,
        key: key,
        environmentName: line.item.environmentName(in: collection) ?? state.environmentName
    )
    var effects: [Effect] = []
    if let stale = state.sends[key] { effects.append(.cancel(stale.id)) }
    let id = state.makeExchangeID()
    state.sends[key] = Sending(id: id)
    return effects + [
        .resendHistory(id, ResendOrder(entryID: line.item.id, key: key, order: order))
    ]
}

extension HistoryItem {
    /// The environment it was sent in, if the collection has it.
    fileprivate func environmentName(in collection: RequestCollection) -> String? {
        origin.environmentName.flatMap { name in
            collection.environment(named: name) == nil ? nil : name
        }
    }
}

/// Shows the list that was read; a late one is ignored.
func note(_ lines: [HistoryLine], of work: WorkID, _ state: inout ExplorerState) {
    guard case .history(var popup) = state.popup, popup.work == work else { return }
    popup.work = nil
    popup.problem = nil
    popup.lines = lines
    state.popup = .history(popup)
}

/// Tells why the history does not answer.
func noteHistoryFailed(_ reason: String, of work: WorkID, _ state: inout ExplorerState) {
    if state.openingEntry?.work == work { state.openingEntry = nil }
    guard case .history(var popup) = state.popup, popup.work == work else {
        state.notice = Notice(.problem, reason)
        return
    }
    popup.work = nil
    popup.problem = reason
    state.popup = .history(popup)
}

/// Takes removed entries out of the list.
func noteRemoved(_ ids: [Int64], _ state: inout ExplorerState) {
    state.notice = Notice(.success, "Removed \(ids.map { "entry \($0)" }.joined(separator: ", ")).")
    guard case .history(var popup) = state.popup else { return }
    popup.lines.removeAll { ids.contains($0.item.id) }
    state.popup = .history(popup)
}

/// Shows an entry in the response pane of its request.
func take(
    _ entry: HistoryEntry,
    _ document: ResponseDocument?,
    of work: WorkID,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let opening = state.openingEntry, opening.work == work else { return [] }
    state.openingEntry = nil
    if case .history = state.popup { closePopup(&state) }
    let key = state.key(of: entry.item) ?? .past(entry.item.id)
    if state.savedRequest(key) != nil { select(key, &state) } else { openRequest(key, &state) }
    state.focus = .response
    var record = ResponseRecord(
        RunResult(of: entry, mapping: state.errorMapping),
        document: document
    )
    let end = entry.item.startedAt / 1_000_000 + entry.item.elapsed.components.seconds
    record.receivedAt = HTTPDate(secondsSince1970: end)
    if opening.isForComparison {
        compare(key, with: record, sentAt: opening.time, &state)
        return []
    }
    record.past = PastResponse(id: entry.item.id, time: opening.time)
    if let present = state.response.records[key], present.past == nil {
        state.response.covered[key] = present
    }
    if let count = entry.exchange.responseCount {
        state.notice = Notice(
            .neutral,
            "Only \(Formatting.bytes(entry.exchange.responseContent.count)) of "
                + "\(Formatting.bytes(count)) were kept."
        )
    }
    state.response.keep(record, for: key)
    return []
}

/// Shows how the present response of a request differs from one of the past.
private func compare(
    _ key: RequestKey,
    with record: ResponseRecord,
    sentAt time: String,
    _ state: inout ExplorerState
) {
    if state.response.records[key]?.past != nil { leavePast(key, &state) }
    state.response.records[key]?.previous = ComparedBody(
        title: "\(time) · \(record.headline)",
        document: record.document
    )
    state.response.records[key]?.restartComparison(with: .previous)
    state.response.tab = .diff
}

/// Goes back from a response of the past to the present one.
///
/// - Returns: `false` when the response is not one of the past.
func leavePast(_ state: inout ExplorerState) -> Bool {
    guard let key = state.request.key, state.response.records[key]?.past != nil else {
        return false
    }
    leavePast(key, &state)
    return true
}

private func leavePast(_ key: RequestKey, _ state: inout ExplorerState) {
    if let present = state.response.covered.removeValue(forKey: key) {
        state.response.keep(present, for: key)
    } else {
        state.response.forget(key)
    }
}

extension ExplorerState {
    /// The present response of a request, also while one of the past is shown in its place.
    func presentResponse(of key: RequestKey) -> ResponseRecord? {
        response.covered[key] ?? response.records[key].flatMap { $0.past == nil ? $0 : nil }
    }

    /// The request of the open collection that an entry came from; `nil` when it is not there.
    func key(of item: HistoryItem) -> RequestKey? {
        guard let collection, collection.root == item.origin.root else { return nil }
        for file in collection.files where file.path == item.origin.file {
            let index = file.source.outlines.firstIndex { $0.id == item.origin.requestID }
            if let index { return RequestKey(file: file.path, index: index) }
        }
        return nil
    }
}

extension RequestKey {
    /// The place of an entry whose request is not in the collection; no file has such a path.
    static func past(_ id: Int64) -> RequestKey { RequestKey(file: "", index: Int(id)) }
}
