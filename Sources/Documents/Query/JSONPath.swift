/// Why a text is not a JSONPath query.
package struct JSONPathError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The character at which the error stands, counted from 1.
    package var column: Int
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// `column N: what is wrong`.
    package var description: String { "column \(column): \(detail)" }
}

/// A value found by a JSONPath query.
package struct JSONMatch: Sendable, Equatable {
    /// The bytes of the value in the document.
    package let range: Range<Int>
    /// What the value is.
    package let kind: JSONKind
    /// The normalized path of the value, such as `$['a'][0]`.
    package var path: String { "" }
    /// The value as written.
    package var text: String { "" }
    /// The decoded text of a string, the text as written of anything else.
    package var stringValue: String { "" }
}

/// A JSONPath query.
///
/// - SeeAlso: RFC 9535.
package struct JSONPath: Sendable, Equatable {
    /// The query as given.
    package let text: String

    /// Reads a query.
    ///
    /// - Throws: `JSONPathError` when `text` is not well-formed or not valid.
    package init(_ text: String) throws(JSONPathError) {
        self.text = text
    }

    /// The values the query selects, in the order RFC 9535 gives.
    package func matches(in tape: JSONTape) -> [JSONMatch] {
        []
    }
}
