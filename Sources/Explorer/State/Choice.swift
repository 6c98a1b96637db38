import Screen

/// A list to choose from; what is typed narrows it down.
package struct Choice: Equatable, Sendable {
    /// What is chosen.
    package enum Subject: Equatable, Sendable {
        /// The environment in force.
        case environment
        /// The method of the open request.
        case method
        /// A command.
        case command
        /// The kind of the request's token.
        case tokenKind
        /// The kind of the request's body.
        case bodyKind
        /// The status or failure of the what-if.
        case whatIf
        /// A tag whose requests are run.
        case tag
        /// What to copy of the response.
        case copiedPart
        /// The charset of the body.
        case charset
        /// What the response is compared with.
        case comparisonBase
        /// The scheme of the field `Authorization`.
        case authScheme
        /// The version of HTTP behind the URL.
        case version
        /// A file of a folder, and what it is for.
        case file(FileTarget, folder: String)
        /// The file that a request moves to.
        case destination(RequestKey)
        /// The request to open.
        case request
        /// The fixture that answers a request offline.
        case offlineAnswer(RequestKey)
        /// The collection to open.
        case collection
        /// The variable to change.
        case variable
        /// The theme; the one that is selected is shown at once.
        case theme
    }

    /// One thing to choose.
    package struct Item: Equatable, Sendable {
        /// What identifies it.
        package var value: String
        /// What is shown first.
        package var title: String
        /// The keys that do the same; empty for none.
        package var keys: String
        /// What is shown dimmed beside it.
        package var detail: String
        /// Why it cannot be chosen; `nil` when it can.
        package var reasonUnavailable: String?
        /// What is searched beside the title, the most telling first; the detail without it.
        package var searchTexts: [String]?

        /// Creates a thing to choose.
        package init(
            _ value: String,
            title: String,
            keys: String = "",
            detail: String = "",
            reason: String? = nil,
            searchTexts: [String]? = nil
        ) {
            self.value = value
            self.title = title
            self.keys = keys
            self.detail = detail
            reasonUnavailable = reason
            self.searchTexts = searchTexts
        }
    }

    /// What is chosen.
    package var subject: Subject
    /// The title of the popup.
    package var title: String
    /// Everything there is to choose.
    package let items: [Item]
    /// What was typed.
    package var input = TextBuffer() {
        didSet { if input.text != oldValue.text { narrow() } }
    }
    /// The selected row of those that match.
    package var scroll = Scroll()
    /// Whether a text that matches no item may be taken as it is.
    package var allowsOther = false
    /// The items that match what was typed, as places in `items`, the best first.
    package private(set) var matches: [Int]
    /// What is searched of each item, as bytes, so that a key costs no more than a look at them.
    private let texts: [[[UInt8]]]
    /// The columns of the longest title, keys and detail.
    package let columns: (title: Int, keys: Int, detail: Int)

    /// Creates a list that shows everything.
    package init(subject: Subject, title: String, items: [Item]) {
        self.subject = subject
        self.title = title
        self.items = items
        matches = Array(items.indices)
        texts = items.map { item in
            ([item.title] + (item.searchTexts ?? [item.detail])).map { Array($0.utf8) }
        }
        columns = (
            items.map { DisplayWidth.columns(of: $0.title) }.max() ?? 0,
            items.map { DisplayWidth.columns(of: $0.keys) }.max() ?? 0,
            items.map { DisplayWidth.columns(of: $0.detail) }.max() ?? 0
        )
    }

    /// The items that match what was typed, the best first.
    package var matchingItems: [Item] { matches.map { items[$0] } }

    /// The item with the cursor; `nil` when nothing matches.
    package var selectedItem: Item? {
        matches.indices.contains(scroll.row) ? items[matches[scroll.row]] : nil
    }

    /// Tells whether two lists are the same, what was typed and chosen included.
    package static func == (left: Choice, right: Choice) -> Bool {
        left.subject == right.subject && left.title == right.title && left.input == right.input
            && left.scroll == right.scroll && left.allowsOther == right.allowsOther
            && left.items == right.items
    }

    /// Whether letters that stand apart may fit; not where the text may be meant as it is.
    package var findsScattered: Bool {
        switch subject {
        case .command, .request, .theme, .environment, .variable, .tag, .destination: true
        case .method, .tokenKind, .bodyKind, .whatIf, .collection, .copiedPart, .charset,
            .comparisonBase, .version, .file, .authScheme, .offlineAnswer:
            false
        }
    }

    /// Finds the items that hold each word of what was typed, by how well it fits, then in their
    /// order; what cannot be chosen comes after what fits as well.
    private mutating func narrow() {
        let pattern = FuzzyPattern(input.text, findsScattered: findsScattered)
        guard !pattern.isEmpty else {
            matches = Array(items.indices)
            return
        }
        var found: [(place: Int, score: Int)] = []
        for (place, item) in items.enumerated() {
            guard var score = pattern.score(of: texts[place]) else { continue }
            if item.reasonUnavailable != nil { score -= 250 }
            found.append((place, score))
        }
        found.sort { ($0.score, -$0.place) > ($1.score, -$1.place) }
        matches = found.map(\.place)
    }
}
