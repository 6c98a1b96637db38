import Documents
import Screen

/// Moves `state` on by one message and returns the work that follows from it.
///
/// Pure: the same state and message always give the same state and effects, and no clock, file,
/// socket or terminal is touched.
package func update(_ state: inout ExplorerState, on message: Message) -> [Effect] {
    let themeName = state.shownTheme.name
    let memory = state.memory
    var effects =
        route(message, &state) + deriveBodyWork(&state) + inspectShownFile(&state)
    settle(&state)
    if state.shownTheme.name != themeName { effects.append(.useTheme(state.shownTheme)) }
    if state.memory != memory { effects.append(.remember(state.memory)) }
    return effects
}

/// Hands a message to the function for its subject.
private func route(_ message: Message, _ state: inout ExplorerState) -> [Effect] {
    switch message {
    case .input(let event):
        return receive(event, &state)
    case .command(let command):
        return perform(command, &state)
    case .edited(let edit, let title):
        return apply(edit, title, &state)
    case .collectionLoaded(let loaded):
        let effects = take(loaded, &state)
        offer(loaded.drafts, &state)
        return effects
    case .collectionChangedOutside(let loaded):
        return takeAgain(loaded, isAsked: false, &state)
    case .collectionFailed(let reason):
        state.loadProblem = reason
        return []
    case .exchangeProgressed(let id, let progress, let elapsed):
        note(progress, elapsed, of: id, &state)
        return []
    case .exchangeTicked(let id, let elapsed):
        note(nil, elapsed, of: id, &state)
        return []
    case .exchangeFinished(let id, let result, let document):
        return finish(id, result, document, &state)
    case .exchangeReceived(let id, let time):
        noteReceived(id, at: time, &state)
        return []
    case .bodyReported(let id, let report):
        return note(report, of: id, &state)
    case .questionAsked(let id, let exchange, let question):
        return ask(question, id, exchange, &state)
    case .fileSaved(let path, let bytes, let stamp):
        return noteSaved(path, bytes, stamp, &state)
    case .fileSaveFailed(let path, let reason):
        noteSaveFailed(path, reason, &state)
        return []
    case .fileChangedOutside(let path, let bytes, let stamp):
        return noteChangedOutside(path, bytes, stamp, &state)
    case .fileReloaded(let path, let bytes, let stamp):
        return replaceFile(path, bytes, stamp, &state)
    case .fileReloadFailed(let path, let reason):
        state.notice = Notice(.problem, "\(path): \(reason)")
        return []
    case .snapshotPrepared(let id, let prepared):
        show(prepared, of: id, &state)
        return []
    case .snapshotSaved(let id, let paths):
        noteSnapshotSaved(id, paths, &state)
        return []
    case .fixtureCompared(let subject, let comparison):
        note(comparison, of: subject, &state)
        return []
    case .driftSettled(let settlement, let outcome):
        note(outcome, of: settlement, &state)
        return []
    case .offlineAnswersListed(let key, let answers):
        offer(answers, for: key, &state)
        return []
    case .snapshotFailed(let id, let reason):
        noteSnapshotFailed(id, reason, &state)
        return []
    case .historyListed(let id, let lines):
        note(lines, of: id, &state)
        return []
    case .historyOpened(let id, let entry, let document):
        return take(entry, document, of: id, &state)
    case .historyGrew:
        return rereadHistory(&state)
    case .historyRemoved(_, let ids):
        noteRemoved(ids, &state)
        return []
    case .historyFailed(let id, let reason):
        noteHistoryFailed(reason, of: id, &state)
        return []
    case .runReached(let id, let key):
        noteReached(key, of: id, &state)
        return []
    case .runAdvanced(let id, let key, let result, let document):
        return note(result, document, for: key, of: id, &state)
    case .runTicked(let id, let elapsed):
        if state.run?.work == id { state.run?.elapsed = elapsed }
        return []
    case .runEnded(let id, let elapsed):
        noteRunEnded(id, elapsed, &state)
        return []
    case .externalEditFinished(let id, let text):
        return finishExternalEdit(id, text, &state)
    case .fileDeleted(let path):
        return noteDeleted(path, &state)
    case .pasteRead(let id, let request):
        takeRead(id, request, &state)
        return []
    case .fileInspected(let path, let facts):
        state.fileFacts[path] = facts
        return []
    case .folderListed(let path, let entries):
        take(entries, of: path, &state)
        return []
    case .noticed(let notice):
        state.notice = notice
        return []
    case .timeTold(let time):
        state.time = time
        return []
    }
}

/// Holds cursors and scroll offsets inside what there is to show.
func settle(_ state: inout ExplorerState) {
    let layout = Layout(state.size, state)
    state.tree.scroll.settle(
        total: state.treeRows.count,
        height: layout.treeList(state).rows
    )
    settleRequest(&state, layout)
    settleResponse(&state, layout)
    settlePopup(&state, layout)
}

private func settleRequest(_ state: inout ExplorerState, _ layout: Layout) {
    let height = layout.requestList(state).rows
    if let editing = state.request.editing, editing.subject.isMultiline {
        var lines = Scroll(row: editing.buffer.caret.line, offset: editing.topLine)
        lines.settle(total: editing.buffer.lines.count, height: height)
        state.request.editing?.topLine = lines.offset
    }
    guard state.openRequest != nil else { return }
    let total = state.requestRows.count + (state.isAddingRow ? 1 : 0)
    if state.isAddingRow { state.request.scroll.row = total - 1 }
    state.request.scroll.settle(total: total, height: height)
}

private func settleResponse(_ state: inout ExplorerState, _ layout: Layout) {
    let area = layout.responseList(state)
    if state.response.tab == .body, var record = state.record, var document = record.shown,
        document.mode == .hex
    {
        var scroll = record.scrolls[.body] ?? Scroll()
        fitHexRows(of: &document, &scroll, in: area.columns)
        record.shown = document
        record.scrolls[.body] = scroll
        state.record = record
    }
    guard state.record != nil || state.arrivingBody != nil else { return }
    settleResponseScroll(in: area, &state)
    if let column = state.record?.firstColumn, column < 0 { state.record?.firstColumn = 0 }
}

/// Halves the rows of a hex view that is too narrow for them, and keeps the cursor on its bytes.
private func fitHexRows(
    of document: inout ResponseDocument,
    _ scroll: inout Scroll,
    in columns: Int
) {
    // Two columns stand before every row, for the marks of folds.
    let bytes = columns - 2 >= ResponseDocument.hexColumns(bytes: 16) ? 16 : 8
    guard bytes != document.hexRowBytes, document.rowCount > 0 else { return }
    let row = min(max(0, scroll.row), document.rowCount - 1)
    let offset = document.row(row).byteRange.lowerBound
    document.hexRowBytes = bytes
    scroll.row = document.row(containing: offset)
}

private func settlePopup(_ state: inout ExplorerState, _ layout: Layout) {
    let height = layout.popupList(state).rows
    switch state.popup {
    case .choice(var choice):
        choice.scroll.settle(total: choice.matches.count, height: height)
        state.popup = .choice(choice)
    case .help(let pane, var scroll):
        let total = HelpLines.lines(for: pane, in: state, width: layout.popupList(state).columns)
            .count
        scroll.offset = min(max(0, scroll.offset), max(0, total - height))
        state.popup = .help(pane, scroll)
    case .log(var scroll):
        let width = layout.popupList(state).columns
        let total = LogLines.lines(of: state.log, width: width).count
        scroll.offset = min(max(0, scroll.offset), max(0, total - height))
        state.popup = .log(scroll)
    case .snapshot(var preview):
        let total = SnapshotLines.lines(of: preview).count
        preview.scroll.offset = min(max(0, preview.scroll.offset), max(0, total - height))
        state.popup = .snapshot(preview)
    case .history(var popup):
        popup.scroll.settle(total: popup.shownLines.count, height: height)
        state.popup = .history(popup)
    case .run:
        let total = state.run?.rows.count ?? 0
        state.run?.scroll.settle(total: total, height: height)
    case .reading(var reading):
        let last = max(0, reading.lines.count - height)
        reading.scroll.offset = min(max(0, reading.scroll.offset), last)
        state.popup = .reading(reading)
    case .dialog, .input, nil:
        break
    }
}
