import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// Gets what the response is compared with, then has it compared.
func startComparison(_ state: inout ExplorerState) -> [Effect] {
    guard let record = state.record, record.result.exchange != nil else { return [] }
    if record.comparison == nil {
        let base = state.usualBase
        state.record?.comparison = Comparison(base: base)
    }
    guard let comparison = state.record?.comparison, comparison.work == nil,
        comparison.difference == nil, comparison.problem == nil, record.reading == nil
    else { return [] }
    guard let other = comparison.other ?? state.body(of: comparison.base) else {
        return startFindingBase(comparison.base, &state)
    }
    state.record?.comparison?.other = other
    let empty = ResponseDocument(body: Octets(), mediaType: nil)
    let order = ComparisonOrder(
        old: other.document ?? empty,
        new: record.document ?? empty,
        ignoring: record.ignoredPaths + comparison.volatilePaths
    )
    return start(.compare(order), &state) { id, record in record.comparison?.work = id }
}

private func startFindingBase(_ base: ComparisonBase, _ state: inout ExplorerState) -> [Effect] {
    switch base {
    case .previous:
        state.record?.comparison?.problem =
            "There is no earlier response of this request; send it again."
    case .pinned:
        state.record?.comparison?.problem = "No response is pinned; K pins the one that is shown."
    case .fixture:
        guard let record = state.record, let collection = state.collection else { return [] }
        let order = FixtureOrder(result: record.result, collection: collection)
        return start(.loadFixture(order), &state) { id, record in record.comparison?.work = id }
    }
    return []
}

extension ExplorerState {
    /// What a response is compared with when nobody said: the pinned one, the one before, a fixture.
    fileprivate var usualBase: ComparisonBase {
        if response.pinned != nil { return .pinned }
        return record?.previous != nil ? .previous : .fixture
    }

    /// The body of a base that is at hand.
    fileprivate func body(of base: ComparisonBase) -> ComparedBody? {
        switch base {
        case .previous: record?.previous
        case .pinned: response.pinned
        case .fixture: nil
        }
    }
}

/// Pins the response that is shown, or lets go of it when it is the pinned one.
func pinResponse(_ state: inout ExplorerState) {
    guard let record = state.record, record.result.exchange != nil else { return }
    let environment = state.environmentName.map { " · \($0)" } ?? ""
    let body = ComparedBody(
        title: "\(record.result.name)\(environment) · \(record.headline)",
        document: record.document
    )
    if state.response.pinned == body {
        state.response.pinned = nil
        state.notice = Notice(.neutral, "The response is not pinned any more.")
    } else {
        state.response.pinned = body
        state.notice = Notice(.success, "Pinned. The Diff tab compares other responses with it.")
    }
    for key in state.response.records.keys
    where state.response.records[key]?.comparison?.base == .pinned {
        state.response.records[key]?.restartComparison(with: .pinned)
    }
}

extension ResponseRecord {
    /// Compares anew, with what there is of `base` now.
    mutating func restartComparison(with base: ComparisonBase) {
        if let work = comparison?.work { abandoned.append(work) }
        comparison = Comparison(base: base)
        scrolls[.diff] = nil
    }
}

// MARK: Choosing

/// Opens the list of what the response can be compared with.
func offerComparisons(_ state: inout ExplorerState) {
    guard let record = state.record else { return }
    let previous = record.previous?.title
    let pinned = state.response.pinned?.title
    var items = [
        Choice.Item(
            ComparisonBase.previous.rawValue,
            title: "the response before",
            detail: previous ?? "",
            reason: previous == nil ? "this request was sent once" : nil
        ),
        Choice.Item(
            ComparisonBase.pinned.rawValue,
            title: "the pinned response",
            detail: pinned ?? "",
            reason: pinned == nil ? "none is pinned; K pins one" : nil
        ),
        Choice.Item(
            ComparisonBase.fixture.rawValue,
            title: "the fixture",
            detail: "what apus mock and tests answer with"
        ),
    ]
    if !record.ignoredPaths.isEmpty {
        let paths = record.ignoredPaths.joined(separator: ", ")
        items.append(
            Choice.Item("all", title: "compare everything", detail: "now without \(paths)")
        )
    }
    var choice = Choice(subject: .comparisonBase, title: "Compare with", items: items)
    let current = record.comparison?.base.rawValue
    choice.scroll.row = items.firstIndex { $0.value == current } ?? 0
    state.popup = .choice(choice)
}

/// Compares with what was chosen.
func takeComparison(_ value: String, _ state: inout ExplorerState) {
    guard let base = ComparisonBase(rawValue: value) ?? state.record?.comparison?.base else {
        return
    }
    if value == "all" { state.record?.ignoredPaths = [] }
    state.record?.restartComparison(with: base)
    state.response.tab = .diff
    state.focus = .response
}

// MARK: Moving and ignoring

/// Goes to the next difference: in the Diff tab to its row, in the Body tab to its value.
func goToDifference(by step: Int, _ state: inout ExplorerState) {
    guard let record = state.record, let difference = record.comparison?.difference else { return }
    if state.response.tab == .body, case .structure(let diff) = difference {
        goToChange(in: diff, by: step, &state)
        return
    }
    if state.response.tab != .diff {
        state.response.tab = .diff
        state.focus = .response
        return
    }
    let header = state.differenceHeader(width: 80).count
    let row = max(-1, (record.scrolls[.diff]?.row ?? 0) - header)
    guard let next = difference.next(from: row, by: step) else {
        state.notice = Notice(
            .neutral,
            step > 0 ? "No more differences." : "No earlier difference."
        )
        return
    }
    state.record?.scrolls[.diff, default: Scroll()].row = next + header
}

private func goToChange(in diff: DocumentDiff, by step: Int, _ state: inout ExplorerState) {
    guard let record = state.record, let document = record.document, record.filter == nil,
        document.rowCount > 0
    else { return }
    let row = min(record.scrolls[.body]?.row ?? 0, document.rowCount - 1)
    let places = diff.changes.compactMap { $0.newRange?.lowerBound }.sorted()
    let rows = places.map { document.row(containing: $0) }
    let next = step > 0 ? rows.first { $0 > row } : rows.last { $0 < row }
    guard let next, let index = rows.firstIndex(of: next) else {
        state.notice = Notice(
            .neutral,
            step > 0 ? "No more differences." : "No earlier difference."
        )
        return
    }
    showBytes(places[index]..<places[index], &state)
}

/// Shows the value of the difference at the cursor in the Body tab.
func showDifferenceInBody(_ state: inout ExplorerState) {
    guard let change = state.changeAtCursor else { return }
    guard let range = change.newRange else {
        state.notice = Notice(.neutral, "This value is not in the response any more.")
        return
    }
    showBytes(range, &state)
}

extension ExplorerState {
    /// The difference of structure that the cursor of the Diff tab is on.
    var changeAtCursor: DocumentDiff.Change? {
        guard response.tab == .diff, case .structure(let diff) = record?.comparison?.difference
        else { return nil }
        let row = responseScroll.row - differenceHeader(width: 80).count
        return diff.changes.indices.contains(row) ? diff.changes[row] : nil
    }
}

/// Asks for the path to leave out of the comparison: that of the difference at the cursor.
func askForIgnoredPath(_ state: inout ExplorerState) {
    guard let change = state.changeAtCursor else {
        state.notice = Notice(.problem, "The cursor is on no difference of JSON.")
        return
    }
    state.popup = .input(
        InputPopup(
            subject: .ignoredPath,
            title: "Leave out of comparisons",
            prompt: "JSONPath of what may differ, for this request until you quit",
            input: TextBuffer(PathText.general(PathText.short(change.path)))
        )
    )
}

/// Leaves a path out and compares anew.
func ignorePath(_ text: String, _ input: InputPopup, _ state: inout ExplorerState) -> [Effect] {
    do throws(JSONPathError) {
        _ = try JSONPath(text)
    } catch {
        return refuse(input, error.description, &state)
    }
    closePopup(&state)
    guard var record = state.record, let base = record.comparison?.base else { return [] }
    if !record.ignoredPaths.contains(text) { record.ignoredPaths.append(text) }
    let row = record.scrolls[.diff]
    let other = record.comparison?.other
    let volatilePaths = record.comparison?.volatilePaths ?? []
    record.restartComparison(with: base)
    record.comparison?.other = other
    record.comparison?.volatilePaths = volatilePaths
    record.scrolls[.diff] = row
    state.record = record
    return []
}
