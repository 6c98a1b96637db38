import HTTPModel

/// Reads a whole file: cuts it into blocks and names their requests.
struct FileReader {
    private let path: String
    private let encodingFault: String?
    /// Whether nodes and blocks are kept, which only edits need.
    private let keepsTree: Bool
    private var reader: BlockReader
    private(set) var requests: [SavedRequest] = []
    private(set) var blocks: [RequestBlock] = []

    init(_ octets: Octets, path: String, keepsTree: Bool) {
        reader = BlockReader(SourceText(octets), path: path, keepsNodes: keepsTree)
        encodingFault = SourceText.encodingFault(of: octets)
        self.path = path
        self.keepsTree = keepsTree
    }

    var variables: [FileVariable] { reader.variables }
    var problems: [CollectionProblem] { reader.problems }
    var nodes: [SyntaxNode] { reader.nodes }

    mutating func read() {
        let source = reader.source
        if let fault = encodingFault {
            reader.addNode(.unknown, 0..<source.bytes.count)
            return reader.report(TextLocation(line: 1, column: 1), fault)
        }
        if source.hasByteOrderMark { reader.addNode(.byteOrderMark, 0..<3) }
        var start = 0
        while start < source.lines.count {
            let next = (start + 1..<source.lines.count).first {
                source.isSeparator(source.lines[$0])
            }
            start = readBlock(start..<(next ?? source.lines.count))
        }
        nameRequests()
        reader.problems.sort { $0.location < $1.location }
    }

    /// Reads a block, and gives the line after it: `lines` end it, or a further request line does.
    private mutating func readBlock(_ lines: Range<Int>) -> Int {
        reader.read(lines)
        let lines = lines.lowerBound..<reader.i
        if keepsTree { addBlock(lines) }
        if reader.hasRequestLine {
            reader.request.lines = (lines.lowerBound + 1)..<(lines.upperBound + 1)
            reader.request.index = requests.count
            requests.append(reader.request)
        }
        return lines.upperBound
    }

    private mutating func addBlock(_ lines: Range<Int>) {
        let start = reader.source.lines[lines.lowerBound].start
        let end = reader.source.lines[lines.upperBound - 1].next
        var block = RequestBlock(range: start..<end)
        if reader.hasRequestLine {
            block.requestIndex = requests.count
            block.layout = reader.layout
        }
        blocks.append(block)
    }

    /// Gives each request its id: its name, or its number; a further one of that name gets its number
    /// added.
    private mutating func nameRequests() {
        var taken: Set<String> = []
        taken.reserveCapacity(requests.count)
        for i in requests.indices {
            let number = i + 1
            var name = requests[i].isNamed ? requests[i].name : "\(number)"
            if !taken.insert(name).inserted {
                name += "~\(number)"
                taken.insert(name)
            }
            requests[i].id = String(capacity: path.utf8.count + 1 + name.utf8.count) { text in
                text.append(path)
                text.append(ascii: "#")
                text.append(name)
            }
        }
    }
}
