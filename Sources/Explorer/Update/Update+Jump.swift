import Screen

/// Puts labels on every row and tab that can be seen.
func startJump(_ state: inout ExplorerState) {
    let layout = Layout(state.size, state)
    let order = [state.focus] + Pane.allCases.filter { $0 != state.focus }
    let places = order.filter { layout.panes[$0] != nil }.flatMap {
        visiblePlaces(in: $0, layout, state)
    }
    state.jump = places.isEmpty ? nil : Jump(places)
}

/// Takes a key while labels are shown; any key that is no letter of a label takes them away.
func pressInJump(_ key: Key, _ jump: Jump, _ state: inout ExplorerState) {
    state.jump = nil
    guard case .character(let character) = key else { return }
    var next = jump
    next.typed += character.lowercased()
    guard let first = next.candidates.first else { return }
    if first.label == next.typed {
        go(to: first.destination, &state)
    } else {
        state.jump = next
    }
}

private typealias Place = (position: Position, destination: Jump.Destination)

private func visiblePlaces(in pane: Pane, _ layout: Layout, _ state: ExplorerState) -> [Place] {
    switch pane {
    case .tree:
        let area = layout.treeList(state)
        return rows(state.tree.scroll.offset, state.treeRows.count, area) { .treeRow($0) }
    case .request:
        guard state.openRequest != nil else { return [] }
        let target = layout.target
        let start: [Place] =
            target.rows > 0
            ? [(Position(row: target.row, column: target.column), .target)] : []
        return start
            + tabs(RequestTab.allCases, state.request.tab, layout.requestTabs) { .requestTab($0) }
            + rows(
                state.request.scroll.offset,
                state.requestRows.count,
                layout.requestList(state)
            ) { .requestRow($0) }
    case .response:
        let area = layout.responseList(state)
        let lines = (0..<area.rows).compactMap { line -> Place? in
            let place = state.responsePlace(onLine: line, in: area.size)
            guard let place, place.line == 0 else { return nil }
            let position = Position(row: area.row + line, column: area.column)
            return (position, .responseRow(place.row))
        }
        return tabs(ResponseTab.allCases, state.response.tab, layout.responseTabs) {
            .responseTab($0)
        } + lines
    }
}

private func rows(
    _ offset: Int,
    _ total: Int,
    _ area: Rectangle,
    _ destination: (Int) -> Jump.Destination
) -> [Place] {
    guard !area.isEmpty, offset < total else { return [] }
    return (offset..<min(total, offset + area.rows)).map { row in
        (Position(row: area.row + row - offset, column: area.column), destination(row))
    }
}

private func tabs<Tab: RawRepresentable<String>>(
    _ tabs: [Tab],
    _ selected: Tab,
    _ row: Rectangle,
    _ destination: (Tab) -> Jump.Destination
) -> [Place] {
    guard row.rows > 0 else { return [] }
    let titles = tabs.map(\.rawValue)
    let columns = Layout.tabColumns(
        titles,
        selected: titles.firstIndex(of: selected.rawValue) ?? 0,
        in: row
    )
    return zip(tabs, columns).filter { !$0.1.isEmpty }.map { tab, columns in
        (Position(row: row.row, column: columns.lowerBound), destination(tab))
    }
}

private func go(to destination: Jump.Destination, _ state: inout ExplorerState) {
    switch destination {
    case .treeRow(let row):
        state.focus = .tree
        state.tree.scroll.row = row
        followSelection(&state)
    case .target:
        state.focus = .request
        state.request.isOnTarget = true
    case .requestTab(let tab):
        state.focus = .request
        state.request.tab = tab
        state.request.isOnTarget = false
    case .requestRow(let row):
        state.focus = .request
        state.request.isOnTarget = false
        state.request.scroll.row = row
    case .responseTab(let tab):
        state.focus = .response
        state.response.tab = tab
    case .responseRow(let row):
        state.focus = .response
        var scroll = state.responseScroll
        (scroll.row, scroll.line) = (row, 0)
        setResponseScroll(scroll, &state)
    }
}
