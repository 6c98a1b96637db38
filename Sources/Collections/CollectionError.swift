package import HTTPModel

/// A fault in a file of a collection, for a person to mend.
package struct CollectionProblem: Sendable, Hashable, CustomStringConvertible {
    /// The file, relative to the collection's folder.
    package var file: String
    /// Where the fault is.
    package var location: TextLocation
    /// What is wrong and what would be right, a fragment without a capital or full stop.
    package var message: String

    /// Creates a problem.
    package init(file: String, location: TextLocation, message: String) {
        self.file = file
        self.location = location
        self.message = message
    }

    /// `path:line:column: message`.
    package var description: String { "\(file):\(location): \(message)" }
}

/// Why an edit or a selection was refused; nothing was changed.
package struct CollectionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of fault, for code to switch over.
    package enum Code: Equatable, Sendable {
        /// The request, field or query item does not exist (any more).
        case noSuchPart
        /// The new value cannot stand in a file of this format.
        case notRepresentable
        /// A selector names nothing.
        case nothingSelected
    }

    /// The kind of fault.
    package var code: Code
    /// The file, relative to the collection's folder; empty when no file is meant.
    package var file: String
    /// Where the edit was to be made.
    package var location: TextLocation
    /// What is wrong, a fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(
        _ code: Code,
        file: String = "",
        location: TextLocation = TextLocation(line: 1, column: 1),
        detail: String
    ) {
        self.code = code
        self.file = file
        self.location = location
        self.detail = detail
    }

    /// `path:line:column: detail`, or the detail alone when no file is meant.
    package var description: String { file.isEmpty ? detail : "\(file):\(location): \(detail)" }
}
