import Files
package import HTTPModel

/// A named set of variables, gathered from all environment files of a collection.
package struct RequestEnvironment: Sendable, Hashable {
    /// The name, such as `local`.
    package var name: String
    /// All variables of that name in any file, those of `$shared` and `.env` files included.
    package var variables: [EnvironmentVariable]

    /// Creates an environment.
    package init(name: String, variables: [EnvironmentVariable]) {
        self.name = name
        self.variables = variables
    }
}

/// One variable of an environment file.
package struct EnvironmentVariable: Sendable, Hashable {
    /// What kind of file and section it stands in, strongest first.
    package enum Rank: Int, Sendable, Comparable {
        /// The environment's own section of `http-client.private.env.json`.
        case privateFile
        /// The environment's own section of `http-client.env.json`.
        case publicFile
        /// `$shared` of the private file.
        case privateShared
        /// `$shared` of the public file.
        case publicShared
        /// A `.env` file.
        case dotenv

        /// Orders the strongest first.
        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name; members of nested objects are joined by dots.
    package var name: String
    /// The value: a template, but literal in `.env` files.
    package var value: String
    /// What kind of file and section it stands in.
    package var rank: Rank
    /// The file, relative to the collection's folder.
    package var file: String
    /// The folder whose requests it holds for, with all below; that of the file unless said otherwise.
    package var scope: String
    /// Where the value is.
    package var location: TextLocation

    /// Creates a variable.
    package init(
        name: String,
        value: String,
        rank: Rank,
        file: String,
        location: TextLocation,
        scope: String? = nil
    ) {
        self.name = name
        self.value = value
        self.rank = rank
        self.file = file
        self.location = location
        self.scope = scope ?? FilePath.directory(of: file)
    }

    /// Whether the value is a secret: from a private file or a `.env` file.
    package var isPrivate: Bool {
        rank == .privateFile || rank == .privateShared || rank == .dotenv
    }
}
