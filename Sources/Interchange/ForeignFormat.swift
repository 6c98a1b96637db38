package import HTTPModel

/// A format of another tool that is read in place.
package enum ForeignFormat: String, Sendable, CaseIterable {
    /// A Postman collection, version 1, 2.0 or 2.1.
    case postman = "Postman collection"
    /// A Postman environment or set of globals.
    case postmanEnvironment = "Postman environment"
    /// An OpenAPI 3 or Swagger 2.0 document.
    case openAPI = "OpenAPI document"
    /// An Insomnia export, or a resource of its git-sync layout.
    case insomnia = "Insomnia export"
    /// A Bruno `.bru` file or exported collection.
    case bruno = "Bruno collection"
    /// An OpenCollection document.
    case openCollection = "OpenCollection"
    /// An HTTP Archive, or a single request of one.
    case har = "HTTP Archive"
    /// A Hoppscotch collection.
    case hoppscotch = "Hoppscotch collection"
    /// A Hoppscotch environment.
    case hoppscotchEnvironment = "Hoppscotch environment"
    /// A Thunder Client collection.
    case thunderClient = "Thunder Client collection"
    /// A posting request.
    case posting = "posting request"
    /// A slumber collection.
    case slumber = "slumber collection"
    /// An ATAC collection.
    case atac = "ATAC collection"
    /// A hurl file.
    case hurl = "hurl file"
    /// curl command lines.
    case curl = "curl commands"
}

/// Why a file that is of a known format could not be read.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The format it seems to be.
    package var format: ForeignFormat
    /// Where the fault is; the start of the file when no better place is known.
    package var location: TextLocation
    /// What is wrong and what would be right, a fragment without a capital or full stop.
    package var detail: String

    /// Creates an error.
    package init(
        _ format: ForeignFormat,
        at location: TextLocation = TextLocation(line: 1, column: 1),
        detail: String
    ) {
        self.format = format
        self.location = location
        self.detail = detail
    }

    /// `line:column: what is wrong`.
    package var description: String { "\(location): \(detail)" }
}
