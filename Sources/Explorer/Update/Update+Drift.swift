import CollectionRun
import Collections
import Fixtures

/// Has the open response compared with the fixture of its request.
func compareWithFixture(_ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let record = state.response.records[key],
        let collection = state.collection
    else { return [] }
    let order = SnapshotOrder(result: record.result, variant: nil, collection: collection)
    return [.compareWithFixture(key, order)]
}

/// Tells what a comparison found, and begins to ask about differences.
func note(
    _ comparison: FixtureComparison,
    of subject: FixtureSubject,
    _ state: inout ExplorerState
) {
    switch comparison {
    case .same(let path):
        noteFixture(["Fixtures/\(path)"], .same, of: subject, &state)
        state.notice = Notice(.success, "Fixtures/\(path) still tells the truth.")
    case .drift(let review):
        noteFixture(["Fixtures/\(review.fixturePath)"], .different, of: subject, &state)
        present(.dialog(.drift(review)), &state)
    case .impossible(let reason): state.notice = Notice(.problem, "Not compared: \(reason).")
    }
}

/// Does what was said about a difference, and asks about the next.
///
/// The letter `a` accepts what came as a whole, `i` ignores the path, any other keeps the fixture.
func answerDrift(
    _ review: DriftReview,
    _ letter: Character,
    _ state: inout ExplorerState
) -> [Effect] {
    var review = review
    if letter == "a" { return settle(review, isAccepted: true, &state) }
    if letter == "i" { review.ignored.append(review.drift[review.position].path) }
    review.position += 1
    guard review.position == review.drift.count else {
        present(.dialog(.drift(review)), &state)
        return []
    }
    guard review.ignored.isEmpty else { return settle(review, isAccepted: false, &state) }
    state.notice = Notice(.success, "Kept Fixtures/\(review.fixturePath).")
    return []
}

private func settle(
    _ review: DriftReview,
    isAccepted: Bool,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let collection = state.collection else { return [] }
    let paths = Set(review.drift.map(\.path))
    return [
        .settleDrift(
            DriftSettlement(
                subject: review.subject,
                collection: collection,
                fixturePath: review.fixturePath,
                ignored: review.ignored,
                isAccepted: isAccepted,
                leavesDrift: !isAccepted && !paths.isSubset(of: review.ignored)
            )
        )
    ]
}

/// Tells what became of what a review decided.
func note(
    _ outcome: DriftOutcome,
    of settlement: DriftSettlement,
    _ state: inout ExplorerState
) {
    switch outcome {
    case .failed(let reason):
        state.notice = Notice(.problem, "The fixture was not changed: \(reason)")
    case .written(let paths):
        let head = paths.first ?? settlement.fixturePath
        if settlement.isAccepted {
            noteFixture(paths, .saved, of: settlement.subject, &state)
            state.notice = Notice(.success, "Wrote \(head).")
        } else {
            let standing: SnapshotRecord.Standing = settlement.leavesDrift ? .different : .same
            noteFixture([head], standing, of: settlement.subject, &state)
            let count = settlement.ignored.count
            let text = count == 1 ? "One path is" : "\(count) paths are"
            state.notice = Notice(.success, "\(text) ignored from now on in \(head).")
        }
        refreshFixtureComparisons(&state)
    }
}

// MARK: Offline

/// Has the fixtures listed that can answer the open request.
func listOfflineAnswers(_ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key, let collection = state.collection else { return [] }
    return [.listOfflineAnswers(key, collection, state.response.records[key]?.result)]
}

/// Offers the fixtures that can answer a request.
func offer(_ answers: [OfflineAnswer], for key: RequestKey, _ state: inout ExplorerState) {
    guard state.request.key == key else { return }
    guard !answers.isEmpty else {
        state.notice = Notice(.problem, "No fixture answers this request yet; S saves one.")
        return
    }
    var items = [Choice.Item("", title: "usual", detail: "what answers when nothing is chosen")]
    for answer in answers {
        let value = answer.variant.isEmpty ? answer.outcome : answer.variant
        let title =
            answer.variant.isEmpty ? answer.outcome : "\(answer.variant) (\(answer.outcome))"
        guard !items.contains(where: { $0.value == value }) else { continue }
        items.append(Choice.Item(value, title: title, detail: answer.fixturePath))
    }
    var choice = Choice(subject: .offlineAnswer(key), title: "Answer offline", items: items)
    let current = state.offlineVariants[key] ?? ""
    choice.scroll.row = items.firstIndex { $0.value == current } ?? 0
    present(.choice(choice), &state)
}

/// Takes the fixture that answers a request from now on.
func takeOfflineAnswer(_ value: String, _ key: RequestKey, _ state: inout ExplorerState) {
    state.offlineVariants[key] = value.isEmpty ? nil : value
    let name = value.isEmpty ? "the usual fixture" : value
    state.notice = Notice(.success, "Offline, \(name) answers; press s to send.")
}
