package import HTTPModel

/// An `.http` file: its bytes, and what they mean.
///
/// Nothing is lost: `bytes` are always those given, and `nodes` cover them without gap or overlap.
/// Any bytes make a file; what cannot be understood is listed in `problems`, and the requests that
/// can be understood are there all the same.
/// Copies share their memory.
package struct HTTPFile: Sendable, Equatable {
    /// What of a file stays in memory, beside its bytes; the rest is read again when it is first asked
    /// for.
    package enum Keeping: Sendable {
        /// What lists show.
        case outlines
        /// That and the requests.
        case requests
        /// All of it, as edits need.
        case syntaxTree
    }

    private let reading: FileReading

    /// Reads a file; takes time in proportion to its length.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The path to show.
    ///   - keeping: What stays in memory.
    package init(_ bytes: Octets, path: String, keeping: Keeping = .syntaxTree) {
        reading = FileReading(bytes, path: path, keeping: keeping)
    }

    /// The content of the file.
    package var bytes: Octets { reading.bytes }

    /// The path shown in names and messages, relative to the collection's folder.
    package var path: String { reading.path }

    /// What lists show of the requests, in file order.
    package var outlines: [RequestOutline] { reading.outlines }

    /// The `@name = value` lines in file order.
    package var variables: [FileVariable] { reading.variables }

    /// What is wrong, by place.
    package var problems: [CollectionProblem] { reading.problems }

    /// The requests in file order.
    package var requests: [SavedRequest] { reading.requests }

    /// The syntax tree's leaves in file order, each a run of whole lines.
    package var nodes: [SyntaxNode] { reading.tree.nodes }

    var blocks: [RequestBlock] { reading.tree.blocks }

    /// Equal when path and bytes are, as all else follows from them.
    package static func == (left: HTTPFile, right: HTTPFile) -> Bool {
        left.reading === right.reading
            || left.path == right.path && left.bytes == right.bytes
    }
}

/// A variable that a file defines for its requests.
package struct FileVariable: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value as written, a template.
    package var value: String
    /// Where the name begins.
    package var location: TextLocation
    /// Whether the file says that the value is a secret.
    package var isSecret = false

    /// Creates a variable.
    package init(name: String, value: String, location: TextLocation, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.location = location
        self.isSecret = isSecret
    }
}

/// A leaf of an `.http` file's syntax tree: some whole lines of one kind.
package struct SyntaxNode: Sendable, Hashable {
    /// What the lines are.
    package enum Kind: String, Sendable, CaseIterable {
        /// The three bytes EF BB BF at the start.
        case byteOrderMark
        /// `###`, with or without a name.
        case separator
        /// Nothing but blanks.
        case blank
        /// `#` or `//`, or a `/* … */` block.
        case comment
        /// `# @name value`.
        case directive
        /// `@name = value`.
        case variable
        /// Method, URL and version.
        case requestLine
        /// A further line of the URL.
        case queryLine
        /// A query item that is not sent.
        case disabledQueryLine
        /// A field, with the indented lines that continue it.
        case field
        /// A field that is not sent.
        case disabledField
        /// The empty line that ends the fields.
        case endOfFields
        /// Lines of content.
        case body
        /// A script or a reference to one.
        case script
        /// `??` and a condition.
        case assertion
        /// `<>`, `>>` or `>>!` and a file for responses.
        case responseReference
        /// A response recorded in the file.
        case recordedResponse
        /// Something that could not be understood.
        case unknown
    }

    /// What the lines are.
    package var kind: Kind
    /// The bytes, line ends included.
    package var range: Range<Int>

    /// Creates a node.
    package init(kind: Kind, range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}
