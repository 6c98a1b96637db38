import Collections
import Files
import HTTPModel

/// Offers the variables of the open request, those that it uses first, to change one.
func offerVariables(_ state: inout ExplorerState) {
    guard let key = state.request.key, let file = state.file(at: key.file) else { return }
    let used = TemplateSpans.pieces(of: file.source.text(of: key.index)).filter(\.isVariable)
        .map { $0.text.dropFirst(2).dropLast(2).filter { $0 != " " } }
    let others = state.variablePreviews.map(\.name)
    var names: [String] = []
    for name in used + others where isVariableName(name) && !names.contains(name) {
        names.append(name)
    }
    let items = names.map { name in
        let preview = state.variablePreview(name)
        let value = preview?.problem ?? preview?.text ?? ""
        let parts = [value, preview?.source ?? ""].filter { !$0.isEmpty }
        return Choice.Item(name, title: name, detail: parts.joined(separator: " · "))
    }
    let title = "Variable – choose or type a new one"
    var choice = Choice(subject: .variable, title: title, items: items)
    choice.allowsOther = true
    state.popup = .choice(choice)
}

/// Asks for the value of a variable, to write it where the present one is.
func takeVariable(_ name: String, _ state: inout ExplorerState) {
    guard let key = state.request.key, let saved = state.savedRequest(key),
        let file = state.file(at: key.file), let resolver = state.previewResolver
    else { return }
    guard isVariableName(name) else {
        let text = "A variable's name has letters, digits, - and _; \(name) is no name."
        state.notice = Notice(.problem, text)
        return
    }
    let definition = resolver.definition(of: name, in: saved, file)
    let place: String
    switch definition.home {
    case .line: place = key.file
    case .environment(let file, "$shared"): place = file
    case .environment(let file, let section): place = "\(file), \(section)"
    case .elsewhere(let source):
        state.notice = Notice(.problem, "\(name) comes from \(source), which is not changed here.")
        return
    }
    let prompt =
        definition.isSecret
        ? "A new value; none leaves the old one" : "The value; {{…}} is filled in"
    var input = InputPopup(
        subject: .variable(definition, key),
        title: "\(name) in \(place)",
        prompt: prompt,
        input: TextBuffer(definition.isSecret ? "" : definition.value)
    )
    input.isSecret = definition.isSecret
    state.popup = .input(input)
}

/// Writes the value of a variable.
func change(
    _ definition: VariableDefinition,
    of key: RequestKey,
    to value: String,
    _ input: InputPopup,
    _ state: inout ExplorerState
) -> [Effect] {
    if definition.isSecret, value.isEmpty {
        closePopup(&state)
        return []
    }
    switch definition.home {
    case .line(let index):
        let title = "value of \(definition.name)"
        let (effects, problem) = change(key.file, title: title, &state) {
            source throws(CollectionError) in
            try source.settingVariable(at: index, to: value)
        }
        return finish(input, effects, problem, &state)
    case .environment(let file, let section):
        closePopup(&state)
        guard let root = state.collection?.root else { return [] }
        let order = VariableOrder(
            edit: EnvironmentEdit(name: definition.name, value: value, environment: section),
            path: file,
            absolutePath: FilePath.join(root, file),
            isPrivate: definition.isPrivate
        )
        return [.saveVariable(order)]
    case .elsewhere:
        closePopup(&state)
        return []
    }
}

/// Whether a text is the name of a variable that can be kept, and not of a dynamic one or a reference.
private func isVariableName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(".response.") && !name.contains(".request.")
        && name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."), 0x80...:
                true
            default: false
            }
        }
}
