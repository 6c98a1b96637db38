import Collections
import Files
import HTTPModel

/// Takes a collection that was read again: what other programs changed comes in, what is unsaved stays.
///
/// A file with edits that was changed or removed outside keeps the edits, and the person is asked, once for
/// each such change. Unless the person asked for it (`isAsked`), only what differs is told.
func takeAgain(
    _ loaded: LoadedCollection,
    isAsked: Bool,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let old = state.collection else { return [] }
    let selected = state.selectedTreeRow?.kind
    let open = state.request.key.flatMap { key in
        state.file(at: key.file)?.source.outlines.first { $0.index == key.index }?.id
    }
    var merge = CollectionMerge(old: old, new: loaded.collection, state: state)
    merge.run()
    state.collection = merge.collection
    state.errorMapping = loaded.errorMapping
    state.loadProblem = nil
    state.histories = merge.histories
    note(loaded, isFirst: false, &state)
    takeEnvironment(of: loaded.collection, &state)
    if let moved = merge.movedFile(of: state.request.key) {
        select(moved, &state)
    } else {
        follow(open, &state)
        reselect(selected, &state)
    }
    for question in merge.questions { ask(question, &state) }
    if isAsked {
        state.notice = Notice(.success, "Read \(loaded.collection.name) again.")
    } else if let text = merge.notice {
        state.notice = Notice(.neutral, text)
    }
    return merge.settled.flatMap { journal($0, state) }
}

/// Keeps the open request open where it stands now, by its identity.
private func follow(_ id: String?, _ state: inout ExplorerState) {
    guard let key = state.request.key else { return }
    let outlines = state.file(at: key.file)?.source.outlines ?? []
    if let id, let outline = outlines.first(where: { $0.id == id }) {
        guard outline.index != key.index else { return }
        let editing = state.request.editing
        openRequest(RequestKey(file: key.file, index: outline.index), &state)
        state.request.editing = editing
    } else if !outlines.indices.contains(key.index) {
        state.request.key = nil
        state.request.editing = nil
    }
}

/// Asks about a change outside, in place of an older question about the same file.
private func ask(_ question: CollectionMerge.Question, _ state: inout ExplorerState) {
    func isOlder(_ popup: Popup) -> Bool {
        guard case .dialog(let dialog) = popup,
            case .changedOutside(question.path, _, _) = dialog.subject
        else { return false }
        return true
    }
    state.waitingPopups.removeAll(where: isOlder)
    if let popup = state.popup, isOlder(popup) { closePopup(&state) }
    present(.dialog(.changedOutside(path: question.path, question.bytes, question.stamp)), &state)
}

/// The files on disk and the edits of this program, put together.
private struct CollectionMerge {
    /// A change of a file that has edits here.
    struct Question {
        var path: String
        /// What is on disk now; `nil` when nothing is.
        var bytes: Octets?
        var stamp: FileStamp?
    }

    private let old: RequestCollection
    private let state: ExplorerState
    private(set) var collection: RequestCollection
    private(set) var histories: [String: FileHistory]
    private(set) var questions: [Question] = []
    /// The files whose edits are on disk now.
    private(set) var settled: [String] = []
    /// Files of other tools whose edits were saved beside them, and where.
    private var savedBeside: [String: String] = [:]
    private var changed: [String] = []
    private var added: [String] = []
    private var removed: [String] = []

    init(old: RequestCollection, new: RequestCollection, state: ExplorerState) {
        self.old = old
        self.state = state
        collection = new
        histories = state.histories
    }

    mutating func run() {
        let oldFiles = Dictionary(
            old.files.map { ($0.path, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for position in collection.files.indices {
            let path = collection.files[position].path
            guard let old = oldFiles[path] else {
                added.append(path)
                continue
            }
            merge(old, position)
        }
        let beside = Set(savedBeside.values)
        added.removeAll { path in
            collection.files.contains { $0.path == path && beside.contains($0.absolutePath) }
        }
        let newPaths = Set(collection.files.map(\.path))
        for (position, file) in old.files.enumerated() where !newPaths.contains(file.path) {
            if hasEdits(file) {
                collection.files.insert(file, at: min(position, collection.files.count))
                askAbout(file, nil, nil)
            } else {
                histories[file.path] = nil
                removed.append(file.path)
            }
        }
    }

    /// Where a request of a file of another tool is after its edits were saved beside it.
    func movedFile(of key: RequestKey?) -> RequestKey? {
        guard let key, let saved = savedBeside[key.file],
            let file = collection.files.first(where: {
                $0.format == nil && $0.absolutePath == saved
            }),
            file.source.outlines.indices.contains(key.index)
        else { return nil }
        return RequestKey(file: file.path, index: key.index)
    }

    /// What to tell; `nil` when nothing differs that the person would see.
    var notice: String? {
        let kinds = [(changed, "changed"), (added, "appeared"), (removed, "went away")]
        let all = changed + added + removed
        guard let first = all.first else { return nil }
        if all.count > 1 { return "\(all.count) files changed on disk and were read again." }
        let verb = kinds.first { !$0.0.isEmpty }?.1 ?? "changed"
        return added.isEmpty && removed.isEmpty
            ? "\(first) \(verb) on disk and was read again." : "\(first) \(verb) on disk."
    }

    private mutating func merge(_ old: RequestFile, _ position: Int) {
        let new = collection.files[position]
        guard new.format == nil else {
            // A file of another tool is never written; its edits stand beside it.
            if hasEdits(old) {
                collection.files[position] = old
            } else if histories[new.path] != nil {
                savedBeside[new.path] = old.absolutePath
                histories[new.path] = nil
            } else if new.source.bytes != old.source.bytes {
                changed.append(new.path)
            }
            return
        }
        if new.source.bytes == old.source.bytes {
            // What was made here is there now, by this program or by another.
            if histories[new.path] != nil {
                histories[new.path]?.savedBytes = new.source.bytes
                settled.append(new.path)
            }
            collection.files[position].source = old.source
            return
        }
        guard hasEdits(old) else {
            histories[new.path] = nil
            changed.append(new.path)
            return
        }
        let history = histories[new.path]
        collection.files[position].source = old.source
        if new.source.bytes == history?.savedBytes || new.source.bytes == history?.savingBytes {
            return
        }
        collection.files[position].stamp = old.stamp
        askAbout(old, new.source.bytes, new.stamp)
    }

    /// Whether something would be lost if the file on disk took its place.
    private func hasEdits(_ file: RequestFile) -> Bool {
        state.isUnsaved(file.path)
            || state.request.key?.file == file.path && state.request.editing != nil
    }

    private mutating func askAbout(_ file: RequestFile, _ bytes: Octets?, _ stamp: FileStamp?) {
        var history = histories[file.path] ?? FileHistory(savedBytes: file.source.bytes)
        let seen = FileHistory.OutsideChange(stamp: stamp)
        guard history.seenChange != seen else { return }
        history.seenChange = seen
        histories[file.path] = history
        questions.append(Question(path: file.path, bytes: bytes, stamp: stamp))
    }
}
