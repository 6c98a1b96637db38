import Collections
import Files
import HTTPModel

/// Shows how a file on disk differs from the one here; the question comes back afterwards.
func showDifference(
    _ dialog: Dialog,
    _ path: String,
    _ theirs: Octets?,
    _ state: inout ExplorerState
) {
    guard let theirs, let file = state.file(at: path) else { return }
    let lines = LineDifference.lines(from: theirs, to: file.source.bytes)
    let reading = Reading(title: "\(path): - on disk, + here · Esc goes back", lines: lines)
    state.waitingPopups.insert(.dialog(dialog), at: 0)
    if let popup = state.popup { state.waitingPopups.insert(popup, at: 1) }
    state.popup = .reading(reading)
}

// MARK: Files

/// Asks for the path of a new file, beside the selected one.
func askForFile(_ state: inout ExplorerState) {
    let folder = state.selectedFile.map { FilePath.directory(of: $0) } ?? "."
    state.popup = .input(
        InputPopup(
            subject: .newFile,
            title: "New file",
            prompt: "Path in the collection; .http is added when it has no ending",
            input: TextBuffer(folder == "." ? "" : folder + "/")
        )
    )
}

/// Makes a file with a first request and writes it.
func makeFile(_ text: String, _ input: InputPopup, _ state: inout ExplorerState) -> [Effect] {
    guard let collection = state.collection else { return [] }
    var refused = input
    let hasEnding = [".http", ".rest"].contains { text.lowercased().hasSuffix($0) }
    let path = FilePath.normalized(hasEnding ? text : text + ".http")
    if FilePath.withoutExtension(FilePath.name(of: path)).isEmpty || text.hasSuffix("/") {
        refused.problem = "a file needs a name"
    } else if path.hasPrefix("/") || path.hasPrefix("..") {
        refused.problem = "the path must stay inside of the collection"
    } else if state.file(at: path) != nil {
        refused.problem = "\(path) is there already"
    }
    if refused.problem != nil {
        state.popup = .input(refused)
        return []
    }
    let name = FilePath.withoutExtension(FilePath.name(of: path))
    let url = state.openRequest?.url ?? "http://localhost/"
    let bytes = Octets(utf8: "### \(name)\nGET \(url)\n")
    let file = RequestFile(
        path: path,
        absolutePath: FilePath.join(collection.root, path),
        source: HTTPFile(bytes, path: path)
    )
    state.collection?.insert(file)
    state.histories[path] = FileHistory(savedBytes: Octets())
    closePopup(&state)
    select(RequestKey(file: path, index: 0), &state)
    state.focus = .request
    return save([path], &state)
}

/// Asks whether to delete the selected file.
func askToDeleteFile(_ state: inout ExplorerState) {
    guard let path = state.selectedFile, let file = state.file(at: path) else {
        state.notice = Notice(.problem, "Only files of requests are deleted here.")
        return
    }
    guard file.format == nil else {
        state.notice = Notice(.problem, "\(path) belongs to another tool; delete it there.")
        return
    }
    state.popup = .dialog(
        .deleteFile(
            path: path,
            requests: file.source.outlines.count,
            isUnsaved: state.isUnsaved(path)
        )
    )
}

/// Deletes a file on disk; here it goes once that is done.
func deleteFile(_ path: String, _ state: inout ExplorerState) -> [Effect] {
    guard let file = state.file(at: path) else { return [] }
    return [.deleteFile(path: path, absolutePath: file.absolutePath, expected: file.stamp)]
}

/// Lets go of a file that was deleted.
func noteDeleted(_ path: String, _ state: inout ExplorerState) -> [Effect] {
    guard let file = state.file(at: path) else { return [] }
    state.collection?.files.removeAll { $0.path == path }
    state.collection?.problems.removeAll { $0.file == path }
    state.histories[path] = nil
    let known = Set(state.response.records.keys).union(state.sends.keys).union(state.outcomes.keys)
    let cancels = known.filter { $0.file == path }.flatMap { forgetRecords(of: $0, &state) }
    if state.request.key?.file == path {
        state.request.key = nil
        state.request.editing = nil
        state.focus = .tree
    }
    settle(&state)
    followSelection(&state)
    state.notice = Notice(.success, "Deleted \(path).")
    return cancels + [.writeJournal(path: path, absolutePath: file.absolutePath, nil)]
}

extension RequestCollection {
    /// Puts a file at its place by path: behind those of its folder that come before it.
    fileprivate mutating func insert(_ file: RequestFile) {
        let folder = FilePath.directory(of: file.path)
        let siblings = files.indices.filter { FilePath.directory(of: files[$0].path) == folder }
        let next = siblings.first { files[$0].path > file.path }
        files.insert(file, at: next ?? siblings.last.map { $0 + 1 } ?? files.count)
    }
}

// MARK: Requests

/// Offers the other files that a request can move to.
func offerDestinations(_ state: inout ExplorerState) {
    guard let key = state.request.key, let saved = state.openRequest else { return }
    let files = state.collection?.files.filter { $0.path != key.file && $0.format == nil } ?? []
    guard !files.isEmpty else {
        state.notice = Notice(.problem, "There is no other file; A makes one.")
        return
    }
    let items = files.map { file in
        let count = file.source.outlines.count
        return Choice.Item(
            file.path,
            title: file.path,
            detail: "\(count) request\(count == 1 ? "" : "s")"
        )
    }
    let choice = Choice(subject: .destination(key), title: "Move \(saved.name) to", items: items)
    state.popup = .choice(choice)
}

/// Moves a request to the end of another file; each file can take its part back by itself.
func move(_ key: RequestKey, to path: String, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.savedRequest(key), let source = state.file(at: key.file)?.source else {
        return []
    }
    let text = source.text(of: key.index)
    var index = 0
    let title = "move of \(saved.name)"
    let (added, problem) = change(path, title: title, &state) { file throws(CollectionError) in
        let result = try file.addingText(text)
        index = result.index
        return result.file
    }
    if let problem {
        state.notice = Notice(.problem, problem)
        return []
    }
    let (removed, fault) = change(key.file, title: title, &state) { file throws(CollectionError) in
        try file.removing(key.index)
    }
    if let fault { state.notice = Notice(.problem, fault) }
    let new = RequestKey(file: path, index: index)
    moveRecords(&state) { other in
        if other == key { return new }
        guard fault == nil, other.file == key.file, other.index > key.index else { return other }
        return RequestKey(file: other.file, index: other.index - 1)
    }
    select(new, &state)
    if fault == nil {
        let isElsewhere = FilePath.directory(of: path) != FilePath.directory(of: key.file)
        state.notice = Notice(
            .success,
            "Moved \(saved.name) to \(path); both files are unsaved."
                + (isElsewhere ? " Paths in it now start from another folder." : "")
        )
    }
    return added + removed
}

/// Moves the open request before the one above it in its file, or behind the one below.
func moveRequest(by step: Int, _ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let saved = state.savedRequest(key),
        let file = state.file(at: key.file),
        file.source.outlines.indices.contains(key.index + step)
    else { return [] }
    let other = RequestKey(file: key.file, index: key.index + step)
    let (effects, problem) = change(key.file, title: "place of \(saved.name)", &state) {
        source throws(CollectionError) in
        try source.moving(key.index, to: other.index)
    }
    if let problem {
        state.notice = Notice(.problem, problem)
        return effects
    }
    moveRecords(&state) { $0 == key ? other : $0 == other ? key : $0 }
    select(other, &state)
    return effects
}
