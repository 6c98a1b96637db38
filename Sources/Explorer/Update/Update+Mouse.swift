import Collections
import Screen

/// Takes what the mouse did.
func receive(_ event: MouseEvent, _ state: inout ExplorerState) -> [Effect] {
    let layout = Layout(state.size, state)
    state.pendingKeys = []
    state.jump = nil
    switch event.kind {
    case .wheelUp, .wheelDown:
        scroll(by: event.kind == .wheelUp ? -3 : 3, at: event.position, layout, &state)
        return []
    case .press where event.button == 1:
        let notice = state.notice
        state.notice = nil
        if layout.footer.contains(event.position) {
            return pressInFooter(event.position, notice, layout, &state)
        }
        return press(event, layout, &state)
    case .drag where event.button == 1 && state.draggedBorder == nil && state.isTypingRequest:
        if state.request.editing?.subject.isMultiline == true {
            placeCaret(event.position, layout, isExtending: true, &state)
        }
        return []
    case .press where event.button == 3 && state.popup == nil:
        if let pane = layout.pane(at: event.position), state.request.editing == nil {
            state.focus = pane
        }
        return perform(.palette, &state)
    case .drag:
        if let border = state.draggedBorder { move(border, to: event.position, layout, &state) }
        return []
    case .release:
        state.draggedBorder = nil
        return []
    case .press:
        return []
    }
}

/// The keys at the bottom do what they say; what was told there opens the log.
private func pressInFooter(
    _ position: Position,
    _ notice: Notice?,
    _ layout: Layout,
    _ state: inout ExplorerState
) -> [Effect] {
    if notice != nil { return state.popup == nil ? perform(.showLog, &state) : [] }
    let hint = FooterHints.placed(for: state, in: layout.footer).first {
        $0.columns.contains(position.column)
    }
    guard let command = hint?.hint.command else { return [] }
    return perform(command, &state)
}

private func press(
    _ event: MouseEvent,
    _ layout: Layout,
    _ state: inout ExplorerState
) -> [Effect] {
    if state.popup != nil { return pressInPopup(event, layout, &state) }
    guard let pane = layout.pane(at: event.position) else { return [] }
    if let editing = state.request.editing {
        guard editing.subject.isMultiline, pane == .request,
            layout.requestList(state).contains(event.position)
        else {
            // A click elsewhere keeps what was typed, as leaving by key would.
            let leaves: Command = editing.subject.isMultiline ? .dismiss : .accept
            return performInInput(leaves, &state)
        }
        placeCaret(event.position, layout, isExtending: false, &state)
        return []
    }
    state.focus = pane
    if let border = layout.border(at: event.position) {
        state.draggedBorder = border
        if event.clicks == 2 { resetPanes(&state) }
        return []
    }
    if layout.environmentLabel(state)?.area.contains(event.position) == true {
        return perform(.chooseEnvironment, &state)
    }
    switch pane {
    case .tree: return pressInTree(event, layout, &state)
    case .request: return pressInRequest(event, layout, &state)
    case .response: return pressInResponse(event, layout, &state)
    }
}

private func placeCaret(
    _ position: Position,
    _ layout: Layout,
    isExtending: Bool,
    _ state: inout ExplorerState
) {
    guard var editing = state.request.editing else { return }
    let area = layout.requestList(state)
    let line = min(
        max(0, editing.topLine + position.row - area.row),
        editing.buffer.lines.count - 1
    )
    let gutter = Layout.gutterColumns(lineCount: editing.buffer.lines.count)
    let wanted = max(0, position.column - area.column - gutter)
    let column = TabStops.prefix(of: editing.buffer.lines[line].text, fitting: wanted)
    editing.buffer.move(isExtending: isExtending, .caretUp) {
        $0.moveCaret(to: TextPosition(line: line, column: column))
    }
    editing.suggestions = nil
    state.request.editing = editing
}

private func pressInTree(
    _ event: MouseEvent,
    _ layout: Layout,
    _ state: inout ExplorerState
) -> [Effect] {
    let area = layout.treeList(state)
    guard area.contains(event.position) else { return [] }
    let row = state.tree.scroll.offset + event.position.row - area.row
    let rows = state.treeRows
    guard rows.indices.contains(row) else { return [] }
    let isSame = state.tree.scroll.row == row
    state.tree.scroll.row = row
    followSelection(&state)
    if event.clicks >= 2 || isSame || isFoldable(rows[row]) { return open(&state) }
    return []
}

private func isFoldable(_ row: TreeRow) -> Bool {
    switch row.kind {
    case .folder, .file: true
    case .request, .problem: false
    }
}

private func pressInRequest(
    _ event: MouseEvent,
    _ layout: Layout,
    _ state: inout ExplorerState
) -> [Effect] {
    guard state.openRequest != nil else { return [] }
    if layout.target.contains(event.position) {
        let column = event.position.column - layout.target.column
        if column <= (state.openRequest?.method.count ?? 0) + 1 {
            return perform(.chooseMethod, &state)
        }
        let isSame = state.request.isOnTarget
        state.request.isOnTarget = true
        return isSame || event.clicks >= 2 ? editSelected(&state) : []
    }
    let tabs = RequestTab.allCases
    let selected = tabs.firstIndex(of: state.request.tab) ?? 0
    if let index = tab(at: event.position, tabs.map(\.rawValue), selected, layout.requestTabs) {
        state.request.tab = tabs[index]
        state.request.isOnTarget = false
        return []
    }
    let area = layout.requestList(state)
    guard area.contains(event.position) else { return [] }
    let row = state.request.scroll.offset + event.position.row - area.row
    guard row < state.requestRows.count else { return [] }
    let isSame = !state.request.isOnTarget && state.request.scroll.row == row
    state.request.isOnTarget = false
    state.request.scroll.row = row
    return isSame || event.clicks >= 2 ? editSelected(&state) : []
}

private func pressInResponse(
    _ event: MouseEvent,
    _ layout: Layout,
    _ state: inout ExplorerState
) -> [Effect] {
    let tabs = ResponseTab.allCases
    let selected = tabs.firstIndex(of: state.response.tab) ?? 0
    let place = tab(at: event.position, tabs.map(\.rawValue), selected, layout.responseTabs)
    if let place {
        state.response.tab = tabs[place]
        return []
    }
    let area = layout.responseList(state)
    guard area.contains(event.position),
        let (row, line) = state.responsePlace(onLine: event.position.row - area.row, in: area.size)
    else { return [] }
    var scroll = state.responseScroll
    let isSame = scroll.row == row
    (scroll.row, scroll.line) = (row, line)
    setResponseScroll(scroll, &state)
    return isSame || event.clicks >= 2 ? openInResponse(&state) : []
}

private func tab(
    at position: Position,
    _ titles: [String],
    _ selected: Int,
    _ row: Rectangle
) -> Int? {
    guard row.contains(position) else { return nil }
    return Layout.tabColumns(titles, selected: selected, in: row).firstIndex {
        $0.contains(position.column)
    }
}

private func pressInPopup(
    _ event: MouseEvent,
    _ layout: Layout,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let popup = layout.popup, popup.contains(event.position) else {
        // Beside the popup: leave it, except when a question waits for an answer.
        if case .dialog = state.popup { return [] }
        if case .input = state.popup { return [] }
        closePopup(&state)
        return []
    }
    let area = layout.popupList(state)
    switch state.popup {
    case .choice(var choice):
        guard area.contains(event.position) else { return [] }
        let row = choice.scroll.offset + event.position.row - area.row
        guard choice.matches.indices.contains(row) else { return [] }
        choice.scroll.row = row
        return take(choice, &state)
    case .dialog(let dialog):
        guard event.position.row == popup.endRow - 2 else { return [] }
        let ranges = Layout.answerColumns(dialog, in: area)
        guard let index = ranges.firstIndex(where: { $0.contains(event.position.column) }) else {
            return []
        }
        return answer(dialog, with: index, &state)
    case .history(var popup):
        guard area.contains(event.position) else { return [] }
        let row = popup.scroll.offset + event.position.row - area.row
        guard popup.shownLines.indices.contains(row) else { return [] }
        let isSame = popup.scroll.row == row
        popup.scroll.row = row
        state.popup = .history(popup)
        return isSame || event.clicks >= 2 ? performInHistory(.open, popup, &state) : []
    case .run:
        guard area.contains(event.position), let run = state.run else { return [] }
        let row = run.scroll.offset + event.position.row - area.row
        guard run.rows.indices.contains(row) else { return [] }
        let isSame = run.scroll.row == row
        state.run?.scroll.row = row
        state.run?.isFollowing = false
        return isSame || event.clicks >= 2 ? performInRun(.open, &state) : []
    case .help, .input, .snapshot, .log, .reading, nil:
        return []
    }
}

private func scroll(
    by count: Int,
    at position: Position,
    _ layout: Layout,
    _ state: inout ExplorerState
) {
    switch state.popup {
    case .choice(var choice):
        choice.scroll.move(by: count, of: choice.matches.count)
        state.popup = .choice(choice)
        return
    case .help(let pane, var scroll):
        scroll.offset += count
        state.popup = .help(pane, scroll)
        return
    case .log(var scroll):
        scroll.offset += count
        state.popup = .log(scroll)
        return
    case .history(var popup):
        popup.scroll.move(by: count, of: popup.shownLines.count)
        state.popup = .history(popup)
        return
    case .run:
        let total = state.run?.rows.count ?? 0
        state.run?.scroll.move(by: count, of: total)
        state.run?.isFollowing = false
        return
    case .snapshot(var preview):
        preview.scroll.offset += count
        state.popup = .snapshot(preview)
        return
    case .reading(var reading):
        reading.scroll.offset += count
        state.popup = .reading(reading)
        return
    case .dialog, .input:
        return
    case nil:
        break
    }
    scrollPane(by: count, at: position, layout, &state)
}

private func scrollPane(
    by count: Int,
    at position: Position,
    _ layout: Layout,
    _ state: inout ExplorerState
) {
    switch layout.pane(at: position) {
    case .tree:
        state.tree.scroll.move(by: count, of: state.treeRows.count)
        followSelection(&state)
    case .request:
        if state.request.editing?.subject.isMultiline == true {
            state.request.editing?.buffer.moveCaret(lines: count)
        } else if state.request.editing == nil {
            state.request.scroll.move(by: count, of: state.requestRows.count)
        }
    case .response:
        moveInResponse(by: count, &state)
    case nil:
        break
    }
}
