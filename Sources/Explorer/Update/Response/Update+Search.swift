import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Opens the line that a search is typed into.
func beginSearch(_ state: inout ExplorerState) {
    state.focus = .response
    leaveResponseInput(&state)
    state.response.searchHistory.begin()
    state.response.searchInput = TextBuffer()
}

/// Closes a line that is being typed in the response pane, and keeps what it led to.
func leaveResponseInput(_ state: inout ExplorerState) {
    state.response.searchInput = nil
    state.response.filterInput = nil
    state.response.filterBefore = nil
}

/// Keeps, drops or changes the search that is typed.
func performInSearch(_ command: Command, _ state: inout ExplorerState) {
    let text = state.response.searchInput?.text ?? ""
    switch command {
    case .accept:
        if let problem = state.record?.search?.problem {
            state.notice = Notice(.problem, "The expression is wrong: \(problem).")
            return
        }
        state.response.searchInput = nil
        state.response.searchHistory.note(text)
        if text.isEmpty { state.record?.dropSearch() }
        if let search = state.record?.search, search.isComplete, search.matches.isEmpty {
            state.notice = Notice(.problem, "\(text) is not in this tab.")
        }
    case .dismiss:
        state.response.searchInput = nil
        state.record?.dropSearch()
    case .toggleExpression:
        state.response.searchesByExpression.toggle()
        searchWhileTyping(&state)
    case .olderInput, .newerInput:
        let step = command == .olderInput ? 1 : -1
        guard let line = state.response.searchHistory.move(by: step, from: text) else { return }
        state.response.searchInput = TextBuffer(line)
        searchWhileTyping(&state)
    default:
        break
    }
}

/// Looks for what is typed so far and goes to the first match at the cursor or after it.
func searchWhileTyping(_ state: inout ExplorerState) {
    guard state.popup == nil else { return }
    if state.tree.filterInput != nil { followFilter(&state) }
    if state.response.filterInput != nil { filterWhileTyping(&state) }
    guard let text = state.response.searchInput?.text, var record = state.record else { return }
    // The search goes on from where it began, not from where its first letters were found.
    let place = record.search?.place
    record.dropSearch()
    if !text.isEmpty {
        var search = BodySearch(
            text: text,
            isRegularExpression: state.response.searchesByExpression,
            tab: state.response.tab
        )
        search.place = place
        search.isPending = true
        record.search = search
    }
    state.record = record
}

/// Looks for what was asked for: in a body by work, in other tabs at once.
func startSearch(_ state: inout ExplorerState) -> [Effect] {
    guard let record = state.record, let search = record.search, search.isPending else { return [] }
    let needle: DocumentSearch
    do throws(DocumentSearchError) {
        needle = try DocumentSearch(search.text, isRegularExpression: search.isRegularExpression)
    } catch {
        state.record?.search?.isPending = false
        state.record?.search?.place = nil
        state.record?.search?.problem = error.description
        return []
    }
    let row = record.scrolls[search.tab]?.row ?? 0
    guard search.tab == .body, let document = record.shown else {
        let matches = find(needle, state)
        let place = matches.first { $0.lowerBound >= row } ?? matches.first
        state.record?.search?.isPending = false
        state.record?.search?.matches = matches
        state.record?.search?.place = place
        showCurrentMatch(&state)
        return []
    }
    var first = search.place?.lowerBound ?? 0
    if search.place == nil, row < document.rowCount {
        first = document.row(row).byteRange.lowerBound
    }
    // Of a head in another charset, the text of the rest is not known yet.
    guard !document.isHead || document.charset.isUTF8 else { return [] }
    let order = SearchOrder(search: needle, octets: document.content, start: first)
    return start(.search(order), &state) { id, record in
        record.search?.isPending = false
        record.search?.place = nil
        record.search?.work = id
    }
}

/// The rows of a tab of lines that hold what is looked for.
private func find(_ search: DocumentSearch, _ state: ExplorerState) -> [Range<Int>] {
    let width = Layout(state.size, state).responseList(state).columns
    return state.responseLines(width: width).enumerated().compactMap { index, line in
        search.first(in: Octets(utf8: line.text)) == nil ? nil : index..<(index + 1)
    }
}

/// Goes to the next match, or to the one before; round again at the ends.
func goToMatch(by step: Int, _ state: inout ExplorerState) {
    guard let search = state.record?.search else { return }
    guard search.tab == state.response.tab else {
        // Another tab is shown now: the same is looked for there.
        state.record?.dropSearch()
        var other = BodySearch(
            text: search.text,
            isRegularExpression: search.isRegularExpression,
            tab: state.response.tab
        )
        other.isPending = true
        state.record?.search = other
        return
    }
    let count = search.matches.count
    let next = search.current + step
    guard search.isComplete || search.matches.indices.contains(next) else {
        state.notice = Notice(.neutral, "Still looking through the body.")
        return
    }
    guard count > 0 else { return }
    state.record?.search?.place = search.matches[(next + count) % count]
    if !(0..<count).contains(next) {
        state.notice = Notice(.neutral, step > 0 ? "From the top again." : "From the end again.")
    }
    showCurrentMatch(&state)
}

/// Puts the cursor on the current match and unfolds what hides it.
func showCurrentMatch(_ state: inout ExplorerState) {
    guard var record = state.record, let search = record.search, let match = search.place else {
        return
    }
    if search.tab == .body, var document = record.shown {
        let row = document.reveal(offset: match.lowerBound)
        record.shown = document
        record.scrolls[.body, default: Scroll()].row = row
        record.scrolls[.body]?.line = 0
        reveal(match, row, &record, state)
    } else {
        record.scrolls[search.tab, default: Scroll()].row = match.lowerBound
    }
    state.record = record
}

/// Scrolls as far as needed to see a match: sideways, or down in a row of several lines.
private func reveal(
    _ match: Range<Int>,
    _ row: Int,
    _ record: inout ResponseRecord,
    _ state: ExplorerState
) {
    guard let document = record.shown, row < document.rowCount else { return }
    let width = Layout(state.size, state).responseList(state).columns
    let line = document.row(row)
    var column = 2 + 2 * min(line.indent, BodyLines.deepestIndent)
    for span in line.spans {
        if let range = span.byteRange, range.contains(match.lowerBound) {
            let before = document.content.slice(range.lowerBound..<match.lowerBound)
            column += DisplayWidth.columns(of: before.text)
            break
        }
        column += DisplayWidth.columns(of: span.text)
    }
    if state.wrapsBody {
        let hang = min(2 * line.indent + 4, width / 2)
        let rest = max(1, width - hang)
        record.scrolls[.body]?.line = column < width ? 0 : 1 + (column - width) / rest
        return
    }
    let end = column + min(match.count, width)
    if column < record.firstColumn || end > record.firstColumn + width {
        record.firstColumn = end <= width ? 0 : max(0, column - width / 2)
    }
}
