/// What a piece of a document's text is, for colouring.
package enum DocumentRole: UInt8, Hashable, Sendable, CaseIterable {
    /// A member name with its quotes.
    case key
    /// A string with its quotes.
    case string
    /// A number.
    case number
    /// `true`, `false` or `null`.
    case literal
    /// Braces, brackets, colons, commas, and the sign for what is folded.
    case punctuation
    /// Text that has no structure.
    case text
    /// A remark of the view itself, not of the document.
    case comment
    /// The offset at the start of a hex row.
    case hexOffset
    /// A byte in hexadecimal.
    case hexByte
    /// A visible symbol in place of a control or formatting character.
    case control
    /// A byte that is not UTF-8, or text after the first error.
    case invalid
}

/// A piece of a row with one meaning.
package struct DocumentSpan: Hashable, Sendable {
    /// What is shown; never a control or formatting character.
    package var text: String
    /// What it is.
    package var role: DocumentRole
    /// The bytes of the document it stands for; `nil` when the view added it.
    ///
    /// Except for roles `.control` and `.invalid`, and unless `nil`, the text is these bytes as UTF-8.
    package var byteRange: Range<Int>?

    /// Creates a piece.
    package init(_ text: String, _ role: DocumentRole, _ byteRange: Range<Int>? = nil) {
        self.text = text
        self.role = role
        self.byteRange = byteRange
    }
}

/// Whether a row can be folded, and whether it is.
package enum FoldState: Hashable, Sendable {
    /// There is nothing to fold.
    case none
    /// What it holds is shown on the rows below.
    case open
    /// What it holds is hidden: that many members, elements or rows.
    case closed(hiddenCount: Int)
}

/// One row of a document's view.
package struct DocumentRow: Hashable, Sendable {
    /// The pieces from left to right, without the indent.
    package var spans: [DocumentSpan]
    /// The nesting level, from 0; two columns each.
    package var indent: Int
    /// Whether the row can be folded.
    package var fold: FoldState
    /// The bytes of the document on this row, from first to last.
    package var byteRange: Range<Int>
    /// Whether the row goes on with the line or value of the row above, which is too long for one.
    package var isContinuation: Bool

    /// Creates a row.
    package init(
        spans: [DocumentSpan],
        indent: Int = 0,
        fold: FoldState = .none,
        byteRange: Range<Int>,
        isContinuation: Bool = false
    ) {
        self.spans = spans
        self.indent = indent
        self.fold = fold
        self.byteRange = byteRange
        self.isContinuation = isContinuation
    }

    /// The text of the row, without the indent.
    package var text: String { spans.map(\.text).joined() }
}
