import HTTPModel

/// What is different in two JSON documents, by their structure.
///
/// Members are compared by name, whatever their order; of members with one name the first with the first.
/// Elements of arrays whose objects have a member that tells them apart (`id`, `key`, `uuid`, `name`,
/// `code`, `slug`) are compared by it; of other arrays, equal elements are paired in order and what is
/// left between them by position. Values are compared as written but for blanks, escapes, the order
/// of members and the spelling of numbers.
package struct DocumentDiff: Sendable {
    /// What happened to a value.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Only the second document has it.
        case added
        /// Only the first document has it.
        case removed
        /// Both have it with different values.
        case changed
        /// Both arrays have the element, at different positions among the elements they share.
        case moved
        /// Both have the same number, spelled differently, such as `1.0` and `1.00`.
        case spelling
    }

    /// One difference.
    package struct Change: Hashable, Sendable {
        /// What happened.
        package var kind: Kind
        /// The normalized JSONPath in the document that has the value; in the first one, if both do.
        package var path: String
        /// The normalized JSONPath in the second document, where it is another one.
        package var newPath: String?
        /// The bytes of the value in the first document.
        package var oldRange: Range<Int>?
        /// The bytes of the value in the second document.
        package var newRange: Range<Int>?
    }

    /// The first document.
    package let old: JSONTape
    /// The second document.
    package let new: JSONTape
    /// The differences, in the order of the first document; what was added comes after what was beside it.
    package let changes: [Change]
    /// Whether there are more differences than `changes` lists.
    package let isCut: Bool

    /// The most differences that are listed.
    package static let mostChanges = 100_000

    /// Compares two documents; of a faulty one, what precedes the fault.
    ///
    /// - Parameters:
    ///   - old: The first document.
    ///   - new: The second document.
    ///   - ignoring: What is left out of the comparison, as selected in either document.
    package init(_ old: JSONTape, _ new: JSONTape, ignoring: [JSONPath] = []) {
        self.old = old
        self.new = new
        var comparison = TapeComparison(old, new, ignoring)
        comparison.run()
        changes = comparison.changes
        isCut = comparison.isCut
    }

    /// Whether nothing is different; another spelling of a number is a difference.
    package var isEmpty: Bool { changes.isEmpty }
}

// MARK: - Rows

extension DocumentDiff {
    /// The number of rows.
    package var rowCount: Int { changes.count + (isCut ? 1 : 0) }

    /// The row at `index`: a sign, the path, and the values, long ones cut.
    ///
    /// Its byte range is that of the value in the second document, or of a removed one in the first;
    /// its pieces have none.
    package func row(_ index: Int) -> DocumentRow {
        guard index < changes.count else {
            let text = "more than \(Self.mostChanges) differences"
            return DocumentRow(spans: [DocumentSpan(text, .comment)], byteRange: 0..<0)
        }
        let change = changes[index]
        var spans = [
            DocumentSpan(change.kind.sign + " ", .punctuation),
            DocumentSpan(TextEscaping.visible(change.path), .key),
        ]
        if let newPath = change.newPath {
            spans.append(DocumentSpan(" → ", .punctuation))
            spans.append(DocumentSpan(TextEscaping.visible(newPath), .key))
        }
        if change.kind != .moved {
            spans.append(DocumentSpan(": ", .punctuation))
            if let range = change.oldRange { spans += value(range, of: old.octets) }
            if change.oldRange != nil && change.newRange != nil {
                spans.append(DocumentSpan(" → ", .punctuation))
            }
            if let range = change.newRange { spans += value(range, of: new.octets) }
        }
        if change.kind == .spelling { spans.append(DocumentSpan("  same number", .comment)) }
        return DocumentRow(spans: spans, byteRange: change.newRange ?? change.oldRange ?? 0..<0)
    }

    private func value(_ range: Range<Int>, of octets: Octets) -> [DocumentSpan] {
        var builder = SpanBuilder(octets)
        builder.add(range, .text, limit: 200)
        return builder.spans.map { DocumentSpan($0.text, $0.role) }
    }
}

extension DocumentDiff.Kind {
    /// One character that stands for the kind.
    package var sign: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        case .moved: "↕"
        case .spelling: "≈"
        }
    }
}
