package import HTTPModel

/// Why a filter gives nothing.
package struct FilterError: Error, Equatable, Sendable {
    /// The kind of fault.
    package enum Code: Equatable, Sendable {
        /// The expression is wrong.
        case expression
        /// The document is not what the filter is for, or is faulty itself.
        case document
        /// The filter met a value that it cannot handle.
        case evaluation
        /// The library that the filter needs cannot be used.
        case library
        /// It was cancelled.
        case cancelled
    }

    /// The kind of fault.
    package var code: Code
    /// Where in the expression the fault is; `nil` when it is not from one place there.
    package var location: TextLocation?
    /// What is wrong, as a sentence fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(_ code: Code, at location: TextLocation? = nil, _ detail: String) {
        self.code = code
        self.location = location
        self.detail = detail
    }
}

extension FilterError: CustomStringConvertible {
    /// `column N: what is wrong`, with the line when it is not the first.
    package var description: String {
        guard let location else { return detail }
        return location.line == 1
            ? "column \(location.column): \(detail)" : "\(location): \(detail)"
    }
}
