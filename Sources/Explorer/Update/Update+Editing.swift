import Collections

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
        return editing.subject == .body ? leaveBody(editing, &state) : drop(&state)
    case .nextInput:
        guard editing.current + 1 < editing.inputs.count else { return keep(editing, &state) }
        state.request.editing?.current += 1
    case .previousInput:
        state.request.editing?.current = max(0, editing.current - 1)
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
    guard let (edit, title) = requestEdit(for: editing, state) else { return drop(&state) }
    let (effects, problem) = tryApplying(edit, title, &state)
    if let problem {
        state.request.editing?.problem = problem
        return []
    }
    state.request.editing = nil
    return effects
}

/// Keeps the body that was typed; refused text can be corrected, or dropped by a second Esc.
private func leaveBody(_ editing: Editing, _ state: inout ExplorerState) -> [Effect] {
    if editing.problem != nil {
        state.notice = Notice(.neutral, "The body is as it was.")
        return drop(&state)
    }
    let line = editing.buffer.caret.line
    let effects = keep(editing, &state)
    if state.request.editing != nil {
        state.request.editing?.problem? += "; Esc again gives the change up"
    } else {
        state.request.scroll.row = line + 1
    }
    return effects
}

/// What an edit means for the file; `nil` when nothing was typed or changed.
private func requestEdit(
    for editing: Editing,
    _ state: ExplorerState
) -> (edit: RequestEdit, title: String)? {
    guard let saved = state.openRequest else { return nil }
    let texts = editing.inputs.map(\.text)
    switch editing.subject {
    case .url:
        return texts[0] == saved.url ? nil : (.setURL(texts[0]), "URL")
    case .queryItem(let index):
        return queryEdit(index, texts, saved)
    case .field(let index):
        return fieldEdit(index, texts, saved)
    case .body:
        let before: String? = if case .text(let text) = saved.body { text } else { nil }
        guard texts[0] != before ?? "" else { return nil }
        return (.setBody(texts[0].isEmpty ? .none : .text(texts[0])), "body")
    case .bodyFile(let isTemplated):
        return (.setBody(.file(path: texts[0], isTemplated: isTemplated)), "body file")
    case .newToken(let setting):
        guard !texts[0].isEmpty else { return nil }
        return (.setToken(setting.replacing(value: texts[0])), "token")
    case .tokenName, .tokenValue:
        return tokenEdit(editing.subject, texts[0], saved).map { (.setToken($0), "token") }
    case .directive(let name):
        let value = texts[0].isEmpty ? nil : texts[0]
        guard value != saved.value(ofDirective: name) else { return nil }
        return (.setDirective(name: name, value: value), "option @\(name)")
    }
}

private func queryEdit(
    _ index: Int?,
    _ texts: [String],
    _ saved: SavedRequest
) -> (edit: RequestEdit, title: String)? {
    guard let index else {
        if texts[0].isEmpty, texts[1].isEmpty { return nil }
        let edit = RequestEdit.addQueryItem(
            name: QueryText.encoded(texts[0]),
            value: QueryText.encoded(texts[1])
        )
        return (edit, "new parameter \(texts[0])")
    }
    let item = saved.queryItems[index]
    // `?dry` without `=` stays so until it gets a value.
    let oldValue = QueryText.decoded(item.value ?? "")
    if texts[0] == QueryText.decoded(item.name), texts[1] == oldValue { return nil }
    let value = texts[1].isEmpty && item.value == nil ? nil : QueryText.encoded(texts[1])
    let edit = RequestEdit.setQueryItem(
        index: index,
        name: QueryText.encoded(texts[0]),
        value: value,
        isEnabled: item.isEnabled
    )
    return (edit, "parameter \(texts[0])")
}

private func fieldEdit(
    _ index: Int?,
    _ texts: [String],
    _ saved: SavedRequest
) -> (edit: RequestEdit, title: String)? {
    guard let index else {
        if texts[0].isEmpty, texts[1].isEmpty { return nil }
        return (.addField(name: texts[0], value: texts[1]), "new field \(texts[0])")
    }
    let field = saved.fields[index]
    if texts[0] == field.name, texts[1] == field.value { return nil }
    let edit = RequestEdit.setField(
        index: index,
        name: texts[0],
        value: texts[1],
        isEnabled: field.isEnabled
    )
    return (edit, "field \(texts[0])")
}

private func tokenEdit(
    _ subject: Editing.Subject,
    _ text: String,
    _ saved: SavedRequest
) -> TokenSetting? {
    guard subject == .tokenName else { return saved.token?.replacing(value: text) }
    switch saved.token {
    case .query(_, let value): return .query(name: text, value: value)
    case .body(_, let value): return .body(name: text, value: value)
    case .field(_, let value): return .field(name: text, value: value)
    case .bearer, .some(.none), nil: return saved.token
    }
}

extension TokenSetting {
    /// The same kind and name with another value.
    fileprivate func replacing(value: String) -> TokenSetting {
        switch self {
        case .bearer: .bearer(value)
        case .query(let name, _): .query(name: name, value: value)
        case .body(let name, _): .body(name: name, value: value)
        case .field(let name, _): .field(name: name, value: value)
        case .none: .none
        }
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
