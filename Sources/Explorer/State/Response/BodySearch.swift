import ClientCore
import CollectionRun
import Collections
package import Documents
package import HTTPModel
import Screen

/// What is searched for in a tab of the response, and what was found so far.
package struct BodySearch: Equatable, Sendable {
    /// The text.
    package var text: String
    /// Whether the text is a regular expression.
    package var isRegularExpression: Bool
    /// Where it stands in the body, in order; in other tabs the numbers of the rows.
    package var matches: [Range<Int>] = []
    /// The match that has the cursor; may be known before `matches` has it.
    package var place: Range<Int>?
    /// The tab that was searched.
    package var tab: ResponseTab
    /// The search that has not ended.
    package var work: WorkID?
    /// Whether the search is still to be started.
    var isPending = false
    /// Why there is no search: the regular expression is not well-formed.
    package var problem: String?

    /// Creates a search that found nothing yet.
    package init(text: String, isRegularExpression: Bool = false, tab: ResponseTab) {
        self.text = text
        self.isRegularExpression = isRegularExpression
        self.tab = tab
    }

    /// The number of the match that has the cursor, from 0; 0 when there is none.
    package var current: Int { place.map { index(at: $0.lowerBound) } ?? 0 }

    /// Whether all matches are known.
    package var isComplete: Bool { work == nil && !isPending }

    /// The number of the first match at `offset` or after it.
    func index(at offset: Int) -> Int {
        var low = 0
        var high = matches.count
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A search in a body.
package struct SearchOrder: Equatable, Sendable {
    /// What is looked for.
    package var search: DocumentSearch
    /// Where.
    package var octets: Octets
    /// The byte from which the first match is wanted.
    package var start: Int

    /// Creates an order.
    package init(search: DocumentSearch, octets: Octets, start: Int) {
        self.search = search
        self.octets = octets
        self.start = start
    }

    /// The most matches that are found; more would not be looked at one by one.
    package static let matchLimit = 100_000
}
