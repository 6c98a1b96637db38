package import HTTPModel

/// The kind of a JSON value.
package enum JSONKind: String, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}

/// An index over JSON text: where every value starts and ends, without copying any of it.
///
/// Key order, duplicate keys, number spelling and escapes stay as written, because the bytes are the
/// only record of them.
///
/// - SeeAlso: RFC 8259.
package struct JSONTape: Sendable, Equatable {
    /// The text.
    package let octets: Octets
    /// The first error, or `nil` when the text is valid.
    package let fault: JSONFault?

    /// Reads the text to its end or to its first error.
    package init(_ octets: Octets) {
        self.octets = octets
        fault = nil
    }
}
