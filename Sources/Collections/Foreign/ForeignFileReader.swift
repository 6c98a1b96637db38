package import HTTPModel

/// Reads files of other tools as text of request files.
///
/// Implemented above this target; a collection is loaded with or without one.
package protocol ForeignFileReader: Sendable {
    /// Whether a file of this name is worth a look; the content decides.
    func isCandidate(_ name: String) -> Bool

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - octets: The content.
    ///   - path: The path relative to the collection's folder.
    ///   - sibling: Reads a file by its path relative to the folder of this one; `nil` when there is none.
    /// - Returns: What it holds; `nil` when it is of no known format.
    /// - Throws: `ForeignFault` when it is of a known format and cannot be read.
    func read(
        _ octets: Octets,
        path: String,
        sibling: @escaping @Sendable (String) -> Octets?
    ) throws(ForeignFault) -> ForeignFile?
}

/// What is wrong in a file of another tool.
package struct ForeignFault: Error, Hashable, Sendable {
    /// Where; the start of the file when no better place is known.
    package var location: TextLocation
    /// What is wrong, a fragment without a capital or full stop.
    package var detail: String

    /// Creates a fault.
    package init(location: TextLocation, detail: String) {
        self.location = location
        self.detail = detail
    }
}

/// A file of another tool in the vocabulary of collections.
package struct ForeignFile: Sendable {
    /// A named set of variables.
    package struct Environment: Sendable {
        /// The name; `nil` for variables that hold in every environment.
        package var name: String?
        /// Names and values, in order; secrets are never shown.
        package var variables: [(name: String, value: String, isSecret: Bool)]

        /// Creates an environment.
        package init(
            name: String?,
            variables: [(name: String, value: String, isSecret: Bool)] = []
        ) {
            self.name = name
            self.variables = variables
        }
    }

    /// The format, such as `Postman collection`.
    package var format: String
    /// The requests as the text of a request file; empty when the file holds none.
    package var text: Octets
    /// The environments it defines.
    package var environments: [Environment]

    /// Creates a file.
    package init(format: String, text: Octets, environments: [Environment] = []) {
        self.format = format
        self.text = text
        self.environments = environments
    }
}
