import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Opens what the cursor of the response pane is on.
func openInResponse(_ state: inout ExplorerState) -> [Effect] {
    switch state.response.tab {
    case .body:
        foldBody(.toggleFold, &state)
        return []
    case .errors:
        offerChoice(.whatIf, &state)
        return []
    case .fixture:
        return perform(.snapshot, &state)
    case .headers, .timing, .sent:
        return []
    }
}

/// Searching, scrolling and layouts of the response.
func performOnResponse(_ command: Command, _ state: inout ExplorerState) -> [Effect] {
    switch command {
    case .search:
        state.focus = .response
        state.response.searchInput = TextBuffer()
    case .nextMatch:
        goToMatch(by: 1, &state)
    case .previousMatch:
        goToMatch(by: -1, &state)
    case .scrollLeft:
        let column = state.record?.firstColumn ?? 0
        state.record?.firstColumn = max(0, column - 8)
    case .scrollRight:
        state.record?.firstColumn += 8
    case .prettyMode:
        change(mode: .pretty, &state)
    case .rawMode:
        change(mode: .raw, &state)
    case .hexMode:
        change(mode: .hex, &state)
    case .viewExternally:
        guard let document = state.record?.document else { return [] }
        let type = state.record?.result.exchange?.response?.head.mediaType?.essence ?? "text/plain"
        return [.viewExternally(document.body, fileExtension: fileExtension(of: type))]
    default:
        break
    }
    return []
}

/// Shows the body in another layout, with the cursor on the same bytes.
private func change(mode: ResponseDocument.Mode, _ state: inout ExplorerState) {
    guard var record = state.record, let document = record.document else { return }
    state.focus = .response
    state.response.tab = .body
    guard document.mode != mode else { return }
    let row = record.scrolls[.body]?.row ?? 0
    let offset = row < document.rowCount ? document.row(row).byteRange.lowerBound : 0
    let changed = document.changing(mode: mode)
    record.document = changed
    record.firstColumn = 0
    record.scrolls[.body] = Scroll(row: changed.row(containing: offset))
    state.record = record
}

/// Folds or unfolds the body, with the cursor on the same bytes.
func foldBody(_ command: Command, _ state: inout ExplorerState) {
    guard state.response.tab == .body, var record = state.record,
        var document = record.document, document.rowCount > 0
    else { return }
    let row = min(record.scrolls[.body]?.row ?? 0, document.rowCount - 1)
    let offset = document.row(row).byteRange.lowerBound
    switch command {
    case .foldAll: document.foldAll()
    case .unfoldAll: document.unfoldAll()
    default: document.toggleFold(atRow: row)
    }
    record.document = document
    record.scrolls[.body, default: Scroll()].row =
        command == .toggleFold ? row : document.row(containing: offset)
    state.record = record
}

// MARK: Search

/// Keeps or drops the search that is typed.
func performInSearch(_ command: Command, _ state: inout ExplorerState) {
    switch command {
    case .accept:
        let text = state.response.searchInput?.text ?? ""
        state.response.searchInput = nil
        if text.isEmpty { state.record?.search = nil }
        if !text.isEmpty, state.record?.search?.matches.isEmpty == true {
            state.notice = Notice(.problem, "\(text) is not in this tab.")
        }
    case .dismiss:
        state.response.searchInput = nil
        state.record?.search = nil
    default:
        break
    }
}

/// Looks for what is typed so far and goes to the first match at the cursor or after it.
func searchWhileTyping(_ state: inout ExplorerState) {
    if state.popup == nil, state.tree.filterInput != nil { followFilter(&state) }
    guard state.popup == nil, let text = state.response.searchInput?.text,
        var record = state.record
    else { return }
    let tab = state.response.tab
    let matches = find(text, in: record, tab, state)
    let row = record.scrolls[tab]?.row ?? 0
    var start = row
    if tab == .body, let document = record.document, row < document.rowCount {
        start = document.row(row).byteRange.lowerBound
    }
    let current = matches.firstIndex { $0.lowerBound >= start } ?? 0
    record.search =
        text.isEmpty
        ? nil : ResponseRecord.Search(text: text, matches: matches, current: current, tab: tab)
    state.record = record
    showCurrentMatch(&state)
}

/// The most matches that are found; more would not be looked at one by one.
private let matchLimit = 100_000

private func find(
    _ text: String,
    in record: ResponseRecord,
    _ tab: ResponseTab,
    _ state: ExplorerState
) -> [Range<Int>] {
    guard !text.isEmpty else { return [] }
    if tab == .body, let document = record.document {
        guard let search = try? DocumentSearch(text) else { return [] }
        return search.matches(in: document.content, limit: matchLimit)
    }
    let isCaseSensitive = text.contains(where: \.isUppercase)
    let width = Layout(state.size, state).responseList(state).columns
    return state.responseLines(width: width).enumerated().compactMap { index, line in
        let line = isCaseSensitive ? line.text : line.text.lowercased()
        return line.contains(text) ? index..<(index + 1) : nil
    }
}

private func goToMatch(by step: Int, _ state: inout ExplorerState) {
    guard var search = state.record?.search, !search.matches.isEmpty else { return }
    if search.tab != state.response.tab, let record = state.record {
        // Another tab is shown now: look for the same text there.
        search.tab = state.response.tab
        search.matches = find(search.text, in: record, search.tab, state)
        search.current = 0
        if search.matches.isEmpty {
            state.notice = Notice(.problem, "\(search.text) is not in this tab.")
            return
        }
    } else {
        search.current = (search.current + step + search.matches.count) % search.matches.count
    }
    state.record?.search = search
    showCurrentMatch(&state)
}

/// Puts the cursor on the current match and unfolds what hides it.
private func showCurrentMatch(_ state: inout ExplorerState) {
    guard var record = state.record, let search = record.search,
        search.matches.indices.contains(search.current)
    else { return }
    let match = search.matches[search.current]
    if search.tab == .body, record.document != nil {
        let row = record.document?.reveal(offset: match.lowerBound) ?? 0
        record.scrolls[.body, default: Scroll()].row = row
        reveal(match, row, &record, state)
    } else {
        record.scrolls[search.tab, default: Scroll()].row = match.lowerBound
    }
    state.record = record
}

/// Scrolls sideways as far as needed to see a match.
private func reveal(
    _ match: Range<Int>,
    _ row: Int,
    _ record: inout ResponseRecord,
    _ state: ExplorerState
) {
    guard let document = record.document, row < document.rowCount else { return }
    let width = Layout(state.size, state).responseList(state).columns
    let line = document.row(row)
    var column = 2 + 2 * line.indent
    for span in line.spans {
        if let range = span.byteRange, range.contains(match.lowerBound) {
            column += match.lowerBound - range.lowerBound
            break
        }
        column += span.text.count
    }
    let end = column + match.count
    if column < record.firstColumn || end > record.firstColumn + width {
        record.firstColumn = end <= width ? 0 : max(0, column - width / 2)
    }
}

// MARK: Copying

/// Puts the selected row, or all of the tab, on the clipboard.
func copy(isAll: Bool, _ state: inout ExplorerState) -> [Effect] {
    guard let text = isAll ? state.allText : state.selectedText else {
        state.notice = Notice(.problem, "There is no text to copy here.")
        return []
    }
    state.notice = Notice(.success, "Copied \(text.count) character\(text.count == 1 ? "" : "s").")
    return [.copy(text)]
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
            guard let record else { return nil }
            let row = record.scrolls[response.tab]?.row ?? 0
            if response.tab == .body, let document = record.document {
                guard row < document.rowCount else { return nil }
                return document.content.slice(document.row(row).byteRange).text
            }
            let lines = responseLines(width: 200)
            guard lines.indices.contains(row) else { return nil }
            return lines[row].copyText ?? lines[row].text
        }
    }

    /// The text of the whole tab.
    fileprivate var allText: String? {
        guard let record else { return nil }
        if response.tab == .body, let document = record.document {
            return document.content.validText
        }
        return responseLines(width: 200).map { $0.copyText ?? $0.text }.joined(separator: "\n")
    }
}
