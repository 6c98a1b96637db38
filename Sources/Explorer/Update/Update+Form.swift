import Collections
import HTTPModel

/// Edits a row of the form; one of several lines in an editor.
func editFormRow(_ index: Int, _ state: inout ExplorerState) {
    guard let entry = state.openRequest?.form?.entries[index] else { return }
    if entry.value.contains(where: \.isNewline) {
        startEditor(.formValue(index), entry.value, at: 0, &state)
    } else {
        startEditing(.formItem(index), [entry.name, entry.value], current: 1, &state)
    }
}

/// Opens the value of the selected row in an editor of several lines, where one may have several.
func editInLines(_ state: inout ExplorerState) {
    switch state.selectedRequestRow?.kind {
    case .formItem(let index):
        guard let entry = state.openRequest?.form?.entries[index] else { return }
        startEditor(.formValue(index), entry.value, at: 0, &state)
    case .queryItem(let index):
        let value = state.openRequest?.queryItems[index].value ?? ""
        startEditor(.queryValue(index), QueryText.decoded(value), at: 0, &state)
    case .bodyLine, .queryLine, .variablesLine:
        _ = editSelected(&state)
    default:
        state.notice = Notice(
            .neutral,
            "Only parameters, rows of forms and bodies may have several lines."
        )
    }
}

/// Switches a row of the form off, or back on at the end of the form.
func toggleFormRow(_ kind: RequestRow.Kind, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.openRequest, var form = saved.form else { return [] }
    var off = saved.offEntries
    let name: String
    switch kind {
    case .formItem(let index):
        let entry = form.entries[index]
        name = entry.name
        form.remove(index)
        off.append(entry)
    case .offItem(let index):
        let entry = off.remove(at: index)
        name = entry.name
        form.set(nil, name: entry.name, value: entry.value)
    default:
        return []
    }
    let title = "switching \(name) \(kind.isOffItem ? "on" : "off")"
    return apply(form, off: off, title, &state)
}

/// Removes a row of the form.
func deleteFormRow(_ kind: RequestRow.Kind, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.openRequest, var form = saved.form else { return [] }
    var off = saved.offEntries
    let name: String
    switch kind {
    case .formItem(let index):
        name = form.entries[index].name
        form.remove(index)
    case .offItem(let index):
        name = off.remove(at: index).name
    default:
        return []
    }
    return apply(form, off: off, "removal of \(name)", &state)
}

/// Moves or copies a row of the form.
func arrangeFormRow(
    _ index: Int,
    by step: Int?,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let saved = state.openRequest, var form = saved.form else { return [] }
    let name = form.entries[index].name
    if let step {
        guard form.entries.indices.contains(index + step) else { return [] }
        form.move(index, to: index + step)
    } else {
        form.duplicate(index)
    }
    return apply(
        form,
        off: saved.offEntries,
        step == nil ? "copy of \(name)" : "place of \(name)",
        &state
    )
}

private func apply(
    _ form: FormContent,
    off: [FormContent.Entry],
    _ title: String,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let saved = state.openRequest else { return [] }
    let text = saved.offText(off)
    return applyAll(title, &state) { file, index throws(CollectionError) in
        let file = try file.applying(.setBody(form.body), to: index)
        return try file.applying(.setDirective(name: "form-off", value: text), to: index)
    }
}

extension RequestRow.Kind {
    fileprivate var isOffItem: Bool {
        if case .offItem = self { true } else { false }
    }
}

// MARK: Kinds of body

/// What a person chooses for the body.
enum BodyKind: String, CaseIterable {
    case none, json, text, form, multipart, graphQL, file, template

    /// What is shown.
    var title: String {
        switch self {
        case .none: "none"
        case .json: "JSON"
        case .text: "text"
        case .form: "form"
        case .multipart: "multipart form"
        case .graphQL: "GraphQL"
        case .file: "file"
        case .template: "file with variables"
        }
    }

    /// What it means.
    var detail: String {
        switch self {
        case .none: "no content is sent"
        case .json: "typed here and checked, variables are replaced"
        case .text: "typed here, variables are replaced"
        case .form: "names and values, application/x-www-form-urlencoded"
        case .multipart: "names with texts and files, multipart/form-data"
        case .graphQL: "a query and its variables, sent as JSON"
        case .file: "the bytes of a file as they are"
        case .template: "a file, variables replaced"
        }
    }

    /// The kind that a request has.
    init(_ saved: SavedRequest) {
        switch (saved.body, saved.form) {
        case (.file(_, let isTemplated), _): self = isTemplated ? .template : .file
        case _ where saved.isGraphQL: self = .graphQL
        case (_, .urlEncoded): self = .form
        case (_, .multipart): self = .multipart
        case (.none, _): self = .none
        case (.text(let text), _): self = saved.hasJSONBody(text) ? .json : .text
        }
    }

    /// The type that content of the kind has, unless the request says something that fits.
    fileprivate func contentType(_ saved: SavedRequest) -> String? {
        let present = saved.contentType?.lowercased() ?? ""
        switch self {
        case .json: return present.contains("json") ? nil : "application/json"
        case .text:
            return present.isEmpty || present.contains("json") || present.contains("form")
                ? "text/plain; charset=utf-8" : nil
        case .form: return "application/x-www-form-urlencoded"
        case .multipart: return "multipart/form-data; boundary=apus-form"
        case .graphQL: return present.contains("json") ? nil : "application/json"
        case .none, .file, .template: return nil
        }
    }
}

/// Gives the body another kind; what is in it goes along where the new kind can hold it.
func takeBodyKind(_ value: String, _ state: inout ExplorerState) -> [Effect] {
    guard let kind = BodyKind(rawValue: value), let saved = state.openRequest else { return [] }
    state.request.isOnTarget = false
    state.request.scroll.row = 0
    if kind == BodyKind(saved) { return [] }
    switch kind {
    case .none:
        return apply(.setBody(.none), "body", &state)
    case .file, .template:
        var path = ""
        if case .file(let present, _) = saved.body { path = present }
        state.request.scroll.row = 1
        startEditing(.bodyFile(isTemplated: kind == .template), [path], &state)
        return []
    case .json, .text, .form, .multipart, .graphQL:
        break
    }
    let body = converted(saved, to: kind)
    let effects = applyAll("kind of body", &state) { file, index throws(CollectionError) in
        var file = file
        if let type = kind.contentType(saved) {
            file = try file.settingContentType(type, of: index)
        }
        if saved.isGraphQL != (kind == .graphQL) {
            let value: String? = kind == .graphQL ? "" : nil
            file = try file.applying(.setDirective(name: "graphql", value: value), to: index)
        }
        if kind == .graphQL, saved.method.uppercased() == "GET" {
            file = try file.applying(.setMethod("POST"), to: index)
        }
        return try file.applying(.setBody(body), to: index)
    }
    if body != saved.body, saved.body != .none, state.notice == nil {
        state.notice = Notice(.neutral, "The body was made to fit; u brings the old one back.")
    }
    if kind == .json || kind == .text, body == .none { startEditingBody(at: 0, &state) }
    return effects
}

/// What the body becomes in another kind.
private func converted(_ saved: SavedRequest, to kind: BodyKind) -> SavedBody {
    switch kind {
    case .form, .multipart:
        var form =
            kind == .form
            ? FormContent.urlEncoded(FormText(""))
            : MultipartText("", boundary: "apus-form").map { .multipart($0) }
        for entry in saved.form?.entries ?? []
        where kind == .multipart || !entry.value.hasPrefix("< ") {
            form?.set(nil, name: entry.name, value: entry.value)
        }
        return form?.body ?? .none
    case .json, .text, .graphQL:
        if case .text = saved.body, saved.form == nil { return saved.body }
        return .none
    case .none, .file, .template:
        return .none
    }
}

extension HTTPFile {
    /// A copy in which a request says what its content is.
    fileprivate func settingContentType(
        _ type: String,
        of index: Int
    ) throws(CollectionError) -> HTTPFile {
        let place = requests[index].fields.lastIndex {
            HTTPToken.equalsIgnoringCase($0.name, "Content-Type")
        }
        guard let place else {
            return try applying(.addField(name: "Content-Type", value: type), to: index)
        }
        let name = requests[index].fields[place].name
        let edit = RequestEdit.setField(index: place, name: name, value: type, isEnabled: true)
        return try applying(edit, to: index)
    }
}
