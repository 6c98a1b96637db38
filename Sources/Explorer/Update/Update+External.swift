import Collections
import HTTPModel

/// Hands the body, the request's text or the whole file to the person's own editor.
func openExternally(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let saved = state.openRequest,
        let source = state.file(at: key.file)?.source
    else { return [] }
    switch command {
    case .editRequestExternally:
        let line = saved.requestLine.line - saved.lines.lowerBound + 1
        return open(
            source.text(of: key.index),
            .requestText(key),
            fileExtension: "http",
            line: max(1, line),
            &state
        )
    case .editFileExternally:
        let path = state.focus == .tree ? state.selectedFile ?? key.file : key.file
        guard let file = state.file(at: path), let text = file.source.bytes.validText else {
            state.notice = Notice(.problem, "\(path) holds bytes that are not UTF-8 text.")
            return []
        }
        let line = path == key.file ? saved.requestLine.line : 1
        return open(text, .file(path), fileExtension: "http", line: line, &state)
    default:
        return openBody(of: key, saved, &state)
    }
}

private func openBody(
    of key: RequestKey,
    _ saved: SavedRequest,
    _ state: inout ExplorerState
) -> [Effect] {
    var text = ""
    switch saved.body {
    case .text(let present): text = present
    case .none: break
    case .file(let path, _):
        state.notice = Notice(.problem, "The body is the file \(path); edit that file.")
        return []
    }
    let type = saved.fields.last { HTTPToken.equalsIgnoringCase($0.name, "Content-Type") }
    let fileExtension = saved.isGraphQL ? "graphql" : fileExtension(of: type?.value ?? "json")
    return open(text, .body(key), fileExtension: fileExtension, line: 1, &state)
}

private func open(
    _ text: String,
    _ subject: ExternalEdit.Subject,
    fileExtension: String,
    line: Int,
    _ state: inout ExplorerState
) -> [Effect] {
    let id = state.makeWorkID()
    state.externalEdit = ExternalEdit(id: id, subject: subject)
    return [.editExternally(id, text: text, fileExtension: fileExtension, line: line)]
}

/// Takes the text that the other program left; ignored when another edit began.
func finishExternalEdit(_ id: WorkID, _ text: String?, _ state: inout ExplorerState) -> [Effect] {
    guard let edit = state.externalEdit, edit.id == id else { return [] }
    state.externalEdit = nil
    guard let text else { return [] }
    switch edit.subject {
    case .body(let key): return takeBody(text, of: key, &state)
    case .requestText(let key): return takeText(text, of: key, &state)
    case .file(let path): return takeFile(text, path, &state)
    }
}

private func takeBody(
    _ text: String,
    of key: RequestKey,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let saved = state.savedRequest(key) else { return [] }
    let before: String? = if case .text(let present) = saved.body { present } else { nil }
    guard text != before ?? "" else { return [] }
    openRequest(key, &state)
    let body = text.isEmpty ? SavedBody.none : .text(text)
    let (effects, problem) = tryApplying(.setBody(body), "body", &state)
    if let problem { keepRefused(text, .body, problem, &state) }
    return effects
}

private func takeText(
    _ text: String,
    of key: RequestKey,
    _ state: inout ExplorerState
) -> [Effect] {
    guard state.savedRequest(key) != nil else { return [] }
    openRequest(key, &state)
    let editing = Editing(.requestText, [TextBuffer(text, isMultiline: true)])
    state.request.editing = editing
    let effects = performInInput(.dismiss, &state)
    if let problem = state.request.editing?.problem {
        keepRefused(text, .requestText, problem, &state)
    }
    return effects
}

/// Shows text that was refused in the editor here, so that nothing of it is lost.
private func keepRefused(
    _ text: String,
    _ subject: Editing.Subject,
    _ problem: String,
    _ state: inout ExplorerState
) {
    state.focus = .request
    state.request.isOnTarget = false
    if subject == .body { state.request.tab = .body }
    var editing = Editing(subject, [TextBuffer(text, isMultiline: true)])
    editing.problem = problem
    state.request.editing = editing
}

private func takeFile(_ text: String, _ path: String, _ state: inout ExplorerState) -> [Effect] {
    let (effects, problem) = change(path, title: "edit in another program", &state) {
        _ throws(CollectionError) in
        HTTPFile(Octets(utf8: text), path: path)
    }
    if let problem {
        state.notice = Notice(.problem, problem)
        return effects
    }
    repairSelection(in: path, &state)
    if let problem = state.file(at: path)?.source.problems.first {
        state.notice = Notice(.problem, "\(path):\(problem.location): \(problem.message)")
    }
    return effects
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
