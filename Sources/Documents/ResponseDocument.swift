package import HTTPModel

/// A message body as rows to look at, made when asked for.
///
/// A value: folding changes this copy only. Comparing two documents of one body is immediate.
package struct ResponseDocument: Sendable, Equatable {
    /// How the body is laid out.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// By its structure.
        case pretty
        /// Its text, line by line.
        case raw
        /// Sixteen bytes a row.
        case hex
    }

    /// What the body is.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// One JSON value.
        case json
        /// JSON values one after another.
        case jsonLines
        /// XML or HTML.
        case xml
        /// Other text.
        case text
        /// Not text.
        case binary
    }

    /// The body.
    package let body: Octets
    /// What the body is.
    package let kind: Kind
    /// How it is laid out.
    package let mode: Mode
    /// The first error of a JSON body; the rows after it show the rest as text.
    package let fault: JSONFault?

    /// Creates the view of a body.
    ///
    /// - Parameters:
    ///   - body: The content, content codings removed.
    ///   - mediaType: What the sender says it is; content decides when it is `nil` or says little.
    ///   - mode: The layout; `nil` picks `.hex` for binary content and `.pretty` for the rest.
    package init(body: Octets, mediaType: MediaType?, mode: Mode? = nil) {
        self.body = body
        kind = .text
        self.mode = mode ?? .pretty
        fault = nil
    }

    /// The number of rows.
    package var rowCount: Int { 0 }

    /// The row at `index`, in logarithmic time.
    package func row(_ index: Int) -> DocumentRow {
        DocumentRow(spans: [], byteRange: 0..<0)
    }

    /// Opens or closes what the row holds; does nothing on a row that cannot be folded.
    package mutating func toggleFold(atRow index: Int) {}

    /// Closes everything below the top level.
    package mutating func foldAll() {}

    /// Opens everything.
    package mutating func unfoldAll() {}

    /// The row that shows byte `offset`, or the closed one that hides it.
    package func row(containing offset: Int) -> Int { 0 }

    /// Opens what hides byte `offset`.
    ///
    /// - Returns: The row that shows it.
    @discardableResult
    package mutating func reveal(offset: Int) -> Int { 0 }

    /// The normalized JSONPath of the value on the row, or `nil` where there is none.
    package func path(atRow index: Int) -> String? { nil }

    /// The same body in another layout; folds are kept when going back to `.pretty`.
    package func changing(mode: Mode) -> ResponseDocument {
        ResponseDocument(body: body, mediaType: nil, mode: mode)
    }
}
