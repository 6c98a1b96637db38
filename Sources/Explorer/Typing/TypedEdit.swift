import Collections
import HTTPModel

/// What a typed text means for the file of the open request.
struct TypedEdit {
    /// What is done, as a fragment such as "URL".
    var title: String
    /// Makes the changed file; the number is the request's place in it.
    var apply: (HTTPFile, Int) throws(CollectionError) -> HTTPFile

    /// Some edits of the request, one after the other.
    init(_ title: String, _ edits: RequestEdit...) {
        self.title = title
        apply = { file, index throws(CollectionError) in
            var file = file
            for edit in edits { file = try file.applying(edit, to: index) }
            return file
        }
    }

    /// Another text for the whole block of the request.
    init(requestText text: String) {
        title = "text"
        apply = { file, index throws(CollectionError) in
            try file.replacingText(of: index, with: text)
        }
    }
}

/// What an edit means for the file; `nil` when nothing was typed or changed.
func typedEdit(for editing: Editing, _ state: ExplorerState) -> TypedEdit? {
    guard let key = state.request.key, let saved = state.openRequest else { return nil }
    let texts = editing.inputs.map(\.text)
    switch editing.subject {
    case .url:
        return texts[0] == saved.url ? nil : TypedEdit("URL", .setURL(texts[0]))
    case .queryItem(let index):
        return queryEdit(index, texts, saved)
    case .field(let index):
        return fieldEdit(index, texts, saved)
    case .body:
        let before: String? = if case .text(let text) = saved.body { text } else { nil }
        guard texts[0] != before ?? "" else { return nil }
        return TypedEdit("body", .setBody(texts[0].isEmpty ? .none : .text(texts[0])))
    case .bodyFile(let isTemplated):
        return TypedEdit("body file", .setBody(.file(path: texts[0], isTemplated: isTemplated)))
    case .newToken(let setting):
        guard !texts[0].isEmpty else { return nil }
        return TypedEdit("token", .setToken(setting.replacing(value: texts[0])))
    case .tokenName, .tokenValue:
        return tokenEdit(editing.subject, texts[0], saved).map { TypedEdit("token", .setToken($0)) }
    case .requestText:
        let before = state.file(at: key.file)?.source.text(of: key.index)
        return texts[0] == before ? nil : TypedEdit(requestText: texts[0])
    case .graphQLQuery, .graphQLVariables:
        return graphQLEdit(editing.subject, texts[0], saved)
    case .newAuthorization(let scheme):
        guard let scheme = AuthorizationParts.Scheme(rawValue: scheme), !texts[0].isEmpty,
            !texts[1].isEmpty
        else { return nil }
        var parts = AuthorizationParts(scheme)
        parts.values.replaceSubrange(0..<2, with: texts)
        return TypedEdit("Authorization", saved.settingAuthorization(parts.text))
    case .authPart(let place):
        guard var parts = saved.authorizationParts, parts.values[place] != texts[0] else {
            return nil
        }
        parts.values[place] = texts[0]
        return TypedEdit("Authorization", saved.settingAuthorization(parts.text))
    case .formItem, .formValue:
        return formEdit(editing.subject, texts, saved)
    case .queryValue(let index):
        return queryEdit(index, [QueryText.decoded(saved.queryItems[index].name), texts[0]], saved)
    case .directive, .listedDirective, .assertion, .capture:
        return lineEdit(editing.subject, texts[0], saved)
    }
}

private func queryEdit(_ index: Int?, _ texts: [String], _ saved: SavedRequest) -> TypedEdit? {
    guard let index else {
        if texts[0].isEmpty, texts[1].isEmpty { return nil }
        let edit = RequestEdit.addQueryItem(
            name: QueryText.encoded(texts[0]),
            value: QueryText.encoded(texts[1])
        )
        return TypedEdit("new parameter \(texts[0])", edit)
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
    return TypedEdit("parameter \(texts[0])", edit)
}

private func fieldEdit(_ index: Int?, _ texts: [String], _ saved: SavedRequest) -> TypedEdit? {
    guard let index else {
        if texts[0].isEmpty, texts[1].isEmpty { return nil }
        return TypedEdit("new field \(texts[0])", .addField(name: texts[0], value: texts[1]))
    }
    let field = saved.fields[index]
    if texts[0] == field.name, texts[1] == field.value { return nil }
    let edit = RequestEdit.setField(
        index: index,
        name: texts[0],
        value: texts[1],
        isEnabled: field.isEnabled
    )
    return TypedEdit("field \(texts[0])", edit)
}

/// An edit of one line before the request, such as a directive or a condition; an emptied line goes.
private func lineEdit(
    _ subject: Editing.Subject,
    _ text: String,
    _ saved: SavedRequest
) -> TypedEdit? {
    switch subject {
    case .directive(let name):
        let value = text.isEmpty ? nil : text
        guard value != saved.value(ofDirective: name) else { return nil }
        return TypedEdit("option @\(name)", .setDirective(name: name, value: value))
    case .listedDirective(let name, let index?):
        guard text != saved.directives[index].value else { return nil }
        let value = text.isEmpty ? nil : text
        return TypedEdit("option @\(name)", .setDirectiveLine(index: index, value: value))
    case .listedDirective(let name, nil):
        guard !text.isEmpty else { return nil }
        return TypedEdit("option @\(name)", .addDirective(name: name, value: text))
    case .assertion(let index?):
        guard text != saved.assertions[index].text else { return nil }
        let edit = RequestEdit.setAssertion(index: index, text: text)
        return TypedEdit("condition", text.isEmpty ? .removeAssertion(index: index) : edit)
    case .assertion(nil):
        return text.isEmpty ? nil : TypedEdit("new condition", .addAssertion(text))
    case .capture(let index?):
        guard text != saved.captures[index].text else { return nil }
        let edit = RequestEdit.setCapture(index: index, text: text)
        return TypedEdit("capture", text.isEmpty ? .removeCapture(index: index) : edit)
    case .capture(nil):
        return text.isEmpty ? nil : TypedEdit("new capture", .addCapture(text))
    default:
        return nil
    }
}

private func formEdit(
    _ subject: Editing.Subject,
    _ texts: [String],
    _ saved: SavedRequest
) -> TypedEdit? {
    guard var form = saved.form else { return nil }
    switch subject {
    case .formItem(nil):
        if texts[0].isEmpty, texts[1].isEmpty { return nil }
        form.set(nil, name: texts[0], value: texts[1])
        return TypedEdit("new row \(texts[0])", .setBody(form.body))
    case .formItem(let index?):
        let entry = form.entries[index]
        if texts[0] == entry.name, texts[1] == entry.value { return nil }
        form.set(index, name: texts[0], value: texts[1])
        return TypedEdit("row \(texts[0])", .setBody(form.body))
    case .formValue(let index):
        let entry = form.entries[index]
        if texts[0] == entry.value { return nil }
        form.set(index, name: entry.name, value: texts[0])
        return TypedEdit("row \(entry.name)", .setBody(form.body))
    default:
        return nil
    }
}

private func graphQLEdit(
    _ subject: Editing.Subject,
    _ text: String,
    _ saved: SavedRequest
) -> TypedEdit? {
    guard let parts = saved.graphQLParts else { return nil }
    var new = parts
    if subject == .graphQLQuery { new.query = text } else { new.variables = text }
    guard new != parts else { return nil }
    return TypedEdit(subject == .graphQLQuery ? "query" : "variables", .setBody(new.body))
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
