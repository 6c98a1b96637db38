import Documents

/// The reading of a large body of which the head is shown.
package struct BodyReading: Equatable, Sendable {
    /// The work that reads it.
    package var work: WorkID
    /// How many bytes were read.
    package var byteCount = 0
    /// Whether the cursor goes to the last row once it is known.
    package var isToEnd = false

    /// Creates a reading that has just begun.
    init(work: WorkID) { self.work = work }
}

extension ResponseRecord {
    /// Shows the whole body in place of its head: in the same layout, with the cursor on the same bytes.
    mutating func take(whole: ResponseDocument, of id: WorkID) {
        guard let reading, reading.work == id, let head = document else { return }
        self.reading = nil
        var whole = whole
        whole.takeLayout(of: head)
        document = whole
        // What was asked of the head is asked of the whole.
        if let reshaping { abandoned.append(reshaping) }
        reshaping = nil
        var scroll = scrolls[.body] ?? Scroll()
        if reading.isToEnd {
            scroll.row = max(0, whole.rowCount - 1)
        } else if scroll.row > 0, scroll.row < head.rowCount {
            let row = whole.row(containing: head.row(scroll.row).byteRange.lowerBound)
            scroll.offset = max(0, scroll.offset + row - scroll.row)
            scroll.row = row
        }
        scrolls[.body] = scroll
    }

    /// Gives the reading up; it begins anew when the head is still shown.
    mutating func dropReading() {
        if let reading { abandoned.append(reading.work) }
        reading = nil
    }

    /// How much of the body was read, in percent; `nil` when nothing is being read, or is done in a moment.
    package var readPercentage: Int? {
        guard let reading, reading.byteCount > 0, let count = document?.body.count, count > 0 else {
            return nil
        }
        return min(99, reading.byteCount * 100 / count)
    }
}

/// Has the whole of a large body read when its head is shown.
func startReading(_ state: inout ExplorerState) -> [Effect] {
    guard let record = state.record, let document = record.document, document.isHead,
        record.reading == nil, record.wantedShape?.charset == nil
    else { return [] }
    let isIndexed = document.body.count <= state.response.indexedByteLimit
    return start(.read(document, isIndexed: isIndexed), &state) { id, record in
        record.reading = BodyReading(work: id)
    }
}
