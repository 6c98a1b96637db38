import Collections
import Files
import HTTPModel
import Screen

/// Opens the list of requests: those that were open last first, the present one behind them.
func offerRequests(_ state: inout ExplorerState) {
    guard let collection = state.collection else { return }
    var recent = Array(state.recentRequests.reversed().filter { $0 != state.request.key })
    if let present = state.request.key { recent.append(present) }
    var items = recent.compactMap { key in state.outline(key).map { item($0, key) } }
    let known = Set(recent)
    for file in collection.files {
        for (index, outline) in file.source.outlines.enumerated() {
            let key = RequestKey(file: file.path, index: index)
            if !known.contains(key) { items.append(item(outline, key)) }
        }
    }
    state.popup = .choice(Choice(subject: .request, title: "Go to request", items: items))
}

private func item(_ request: RequestOutline, _ key: RequestKey) -> Choice.Item {
    let tags = request.tags.map { "#\($0)" }.joined(separator: " ")
    let parts = ["\(request.method) \(request.url)", key.file, tags].filter { !$0.isEmpty }
    return Choice.Item(
        "\(key.index) \(key.file)",
        title: request.name,
        detail: parts.joined(separator: " · "),
        searchTexts: ["\(request.method) \(request.url)", key.file, tags]
    )
}

/// Opens the request that was chosen.
func takeRequest(_ value: String, _ state: inout ExplorerState) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let index = Int(parts[0]) else { return }
    let key = RequestKey(file: String(parts[1]), index: index)
    guard state.savedRequest(key) != nil else { return }
    // A filter that hides it would leave the cursor elsewhere.
    state.tree.filter = ""
    state.tree.filterInput = nil
    select(key, &state)
    state.focus = .request
}

/// Notes that a request was left for another, for the list of requests.
func noteRecent(_ key: RequestKey, _ state: inout ExplorerState) {
    state.recentRequests.removeAll { $0 == key }
    state.recentRequests.append(key)
    if state.recentRequests.count > 50 { state.recentRequests.removeFirst() }
}

// MARK: Collections

/// Opens the list of collections that were open before.
func offerCollections(_ state: inout ExplorerState) {
    let items = state.memory.collections.map {
        Choice.Item($0.path, title: $0.name, detail: $0.path)
    }
    var choice = Choice(
        subject: .collection,
        title: "Open collection – choose one or type a path",
        items: items
    )
    choice.allowsOther = true
    // The first is the one that is open.
    if items.count > 1 { choice.scroll.row = 1 }
    state.popup = .choice(choice)
}

/// Turns to another collection; not while edits are unsaved, which would be lost from sight.
func openCollection(_ path: String, _ state: inout ExplorerState) -> [Effect] {
    let unsaved = state.unsavedFiles
    guard unsaved.isEmpty else {
        state.notice = Notice(
            .problem,
            "\(unsaved[0].path) has unsaved edits; w saves them, then open the other collection."
        )
        return []
    }
    let stale = state.sends.values.map(\.id).sorted { $0.rawValue < $1.rawValue }
    let run = state.run.flatMap { $0.isRunning ? $0.work : nil }
    var next = ExplorerState(
        path: path,
        size: state.size,
        isOffline: state.isOffline,
        overrides: state.overrides,
        overrideSources: state.overrideSources
    )
    next.keep(of: state)
    state = next
    return stale.map { .cancel($0) } + (run.map { [.stopRun($0)] } ?? [])
        + [.loadCollection(path: path)]
}

extension ExplorerState {
    /// Takes over what does not belong to a collection.
    fileprivate mutating func keep(of other: ExplorerState) {
        keymap = other.keymap
        themes = other.themes
        memory = other.memory
        configurationPath = other.configurationPath
        time = other.time
        takeLog(of: other)
        nextNumber = other.nextNumber
    }
}

// MARK: Themes

/// Opens the list of themes; the one with the cursor is shown at once.
func offerThemes(_ state: inout ExplorerState) {
    let automatic = state.themes.theme(named: "auto").name
    let items =
        [Choice.Item("auto", title: "auto", detail: "as the terminal is: \(automatic) now")]
        + state.themes.available.map { theme in
            Choice.Item(theme.name, title: theme.name, detail: themeDetails[theme.name] ?? "yours")
        }
    var choice = Choice(subject: .theme, title: "Theme", items: items)
    choice.scroll.row = items.firstIndex { $0.value == state.themes.chosen } ?? 0
    state.popup = .choice(choice)
}

/// What the themes of every program are for.
private let themeDetails = [
    "dark": "light text on a dark background", "light": "dark text on a light background",
    "high-contrast": "strong colours, nothing told by a shade alone",
    "mono": "no colours: bold, underlined and reversed",
]

/// Keeps the theme that was chosen.
func takeTheme(_ name: String, _ state: inout ExplorerState) {
    state.themes.chosen = name
    state.memory.themeName = name == "auto" ? nil : name
    state.notice = Notice(
        .success,
        "Theme \(name), also next time unless \(state.configurationPath) names another."
    )
}
