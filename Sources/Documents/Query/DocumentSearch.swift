package import HTTPModel

/// Why a text cannot be searched for.
package struct DocumentSearchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The character at which the error stands, counted from 1.
    package var column: Int
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// `column N: what is wrong`.
    package var description: String { "column \(column): \(detail)" }
}

/// Something to look for in a document.
package struct DocumentSearch: Sendable, Equatable {
    /// What is looked for, as given.
    package let text: String
    /// Whether `text` is a regular expression.
    package let isRegularExpression: Bool
    /// Whether letter case counts.
    package let isCaseSensitive: Bool

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - text: What to look for; empty finds nothing.
    ///   - isRegularExpression: Whether `text` is a regular expression.
    ///   - isCaseSensitive: Whether letter case counts; `nil`: when `text` has a capital letter.
    /// - Throws: `DocumentSearchError` when a regular expression is not well-formed.
    package init(
        _ text: String,
        isRegularExpression: Bool = false,
        isCaseSensitive: Bool? = nil
    ) throws(DocumentSearchError) {
        self.text = text
        self.isRegularExpression = isRegularExpression
        self.isCaseSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
    }

    /// The byte ranges of all matches, in order and without overlap; at most `limit`.
    package func matches(in octets: Octets, limit: Int = .max) -> [Range<Int>] { [] }

    /// The first match that starts at `offset` or after it.
    package func first(in octets: Octets, from offset: Int = 0) -> Range<Int>? { nil }

    /// The last match that ends at `offset` or before it.
    package func last(in octets: Octets, before offset: Int) -> Range<Int>? { nil }
}
