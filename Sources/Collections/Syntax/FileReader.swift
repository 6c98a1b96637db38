import HTTPModel

/// Reads a whole file: cuts it into blocks and names their requests.
struct FileReader {
    let source: SourceText
    let path: String
    private let encodingFault: String?
    var requests: [SavedRequest] = []
    var variables: [FileVariable] = []
    var problems: [CollectionProblem] = []
    var nodes: [SyntaxNode] = []
    var blocks: [RequestBlock] = []
    var requestBlocks: [Int] = []

    init(_ octets: Octets, path: String) {
        source = SourceText(octets)
        encodingFault = SourceText.encodingFault(of: octets)
        self.path = path
    }

    mutating func read() {
        if let fault = encodingFault {
            nodes.append(SyntaxNode(kind: .unknown, range: 0..<source.bytes.count))
            let start = TextLocation(line: 1, column: 1)
            problems.append(CollectionProblem(file: path, location: start, message: fault))
            return
        }
        if source.hasByteOrderMark {
            nodes.append(SyntaxNode(kind: .byteOrderMark, range: 0..<3))
        }
        var start = 0
        while start < source.lines.count {
            let next = (start + 1..<source.lines.count).first {
                source.isSeparator(source.lines[$0])
            }
            start = readBlock(start..<(next ?? source.lines.count))
        }
        nameRequests()
        problems.sort { $0.location < $1.location }
    }

    /// Reads a block, and gives the line after it: `lines` end it, or a further request line does.
    private mutating func readBlock(_ lines: Range<Int>) -> Int {
        var reader = BlockReader(source, path: path, lines: lines)
        reader.read()
        let lines = lines.lowerBound..<reader.i
        reader.request.lines = (lines.lowerBound + 1)..<(lines.upperBound + 1)
        nodes += reader.nodes
        variables += reader.variables
        problems += reader.problems
        let start = source.lines[lines.lowerBound].start
        var block = RequestBlock(range: start..<source.lines[lines.upperBound - 1].next)
        if reader.hasRequestLine {
            block.requestIndex = requests.count
            block.layout = layoutWithLocations(reader.layout)
            requestBlocks.append(blocks.count)
            reader.request.index = requests.count
            requests.append(reader.request)
        }
        blocks.append(block)
        return lines.upperBound
    }

    /// The layout with the places that resolving names, so that nobody has to count lines again.
    private func layoutWithLocations(_ layout: RequestLayout) -> RequestLayout {
        var layout = layout
        let url = layout.urlPieces.first?.lowerBound ?? layout.requestLine
        layout.urlLocation = source.location(url)
        layout.bodyLocation = layout.body.map { source.location($0.lowerBound) }
        return layout
    }

    /// Gives each request its id: its name, or its number; a further one of that name gets its number
    /// added.
    private mutating func nameRequests() {
        var taken: Set<String> = []
        for i in requests.indices {
            let number = i + 1
            var name = requests[i].isNamed ? requests[i].name : "\(number)"
            if !taken.insert(name).inserted {
                name += "~\(number)"
                taken.insert(name)
            }
            requests[i].id = String(joining: [path, "#", name])
        }
    }
}
