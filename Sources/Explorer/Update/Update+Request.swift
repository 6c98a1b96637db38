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
    case .bodyKind:
        offerBodyKinds(&state)
    case .bodyFile(let isTemplated):
        startEditing(.bodyFile(isTemplated: isTemplated), [row.value], &state)
    case .bodyLine(let line):
        startEditingBody(at: line, &state)
    case .tokenKind:
        offerTokenKinds(&state)
    case .tokenName:
        startEditing(.tokenName, [row.value], &state)
    case .tokenValue:
        startEditing(.tokenValue, [row.value], &state)
    case .flag:
        return toggleRow(&state)
    case .directive(let name):
        startEditing(.directive(name), [row.isDefault ? "" : row.value], &state)
    case .note, .heading:
        state.notice = Notice(.neutral, "This is kept in the file; edit it there.")
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
        return []
    case .addRow:
        state.focus = .request
        return startAdding(&state)
    case .deleteRow:
        return deleteRow(&state)
    case .toggleRow:
        return toggleRow(&state)
    default:
        return editBodyExternally(&state)
    }
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

private func startEditing(
    _ subject: Editing.Subject,
    _ texts: [String],
    current: Int = 0,
    _ state: inout ExplorerState
) {
    var editing = Editing(subject, texts.map { TextBuffer($0) })
    editing.current = current
    state.request.editing = editing
}

private func startEditingBody(at line: Int, _ state: inout ExplorerState) {
    var text = ""
    if case .text(let present)? = state.openRequest?.body { text = present }
    var buffer = TextBuffer(text, isMultiline: true)
    buffer.moveCaret(to: TextPosition(line: line, column: 0))
    state.request.isOnTarget = false
    state.request.editing = Editing(.body, [buffer])
}

private func startAdding(_ state: inout ExplorerState) -> [Effect] {
    switch state.request.tab {
    case .headers:
        startEditing(.field(nil), ["", ""], &state)
    case .body:
        startEditingBody(at: 0, &state)
    case .token:
        offerTokenKinds(&state)
    case .params, .options, .docs:
        state.request.tab = .params
        startEditing(.queryItem(nil), ["", ""], &state)
    }
    state.request.isOnTarget = false
    return []
}

/// Removes the selected row from the file.
private func deleteRow(_ state: inout ExplorerState) -> [Effect] {
    guard let row = state.selectedRequestRow else { return [] }
    switch row.kind {
    case .queryItem(let index):
        return apply(.removeQueryItem(index: index), "removal of parameter \(row.name)", &state)
    case .field(let index):
        return apply(.removeField(index: index), "removal of field \(row.name)", &state)
    case .bodyKind, .bodyFile, .bodyLine:
        return apply(.setBody(.none), "removal of the body", &state)
    case .tokenKind, .tokenName, .tokenValue:
        return apply(.setToken(nil), "removal of the token", &state)
    case .flag(let name), .directive(let name):
        guard !row.isDefault else { return [] }
        return apply(.setDirective(name: name, value: nil), "removal of @\(name)", &state)
    case .note, .heading:
        return []
    }
}

/// Keeps the selected row but does not send it, or sends it again.
private func toggleRow(_ state: inout ExplorerState) -> [Effect] {
    guard let row = state.selectedRequestRow else { return [] }
    let title = "switching \(row.name) \(row.isEnabled ? "off" : "on")"
    switch row.kind {
    case .queryItem(let index):
        let edit = RequestEdit.setQueryItem(
            index: index,
            name: state.openRequest?.queryItems[index].name ?? row.name,
            value: state.openRequest?.queryItems[index].value,
            isEnabled: !row.isEnabled
        )
        return apply(edit, title, &state)
    case .field(let index):
        let edit = RequestEdit.setField(
            index: index,
            name: row.name,
            value: row.value,
            isEnabled: !row.isEnabled
        )
        return apply(edit, title, &state)
    case .flag(let name):
        let value: String? = row.isDefault ? "" : nil
        return apply(.setDirective(name: name, value: value), "option @\(name)", &state)
    default:
        state.notice = Notice(.neutral, "This row is neither on nor off; press Enter to edit it.")
        return []
    }
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

/// Hands the body to the person's own editor.
private func editBodyExternally(_ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.openRequest else { return [] }
    var text = ""
    switch saved.body {
    case .text(let present): text = present
    case .none: break
    case .file(let path, _):
        state.notice = Notice(.problem, "The body is the file \(path); edit that file.")
        return []
    }
    let id = state.makeWorkID()
    state.externalEdit = (state.request.key).map { ExternalEdit(id: id, key: $0) }
    let type = saved.fields.last { HTTPToken.equalsIgnoringCase($0.name, "Content-Type") }
    return [
        .editExternally(id, text: text, fileExtension: fileExtension(of: type?.value ?? "json"))
    ]
}

/// Takes the text that the other program left as the body; ignored when another edit began.
func finishExternalEdit(_ id: WorkID, _ text: String?, _ state: inout ExplorerState) -> [Effect] {
    guard let edit = state.externalEdit, edit.id == id else { return [] }
    state.externalEdit = nil
    guard let text, let saved = state.savedRequest(edit.key) else { return [] }
    let before: String? = if case .text(let present) = saved.body { present } else { nil }
    guard text != before ?? "" else { return [] }
    openRequest(edit.key, &state)
    let body = text.isEmpty ? SavedBody.none : .text(text)
    return apply(.setBody(body), "body", &state)
}

/// A file name extension for a media type, so that editors colour the text.
func fileExtension(of mediaType: String) -> String {
    let type = mediaType.lowercased()
    if type.contains("json") { return "json" }
    if type.contains("html") { return "html" }
    if type.contains("xml") { return "xml" }
    if type.contains("graphql") { return "graphql" }
    return "txt"
}
