package import History

/// A line of the history with its time as text of this place.
package struct HistoryLine: Equatable, Sendable {
    /// What was sent and what came of it.
    package var item: HistoryItem
    /// When, such as `12:05:09`, or `11-30 12:05` for another day.
    package var time: String

    /// Creates a line.
    package init(_ item: HistoryItem, time: String) {
        self.item = item
        self.time = time
    }
}

/// The list of what was sent before.
package struct HistoryPopup: Equatable, Sendable {
    /// What the list is about.
    package enum Scope: Equatable, Sendable {
        /// One request.
        case request(RequestKey, name: String)
        /// Everything.
        case all
    }

    /// What the list is about.
    package var scope: Scope
    /// The work whose result is waited for; `nil` when the list is there.
    package var work: WorkID?
    /// The lines, the latest first.
    package var lines: [HistoryLine] = []
    /// What the history was searched for; empty for no search.
    package var search = ""
    /// The search text while it is typed.
    package var input: TextBuffer?
    /// The selected line of those that are shown.
    package var scroll = Scroll()
    /// Why there is no list.
    package var problem: String?

    /// The most lines that are read.
    static let limit = 500

    /// Creates a list that is still to be read.
    init(scope: Scope, work: WorkID) {
        self.scope = scope
        self.work = work
    }

    /// The lines that hold what is typed; everything else is found when the typing ends.
    package var shownLines: [HistoryLine] {
        let words = (input?.text ?? "").lowercased().split(separator: " ")
        guard !words.isEmpty else { return lines }
        return lines.filter { line in
            let item = line.item
            let text = [
                line.time, item.result, item.origin.name, item.method, item.url,
                item.origin.environmentName ?? "",
            ].joined(separator: " ").lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// The selected line.
    package var selected: HistoryLine? {
        let lines = shownLines
        return lines.indices.contains(scroll.row) ? lines[scroll.row] : nil
    }
}

/// A request of the history to send again.
package struct ResendOrder: Equatable, Sendable {
    /// The entry.
    package var entryID: Int64
    /// Which request of the collection it came from; the result is shown there.
    package var key: RequestKey
    /// The collection and its environment.
    package var order: SendOrder

    /// Creates an order.
    package init(entryID: Int64, key: RequestKey, order: SendOrder) {
        self.entryID = entryID
        self.key = key
        self.order = order
    }
}

/// A response of the past in place of a request's present one.
package struct PastResponse: Equatable, Sendable {
    /// The entry of the history.
    package var id: Int64
    /// When it was sent, as text.
    package var time: String

    /// Creates a mark of a response of the past.
    package init(id: Int64, time: String) {
        self.id = id
        self.time = time
    }
}
