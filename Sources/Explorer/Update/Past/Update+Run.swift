import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Runs what the tree's cursor is on: a request, a file, or a folder with all below it.
func runSelected(_ state: inout ExplorerState) -> [Effect] {
    guard let collection = state.collection else { return [] }
    switch state.selectedTreeRow?.kind {
    case .request(let key, _):
        return run([key], title: state.savedRequest(key)?.name ?? "", &state)
    case .file(let path):
        return run(collection.keys { $0.path == path }, title: path, &state)
    case .folder(let path):
        return run(collection.keys { $0.path.hasPrefix(path + "/") }, title: path + "/", &state)
    case .problem(let file, _):
        return run(collection.keys { $0.path == file }, title: file, &state)
    case nil:
        return run(collection.keys { _ in true }, title: collection.name, &state)
    }
}

/// Runs all requests of the collection.
func runAll(_ state: inout ExplorerState) -> [Effect] {
    guard let collection = state.collection else { return [] }
    return run(collection.keys { _ in true }, title: collection.name, &state)
}

/// Opens the list of tags to run.
func offerTags(_ state: inout ExplorerState) {
    var counts: [String: Int] = [:]
    for file in state.collection?.files ?? [] {
        for request in file.source.outlines {
            for tag in Set(request.tags) { counts[tag, default: 0] += 1 }
        }
    }
    let items = counts.sorted { $0.key < $1.key }.map { tag, count in
        Choice.Item(tag, title: tag, detail: "\(count) request\(count == 1 ? "" : "s")")
    }
    state.popup = .choice(Choice(subject: .tag, title: "Run requests with a tag", items: items))
}

/// Runs the requests with a tag.
func runTag(_ tag: String, _ state: inout ExplorerState) -> [Effect] {
    guard let collection = state.collection else { return [] }
    let keys = collection.files.flatMap { file in
        file.source.outlines.filter { $0.tags.contains(tag) }.map {
            RequestKey(file: file.path, index: $0.index)
        }
    }
    return run(keys, title: "tag \(tag)", &state)
}

private func run(
    _ keys: [RequestKey],
    title: String,
    _ state: inout ExplorerState
) -> [Effect] {
    if let run = state.run, run.isRunning {
        state.popup = .run
        state.notice = Notice(.problem, "\(run.title) is still running; x stops it.")
        return []
    }
    guard !keys.isEmpty else {
        state.notice = Notice(.problem, "\(title) has no request to run.")
        return []
    }
    let isOfOneFile = Set(keys.map(\.file)).count == 1
    let rows = keys.compactMap { key -> FolderRun.Row? in
        state.savedRequest(key).map {
            let name = isOfOneFile ? $0.name : "\(key.file)#\($0.name)"
            return FolderRun.Row(key: key, name: name, method: $0.method)
        }
    }
    let work = state.makeWorkID()
    state.run = FolderRun(
        work: work,
        title: title,
        environmentName: state.environmentName,
        rows: rows
    )
    state.popup = .run
    return start(keys, work, state)
}

private func start(_ keys: [RequestKey], _ work: WorkID, _ state: ExplorerState) -> [Effect] {
    guard let collection = state.collection else { return [] }
    let order = RunOrder(
        collection: collection,
        keys: keys,
        environmentName: state.environmentName,
        isOffline: state.isOffline
    )
    return [.startRun(work, order)]
}

extension RequestCollection {
    /// The requests of the files that are wanted, in the order of the collection.
    fileprivate func keys(in isWanted: (RequestFile) -> Bool) -> [RequestKey] {
        files.filter(isWanted).flatMap { file in
            file.source.outlines.indices.map { RequestKey(file: file.path, index: $0) }
        }
    }
}

// MARK: The list

/// Does what a command means to the list of a run.
func performInRun(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    guard var run = state.run else {
        closePopup(&state)
        return []
    }
    if let move = Movement(command) {
        let height = Layout(state.size, state).popupList(state).rows
        let total = run.rows.count
        run.scroll.move(by: move.rows(total: total, height: height), of: total)
        run.isFollowing = false
        state.run = run
        return []
    }
    switch command {
    case .open:
        openRow(run, &state)
    case .failedFirst:
        run.putsFailedFirst.toggle()
        run.scroll = Scroll()
        run.isFollowing = false
        state.run = run
    case .cancel:
        return stopRun(&state)
    case .runFailedAgain:
        return runFailedAgain(&state)
    case .runAgain:
        return runAgain(run, &state)
    case .back, .showRun:
        closePopup(&state)
    default:
        break
    }
    return []
}

/// Shows what came of the selected request in the response pane.
private func openRow(_ run: FolderRun, _ state: inout ExplorerState) {
    guard let row = run.selected else { return }
    closePopup(&state)
    if state.savedRequest(row.key) != nil { select(row.key, &state) }
    guard case .ended(let result, let document) = row.phase else {
        state.focus = .request
        return
    }
    // A later response of the request may be there already, with its search and folds.
    if state.response.records[row.key] == nil {
        state.response.keep(ResponseRecord(result, document: document), for: row.key)
    }
    state.focus = .response
    state.notice = Notice(.neutral, "T goes back to the run of \(run.title).")
}

/// Asks the run to stop.
func stopRun(_ state: inout ExplorerState) -> [Effect] {
    guard let run = state.run, run.isRunning else {
        state.notice = Notice(.problem, "Nothing is running.")
        return []
    }
    state.run?.isStopping = true
    return [.stopRun(run.work)]
}

/// Runs those again that did not pass or were not reached.
private func runFailedAgain(_ state: inout ExplorerState) -> [Effect] {
    guard let run = state.run, !run.isRunning else {
        state.notice = Notice(.problem, "The run is still going on; x stops it.")
        return []
    }
    let keys = run.rows.filter { $0.result?.outcome != .passed }.map(\.key)
    guard !keys.isEmpty else {
        state.notice = Notice(.success, "Nothing failed.")
        return []
    }
    return restart(run, keys, &state)
}

private func runAgain(_ run: FolderRun, _ state: inout ExplorerState) -> [Effect] {
    guard !run.isRunning else {
        state.notice = Notice(.problem, "The run is still going on; x stops it.")
        return []
    }
    return restart(run, run.rows.map(\.key), &state)
}

private func restart(
    _ run: FolderRun,
    _ keys: [RequestKey],
    _ state: inout ExplorerState
) -> [Effect] {
    var run = run
    let again = Set(keys)
    for i in run.rows.indices where again.contains(run.rows[i].key) {
        run.rows[i].phase = .waiting
    }
    run.work = state.makeWorkID()
    run.environmentName = state.environmentName
    run.isRunning = true
    run.isStopping = false
    run.elapsed = .zero
    run.isFollowing = true
    run.keptByteCount = 0
    state.run = run
    return start(keys, run.work, state)
}

// MARK: Reports

/// Notes that the run has come to a request; a late word is ignored.
func noteReached(_ key: RequestKey, of work: WorkID, _ state: inout ExplorerState) {
    guard let index = state.runRow(key, of: work) else { return }
    state.run?.rows[index].phase = .running
    follow(index, &state)
}

/// Keeps what came of a request of the run.
func note(
    _ result: RunResult,
    _ document: ResponseDocument?,
    for key: RequestKey,
    of work: WorkID,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let index = state.runRow(key, of: work) else { return [] }
    var result = result
    var document = document
    let size = document?.body.count ?? 0
    let kept = state.run?.keptByteCount ?? 0
    if kept + size > FolderRun.keptByteLimit, result.outcome == .passed {
        result.dropUnreported()
        document = nil
    } else {
        state.run?.keptByteCount = kept + size
    }
    state.run?.rows[index].phase = .ended(result, document)
    state.outcomes[key] = result.outcome
    // What is shown already is kept up to date, unless a send of its own is under way; the others
    // are looked up in the run when their requests are opened.
    let isShown = state.request.key == key || state.response.records[key] != nil
    var effects: [Effect] = []
    if isShown, state.sends[key] == nil {
        effects = replace(key, with: ResponseRecord(result, document: document), &state)
    }
    follow(index, &state)
    return effects
}

/// Takes the response of a request that is opened from the run, when it has none of its own.
func takeFromRun(_ key: RequestKey, _ state: inout ExplorerState) {
    guard state.response.records[key] == nil,
        let row = state.run?.rows.first(where: { $0.key == key }),
        case .ended(let result, let document) = row.phase
    else { return }
    state.response.keep(ResponseRecord(result, document: document), for: key)
}

/// Notes the end of the run.
func noteRunEnded(_ work: WorkID, _ elapsed: Duration, _ state: inout ExplorerState) {
    guard var run = state.run, run.work == work else { return }
    run.isRunning = false
    run.elapsed = elapsed
    for i in run.rows.indices where run.rows[i].phase == .running {
        run.rows[i].phase = .waiting
    }
    state.run = run
    guard state.popup != .run else { return }
    let failed = run.count(.failed) + run.count(.error)
    state.notice = Notice(
        failed == 0 ? .success : .problem,
        "\(run.title): \(run.count(.passed)) passed, \(failed) did not. T shows the run."
    )
}

/// Puts the cursor on the row that changed, until the person moves it.
private func follow(_ index: Int, _ state: inout ExplorerState) {
    guard let run = state.run, run.isFollowing, !run.putsFailedFirst else { return }
    state.run?.scroll.row = index
}

extension ExplorerState {
    /// The row of a request in the run of this work.
    fileprivate func runRow(_ key: RequestKey, of work: WorkID) -> Int? {
        guard let run, run.work == work else { return nil }
        return run.rows.firstIndex { $0.key == key }
    }

    /// Whether a request is being sent, by itself or in a run.
    package func isInFlight(_ key: RequestKey) -> Bool {
        if sends[key] != nil { return true }
        guard let run, run.isRunning else { return false }
        return run.rows.contains { $0.key == key && $0.phase == .running }
    }

    /// Whether the list of what was sent before is open.
    var isShowingHistory: Bool {
        if case .history = popup { true } else { false }
    }

    /// Whether any request has a tag.
    var hasTags: Bool {
        guard let collection else { return false }
        return collectionMemo.hasTags {
            collection.files.contains { $0.source.outlines.contains { !$0.tags.isEmpty } }
        }
    }

    /// Whether leaving would cancel something.
    var isAnythingInFlight: Bool { !sends.isEmpty || run?.isRunning == true }

    /// What is in flight, a line each.
    var inFlightTexts: [String] {
        var texts = sends.keys.map { key in
            savedRequest(key).map { "\($0.method) \($0.name)" } ?? "a request of the history"
        }.sorted()
        if let run, run.isRunning {
            texts.append("the run of \(run.title), \(run.endedCount) of \(run.rows.count)")
        }
        return texts
    }
}
