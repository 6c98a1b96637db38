import HTTPModel
import Synchronization

/// The syntax tree of a file, made when it is first asked for and kept from then on.
final class SyntaxTree: Sendable {
    /// All that reading a file gives beyond what lists show.
    struct Content: Sendable {
        var requests: [SavedRequest]
        var nodes: [SyntaxNode]
        var blocks: [RequestBlock]
        /// The index of each request's block.
        var requestBlocks: [Int]

        init(_ reader: FileReader) {
            requests = reader.requests
            nodes = reader.nodes
            blocks = reader.blocks
            requestBlocks = reader.requestBlocks
        }
    }

    private let known: Mutex<Content?>

    init(_ content: Content?) {
        known = Mutex(content)
    }

    /// The tree of the file with these bytes.
    func content(of bytes: Octets, path: String) -> Content {
        known.withLock { known in
            if let known { return known }
            var reader = FileReader(bytes, path: path)
            reader.read()
            let content = Content(reader)
            known = content
            return content
        }
    }
}
