import Collections
import Screen

/// Does what a command says, or tells why it cannot be done.
func perform(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    if command.isTextCommand {
        if let effects = edit(&state, with: command) { return effects }
        return performInInput(command, &state)
    }
    if state.popup != nil { return performInPopup(command, &state) }
    if let reason = command.reasonUnavailable(in: state) {
        state.notice = Notice(.problem, "\(command.title): \(reason)")
        return []
    }
    if let move = Movement(command) {
        move.apply(to: &state)
        return []
    }
    return performOnPanes(command, &state)
}

/// The commands that are about panes, tabs and the program; the rest is handed on.
private func performOnPanes(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .nextPane: focusPane(by: 1, &state)
    case .previousPane: focusPane(by: -1, &state)
    case .nextTab: changeTab(by: 1, &state)
    case .previousTab: changeTab(by: -1, &state)
    case .toggleZoom: state.isZoomed.toggle()
    case .back: goBack(&state)
    case .open: return open(&state)
    case .send: return send(&state)
    case .cancel: return cancel(&state)
    case .snapshot: return prepareSnapshot(&state)
    case .compareWithFixture: return compareWithFixture(&state)
    case .chooseOfflineAnswer: return listOfflineAnswers(&state)
    case .chooseEnvironment, .chooseMethod, .whatIf, .palette, .switchRequest, .openCollection,
        .chooseTheme, .runTag, .changeVariable:
        offerChoice(command, &state)
    case .showHistory, .showAllHistory:
        return showHistory(ofAll: command == .showAllHistory, &state)
    case .runSelected: return runSelected(&state)
    case .runAll: return runAll(&state)
    case .showRun: state.popup = .run
    case .help: state.popup = .help(state.focus, Scroll())
    case .showLog: state.popup = .log(Scroll())
    case .jump: startJump(&state)
    case .growPane: resizePane(by: 1, &state)
    case .shrinkPane: resizePane(by: -1, &state)
    case .resetPanes: resetPanes(&state)
    case .redraw: return [.redraw]
    case .reloadCollection: return reloadCollection(&state)
    case .quit: return quit(&state)
    default: return performInPane(command, &state)
    }
    return []
}

/// The commands about one pane's content.
private func performInPane(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .toggleFold, .foldAll, .unfoldAll:
        fold(command, &state)
        return []
    case .moveRowUp where state.focus == .tree, .moveRowDown where state.focus == .tree:
        return performOnTree(command, &state)
    case .filterTree, .addRequest, .duplicateRequest, .renameRequest, .deleteRequest, .moveRequest,
        .newFile, .deleteFile:
        return performOnTree(command, &state)
    case .editExternally, .editRequestExternally, .editFileExternally:
        return openExternally(command, &state)
    case .edit, .editTarget, .addRow, .deleteRow, .toggleRow, .duplicateRow, .moveRowUp,
        .moveRowDown, .editText, .editInLines, .pickFile:
        return performOnRequest(command, &state)
    case .undo, .redo, .save, .saveAll, .reloadFile:
        return performOnFile(command, &state)
    case .copy, .copyAll:
        return copy(isAll: command == .copyAll, &state)
    case .showParams, .showHeaders, .showBody, .showToken, .showOptions, .showDocs, .showTests,
        .showResponseBody, .showResponseHeaders, .showTiming, .showErrors, .showSent, .showFixture,
        .showCookies, .showTLS, .showDiff:
        show(command, &state)
        return []
    default:
        return performOnResponse(command, &state)
    }
}

/// A movement of the cursor in the focused pane.
struct Movement {
    private let command: Command

    init?(_ command: Command) {
        switch command {
        case .moveDown, .moveUp, .pageDown, .pageUp, .moveToTop, .moveToBottom:
            self.command = command
        default:
            return nil
        }
    }

    /// By how many rows, in a list of `total` rows of which `height` are shown.
    func rows(total: Int, height: Int) -> Int {
        switch command {
        case .moveDown: 1
        case .moveUp: -1
        case .pageDown: max(1, height - 1)
        case .pageUp: -max(1, height - 1)
        case .moveToTop: -total
        default: total
        }
    }

    func apply(to state: inout ExplorerState) {
        let layout = Layout(state.size, state)
        switch state.focus {
        case .tree:
            let total = state.treeRows.count
            let count = rows(total: total, height: layout.treeList(state).rows)
            state.tree.scroll.move(by: count, of: total)
            followSelection(&state)
        case .request:
            let total = state.requestRows.count
            let count = rows(total: total, height: layout.requestList(state).rows)
            moveInRequest(by: count, of: total, &state)
        case .response:
            let area = layout.responseList(state)
            let total = state.responseRowCount(width: area.columns)
            let count = rows(total: total, height: area.rows)
            let isToEnd = command == .moveToTop || command == .moveToBottom
            moveInResponse(by: isToEnd ? count.signum() * .max : count, &state)
        }
    }
}

/// Moves between the target line and the rows below it.
private func moveInRequest(by count: Int, of total: Int, _ state: inout ExplorerState) {
    if state.request.isOnTarget {
        guard count > 0, total > 0 else { return }
        state.request.isOnTarget = false
        state.request.scroll.row = 0
        if count > 1 { state.request.scroll.move(by: count - 1, of: total) }
    } else if count < 0, state.request.scroll.row == 0 || -count >= total {
        state.request.isOnTarget = true
        state.request.scroll.row = 0
    } else {
        state.request.scroll.move(by: count, of: total)
    }
}

private func focusPane(by step: Int, _ state: inout ExplorerState) {
    let panes = Pane.allCases
    guard let index = panes.firstIndex(of: state.focus) else { return }
    state.focus = panes[(index + step + panes.count) % panes.count]
}

private func changeTab(by step: Int, _ state: inout ExplorerState) {
    switch state.focus {
    case .tree:
        break
    case .request:
        let tabs = RequestTab.allCases
        guard let index = tabs.firstIndex(of: state.request.tab) else { return }
        state.request.tab = tabs[(index + step + tabs.count) % tabs.count]
        state.request.isOnTarget = false
    case .response:
        let tabs = ResponseTab.allCases
        guard let index = tabs.firstIndex(of: state.response.tab) else { return }
        state.response.tab = tabs[(index + step + tabs.count) % tabs.count]
    }
}

/// Shows the tab a command names and goes to its pane.
private func show(_ command: Command, _ state: inout ExplorerState) {
    if let tab = RequestTab.allCases.first(where: { $0.command == command }) {
        state.focus = .request
        state.request.tab = tab
        state.request.isOnTarget = false
    } else if let tab = ResponseTab.allCases.first(where: { $0.command == command }) {
        state.focus = .response
        state.response.tab = tab
    }
}

/// Leaves one thing at a time: search, filter, what-if, enlarged pane, then the pane.
private func goBack(_ state: inout ExplorerState) {
    if state.focus == .response, leavePast(&state) { return }
    if state.focus == .response, state.record?.search != nil {
        state.record?.dropSearch()
    } else if state.focus == .response, state.response.tab == .body, state.record?.filter != nil {
        state.record?.dropFilter()
    } else if state.focus == .response, state.response.tab == .errors, state.response.whatIf != nil
    {
        state.response.whatIf = nil
    } else if state.focus == .tree, !state.tree.filter.isEmpty {
        setFilter("", &state)
    } else if state.isViewing {
        return
    } else if state.isZoomed {
        state.isZoomed = false
    } else if state.focus == .response {
        state.focus = .request
    } else {
        state.focus = .tree
    }
}
