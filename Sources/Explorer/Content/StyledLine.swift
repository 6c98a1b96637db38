package import Screen

/// A piece of text with one meaning.
package struct StyledSpan: Hashable, Sendable {
    /// The text; what draws it makes control characters visible.
    package var text: String
    /// What it means.
    package var role: StyleRole

    /// Creates a piece.
    package init(_ text: String, _ role: StyleRole = .plain) {
        self.text = text
        self.role = role
    }
}

/// One line of a pane, as pieces from left to right.
package struct StyledLine: Hashable, Sendable {
    /// The pieces.
    package var spans: [StyledSpan]
    /// What `copy` takes; `nil` takes the whole text.
    package var copyText: String?

    /// Creates a line.
    package init(_ spans: [StyledSpan] = [], copyText: String? = nil) {
        self.spans = spans
        self.copyText = copyText
    }

    /// Creates a line of one piece.
    package init(_ text: String, _ role: StyleRole = .plain) {
        self.init([StyledSpan(text, role)])
    }

    /// Text broken into as many lines as it needs to fit into `width` columns with a blank at
    /// either side.
    static func wrapped(
        _ text: String,
        width: Int,
        _ role: StyleRole = .plain
    ) -> [StyledLine] {
        DisplayWidth.wrapped(text, columns: max(16, width - 2)).map { StyledLine($0, role) }
    }

    /// The whole text.
    package var text: String { spans.map(\.text).joined() }
}
