import Collections

/// Removes the selected row from the file.
func deleteRow(_ state: inout ExplorerState) -> [Effect] {
    guard let row = state.selectedRequestRow, !row.isDefault || row.kind == .tokenKind else {
        return []
    }
    let title = "removal of "
    switch row.kind {
    case .queryItem(let index):
        return apply(.removeQueryItem(index: index), title + "parameter \(row.name)", &state)
    case .field(let index):
        return apply(.removeField(index: index), title + "field \(row.name)", &state)
    case .formItem, .offItem:
        return deleteFormRow(row.kind, &state)
    case .bodyKind, .bodyFile, .bodyLine, .queryLine, .variablesLine:
        return apply(.setBody(.none), title + "the body", &state)
    case .authScheme, .authPart:
        return takeScheme("", &state)
    case .tokenKind, .tokenName, .tokenValue:
        return apply(.setToken(nil), title + "the token", &state)
    case .flag(let name), .directive(let name):
        return apply(.setDirective(name: name, value: nil), title + "@\(name)", &state)
    case .listedDirective(let name, let index?):
        return apply(.setDirectiveLine(index: index, value: nil), title + "@\(name)", &state)
    case .version:
        return apply(.setVersion(nil), title + "the version", &state)
    case .assertion(let index?):
        return apply(.removeAssertion(index: index), title + "a condition", &state)
    case .capture(let index?):
        return apply(.removeCapture(index: index), title + "a capture", &state)
    case .listedDirective, .assertion, .capture, .note, .heading:
        return []
    }
}

/// Keeps the selected row but does not send it, or sends it again.
func toggleRow(_ state: inout ExplorerState) -> [Effect] {
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
    case .formItem, .offItem:
        return toggleFormRow(row.kind, &state)
    case .flag(let name):
        let value: String? = row.isDefault ? "" : nil
        return apply(.setDirective(name: name, value: value), "option @\(name)", &state)
    default:
        state.notice = Notice(.neutral, "This row is neither on nor off; press Enter to edit it.")
        return []
    }
}

/// Adds a copy of the selected row behind it, off when that one is.
func duplicateRow(_ state: inout ExplorerState) -> [Effect] {
    guard let row = state.selectedRequestRow, let saved = state.openRequest else { return [] }
    let title = "copy of \(row.name)"
    var effects: [Effect]
    switch row.kind {
    case .queryItem(let index):
        let item = saved.queryItems[index]
        effects = applyAll(title, &state) { file, request throws(CollectionError) in
            let count = saved.queryItems.count
            var file = try file.applying(
                .addQueryItem(name: item.name, value: item.value),
                to: request
            )
            file = try file.applying(.moveQueryItem(from: count, to: index + 1), to: request)
            guard !item.isEnabled else { return file }
            let off = RequestEdit.setQueryItem(
                index: index + 1,
                name: item.name,
                value: item.value,
                isEnabled: false
            )
            return try file.applying(off, to: request)
        }
    case .field(let index):
        let field = saved.fields[index]
        effects = applyAll(title, &state) { file, request throws(CollectionError) in
            let count = saved.fields.count
            let added = RequestEdit.addField(name: field.name, value: field.value)
            var file = try file.applying(added, to: request)
            file = try file.applying(.moveField(from: count, to: index + 1), to: request)
            guard !field.isEnabled else { return file }
            let off = RequestEdit.setField(
                index: index + 1,
                name: field.name,
                value: field.value,
                isEnabled: false
            )
            return try file.applying(off, to: request)
        }
    case .formItem(let index):
        effects = arrangeFormRow(index, by: nil, &state)
    case .assertion(let index?):
        effects = apply(.addAssertion(saved.assertions[index].text), title, &state)
        return effects
    case .capture(let index?):
        effects = apply(.addCapture(saved.captures[index].text), title, &state)
        return effects
    case .listedDirective(let name, let index?):
        let value = saved.directives[index].value
        effects = apply(.addDirective(name: name, value: value), title, &state)
    default:
        state.notice = Notice(.neutral, "This row cannot stand twice.")
        return []
    }
    if !effects.isEmpty { state.request.scroll.row += 1 }
    return effects
}

/// Moves the selected row before the one above or behind the one below.
func moveRow(by step: Int, _ state: inout ExplorerState) -> [Effect] {
    guard let row = state.selectedRequestRow, let saved = state.openRequest else { return [] }
    let title = "place of \(row.name)"
    var effects: [Effect] = []
    switch row.kind {
    case .queryItem(let index) where saved.queryItems.indices.contains(index + step):
        effects = apply(.moveQueryItem(from: index, to: index + step), title, &state)
    case .field(let index) where saved.fields.indices.contains(index + step):
        effects = apply(.moveField(from: index, to: index + step), title, &state)
    case .formItem(let index):
        effects = arrangeFormRow(index, by: step, &state)
    case .queryItem, .field, .offItem:
        return []
    case .assertion(let index?) where saved.assertions.indices.contains(index + step):
        let texts = (saved.assertions[index].text, saved.assertions[index + step].text)
        effects = applyAll(title, &state) { file, request throws(CollectionError) in
            let file = try file.applying(.setAssertion(index: index, text: texts.1), to: request)
            return try file.applying(.setAssertion(index: index + step, text: texts.0), to: request)
        }
    case .assertion, .capture:
        return []
    default:
        state.notice = Notice(.neutral, "The order of these rows means nothing.")
        return []
    }
    if !effects.isEmpty { state.request.scroll.row += step }
    return effects
}

/// Changes the file of the open request by several edits that are one step.
func applyAll(
    _ title: String,
    _ state: inout ExplorerState,
    by transform: (HTTPFile, Int) throws(CollectionError) -> HTTPFile
) -> [Effect] {
    guard let key = state.request.key, let saved = state.savedRequest(key) else { return [] }
    let (effects, problem) = change(key.file, title: "\(title) in \(saved.name)", &state) {
        source throws(CollectionError) in
        try transform(source, key.index)
    }
    if let problem { state.notice = Notice(.problem, problem) }
    return effects
}
