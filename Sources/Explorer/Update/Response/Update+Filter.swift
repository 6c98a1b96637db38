import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Opens the line that a filter is typed into, with the one in force to go on from.
func beginFilter(_ state: inout ExplorerState) {
    guard let record = state.record else { return }
    leaveResponseInput(&state)
    state.focus = .response
    state.response.tab = .body
    state.response.filterBefore = record.filter
    state.response.filterHistory.begin()
    state.response.filterInput = TextBuffer(record.filter?.text ?? "")
}

/// Keeps, drops or changes the filter that is typed.
func performInBodyFilter(_ command: Command, _ state: inout ExplorerState) {
    let text = state.response.filterInput?.text.trimmingBlanks ?? ""
    switch command {
    case .accept:
        if text.isEmpty {
            state.record?.dropFilter()
        } else if let problem = state.record?.filter?.problem {
            state.notice = Notice(.problem, "\(text): \(problem)")
            return
        }
        state.response.filterHistory.note(text)
        leaveResponseInput(&state)
    case .dismiss:
        restoreFilter(&state)
        leaveResponseInput(&state)
    case .olderInput, .newerInput:
        let step = command == .olderInput ? 1 : -1
        let typed = state.response.filterInput?.text ?? ""
        guard let line = state.response.filterHistory.move(by: step, from: typed) else { return }
        state.response.filterInput = TextBuffer(line)
        filterWhileTyping(&state)
    default:
        break
    }
}

/// Brings back the filter that was in force before the typing began.
private func restoreFilter(_ state: inout ExplorerState) {
    guard let before = state.response.filterBefore else {
        state.record?.dropFilter()
        return
    }
    guard state.record?.filter != before else { return }
    let scroll = state.record?.filter?.wholeScroll ?? before.wholeScroll
    state.record?.dropFilter()
    state.record?.filter = before
    state.record?.filter?.wholeScroll = scroll
    state.record?.filter?.isPending = true
    state.record?.filter?.work = nil
}

/// Shows what the filter that is typed so far selects.
func filterWhileTyping(_ state: inout ExplorerState) {
    guard let text = state.response.filterInput?.text.trimmingBlanks, var record = state.record
    else { return }
    guard !text.isEmpty else {
        record.dropFilter()
        state.record = record
        return
    }
    guard record.filter?.text != text else { return }
    var filter =
        record.filter ?? BodyFilter(text, wholeScroll: record.scrolls[.body] ?? Scroll())
    if let work = filter.work { record.abandoned.append(work) }
    filter.text = text
    filter.work = nil
    filter.problem = nil
    filter.isPending = true
    record.filter = filter
    state.record = record
}
