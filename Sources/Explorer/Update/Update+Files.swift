import Collections
import Files
import HTTPModel

/// Changes the file of a request and notes how to take it back.
///
/// - Returns: The work that follows, or why the edit was refused.
func change(
    _ path: String,
    title: String,
    _ state: inout ExplorerState,
    by transform: (HTTPFile) throws(CollectionError) -> HTTPFile
) -> (effects: [Effect], problem: String?) {
    guard let file = state.file(at: path) else { return ([], "\(path) is not in the collection") }
    let changed: HTTPFile
    do {
        changed = try transform(file.source)
    } catch {
        return ([], error.detail)
    }
    guard changed.bytes != file.source.bytes else { return ([], nil) }
    var history = state.histories[path] ?? FileHistory(savedBytes: file.source.bytes)
    history.record(FileEdit(source: file.source, title: title))
    state.histories[path] = history
    state.setSource(changed, of: path)
    return (journal(path, state), nil)
}

/// The effect that makes the journal hold what is unsaved in a file now.
func journal(_ path: String, _ state: ExplorerState) -> [Effect] {
    guard let file = state.file(at: path) else { return [] }
    let bytes = state.isUnsaved(path) ? file.source.bytes : nil
    return [.writeJournal(path: path, absolutePath: file.absolutePath, bytes)]
}

/// Undo, redo, save and reload of the file that is open.
func performOnFile(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    if command == .saveAll { return save(state.unsavedFiles.map(\.path), &state) }
    guard let path = state.request.key?.file, let file = state.file(at: path) else { return [] }
    switch command {
    case .undo:
        return stepBack(path, file, &state)
    case .redo:
        return stepForward(path, file, &state)
    case .save:
        return save([path], &state)
    default:
        guard state.isUnsaved(path) else {
            return [.reloadFile(path: path, absolutePath: file.absolutePath)]
        }
        state.popup = .dialog(.reload(path: path))
        return []
    }
}

private func stepBack(_ path: String, _ file: RequestFile, _ state: inout ExplorerState) -> [Effect]
{
    guard var history = state.histories[path], let step = history.past.popLast() else { return [] }
    history.future.append(FileEdit(source: file.source, title: step.title))
    state.histories[path] = history
    state.setSource(step.source, of: path)
    repairSelection(in: path, &state)
    state.notice = Notice(.neutral, "Took back: \(step.title). U does it again.")
    return journal(path, state)
}

private func stepForward(
    _ path: String,
    _ file: RequestFile,
    _ state: inout ExplorerState
) -> [Effect] {
    guard var history = state.histories[path], let step = history.future.popLast() else {
        return []
    }
    history.past.append(FileEdit(source: file.source, title: step.title))
    state.histories[path] = history
    state.setSource(step.source, of: path)
    repairSelection(in: path, &state)
    state.notice = Notice(.neutral, "Did again: \(step.title).")
    return journal(path, state)
}

/// Makes the open request one that exists after requests of its file came or went.
func repairSelection(in path: String, _ state: inout ExplorerState) {
    guard let key = state.request.key, key.file == path, let file = state.file(at: path) else {
        return
    }
    let count = file.source.outlines.count
    if key.index >= count {
        if count == 0 {
            state.request.key = nil
        } else {
            select(RequestKey(file: path, index: count - 1), &state)
        }
    }
}

/// Writes files that have unsaved edits.
func save(_ paths: [String], _ state: inout ExplorerState) -> [Effect] {
    var effects: [Effect] = []
    for path in paths {
        guard let file = state.file(at: path), state.isUnsaved(path) else { continue }
        state.histories[path]?.savingBytes = file.source.bytes
        effects.append(.saveFile(saveOrder(for: file, expected: file.stamp)))
    }
    return effects
}

private func saveOrder(for file: RequestFile, expected: FileStamp?) -> SaveOrder {
    SaveOrder(
        path: file.path,
        absolutePath: file.absolutePath,
        bytes: file.source.bytes,
        expected: expected
    )
}

/// Notes what is on disk now; ends the program when that was waited for.
func noteSaved(
    _ path: String,
    _ bytes: Octets,
    _ stamp: FileStamp?,
    _ state: inout ExplorerState
) -> [Effect] {
    setStamp(stamp, of: path, &state)
    state.histories[path, default: FileHistory(savedBytes: bytes)].savedBytes = bytes
    state.histories[path]?.savingBytes = nil
    state.notice = Notice(.success, savedText(path, state.file(at: path)))
    let isWaiting = state.histories.values.contains { $0.savingBytes != nil }
    if state.isQuitting, !isWaiting, state.unsavedFiles.isEmpty {
        return journal(path, state) + leave(state)
    }
    return journal(path, state)
}

/// What was saved: a file of another tool stays as it is, and its edits stand beside.
private func savedText(_ path: String, _ file: RequestFile?) -> String {
    guard let file, file.format != nil else { return "Saved \(path)." }
    return "Saved \(FilePath.name(of: file.absolutePath)) beside \(path), which stays as it is."
}

/// Tells that a file could not be written; the edits stay.
func noteSaveFailed(_ path: String, _ reason: String, _ state: inout ExplorerState) {
    state.histories[path]?.savingBytes = nil
    state.isQuitting = false
    state.notice = Notice(.problem, "Not saved: \(reason). The edits are kept here.")
}

private func setStamp(_ stamp: FileStamp?, of path: String, _ state: inout ExplorerState) {
    state.changeFile(path) { $0.stamp = stamp }
}

/// Takes over a change on disk, or asks when there are edits that it would undo.
func noteChangedOutside(
    _ path: String,
    _ bytes: Octets?,
    _ stamp: FileStamp?,
    _ state: inout ExplorerState
) -> [Effect] {
    state.histories[path]?.savingBytes = nil
    state.isQuitting = false
    guard let file = state.file(at: path) else { return [] }
    if let bytes, bytes == file.source.bytes {
        setStamp(stamp, of: path, &state)
        state.histories[path]?.savedBytes = bytes
        return journal(path, state)
    }
    if state.isUnsaved(path) || bytes == nil {
        let savedAs = file.format.map { _ in FilePath.name(of: file.absolutePath) }
        let dialog = Dialog.changedOutside(path: path, bytes, stamp, savedAs: savedAs)
        present(.dialog(dialog), &state)
        return []
    }
    guard let bytes else { return [] }
    let effects = replaceFile(path, bytes, stamp, &state)
    state.notice = Notice(.neutral, "\(path) changed on disk and was read again.")
    return effects
}

/// Puts what was read from disk in place of a file, edits or not.
func replaceFile(
    _ path: String,
    _ bytes: Octets,
    _ stamp: FileStamp?,
    _ state: inout ExplorerState
) -> [Effect] {
    guard state.file(at: path) != nil else { return [] }
    state.histories[path] = nil
    state.setSource(HTTPFile(bytes, path: path), of: path)
    setStamp(stamp, of: path, &state)
    repairSelection(in: path, &state)
    state.request.editing = nil
    state.notice = Notice(.success, "Read \(path) again.")
    return journal(path, state)
}

/// Does what was answered about a file that changed on disk.
func resolveChange(
    _ path: String,
    _ bytes: Octets?,
    _ stamp: FileStamp?,
    keepsMine: Bool,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let file = state.file(at: path) else { return [] }
    if keepsMine {
        state.histories[path, default: FileHistory(savedBytes: bytes ?? Octets())].savingBytes =
            file.source.bytes
        return [.saveFile(saveOrder(for: file, expected: stamp))]
    }
    guard let bytes else { return [] }
    return replaceFile(path, bytes, stamp, &state)
}

/// Asks whether to take up edits that were left when the program ended.
func offer(_ drafts: [RecoveredDraft], _ state: inout ExplorerState) {
    let useful = drafts.filter { draft in
        guard let file = state.file(at: draft.path) else { return false }
        return file.source.bytes != draft.bytes
    }
    guard !useful.isEmpty else { return }
    present(.dialog(.recover(useful)), &state)
}

/// Takes up recovered edits as edits that can be taken back.
func recover(_ drafts: [RecoveredDraft], _ state: inout ExplorerState) -> [Effect] {
    drafts.flatMap { draft in
        change(draft.path, title: "recovered edits", &state) { _ throws(CollectionError) in
            HTTPFile(draft.bytes, path: draft.path)
        }.effects
    }
}

/// Reads the collection again.
func reloadCollection(_ state: inout ExplorerState) -> [Effect] {
    [.loadCollection(path: state.path)]
}

/// Leaves, or asks what to do with unsaved edits first.
func quit(_ state: inout ExplorerState) -> [Effect] {
    let unsaved = state.unsavedFiles.map(\.path)
    guard unsaved.isEmpty else {
        state.popup = .dialog(.quit(unsaved: unsaved))
        return []
    }
    guard state.isAnythingInFlight else { return leave(state) }
    state.popup = .dialog(.quitInFlight(state.inFlightTexts))
    return []
}

/// Cancels what is in flight and ends.
func leave(_ state: ExplorerState) -> [Effect] {
    var effects = state.sends.values.map(\.id).sorted { $0.rawValue < $1.rawValue }.map {
        Effect.cancel($0)
    }
    if let run = state.run, run.isRunning { effects.append(.stopRun(run.work)) }
    return effects + [.quit]
}
