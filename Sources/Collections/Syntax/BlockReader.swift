import HTTPModel

/// Reads the blocks of a file, one after the other: the lines from one `###` to the next.
///
/// States, each followed by the next: before the request line, target lines, fields, content, after the
/// content. A block may end in any of them.
struct BlockReader {
    let source: SourceText
    let path: String
    private let keepsNodes: Bool

    // Of all blocks so far.
    private(set) var nodes: [SyntaxNode] = []
    var problems: [CollectionProblem] = []
    var variables: [FileVariable] = []

    // Of the block that is read.

    /// The line being read.
    var i = 0
    /// The end of the block.
    private(set) var end = 0
    /// What the lines before the current one are; `nil` at the start of the block.
    private(set) var lastKind: SyntaxNode.Kind?
    var request = SavedRequest(lines: 0..<0)
    var layout = RequestLayout()
    private(set) var hasRequestLine = false
    /// Whether a line was reported that is nothing at all; one report a block is enough.
    private var hasUnknownLine = false
    private var comments: [String] = []

    init(_ source: SourceText, path: String, keepsNodes: Bool) {
        self.source = source
        self.path = path
        self.keepsNodes = keepsNodes
    }

    /// The current line.
    var line: SourceLine { source.lines[i] }

    /// Reads a whole block.
    mutating func read(_ lines: Range<Int>) {
        begin(lines)
        readSeparator()
        while i < end, !hasRequestLine { readPreambleLine() }
        guard hasRequestLine else { return }
        if !comments.isEmpty { request.comment = comments.joined(separator: "\n") }
        readTarget()
        readFields()
        readContent()
        finish()
    }

    private mutating func begin(_ lines: Range<Int>) {
        i = lines.lowerBound
        end = lines.upperBound
        lastKind = nil
        request = SavedRequest(lines: (lines.lowerBound + 1)..<(lines.upperBound + 1))
        // The memory for the pieces of one URL serves the next.
        var pieces = layout.urlPieces
        layout = RequestLayout()
        pieces.removeAll(keepingCapacity: true)
        layout.urlPieces = pieces
        hasRequestLine = false
        hasUnknownLine = false
        comments = []
    }

    /// Adds a node for the lines from the current one up to `next`, and goes there.
    mutating func take(_ kind: SyntaxNode.Kind, upTo next: Int) {
        guard next > i else { return }
        if lastKind == kind, kind == .body || kind == .blank {
            extendNode(from: nil, upTo: source.lines[next - 1].next)
        } else {
            addNode(kind, source.lines[i].start..<source.lines[next - 1].next)
        }
        i = next
    }

    /// Adds a node for the current line, and goes on to the next.
    mutating func take(_ kind: SyntaxNode.Kind) { take(kind, upTo: i + 1) }

    /// Adds a node.
    mutating func addNode(_ kind: SyntaxNode.Kind, _ range: Range<Int>) {
        lastKind = kind
        if keepsNodes { nodes.append(SyntaxNode(kind: kind, range: range)) }
    }

    /// Makes the last node longer.
    mutating func extendNode(from start: Int?, upTo end: Int) {
        guard keepsNodes, let last = nodes.last else { return }
        nodes[nodes.count - 1].range = (start ?? last.range.lowerBound)..<end
    }

    mutating func report(_ offset: Int, _ message: String) {
        report(source.location(offset), message)
    }

    mutating func report(_ location: TextLocation, _ message: String) {
        problems.append(CollectionProblem(file: path, location: location, message: message))
    }

    private mutating func readSeparator() {
        let first = (i..<end).first { !source.isBlank(source.lines[$0]) } ?? i
        if first > i { request.location = TextLocation(line: first + 1, column: 1) }
        guard i < end, source.isSeparator(line) else { return }
        let marks = source.bytes[line.content].firstIndex { $0 != Byte.hash } ?? line.end
        let title = source.trimmed(marks..<line.end)
        layout.separator = line.content
        layout.title = title
        if !title.isEmpty { request.title = source.text(title) }
        take(.separator)
    }

    // MARK: Before the request line

    private mutating func readPreambleLine() {
        let content = source.trimmed(line.content)
        if content.isEmpty { return take(.blank) }
        // What begins with a letter, as nearly all request lines do, is nothing of what follows.
        if Byte.isLetter(source.bytes[content.lowerBound]) { return readWords(content) }
        if source.starts(content, with: "/*") { return readBlockComment() }
        if source.directive(line) != nil { return readDirective() }
        if let comment = source.comment(line) {
            comments.append(source.text(comment))
            return take(.comment)
        }
        if source.starts(content, with: "@") { return readVariable() }
        if source.starts(content, with: "<> ") { return take(.responseReference) }
        if source.starts(content, with: "<") || source.starts(content, with: ">") {
            return readScript()
        }
        if source.starts(content, with: "??") { return readCondition() }
        if isBracesScript(content, at: i) { return readBracesScript() }
        readWords(content)
    }

    /// Reads a request line, or what tells another tool to run something.
    private mutating func readWords(_ content: Range<Int>) {
        // Of other files and their requests, unless a method is called so, as any token may be.
        if source.starts(content, with: "import ") || source.starts(content, with: "run ") {
            let text = source.text(content)
            if !text.holdsScheme {
                request.notRun.append(text)
                return take(.script)
            }
        }
        switch RequestLineReader(source, content).read() {
        case .success(let parts):
            hasRequestLine = true
            request.requestLine = source.location(content.lowerBound, inLine: i)
            request.urlColumn = source.location(parts.url.lowerBound, inLine: i).column
            layout.requestLine = content.lowerBound
            layout.method = parts.method
            layout.urlPieces.append(parts.url)
            // GET is there already.
            if let method = parts.method, !source.isEqual(method, "GET") {
                request.method = source.text(method)
            }
        case .failure(let fault):
            if !hasUnknownLine { report(fault.offset, fault.message) }
            hasUnknownLine = true
            take(.unknown)
        }
    }

    private mutating func readBlockComment() {
        let close = (i..<end).first {
            source.firstIndex(of: "*/", in: source.lines[$0].content) != nil
        }
        if close == nil {
            report(line.start, "the comment that begins here is not closed; end it with */")
        }
        take(.comment, upTo: (close ?? end - 1) + 1)
    }

    private mutating func readVariable() {
        defer { take(.variable) }
        guard let variable = source.variable(line) else {
            let start = source.trimmed(line.content).lowerBound
            return report(start, "a variable is written @name = value")
        }
        let value = source.text(variable.value)
        variables.append(
            FileVariable(
                name: source.text(variable.name),
                value: value,
                location: source.location(variable.name.lowerBound)
            )
        )
        checkBraces(variable.value)
    }

    // MARK: Scripts and conditions

    /// Reads `< {% … %}`, `> {% … %}`, or a line that names a script.
    mutating func readScript() {
        let first = i
        var next = i + 1
        if let open = source.firstIndex(of: "{%", in: line.content) {
            let close = (i..<end).first { candidate in
                let content = source.lines[candidate].content
                let range = candidate == first ? (open + 2)..<content.upperBound : content
                return source.firstIndex(of: "%}", in: range) != nil
            }
            if close == nil {
                report(open, "the script that begins here is not closed; end it with %}")
            }
            next = (close ?? end - 1) + 1
        }
        keepScript(upTo: next)
    }

    /// Whether a line that begins with `{{` begins a script as httpYac has them, and no URL.
    func isBracesScript(_ content: Range<Int>, at i: Int) -> Bool {
        guard source.starts(content, with: "{{") else { return false }
        let inner = (content.lowerBound + 2)..<content.upperBound
        guard let close = source.firstIndex(of: "}}", in: inner) else {
            return (i + 1..<end).contains { source.starts(source.lines[$0].content, with: "}}") }
        }
        guard close + 2 == content.upperBound else { return false }
        let expression = source.text(source.trimmed(inner.lowerBound..<close))
        return expression.contains { "=(;".contains($0) }
    }

    /// Reads `{{` to `}}`, each on a line of its own, or a single line of both.
    mutating func readBracesScript() {
        let isOneLine = source.firstIndex(of: "}}", in: line.content) != nil
        let close =
            isOneLine
            ? i
            : (i + 1..<end).first { source.starts(source.lines[$0].content, with: "}}") }
        keepScript(upTo: (close ?? end - 1) + 1)
    }

    private mutating func keepScript(upTo next: Int) {
        request.notRun.append(source.text(line.start..<source.lines[next - 1].end))
        take(.script, upTo: next)
    }

    /// Reads a `??` line: a condition of ours when it is one, else kept.
    mutating func readCondition() {
        let content = source.trimmed(line.content)
        let text = source.trimmed((content.lowerBound + 2)..<content.upperBound)
        let location = source.location(text.lowerBound)
        switch AssertionReader.read(source.text(text), at: location) {
        case .assertion(let assertion):
            request.assertions.append(assertion)
            let mark = content.lowerBound..<(content.lowerBound + 2)
            layout.assertions.append(
                StatementLayout(line: line.start..<line.next, mark: mark, text: text)
            )
        // What is not understood here is httpYac's, which knows more conditions.
        case .foreign, .fault: request.notRun.append(source.text(content))
        }
        take(.assertion)
    }

    /// Reports braces that open and do not close.
    mutating func checkBraces(_ range: Range<Int>) {
        guard source.firstIndex(of: "{{", in: range) != nil else { return }
        for offset in Template(source.text(range)).unclosed {
            report(
                range.lowerBound + offset,
                "{{ is not closed on its line; add }}, or write \\{{ for two braces"
            )
        }
    }

    private mutating func finish() {
        if let name = request.directives.first(where: { $0.name == "name" })?.value, !name.isEmpty {
            request.name = name
        } else {
            request.name = request.title
        }
        request.isNamed = !request.name.isEmpty
        if !request.isNamed { request.name = "\(request.method) \(request.url)" }
        if !request.captures.isEmpty { request.outline.captures = request.captures.map(\.name) }
        if !request.prompts.isEmpty { request.outline.prompts = request.prompts.map(\.name) }
    }
}
