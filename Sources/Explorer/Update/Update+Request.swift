import Collections
import HTTPModel

/// Edits what the cursor of the request pane is on.
func editSelected(_ state: inout ExplorerState) -> [Effect] {
    guard !state.request.isOnTarget else {
        startEditingTarget(&state)
        return []
    }
    guard let row = state.selectedRequestRow else { return startAdding(&state) }
    switch row.kind {
    case .queryItem(let index):
        startEditing(.queryItem(index), [row.name, row.value], current: 1, &state)
    case .field(let index):
        startEditing(.field(index), [row.name, row.value], current: 1, &state)
    case .formItem(let index):
        editFormRow(index, &state)
    case .offItem:
        state.notice = Notice(.neutral, "This row is off; t switches it on.")
    case .tokenName:
        startEditing(.tokenName, [row.value], &state)
    case .tokenValue:
        startEditing(.tokenValue, [row.value], &state)
    case .tokenKind:
        offerTokenKinds(&state)
    case .authScheme:
        offerSchemes(&state)
    case .authPart(let place):
        startEditing(
            .authPart(place),
            [state.openRequest?.authorizationParts?.values[place] ?? ""],
            &state
        )
    case .bodyKind, .bodyFile, .bodyLine, .queryLine, .variablesLine:
        editBodyRow(row, &state)
    case .flag, .directive, .listedDirective, .version:
        return editOption(row, &state)
    case .assertion(let index):
        startEditing(.assertion(index), [row.isDefault ? "" : row.value], &state)
    case .capture(let index):
        startEditing(.capture(index), [row.isDefault ? "" : row.value], &state)
    case .note:
        state.notice = Notice(.neutral, "This stands in the text of the request: r edits that.")
    case .heading:
        break
    }
    return []
}

private func editBodyRow(_ row: RequestRow, _ state: inout ExplorerState) {
    switch row.kind {
    case .bodyKind: offerBodyKinds(&state)
    case .bodyFile(let isTemplated):
        startEditing(.bodyFile(isTemplated: isTemplated), [row.value], &state)
    case .bodyLine(let line): startEditingBody(at: line, &state)
    case .queryLine(let line): startEditingGraphQL(.graphQLQuery, at: line, &state)
    case .variablesLine(let line): startEditingGraphQL(.graphQLVariables, at: line, &state)
    default: break
    }
}

private func editOption(_ row: RequestRow, _ state: inout ExplorerState) -> [Effect] {
    switch row.kind {
    case .flag:
        return toggleRow(&state)
    case .version:
        offerVersions(&state)
    case .directive(let name):
        let value = state.openRequest?.value(ofDirective: name) ?? ""
        startEditing(.directive(name), [row.isDefault ? "" : value], &state)
    case .listedDirective(let name, let index):
        startEditing(.listedDirective(name, index), [row.isDefault ? "" : row.value], &state)
    default:
        break
    }
    return []
}

/// Edits the request: URL, rows, body.
func performOnRequest(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .edit:
        return startEdit(&state)
    case .editTarget:
        state.focus = .request
        startEditingTarget(&state)
    case .editText:
        state.focus = .request
        startEditingText(&state)
    case .addRow:
        state.focus = .request
        return startAdding(&state)
    case .deleteRow:
        return deleteRow(&state)
    case .toggleRow:
        return toggleRow(&state)
    case .duplicateRow:
        return duplicateRow(&state)
    case .editInLines:
        editInLines(&state)
    case .pickFile:
        return pickFile(&state)
    case .moveRowUp, .moveRowDown:
        return moveRow(by: command == .moveRowUp ? -1 : 1, &state)
    default:
        break
    }
    return []
}

/// From other panes, edits the URL; in the Body tab, the body; else what is selected.
private func startEdit(_ state: inout ExplorerState) -> [Effect] {
    if state.focus != .request {
        state.focus = .request
        state.request.isOnTarget = true
    }
    guard state.request.tab == .body, !state.request.isOnTarget,
        state.selectedRequestRow?.kind == .bodyKind
    else { return editSelected(&state) }
    switch state.openRequest?.body {
    case .file(let path, let isTemplated):
        startEditing(.bodyFile(isTemplated: isTemplated), [path], &state)
    case _ where state.openRequest?.isGraphQL == true:
        startEditingGraphQL(.graphQLQuery, at: 0, &state)
    default:
        startEditingBody(at: 0, &state)
    }
    return []
}

private func startEditingTarget(_ state: inout ExplorerState) {
    guard let saved = state.openRequest else { return }
    state.request.isOnTarget = true
    startEditing(.url, [saved.url], &state)
}

/// Opens inputs of one line each.
func startEditing(
    _ subject: Editing.Subject,
    _ texts: [String],
    current: Int = 0,
    _ state: inout ExplorerState
) {
    var editing = Editing(subject, texts.map { TextBuffer($0) })
    editing.current = current
    state.request.editing = editing
}

/// Opens an editor of several lines.
func startEditor(
    _ subject: Editing.Subject,
    _ text: String,
    at line: Int,
    _ state: inout ExplorerState
) {
    var buffer = TextBuffer(text, isMultiline: true)
    buffer.moveCaret(to: TextPosition(line: line, column: 0))
    state.request.isOnTarget = false
    state.request.editing = Editing(subject, [buffer])
    if let editing = state.request.editing {
        let finding = TypingCheck(state: state, editing: editing).check()
        state.request.editing?.fault = finding.fault
    }
}

/// Opens the body in the editor.
func startEditingBody(at line: Int, _ state: inout ExplorerState) {
    var text = ""
    if case .text(let present)? = state.openRequest?.body { text = present }
    startEditor(.body, text, at: line, &state)
}

/// Opens a part of a GraphQL body in the editor.
func startEditingGraphQL(
    _ subject: Editing.Subject,
    at line: Int,
    _ state: inout ExplorerState
) {
    guard let parts = state.openRequest?.graphQLParts else { return }
    let text = subject == .graphQLQuery ? parts.query : parts.variables
    startEditor(subject, text, at: line, &state)
}

/// Opens the whole text of the request in the editor, at its request line.
private func startEditingText(_ state: inout ExplorerState) {
    guard let key = state.request.key, let saved = state.savedRequest(key),
        let source = state.file(at: key.file)?.source
    else { return }
    let line = saved.requestLine.line - saved.lines.lowerBound
    startEditor(.requestText, source.text(of: key.index), at: max(0, line), &state)
}

private func startAdding(_ state: inout ExplorerState) -> [Effect] {
    switch state.request.tab {
    case .headers:
        startEditing(.field(nil), ["", ""], &state)
    case .body where state.openRequest?.form != nil:
        startEditing(.formItem(nil), ["", ""], &state)
    case .body:
        startEditingBody(at: 0, &state)
    case .token:
        offerTokenKinds(&state)
    case .options:
        return addOption(&state)
    case .tests:
        addTest(&state)
    case .params, .docs:
        state.request.tab = .params
        startEditing(.queryItem(nil), ["", ""], &state)
    }
    state.request.isOnTarget = false
    return []
}

/// Adds another value to an option that may have several; opens any other option.
private func addOption(_ state: inout ExplorerState) -> [Effect] {
    guard let row = state.selectedRequestRow, case .listedDirective(let name, let index) = row.kind,
        index != nil
    else { return editSelected(&state) }
    let rows = state.requestRows
    let last = rows.lastIndex { row in
        if case .listedDirective(name, _) = row.kind { true } else { false }
    }
    state.request.scroll.row = last ?? state.request.scroll.row
    startEditing(.listedDirective(name, nil), [""], &state)
    return []
}

/// Adds a capture beside captures, and a condition elsewhere.
private func addTest(_ state: inout ExplorerState) {
    let isCapture =
        if case .capture = state.selectedRequestRow?.kind { true } else { false }
    let kind: RequestRow.Kind = isCapture ? .capture(nil) : .assertion(nil)
    if let row = state.requestRows.firstIndex(where: { $0.kind == kind }) {
        state.request.scroll.row = row
    }
    startEditing(isCapture ? .capture(nil) : .assertion(nil), [""], &state)
}

/// Applies an edit to the open request; a refusal is told in the line at the bottom.
func apply(_ edit: RequestEdit, _ title: String, _ state: inout ExplorerState) -> [Effect] {
    let (effects, problem) = tryApplying(edit, title, &state)
    if let problem { state.notice = Notice(.problem, problem) }
    return effects
}

/// Applies an edit to the open request, or tells why it was refused.
func tryApplying(
    _ edit: RequestEdit,
    _ title: String,
    _ state: inout ExplorerState
) -> (effects: [Effect], problem: String?) {
    guard let key = state.request.key, let saved = state.savedRequest(key) else { return ([], nil) }
    return change(key.file, title: "\(title) in \(saved.name)", &state) {
        source throws(CollectionError) in
        try source.applying(edit, to: key.index)
    }
}
