/// What can stand at the caret, shown below it while somebody types.
///
/// Nothing is taken without being picked: ↓ picks, Enter takes what is picked.
package struct Suggestions: Equatable, Sendable {
    /// One thing that can stand there.
    package struct Item: Equatable, Sendable {
        /// What is put in.
        package var text: String
        /// What is shown first.
        package var title: String
        /// What is shown dimmed beside it.
        package var detail: String
        /// Whether more follows: the names inside of it are suggested next.
        package var isOpenEnded: Bool

        /// Creates a suggestion; without a text of its own, the title is put in.
        package init(
            _ title: String,
            detail: String = "",
            text: String? = nil,
            isOpenEnded: Bool = false
        ) {
            self.title = title
            self.detail = detail
            self.text = text ?? title
            self.isOpenEnded = isOpenEnded
        }
    }

    /// Where the text begins that a suggestion replaces; it ends at the caret.
    package var start: TextPosition
    /// What can be picked, the best first; never empty.
    package var items: [Item]
    /// What is picked, and what is shown first; row -1 picks nothing.
    package var scroll = Scroll(row: -1)

    /// The most that are shown at once.
    package static let shownRows = 6

    /// Suggests those of `items` that fit what was typed: that begin with it, then that hold it.
    ///
    /// - Returns: `nil` when none fits, or the only one is there already.
    init?(_ items: [Item], for typed: String, from start: TextPosition) {
        let wanted = typed.lowercased()
        var fitting = items
        if !wanted.isEmpty {
            let first = items.filter { $0.title.lowercased().hasPrefix(wanted) }
            let others = items.filter {
                let title = $0.title.lowercased()
                return !title.hasPrefix(wanted) && title.contains(wanted)
            }
            fitting = first + others
        }
        guard !fitting.isEmpty else { return nil }
        if fitting.count == 1, fitting[0].text == typed { return nil }
        self.items = fitting
        self.start = start
    }

    /// What is picked; `nil` when nothing is.
    package var picked: Item? {
        items.indices.contains(scroll.row) ? items[scroll.row] : nil
    }

    /// Picks the next or the one before; before the first, nothing is picked.
    mutating func move(by count: Int) {
        scroll.row = min(max(-1, scroll.row + count), items.count - 1)
        let height = min(Self.shownRows, items.count)
        if scroll.row < 0 { scroll.offset = 0 }
        if scroll.row >= 0, scroll.row < scroll.offset { scroll.offset = scroll.row }
        if scroll.row >= scroll.offset + height { scroll.offset = scroll.row - height + 1 }
    }
}
