import HTTPModel
import Synchronization

/// What reading a file gave; the rest is read again when it is first asked for, and kept from then on.
final class FileReading: Sendable {
    let bytes: Octets
    let path: String
    let outlines: [RequestOutline]
    let variables: [FileVariable]
    let problems: [CollectionProblem]
    /// The requests, when they were kept.
    private let keptRequests: [SavedRequest]?
    private let known: Mutex<SyntaxTree?>

    /// Reads a file.
    init(_ bytes: Octets, path: String, keeping: HTTPFile.Keeping) {
        self.bytes = bytes
        self.path = path
        var reader = FileReader(bytes, path: path, keepsTree: keeping == .syntaxTree)
        reader.read()
        outlines = reader.requests.map(\.outline)
        variables = reader.variables
        problems = reader.problems
        keptRequests = keeping == .outlines ? nil : reader.requests
        known = Mutex(keeping == .syntaxTree ? SyntaxTree(reader) : nil)
    }

    /// The requests in file order.
    var requests: [SavedRequest] { keptRequests ?? tree.requests }

    /// The syntax tree.
    var tree: SyntaxTree {
        known.withLock { known in
            if let known { return known }
            var reader = FileReader(bytes, path: path, keepsTree: true)
            reader.read()
            let tree = SyntaxTree(reader)
            known = tree
            return tree
        }
    }
}

/// All that reading a file gives beyond what lists show.
struct SyntaxTree: Sendable {
    var requests: [SavedRequest]
    var nodes: [SyntaxNode]
    var blocks: [RequestBlock]

    init(_ reader: FileReader) {
        requests = reader.requests
        nodes = reader.nodes
        blocks = reader.blocks
    }
}
