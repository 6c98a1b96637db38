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
    copy(isAll ? state.allText : state.selectedText, &state)
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
    state.notice = Notice(.success, "Copied \(text.count) character\(text.count == 1 ? "" : "s").")
    return [.copy(text)]
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
        add("value", "value", record.copiedValue(atRow: row, asWritten: false))
        add("path", "path", record.path(atRow: row))
        add("subtree", "subtree, indented", record.copiedSubtree(atRow: row).map { _ in "" })
        add("written", "subtree, as it came", record.copiedValue(atRow: row, asWritten: true))
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
    let record = state.record
    switch value {
    case "value": return copy(record?.copiedValue(atRow: row, asWritten: false), &state)
    case "written": return copy(record?.copiedValue(atRow: row, asWritten: true), &state)
    case "subtree": return copy(record?.copiedSubtree(atRow: row), &state)
    case "path": return copy(record?.path(atRow: row), &state)
    case "link": return copy(state.linkAtCursor, &state)
    case "row": return copy(state.selectedText, &state)
    default: return copy(state.allText, &state)
    }
}

extension ResponseRecord {
    /// The value at the cursor: the text of a string, anything else as written.
    fileprivate func copiedValue(atRow row: Int, asWritten: Bool) -> String? {
        guard let value = value(atRow: row), value.count <= copyLimit else { return nil }
        guard !asWritten, value.first == UInt8(ascii: "\"") else { return value.validText }
        return (try? JSONPath("$"))?.matches(in: JSONTape(value)).first?.stringValue
    }

    /// The value at the cursor indented, when it is an object or an array.
    fileprivate func copiedSubtree(atRow row: Int) -> String? {
        guard let value = value(atRow: row), value.count <= copyLimit,
            value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[")
        else { return nil }
        let document = ResponseDocument(body: value, mediaType: MediaType("application/json"))
        var builder = OctetBuilder(expecting: value.count * 2)
        renderPlainText(document) { (chunk) throws(Never) in builder.append(chunk) }
        let text = builder.snapshot().text
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
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
                return document.content.slice(document.row(row).byteRange).text
            }
            let lines = responseLines(width: 200)
            guard lines.indices.contains(row) else { return nil }
            return lines[row].copyText ?? lines[row].text
        }
    }

    /// The text of the whole tab; `nil` when it is no text, or too much.
    fileprivate var allText: String? {
        guard record != nil else { return nil }
        if response.tab == .body, let document = bodyInView {
            return document.content.count <= copyLimit ? document.content.validText : nil
        }
        return responseLines(width: 200).map { $0.copyText ?? $0.text }.joined(separator: "\n")
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
        let head = result.exchange?.response?.head ?? result.exchange?.failure?.partialHead
        if let field = head?.fields["Content-Disposition"],
            let name = MediaType("a/" + field)?.parameter("filename").flatMap(Self.safeName)
        {
            return name
        }
        let path = result.exchange?.hops.last?.sent.target.path ?? ""
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let decoded = PercentEncoding.decode(last, plusIsSpace: false)
        let name = Self.safeName(decoded) ?? "response"
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

    /// The last part of a path, without what a name of a file must not have; `nil` when nothing is left.
    private static func safeName(_ text: String) -> String? {
        let last = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let name = last.unicodeScalars.filter { !TextEscaping.isHidden($0) }
        let result = String(String.UnicodeScalarView(name)).trimmingBlanks
        return result.isEmpty || result.allSatisfy { $0 == "." } ? nil : String(result.prefix(120))
    }
}
