import Collections

/// Adds a copy of a request behind it and opens the copy.
func duplicate(_ key: RequestKey, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.savedRequest(key) else { return [] }
    var index = key.index + 1
    let (effects, problem) = change(key.file, title: "copy of \(saved.name)", &state) {
        source throws(CollectionError) in
        let copied = try source.duplicating(key.index, as: "\(saved.name) copy")
        index = copied.index
        return copied.file
    }
    if let problem {
        state.notice = Notice(.problem, problem)
    } else {
        moveRecords(in: key.file, from: index, by: 1, &state)
        select(RequestKey(file: key.file, index: index), &state)
    }
    return effects
}

/// Takes a request out of its file; undo brings it back.
func delete(_ key: RequestKey, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.savedRequest(key) else { return [] }
    let (effects, problem) = change(key.file, title: "removal of \(saved.name)", &state) {
        source throws(CollectionError) in
        try source.removing(key.index)
    }
    if let problem {
        state.notice = Notice(.problem, problem)
        return effects
    }
    let cancels = forgetRecords(of: key, &state)
    moveRecords(in: key.file, from: key.index + 1, by: -1, &state)
    state.request.editing = nil
    state.request.scrolls = [:]
    state.request.isOnTarget = true
    repairSelection(in: key.file, &state)
    state.notice = Notice(.neutral, "Removed \(saved.name). u brings it back.")
    return effects + cancels
}

/// Lets go of what came of a request, and cancels what is in flight for it.
func forgetRecords(of key: RequestKey, _ state: inout ExplorerState) -> [Effect] {
    state.response.forget(key)
    state.outcomes[key] = nil
    let stale = state.sends.removeValue(forKey: key)
    return stale.map { [.cancel($0.id)] } ?? []
}

/// Keeps responses and exchanges with their requests when requests before them come or go.
func moveRecords(
    in file: String,
    from index: Int,
    by step: Int,
    _ state: inout ExplorerState
) {
    moveRecords(&state) { key in
        guard key.file == file, key.index >= index else { return key }
        return RequestKey(file: file, index: key.index + step)
    }
}

/// Keeps responses and exchanges with their requests when those have other keys.
func moveRecords(_ state: inout ExplorerState, to moved: (RequestKey) -> RequestKey) {
    func rekeyed<Value>(_ values: [RequestKey: Value]) -> [RequestKey: Value] {
        Dictionary(
            values.map { (moved($0.key), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }
    state.response.records = rekeyed(state.response.records)
    state.response.recency = state.response.recency.map(moved)
    state.response.covered = rekeyed(state.response.covered)
    state.outcomes = rekeyed(state.outcomes)
    for i in state.run?.rows.indices ?? 0..<0 {
        if let key = state.run?.rows[i].key { state.run?.rows[i].key = moved(key) }
    }
    state.sends = rekeyed(state.sends)
}
