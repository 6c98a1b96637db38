import Collections
import HTTPModel

/// Keeps, drops or moves between the inputs that are open.
func performInInput(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    if state.popup != nil { return performInPopup(command, &state) }
    if state.tree.filterInput != nil {
        performInFilter(command, &state)
        return []
    }
    if state.response.filterInput != nil {
        performInBodyFilter(command, &state)
        return []
    }
    if state.response.searchInput != nil {
        performInSearch(command, &state)
        return []
    }
    guard let editing = state.request.editing else { return [] }
    switch command {
    case .accept:
        return keep(editing, &state)
    case .dismiss:
        return editing.subject.isMultiline ? leaveEditor(editing, &state) : drop(&state)
    case .nextInput:
        guard editing.current + 1 < editing.inputs.count else { return keep(editing, &state) }
        state.request.editing?.current += 1
        state.request.editing?.suggestions = nil
    case .previousInput:
        state.request.editing?.current = max(0, editing.current - 1)
        state.request.editing?.suggestions = nil
    default:
        break
    }
    return []
}

private func drop(_ state: inout ExplorerState) -> [Effect] {
    state.request.editing = nil
    return []
}

/// Takes over what was typed; when it is refused, the input stays open with the reason.
private func keep(_ editing: Editing, _ state: inout ExplorerState) -> [Effect] {
    guard let edit = typedEdit(for: editing, state) else { return drop(&state) }
    let count = state.requestCount
    let (effects, problem) = tryApplying(edit, &state)
    if let problem {
        state.request.editing?.problem = problem
        return []
    }
    if let key = state.request.key, state.requestCount != count {
        moveRecords(in: key.file, from: key.index + 1, by: state.requestCount - count, &state)
    }
    state.request.editing = nil
    return effects
}

/// Keeps the text of an editor; refused text can be corrected, or given up by a second Esc.
private func leaveEditor(_ editing: Editing, _ state: inout ExplorerState) -> [Effect] {
    if editing.problem != nil {
        state.register = editing.buffer.text
        state.notice = Notice(
            .neutral,
            "Given up; the request is as it was. Paste in an editor brings the text back."
        )
        let path = state.request.key?.file
        return drop(&state) + (path.map { journal($0, state) } ?? [])
    }
    let line = editing.buffer.caret.line
    let isUnchanged = typedEdit(for: editing, state) == nil
    var effects = keep(editing, &state)
    if state.request.editing != nil {
        state.request.editing?.problem? += "; Esc again gives the change up"
        return effects
    }
    if isUnchanged, editing.buffer.canUndo || editing.buffer.canRedo,
        let path = state.request.key?.file
    {
        // What was typed and taken back is in the journal.
        effects += journal(path, state)
    }
    if editing.subject == .requestText {
        tellProblem(of: editing.buffer, &state)
    } else {
        placeCursor(after: editing.subject, line: line, &state)
    }
    return effects
}

/// Puts the cursor of the Body tab on the line that was edited last.
private func placeCursor(
    after subject: Editing.Subject,
    line: Int,
    _ state: inout ExplorerState
) {
    let row = state.requestRows.firstIndex { $0.kind == subject.rowKind(line: line) }
    if let row { state.request.scroll.row = row }
}

extension Editing.Subject {
    /// The row of the Body tab for a line of the text.
    fileprivate func rowKind(line: Int) -> RequestRow.Kind? {
        switch self {
        case .body: .bodyLine(line)
        case .graphQLQuery: .queryLine(line)
        case .graphQLVariables: .variablesLine(line)
        case .formValue(let index): .formItem(index)
        case .queryValue(let index): .queryItem(index)
        default: nil
        }
    }
}

/// Tells when the text of a request was kept but cannot be sent so.
private func tellProblem(of buffer: TextBuffer, _ state: inout ExplorerState) {
    guard let key = state.request.key, let saved = state.savedRequest(key),
        let problem = state.file(at: key.file)?.source.problems.first(where: {
            saved.lines.contains($0.location.line)
        })
    else { return }
    let line = problem.location.line - saved.lines.lowerBound + 1
    state.notice = Notice(
        .problem,
        "Kept, but not fit to be sent: \(line):\(problem.location.column): \(problem.message)"
    )
}

extension ExplorerState {
    /// How many requests the file of the open one has.
    fileprivate var requestCount: Int {
        request.key.flatMap { file(at: $0.file) }?.source.outlines.count ?? 0
    }
}

/// Applies what was typed to the open request, or tells why it was refused.
private func tryApplying(
    _ edit: TypedEdit,
    _ state: inout ExplorerState
) -> (effects: [Effect], problem: String?) {
    guard let key = state.request.key, let saved = state.savedRequest(key) else { return ([], nil) }
    return change(key.file, title: "\(edit.title) in \(saved.name)", &state) {
        source throws(CollectionError) in
        try edit.apply(source, key.index)
    }
}

private func performInFilter(_ command: Command, _ state: inout ExplorerState) {
    switch command {
    case .accept:
        setFilter(state.tree.filterInput?.text ?? "", &state)
    case .dismiss:
        setFilter("", &state)
    case .nextInput, .previousInput:
        let total = state.treeRows.count
        state.tree.scroll.move(by: command == .nextInput ? 1 : -1, of: total)
        followSelection(&state)
    default:
        break
    }
}
