import Collections
import HTTPModel

/// What a paste outside of texts, or into the URL, may become: a whole request.
enum PastedText {
    /// Whether a text looks like a curl command.
    static func isCurl(_ text: String) -> Bool {
        let text = trimmed(text)
        return ["curl ", "$ curl ", "curl.exe "].contains { text.hasPrefix($0) }
    }

    /// Whether a text is a URL and nothing else.
    static func isURL(_ text: String) -> Bool {
        let text = trimmed(text)
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return false }
        return !text.contains(where: \.isWhitespace) && (try? TargetURI(text)) != nil
    }
}

extension PastedText {
    /// The text without blanks and line ends around it.
    static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return String(text)
    }
}

/// Takes a paste that is a whole request; `nil` when it is none and belongs into the text.
func pasteRequest(_ text: String, _ state: inout ExplorerState) -> [Effect]? {
    guard state.collection != nil, state.popup == nil, state.tree.filterInput == nil,
        state.response.searchInput == nil, state.response.filterInput == nil
    else { return nil }
    if let editing = state.request.editing {
        guard editing.subject == .url, PastedText.isCurl(text) else { return nil }
    }
    if PastedText.isCurl(text) {
        let id = state.makeWorkID()
        state.pasting = Pasting(id: id, text: text)
        return [.readPaste(id, text)]
    }
    guard state.request.editing == nil, PastedText.isURL(text) else { return nil }
    let url = PastedText.trimmed(text)
    offerPasted(PastedRequest(text: "### \(url)\nGET \(url)\n"), text, &state)
    return []
}

/// Shows what was made of a pasted curl command; ignored when another paste came since.
func takeRead(_ id: WorkID, _ request: PastedRequest, _ state: inout ExplorerState) {
    guard let pasting = state.pasting, pasting.id == id else { return }
    state.pasting = nil
    if let problem = request.problem {
        state.notice = Notice(.problem, "This is no curl command that can be read: \(problem)")
        insertIntoURL(pasting.text, &state)
        return
    }
    offerPasted(request, pasting.text, &state)
}

private func offerPasted(
    _ request: PastedRequest,
    _ original: String,
    _ state: inout ExplorerState
) {
    let dialog = Dialog.pasted(
        request,
        original: original,
        isTyping: state.request.editing != nil,
        hasOpen: state.openRequest != nil
    )
    present(.dialog(dialog), &state)
}

/// Does what was answered about a pasted request.
func takePasted(
    _ request: PastedRequest,
    _ original: String,
    _ answer: Character,
    _ state: inout ExplorerState
) -> [Effect] {
    switch answer {
    case "n":
        return addPasted(request, &state)
    case "r":
        return replaceByPasted(request, &state)
    default:
        insertIntoURL(original, &state)
        return followTyping(&state)
    }
}

private func insertIntoURL(_ text: String, _ state: inout ExplorerState) {
    guard state.request.editing?.subject == .url else { return }
    state.request.editing?.buffer.insert(text)
}

private func addPasted(_ request: PastedRequest, _ state: inout ExplorerState) -> [Effect] {
    guard let path = state.request.key?.file ?? state.selectedFile, state.file(at: path) != nil
    else {
        state.notice = Notice(.problem, "There is no file to put it into; A makes one.")
        return []
    }
    let place = state.request.key.flatMap { $0.file == path ? $0.index : nil }
    var index = 0
    let (effects, problem) = change(path, title: "pasted request", &state) {
        file throws(CollectionError) in
        let added = try file.addingText(request.text, after: place)
        index = added.index
        return added.file
    }
    if let problem {
        state.notice = Notice(.problem, problem)
        return effects
    }
    moveRecords(in: path, from: index, by: 1, &state)
    state.request.editing = nil
    select(RequestKey(file: path, index: index), &state)
    state.focus = .request
    return effects
}

/// Puts what was pasted in place of the open request; its name stays.
private func replaceByPasted(_ request: PastedRequest, _ state: inout ExplorerState) -> [Effect] {
    guard let saved = state.openRequest else { return [] }
    var lines = request.text.split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init
    )
    if lines.first?.hasPrefix("###") == true { lines.removeFirst() }
    lines.removeAll { $0.hasPrefix("# @name ") }
    var head = "###" + (saved.title.isEmpty ? "" : " " + saved.title) + "\n"
    if let name = saved.directives.first(where: { $0.name == "name" })?.value {
        head += "# @name \(name)\n"
    }
    var text = head + lines.joined(separator: "\n")
    if !text.hasSuffix("\n\n") { text += text.hasSuffix("\n") ? "\n" : "\n\n" }
    state.request.editing = nil
    return applyAll("pasted request", &state) { file, index throws(CollectionError) in
        try file.replacingText(of: index, with: text)
    }
}
