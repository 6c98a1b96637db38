import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// More than this is too much for a clipboard.
private let copyLimit = 8 << 20

/// Puts the selected row, or all of the tab, on the clipboard.
func copy(isAll: Bool, _ state: inout ExplorerState) -> [Effect] {
    isAll ? copyAll(&state) : copy(state.selectedText, &state)
}

private func copyAll(_ state: inout ExplorerState) -> [Effect] {
    guard state.record != nil else { return copy(nil as String?, &state) }
    if state.response.tab == .body, let document = state.bodyInView {
        // Of a head in another charset, only the beginning is known as text.
        let isKnown = !document.isHead || document.charset.isUTF8
        return copy(isKnown ? CopyOrder(document.content, .written) : nil, &state)
    }
    let lines = state.responseLines(width: 200).map { $0.copyText ?? $0.text }
    return copy(lines.joined(separator: "\n"), &state)
}

private func copy(_ text: String?, _ state: inout ExplorerState) -> [Effect] {
    guard let text else {
        let isLarge = state.record?.shown.map { $0.content.count > copyLimit } ?? false
        state.notice = Notice(
            .problem,
            isLarge
                ? "This is too much for a clipboard; D saves it to a file."
                : "There is no text to copy here."
        )
        return []
    }
    let size =
        text.utf8.count > BodyWork.smallByteCount
        ? Formatting.bytes(text.utf8.count)
        : "\(text.count) character\(text.count == 1 ? "" : "s")"
    state.notice = Notice(.success, "Copied \(size).")
    return [.copy(text)]
}

/// Copies a part of a body: a small one at once, the text of a large one is made by the program.
private func copy(_ order: CopyOrder?, _ state: inout ExplorerState) -> [Effect] {
    guard let order, order.byteCount <= copyLimit else { return copy(nil as String?, &state) }
    guard order.byteCount > BodyWork.smallByteCount else { return copy(order.text, &state) }
    let stale = state.response.copying.map { [Effect.stopBodyWork($0)] } ?? []
    let id = state.makeWorkID()
    state.response.copying = id
    return stale + [.workOnBody(id, .copy(order))]
}

/// Puts the text that was made on the clipboard.
func noteCopy(_ report: BodyReport, _ state: inout ExplorerState) -> [Effect] {
    if case .copied(let text) = report { return copy(text, &state) }
    return copy(nil as String?, &state)
}

/// Opens the list of what can be copied at the cursor.
func offerParts(_ state: inout ExplorerState) {
    guard let record = state.record else { return }
    state.focus = .response
    let row = state.responseScroll.row
    var items: [Choice.Item] = []
    func add(_ value: String, _ title: String, _ text: String?) {
        guard let text else { return }
        let line = text.prefix(120).map { $0.isNewline ? " " : String($0) }.joined()
        items.append(Choice.Item(value, title: title, detail: line))
    }
    if response(state, has: .body) {
        let value = record.value(atRow: row)
        let isContainer =
            value?.first == UInt8(ascii: "{") || value?.first == UInt8(ascii: "[")
        add("value", "value", value.map { CopyOrder($0, .value).preview })
        add("path", "path", record.path(atRow: row))
        add("subtree", "subtree, indented", isContainer ? "" : nil)
        add("written", "subtree, as it came", value.map { CopyOrder($0, .written).preview })
    }
    add("row", "row", state.selectedText)
    if let link = state.linkAtCursor { add("link", "link", link) }
    add("all", "all of this tab", response(state, has: .body) ? state.allSizeText : "")
    state.popup = .choice(Choice(subject: .copiedPart, title: "Copy", items: items))
}

private func response(_ state: ExplorerState, has tab: ResponseTab) -> Bool {
    state.response.tab == tab && state.bodyInView != nil
}

/// Copies what was chosen.
func copyPart(_ value: String, _ state: inout ExplorerState) -> [Effect] {
    let row = state.responseScroll.row
    func order(_ form: CopyOrder.Form) -> CopyOrder? {
        state.record?.value(atRow: row).map { CopyOrder($0, form) }
    }
    switch value {
    case "value": return copy(order(.value), &state)
    case "written": return copy(order(.written), &state)
    case "subtree": return copy(order(.subtree), &state)
    case "path": return copy(state.record?.path(atRow: row), &state)
    case "link": return copy(state.linkAtCursor, &state)
    case "row": return copy(state.selectedText, &state)
    default: return copyAll(&state)
    }
}

extension ExplorerState {
    /// The text of the row with the cursor, in the focused pane.
    fileprivate var selectedText: String? {
        switch focus {
        case .tree:
            return selectedTreeRow?.title
        case .request:
            if request.isOnTarget { return openRequest?.url }
            return selectedRequestRow?.value
        case .response:
            let row = responseScroll.row
            if response.tab == .body, let document = bodyInView {
                guard row < document.rowCount else { return nil }
                let range = document.row(row).byteRange
                return range.count > copyLimit ? nil : document.content.slice(range).text
            }
            let lines = responseLines(width: 200)
            guard lines.indices.contains(row) else { return nil }
            return lines[row].copyText ?? lines[row].text
        }
    }

    fileprivate var allSizeText: String {
        bodyInView.map { Formatting.bytes($0.content.count) } ?? ""
    }
}

// MARK: Saving

/// Asks for the file to write the body to.
func askForBodyFile(_ state: inout ExplorerState) {
    guard let record = state.record, let document = record.document else { return }
    state.popup = .input(
        InputPopup(
            subject: .bodyFile(document.body),
            title: "Save the body",
            prompt: "\(Formatting.bytes(document.body.count)), byte for byte, to the file:",
            input: TextBuffer(record.suggestedFileName)
        )
    )
}

/// Writes a body to a file.
func write(_ file: BodyFile, replacing: Bool, _ state: inout ExplorerState) -> [Effect] {
    var file = file
    file.replaces = replacing
    let id = state.makeWorkID()
    state.response.savingBodies.append(id)
    return [.workOnBody(id, .save(file))]
}

/// Tells what became of writing a body, or asks whether a file may be replaced.
func noteSaving(_ report: BodyReport, _ state: inout ExplorerState) {
    switch report {
    case .saved(let file):
        // It may be the file that a request sends.
        state.fileFacts = [:]
        let size = Formatting.bytes(file.bytes.count)
        state.notice = Notice(.success, "Wrote \(size) to \(file.path).")
    case .fileExists(let file):
        present(.dialog(.replace(file)), &state)
    case .failed(let reason):
        state.notice = Notice(.problem, "The body was not saved: \(reason)")
    default:
        break
    }
}

extension ResponseRecord {
    /// A name for the file: the one that the response gives, else the end of the URL's path.
    var suggestedFileName: String {
        if let file { return FileName.safe(file.name) ?? "document" }
        let head = result.exchange?.response?.head ?? result.exchange?.failure?.partialHead
        if let name = head?.suggestedFileName { return name }
        let path = result.exchange?.hops.last?.sent.target.path ?? ""
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let decoded = PercentEncoding.decode(last, plusIsSpace: false)
        let name = FileName.safe(decoded) ?? "response"
        guard !name.dropFirst().contains(".") else { return name }
        return "\(name).\(suggestedExtension)"
    }

    private var suggestedExtension: String {
        if let picture {
            return picture.header.format == .jpeg
                ? "jpg" : picture.header.format.rawValue.lowercased()
        }
        switch document?.kind {
        case .json: return "json"
        case .jsonLines: return "ndjson"
        case .table: return mediaType?.subtype == "tab-separated-values" ? "tsv" : "csv"
        case .xml: return mediaType?.subtype == "html" ? "html" : "xml"
        case .text, .events, .form: return "txt"
        case .binary, .multipart, nil: return "bin"
        }
    }
}
