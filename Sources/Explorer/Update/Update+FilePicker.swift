import Collections
import Files
import HTTPModel
import Screen

/// What a picked file is for.
package enum FileTarget: Equatable, Sendable {
    /// The body of the open request.
    case body(isTemplated: Bool)
    /// A row of a multipart form, by its place; `nil` for a new one.
    case part(Int?)
    /// The value of an option, by its directive.
    case directive(String)
}

/// Opens the list of files for the selected row.
func pickFile(_ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.openRequest, let folder = state.requestFolder else { return [] }
    var target = FileTarget.body(isTemplated: false)
    switch state.selectedRequestRow?.kind {
    case .formItem(let index):
        guard case .multipart = saved.form else {
            state.notice = Notice(
                .neutral,
                "Only a multipart form sends files; press Enter on Kind."
            )
            return []
        }
        target = .part(index)
    case .bodyFile(let isTemplated):
        target = .body(isTemplated: isTemplated)
    case .directive(let name) where RequestOption.named(name)?.isFile == true:
        target = .directive(name)
    default:
        if case .multipart = saved.form, state.request.tab == .body { target = .part(nil) }
        state.focus = .request
        if state.request.tab != .body, target == .body(isTemplated: false) {
            state.request.tab = .body
        }
    }
    return openPicker(target, in: folder, &state)
}

private func openPicker(
    _ target: FileTarget,
    in folder: String,
    _ state: inout ExplorerState
) -> [Effect] {
    var choice = Choice(
        subject: .file(target, folder: folder),
        title: "File – \(folder)",
        items: []
    )
    choice.allowsOther = true
    state.popup = .choice(choice)
    return [.listFolder(folder)]
}

/// Shows the names in a folder in the list that waits for them.
func fillPicker(_ entries: [DirectoryEntry], of path: String, _ state: inout ExplorerState) {
    guard case .choice(let choice) = state.popup,
        case .file(_, path) = choice.subject
    else { return }
    var items = [Choice.Item("..", title: "../", detail: "the folder above")]
    for entry in entries where !entry.name.hasPrefix(".") {
        items.append(
            Choice.Item(
                entry.name,
                title: entry.isDirectory ? entry.name + "/" : entry.name,
                detail: entry.isDirectory ? "folder" : MediaType.essence(ofFileNamed: entry.name)
            )
        )
    }
    var filled = Choice(subject: choice.subject, title: choice.title, items: items)
    filled.allowsOther = true
    filled.input = choice.input
    filled.scroll.row = filled.matchingItems.count > 1 && filled.input.text.isEmpty ? 1 : 0
    state.popup = .choice(filled)
}

/// Goes into a folder, or takes a file.
func takeFile(
    _ name: String,
    _ target: FileTarget,
    in folder: String,
    _ state: inout ExplorerState
) -> [Effect] {
    let path = FilePath.normalized(FilePath.join(folder, name))
    let isFolder =
        name == ".."
        || state.folders[folder]?.contains { $0.name == name && $0.isDirectory } == true
    if isFolder { return openPicker(target, in: path, &state) }
    guard let home = state.requestFolder else { return [] }
    let relative = FilePath.relative(path, to: home)
    switch target {
    case .body(let isTemplated):
        let body = SavedBody.file(path: relative, isTemplated: isTemplated)
        state.request.isOnTarget = false
        return apply(.setBody(body), "body file", &state)
    case .directive(let name):
        return apply(.setDirective(name: name, value: relative), "option @\(name)", &state)
    case .part(let index):
        guard var form = state.openRequest?.form else { return [] }
        let old = index.map { form.entries[$0].name }
        form.set(index, name: old ?? "file", value: "< " + relative)
        let effects = apply(.setBody(form.body), "file of \(old ?? "file")", &state)
        if index == nil { state.request.scroll.row = form.entries.count }
        return effects
    }
}

// MARK: What a file is

/// What is known about the file that is a body.
package struct FileFacts: Equatable, Sendable {
    /// The length in bytes; `nil` when there is no such file, or it cannot be read.
    package var byteCount: Int?
    /// What its first bytes say it is, such as `PNG image` or `UTF-8 text`.
    package var kind: String

    /// Creates facts.
    package init(byteCount: Int?, kind: String) {
        self.byteCount = byteCount
        self.kind = kind
    }
}

extension FileFacts {
    /// The facts as they stand behind the path.
    var span: StyledSpan {
        if kind.isEmpty { return StyledSpan("…", .dim) }
        guard let byteCount else { return StyledSpan("✗ \(kind)", .failure) }
        return StyledSpan("\(Formatting.bytes(byteCount)) · \(kind)", .dim)
    }
}

extension ExplorerState {
    /// The absolute path of the file that is the open request's body, when that is shown.
    var shownBodyFile: String? {
        guard request.tab == .body, let folder = requestFolder,
            case .file(let path, _)? = openRequest?.body, !path.contains("{{")
        else { return nil }
        return FilePath.normalized(FilePath.join(folder, path))
    }
}

/// Asks for the facts of the file that is shown, anew each time that it comes into sight.
func inspectShownFile(_ state: inout ExplorerState) -> [Effect] {
    let shown = state.shownBodyFile
    if state.fileFacts.keys.contains(where: { $0 != shown }) {
        state.fileFacts = state.fileFacts.filter { $0.key == shown }
    }
    guard let path = shown, state.fileFacts[path] == nil else { return [] }
    state.fileFacts[path] = FileFacts(byteCount: nil, kind: "")
    return [.inspectFile(path)]
}
