import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

extension ResponseRecord {
    /// The work on the body that has not ended.
    var workInProgress: [WorkID] {
        [
            search?.work, filter?.work, reading?.work, reshaping, comparison?.work, picture?.work,
            locating,
        ].compactMap { $0 } + abandoned
    }

    /// Takes over how the response before was looked at, and keeps it to compare with.
    mutating func takeOver(_ before: ResponseRecord) {
        for tab in ResponseTab.allCases where tab != .body { scrolls[tab] = before.scrolls[tab] }
        scrolls[.diff] = nil
        charset = before.charset
        ignoredPaths = before.ignoredPaths
        snapshot = before.snapshot.map { SnapshotRecord(paths: $0.paths, standing: .earlier) }
        if let old = before.document, let document, document.kind == old.kind,
            document.mode != old.mode, document.content.count <= BodyWork.smallByteCount
        {
            self.document = document.changing(mode: old.mode)
        }
        if let filter = before.filter, document != nil {
            self.filter = BodyFilter(filter.text, wholeScroll: Scroll())
        }
        if let base = before.comparison?.base { comparison = Comparison(base: base) }
        guard before.result.exchange != nil,
            before.document?.body.count ?? 0 <= ComparedBody.keptByteCount
        else { return }
        previous = ComparedBody(title: before.headline, document: before.document)
    }

    /// Asks for another layout, beside what was asked for and is not there yet.
    mutating func want(_ shape: BodyShape) {
        wantedShape = wantedShape?.merging(shape) ?? shape
        if let reshaping { abandoned.append(reshaping) }
        reshaping = nil
    }

    /// Shows the whole body again, with the cursor where it was.
    mutating func dropFilter() {
        guard let filter else { return }
        if let work = filter.work { abandoned.append(work) }
        self.filter = nil
        scrolls[.body] = filter.wholeScroll
        if search?.tab == .body { dropSearch() }
    }

    /// Forgets what was searched for.
    mutating func dropSearch() {
        if let work = search?.work { abandoned.append(work) }
        search = nil
    }
}

// MARK: - Starting

/// Starts the work on the open body that follows from what is on the screen: searches, filters,
/// layouts, comparisons and drawings that are asked for and not there.
func deriveBodyWork(_ state: inout ExplorerState) -> [Effect] {
    guard state.record != nil else { return [] }
    var effects = (state.record?.abandoned ?? []).map { Effect.stopBodyWork($0) }
    if !effects.isEmpty { state.record?.abandoned = [] }
    effects += startReading(&state)
    effects += startFilter(&state)
    wrapText(&state)
    effects += startReshaping(&state)
    effects += startSearch(&state)
    if state.response.tab == .diff { effects += startComparison(&state) }
    effects += startPicture(&state)
    return effects
}

/// Does a piece of work at once when it is small, else asks the program to.
///
/// - Parameters:
///   - work: The work.
///   - state: Changed by what small work reports.
///   - register: Notes the identity where its reports are expected.
/// - Returns: The effect that asks the program; none for small work.
func start(
    _ work: BodyWork,
    _ state: inout ExplorerState,
    register: (WorkID, inout ResponseRecord) -> Void
) -> [Effect] {
    guard var record = state.record else { return [] }
    let id = state.makeWorkID()
    register(id, &record)
    state.record = record
    guard let count = work.byteCount, count <= BodyWork.smallByteCount else {
        return [.workOnBody(id, work)]
    }
    var reports: [BodyReport] = []
    work.perform { reports.append($0) }
    return reports.flatMap { note($0, of: id, &state) }
}

private func startFilter(_ state: inout ExplorerState) -> [Effect] {
    guard let record = state.record, let filter = record.filter, filter.isPending,
        let document = record.document, !document.isHead
    else { return [] }
    return start(.filter(FilterOrder(text: filter.text, document: document)), &state) {
        id,
        record in
        record.filter?.isPending = false
        record.filter?.work = id
    }
}

/// Asks for lines of text as wide as the pane where they are wrapped, and whole where they are not.
private func wrapText(_ state: inout ExplorerState) {
    guard state.response.tab == .body, let record = state.record, let document = record.shown,
        document.mode != .hex, document.mode == .raw || [.text, .xml].contains(document.kind)
    else { return }
    let columns = Layout(state.size, state).responseList(state).columns - 2
    let wanted: Int? = state.response.isWrapping ? max(8, columns) : nil
    if let asked = record.wantedShape?.wrapColumns, asked == wanted { return }
    guard record.wantedShape?.wrapColumns != nil || document.wrapColumns != wanted else { return }
    var shape = BodyShape()
    shape.wrapColumns = .some(wanted)
    state.record?.want(shape)
}

private func startReshaping(_ state: inout ExplorerState) -> [Effect] {
    guard let record = state.record, let shape = record.wantedShape, record.reshaping == nil,
        let document = shape.charset == nil ? record.shown : record.document
    else { return [] }
    return start(.reshape(document, shape), &state) { id, record in record.reshaping = id }
}

// MARK: - Reports

/// Takes what became of work on a body; a report of work that is not current is ignored.
func note(_ report: BodyReport, of id: WorkID, _ state: inout ExplorerState) -> [Effect] {
    if let index = state.response.savingBodies.firstIndex(of: id) {
        state.response.savingBodies.remove(at: index)
        noteSaving(report, &state)
        return []
    }
    if state.response.copying == id {
        state.response.copying = nil
        return noteCopy(report, &state)
    }
    let key = state.response.records.first { $0.value.workInProgress.contains(id) }?.key
    guard let key, var record = state.response.records[key] else { return [] }
    switch report {
    case .matched(let place):
        guard record.search?.work == id else { return [] }
        record.search?.place = place
        state.response.records[key] = record
        if key == state.request.key { showCurrentMatch(&state) }
        return []
    case .found(let matches, let isComplete):
        guard record.search?.work == id else { return [] }
        record.search?.matches += matches
        if isComplete { record.search?.work = nil }
    case .reading(let count):
        guard record.reading?.work == id else { return [] }
        record.reading?.byteCount = count
    case .read(let document):
        let laidCount = record.document?.headByteCount ?? 0
        record.take(whole: document, of: id)
        state.response.records[key] = record
        let isBehind = record.search?.place.map { $0.upperBound > laidCount } ?? false
        if key == state.request.key, isBehind { showCurrentMatch(&state) }
        return []
    case .located(let range):
        guard record.locating == id else { return [] }
        record.locating = nil
        state.response.records[key] = record
        if key == state.request.key { showLocated(range, &state) }
        return []
    case .filtered(let outcome):
        record.take(outcome, of: id)
    case .reshaped(let document):
        record.take(document, of: id)
    case .compared(let difference):
        guard record.comparison?.work == id else { return [] }
        record.comparison?.work = nil
        record.comparison?.difference = difference
    case .fixture(let other, let volatilePaths):
        guard record.comparison?.work == id else { return [] }
        record.comparison?.work = nil
        record.comparison?.other = other
        record.comparison?.volatilePaths = volatilePaths
    case .picture(let rows):
        guard record.picture?.work == id else { return [] }
        record.picture?.work = nil
        record.picture?.rows = rows
    case .failed(let reason):
        record.noteFailure(reason, of: id)
    case .saved, .fileExists, .copied:
        return []
    }
    state.response.records[key] = record
    return []
}

extension ResponseRecord {
    fileprivate mutating func take(_ outcome: FilterOutcome, of id: WorkID) {
        guard filter?.work == id else { return }
        filter?.work = nil
        filter?.problem = nil
        filter?.outcome = outcome
        scrolls[.body] = Scroll()
        firstColumn = 0
        if search?.tab == .body { search = nil }
        wantedShape = nil
        reshaping = nil
    }

    /// Shows the body in its new layout, with the cursor on the same bytes.
    fileprivate mutating func take(_ new: ResponseDocument, of id: WorkID) {
        guard reshaping == id, let old = shown else { return }
        reshaping = nil
        let changesText = wantedShape?.charset != nil
        wantedShape = nil
        let row = scrolls[.body]?.row ?? 0
        let offset = row < old.rowCount ? old.row(row).byteRange.lowerBound : 0
        if changesText {
            document = new
            if search?.tab == .body { search = nil }
        } else {
            shown = new
        }
        let start = changesText ? min(offset, new.content.count) : offset
        scrolls[.body] = Scroll(row: row == 0 ? 0 : new.row(containing: start))
    }

    fileprivate mutating func noteFailure(_ reason: String, of id: WorkID) {
        if filter?.work == id {
            filter?.work = nil
            filter?.problem = reason
        } else if comparison?.work == id {
            comparison?.work = nil
            comparison?.problem = reason
        } else if picture?.work == id {
            picture?.work = nil
            picture?.problem = reason
        } else if reshaping == id {
            reshaping = nil
            wantedShape = nil
        }
    }
}

// MARK: - Pictures

/// Has the image drawn in the size of the pane.
private func startPicture(_ state: inout ExplorerState) -> [Effect] {
    guard state.response.tab == .body, let record = state.record, let picture = record.picture,
        let document = record.document, document.mode == .pretty, picture.problem == nil
    else { return [] }
    let area = Layout(state.size, state).responseList(state)
    let (rows, columns) = (area.rows, area.columns - 2)
    guard rows > 0, columns > 0, rows != picture.rowLimit || columns != picture.columnLimit else {
        return []
    }
    if let work = picture.work { state.record?.abandoned.append(work) }
    let work = BodyWork.draw(document.body, rows: rows, columns: columns)
    return start(work, &state) { id, record in
        record.picture?.work = id
        record.picture?.rowLimit = rows
        record.picture?.columnLimit = columns
    }
}
