import Collections
import HTTPModel
import Screen

/// Shows a popup, or lets it wait until the one that is there is answered.
func present(_ popup: Popup, _ state: inout ExplorerState) {
    if state.popup == nil { state.popup = popup } else { state.waitingPopups.append(popup) }
}

/// Takes the popup away and shows the next that waits.
func closePopup(_ state: inout ExplorerState) {
    state.popup = state.waitingPopups.isEmpty ? nil : state.waitingPopups.removeFirst()
}

/// Does what a command means to the popup on top.
func performInPopup(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch state.popup {
    case .choice(var choice):
        if command == .open || command == .accept { return take(choice, &state) }
        if command == .back || command == .dismiss {
            closePopup(&state)
            return []
        }
        if let move = Movement(command) {
            let total = choice.matches.count
            let height = Layout(state.size, state).popupList(state).rows
            choice.scroll.move(by: move.rows(total: total, height: height), of: total)
            state.popup = .choice(choice)
        }
        return []
    case .dialog(let dialog):
        return performInDialog(command, dialog, &state)
    case .input(let input):
        return performInInputPopup(command, input, &state)
    case .help(let pane, var scroll):
        if let move = Movement(command) {
            let height = Layout(state.size, state).popupList(state).rows
            scroll.offset += move.rows(total: 10_000, height: height)
            state.popup = .help(pane, scroll)
        } else if command == .back || command == .open {
            closePopup(&state)
        }
        return []
    case .log(var scroll):
        if let move = Movement(command) {
            let height = Layout(state.size, state).popupList(state).rows
            scroll.offset += move.rows(total: 10_000, height: height)
            state.popup = .log(scroll)
        } else if command == .back || command == .open {
            closePopup(&state)
        }
        return []
    case .snapshot(let preview):
        return performInPreview(command, preview, &state)
    case .history(let popup):
        return performInHistory(command, popup, &state)
    case .run:
        return performInRun(command, &state)
    case .reading(let reading):
        read(reading, command, &state)
        return []
    case nil:
        return []
    }
}

private func read(_ reading: Reading, _ command: Command, _ state: inout ExplorerState) {
    if let move = Movement(command) {
        var moved = reading
        let height = Layout(state.size, state).popupList(state).rows
        moved.scroll.offset += move.rows(total: 1_000_000, height: height)
        state.popup = .reading(moved)
    } else if command == .back || command == .open {
        closePopup(&state)
    }
}

private func performInPreview(
    _ command: Command,
    _ preview: SnapshotPreview,
    _ state: inout ExplorerState
) -> [Effect] {
    if let move = Movement(command) {
        var moved = preview
        let height = Layout(state.size, state).popupList(state).rows
        moved.scroll.offset += move.rows(total: 10_000, height: height)
        state.popup = .snapshot(moved)
        return []
    }
    switch command {
    case .open:
        return writeSnapshot(preview, &state)
    case .back:
        closePopup(&state)
    case .chooseVariant:
        state.popup = .input(
            InputPopup(
                subject: .variant(preview),
                title: "Variant of the fixture",
                prompt: "A name for this outcome beside others, such as empty; nothing for none",
                input: TextBuffer(preview.variant)
            )
        )
    default:
        break
    }
    return []
}

// MARK: Dialogs

/// Gives the answer of a dialog whose letter was pressed; `nil` when none was.
func answerByLetter(_ key: Key, _ state: inout ExplorerState) -> [Effect]? {
    guard case .dialog(let dialog) = state.popup, case .character(let letter) = key else {
        return nil
    }
    guard let index = dialog.answers.firstIndex(where: { $0.key == letter }) else { return nil }
    return answer(dialog, with: index, &state)
}

private func performInDialog(
    _ command: Command,
    _ dialog: Dialog,
    _ state: inout ExplorerState
) -> [Effect] {
    var moved = dialog
    let count = dialog.answers.count
    switch command {
    case .moveDown, .nextTab: moved.selected = (dialog.selected + 1) % count
    case .moveUp, .previousTab: moved.selected = (dialog.selected + count - 1) % count
    case .open: return answer(dialog, with: dialog.selected, &state)
    case .back: return leave(dialog, &state)
    default: return []
    }
    state.popup = .dialog(moved)
    return []
}

/// Leaves a dialog without an answer: by its last, which changes nothing, or the end of a review.
private func leave(_ dialog: Dialog, _ state: inout ExplorerState) -> [Effect] {
    guard case .drift(let review) = dialog.subject else {
        return answer(dialog, with: dialog.answers.count - 1, &state)
    }
    closePopup(&state)
    state.notice = Notice(.success, "Left the review; Fixtures/\(review.fixturePath) is as it was.")
    return []
}

/// Does what an answer says.
func answer(_ dialog: Dialog, with index: Int, _ state: inout ExplorerState) -> [Effect] {
    closePopup(&state)
    switch dialog.subject {
    case .quit:
        return answerQuit(index, &state)
    case .quitInFlight:
        return index == 0 ? leave(state) : []
    case .changedOutside(let path, let bytes, let stamp):
        switch dialog.answers[index].key {
        case "k": return resolveChange(path, bytes, stamp, keepsMine: true, &state)
        case "r": return resolveChange(path, bytes, stamp, keepsMine: false, &state)
        case "d": showDifference(dialog, path, bytes, &state)
        default: break
        }
        return []
    case .deleteFile(let path):
        return index == 0 ? deleteFile(path, &state) : []
    case .pasted(let request, let original):
        return takePasted(request, original, dialog.answers[index].key, &state)
    case .reload(let path):
        guard index == 0, let file = state.file(at: path) else { return [] }
        return [.reloadFile(path: path, absolutePath: file.absolutePath)]
    case .delete(let key):
        return index == 0 ? delete(key, &state) : []
    case .recover(let drafts):
        if index == 0 { return recover(drafts, &state) }
        return drafts.flatMap { journal($0.path, state) }
    case .replaceFile(let file):
        return index == 0 ? write(file, replacing: true, &state) : []
    case .question(let id, _):
        return [.answer(id, index == 0 ? "yes" : nil)]
    case .drift(let review):
        return answerDrift(review, dialog.answers[index].key, &state)
    }
}

private func answerQuit(_ index: Int, _ state: inout ExplorerState) -> [Effect] {
    let unsaved = state.unsavedFiles
    switch index {
    case 0:
        state.isQuitting = true
        return save(unsaved.map(\.path), &state)
    case 1:
        return unsaved.map { .writeJournal(path: $0.path, absolutePath: $0.absolutePath, nil) }
            + leave(state)
    default:
        return []
    }
}

// MARK: Inputs

private func performInInputPopup(
    _ command: Command,
    _ input: InputPopup,
    _ state: inout ExplorerState
) -> [Effect] {
    switch command {
    case .accept, .nextInput:
        return accept(input, &state)
    case .dismiss, .back:
        closePopup(&state)
        if case .question(let id, _) = input.subject { return [.answer(id, nil)] }
        if case .variant(let preview) = input.subject { state.popup = .snapshot(preview) }
        return []
    default:
        return []
    }
}

private func accept(_ input: InputPopup, _ state: inout ExplorerState) -> [Effect] {
    let text = input.input.text
    switch input.subject {
    case .question(let id, _):
        closePopup(&state)
        return [.answer(id, text)]
    case .variant(let preview):
        return prepareSnapshot(of: preview.subject.key, variant: text.trimmingBlanks, &state)
    case .rename(let key):
        let (effects, problem) = change(key.file, title: "rename to \(text)", &state) {
            source throws(CollectionError) in
            try source.applying(.rename(text), to: key.index)
        }
        return finish(input, effects, problem, &state)
    case .newRequest(let file):
        return addRequest(named: text, to: file, input, &state)
    case .bodyFile, .valuePath, .ignoredPath:
        return acceptInResponse(input, text.trimmingBlanks, &state)
    case .variable(let definition, let key):
        return change(definition, of: key, to: text, input, &state)
    case .newFile:
        return makeFile(text.trimmingBlanks, input, &state)
    }
}

/// Adds a request at the end of a file, with the URL of the one before it to start from.
private func addRequest(
    named name: String,
    to file: String,
    _ input: InputPopup,
    _ state: inout ExplorerState
) -> [Effect] {
    let url = state.file(at: file)?.source.outlines.last?.url ?? "http://localhost/"
    var index = 0
    let (effects, problem) = change(file, title: "new request \(name)", &state) {
        source throws(CollectionError) in
        let added = try source.addingRequest(named: name, url: url)
        index = added.index
        return added.file
    }
    let result = finish(input, effects, problem, &state)
    if problem == nil {
        select(RequestKey(file: file, index: index), &state)
        state.focus = .request
    }
    return result
}

/// Closes the input when the edit was made; else shows in it why not.
func finish(
    _ input: InputPopup,
    _ effects: [Effect],
    _ problem: String?,
    _ state: inout ExplorerState
) -> [Effect] {
    if let problem {
        var refused = input
        refused.problem = problem
        state.popup = .input(refused)
    } else {
        closePopup(&state)
    }
    return effects
}
