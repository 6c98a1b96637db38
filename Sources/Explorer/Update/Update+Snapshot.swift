/// Has a fixture of the open response made, and shows it before it is written.
func prepareSnapshot(_ state: inout ExplorerState) -> [Effect] {
    guard let key = state.request.key else { return [] }
    return prepareSnapshot(of: key, variant: "", &state)
}

/// Has a fixture made with a variant; empty for none.
func prepareSnapshot(
    of key: RequestKey,
    variant: String,
    _ state: inout ExplorerState
) -> [Effect] {
    guard let record = state.response.records[key], let collection = state.collection else {
        return []
    }
    let id = state.makeWorkID()
    var preview = SnapshotPreview(
        id: id,
        subject: FixtureSubject(key: key, result: record.result)
    )
    preview.variant = variant
    state.popup = .snapshot(preview)
    let order = SnapshotOrder(
        result: record.result,
        variant: variant.isEmpty ? nil : variant,
        collection: collection
    )
    return [.prepareSnapshot(id, order)]
}

/// Shows a fixture that was made; ignored when the preview was left.
func show(_ prepared: PreparedSnapshot, of id: WorkID, _ state: inout ExplorerState) {
    guard case .snapshot(var preview) = state.popup, preview.id == id else { return }
    preview.fixture = prepared.fixture
    preview.paths = prepared.paths
    preview.replacesFiles = prepared.replacesFiles
    state.popup = .snapshot(preview)
}

/// Writes the fixture that is shown.
func writeSnapshot(_ preview: SnapshotPreview, _ state: inout ExplorerState) -> [Effect] {
    guard let fixture = preview.fixture, !preview.isSaving else { return [] }
    var saving = preview
    saving.isSaving = true
    saving.problem = nil
    state.popup = .snapshot(saving)
    state.response.savingFixtures[preview.id] = preview.subject
    return [.saveSnapshot(preview.id, fixture)]
}

/// Closes the preview and tells where the fixture is.
func noteSnapshotSaved(_ id: WorkID, _ paths: [String], _ state: inout ExplorerState) {
    if let subject = state.response.savingFixtures.removeValue(forKey: id) {
        noteFixture(paths, .saved, of: subject, &state)
        refreshFixtureComparisons(&state)
    }
    if case .snapshot(let preview) = state.popup, preview.id == id { closePopup(&state) }
    state.notice = Notice(.success, "Wrote \(paths.joined(separator: " and ")).")
}

/// Notes in the answer that a fixture was made of or compared with how it stands to that; in one that
/// came meanwhile, that there is a fixture of one before.
func noteFixture(
    _ paths: [String],
    _ standing: SnapshotRecord.Standing,
    of subject: FixtureSubject,
    _ state: inout ExplorerState
) {
    func note(in record: inout ResponseRecord) {
        let isThis = record.result == subject.result
        record.snapshot = SnapshotRecord(paths: paths, standing: isThis ? standing : .earlier)
    }
    if var record = state.response.records[subject.key] {
        note(in: &record)
        state.response.records[subject.key] = record
    }
    if var record = state.response.covered[subject.key] {
        note(in: &record)
        state.response.covered[subject.key] = record
    }
}

/// Has responses compared anew with their fixtures, as one of them was written.
func refreshFixtureComparisons(_ state: inout ExplorerState) {
    for key in state.response.records.keys
    where state.response.records[key]?.comparison?.base == .fixture {
        state.response.records[key]?.restartComparison(with: .fixture)
    }
}

/// Tells in the preview why there is no fixture.
func noteSnapshotFailed(_ id: WorkID, _ reason: String, _ state: inout ExplorerState) {
    state.response.savingFixtures[id] = nil
    guard case .snapshot(var preview) = state.popup, preview.id == id else {
        state.notice = Notice(.problem, "The snapshot was not saved: \(reason)")
        return
    }
    preview.isSaving = false
    preview.problem = reason
    state.popup = .snapshot(preview)
}
