import Collections
import HTTPModel

/// Opens the request under the cursor of the tree in the other panes.
func followSelection(_ state: inout ExplorerState) {
    guard case .request(let key, _)? = state.selectedTreeRow?.kind else { return }
    openRequest(key, &state)
}

/// Shows a request in the request and response panes; nothing happens when it is shown already.
func openRequest(_ key: RequestKey, _ state: inout ExplorerState) {
    guard state.request.key != key else { return }
    if let previous = state.request.key { noteRecent(previous, &state) }
    takeFromRun(key, &state)
    state.request.key = key
    state.request.isOnTarget = true
    state.request.scrolls = [:]
    state.request.editing = nil
    leaveResponseInput(&state)
}

/// Puts the cursor of the tree on a request, unfolding what hides it.
func select(_ key: RequestKey, _ state: inout ExplorerState) {
    state.tree.folded.remove(key.file)
    var folder = ""
    for part in key.file.split(separator: "/").dropLast() {
        folder += folder.isEmpty ? String(part) : "/\(part)"
        state.tree.folded.remove(folder)
    }
    let rows = state.treeRows
    let index = rows.firstIndex { row in
        if case .request(key, _) = row.kind { true } else { false }
    }
    if let index { state.tree.scroll.row = index }
    openRequest(key, &state)
}

/// Opens what is selected, in whichever pane has the focus.
func open(_ state: inout ExplorerState) -> [Effect] {
    switch state.focus {
    case .tree:
        openTreeRow(&state)
        return []
    case .request:
        return editSelected(&state)
    case .response:
        return openInResponse(&state)
    }
}

private func openTreeRow(_ state: inout ExplorerState) {
    guard let row = state.selectedTreeRow else { return }
    switch row.kind {
    case .folder(let path), .file(let path):
        toggleFold(of: path, &state)
    case .request(let key, _):
        openRequest(key, &state)
        state.focus = .request
    case .problem(let file, let location):
        state.notice = Notice(
            .problem,
            "\(file):\(row.title) — correct it at line \(location.line), then press R to read again."
        )
    }
}

private func toggleFold(of path: String, _ state: inout ExplorerState) {
    if state.tree.folded.remove(path) == nil { state.tree.folded.insert(path) }
}

/// Folds or unfolds in the focused pane.
func fold(_ command: Command, _ state: inout ExplorerState) {
    switch state.focus {
    case .tree: foldTree(command, &state)
    case .response: foldBody(command, &state)
    case .request: break
    }
}

private func foldTree(_ command: Command, _ state: inout ExplorerState) {
    let selected = state.selectedTreeRow
    switch command {
    case .foldAll:
        state.tree.folded = Set(state.foldablePaths)
    case .unfoldAll:
        state.tree.folded = []
    default:
        switch selected?.kind {
        case .folder(let path), .file(let path): toggleFold(of: path, &state)
        case .request(let key, _): state.tree.folded.insert(key.file)
        case .problem(let file, _): state.tree.folded.insert(file)
        case nil: break
        }
    }
    reselect(selected?.kind, &state)
}

/// Puts the cursor back on a row after rows came or went; on its file when it is gone.
func reselect(_ kind: TreeRow.Kind?, _ state: inout ExplorerState) {
    let rows = state.treeRows
    var path: String?
    switch kind {
    case .request(let key, _): path = key.file
    case .problem(let file, _): path = file
    case .folder(let folder): path = folder
    case .file(let file): path = file
    case nil: return
    }
    if let same = rows.firstIndex(where: { $0.kind == kind }) {
        state.tree.scroll.row = same
        return
    }
    while let wanted = path {
        let index = rows.firstIndex { $0.kind == .file(wanted) || $0.kind == .folder(wanted) }
        if let index {
            state.tree.scroll.row = index
            return
        }
        path = wanted.lastIndex(of: "/").map { String(wanted[..<$0]) }
    }
}

extension ExplorerState {
    /// Paths of all folders and files of the collection.
    var foldablePaths: [String] {
        var paths: [String] = []
        for file in collection?.files ?? [] {
            var path = ""
            for part in file.path.split(separator: "/") {
                path += path.isEmpty ? String(part) : "/\(part)"
                if paths.last != path { paths.append(path) }
            }
        }
        return paths
    }

    /// The file that the tree's cursor is in; the open request's file otherwise.
    var selectedFile: String? {
        switch selectedTreeRow?.kind {
        case .file(let path): path
        case .request(let key, _): key.file
        case .problem(let file, _): file
        case .folder, nil: request.key?.file
        }
    }
}

/// Filters the tree, or changes the list of requests.
func performOnTree(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .filterTree:
        state.focus = .tree
        var input = TextBuffer(state.tree.filter)
        input.moveToEnd()
        state.tree.filterInput = input
    case .addRequest:
        guard let file = state.selectedFile else { return [] }
        state.popup = .input(
            InputPopup(
                subject: .newRequest(file: file),
                title: "New request in \(file)",
                prompt: "Name",
                input: TextBuffer()
            )
        )
    case .renameRequest:
        guard let key = state.request.key, let request = state.savedRequest(key) else { return [] }
        state.popup = .input(
            InputPopup(
                subject: .rename(key),
                title: "Rename request",
                prompt: "Name",
                input: TextBuffer(request.name)
            )
        )
    case .duplicateRequest:
        guard let key = state.request.key else { return [] }
        return duplicate(key, &state)
    case .moveRequest:
        offerDestinations(&state)
    case .moveRowUp, .moveRowDown:
        return moveRequest(by: command == .moveRowUp ? -1 : 1, &state)
    case .newFile:
        askForFile(&state)
    case .deleteFile:
        askToDeleteFile(&state)
    case .deleteRequest:
        if state.focus == .tree, case .file = state.selectedTreeRow?.kind {
            askToDeleteFile(&state)
            return []
        }
        guard let key = state.request.key, let request = state.savedRequest(key) else { return [] }
        state.popup = .dialog(.delete(key, name: request.name))
    default:
        break
    }
    return []
}

/// Puts the cursor of the tree on the open request while a filter is typed, or on the first request
/// that is left when the filter hides that one: what is sent next is what the person sees.
func followFilter(_ state: inout ExplorerState) {
    var first: (row: Int, key: RequestKey)?
    for (index, row) in state.treeRows.enumerated() {
        guard case .request(let key, _) = row.kind else { continue }
        if key == state.request.key {
            state.tree.scroll.row = index
            return
        }
        if first == nil { first = (index, key) }
    }
    guard let first else { return }
    state.tree.scroll.row = first.row
    openRequest(first.key, &state)
}

/// Shows only what holds `text`, and keeps the cursor on its row when that is still there.
func setFilter(_ text: String, _ state: inout ExplorerState) {
    let kind = state.selectedTreeRow?.kind
    state.tree.filter = text
    state.tree.filterInput = nil
    reselect(kind, &state)
    followSelection(&state)
}

/// Takes a collection that was read, keeping what is unsaved, folded and selected.
func take(_ loaded: LoadedCollection, _ state: inout ExplorerState) -> [Effect] {
    guard state.collection == nil else { return takeAgain(loaded, isAsked: true, &state) }
    state.collection = loaded.collection
    state.errorMapping = loaded.errorMapping
    state.loadProblem = nil
    note(loaded, isFirst: true, &state)
    takeEnvironment(of: loaded.collection, &state)
    selectFirstRequest(&state)
    return []
}

/// Remembers which collection is open; the first time ever, the person is welcomed.
func note(_ loaded: LoadedCollection, isFirst: Bool, _ state: inout ExplorerState) {
    guard let path = loaded.absolutePath else { return }
    state.memory.note(RecentCollection(path: path, name: loaded.collection.name))
    if isFirst { state.isWelcoming = !state.memory.isWelcomed }
    state.memory.isWelcomed = true
}

/// Keeps the environment when the collection has it, else takes the collection's default.
func takeEnvironment(of collection: RequestCollection, _ state: inout ExplorerState) {
    let names = collection.environments.map(\.name)
    if let name = state.environmentName {
        guard !names.contains(name) else { return }
        let known = names.isEmpty ? "none" : names.joined(separator: ", ")
        state.notice = Notice(.problem, "There is no environment \(name); there is: \(known).")
    }
    let preferred = collection.settings.defaultEnvironment
    state.environmentName = preferred.flatMap { names.contains($0) ? $0 : nil } ?? names.first
}

private func selectFirstRequest(_ state: inout ExplorerState) {
    let first = state.treeRows.lazy.compactMap { row -> RequestKey? in
        if case .request(let key, _) = row.kind { key } else { nil }
    }.first
    if let first { select(first, &state) }
}
