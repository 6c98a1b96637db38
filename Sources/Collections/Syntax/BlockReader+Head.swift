import HTTPModel

extension BlockReader {
    // MARK: Target

    /// Reads the request line and the lines that continue the URL.
    mutating func readTarget() {
        let start = line.start
        var disabled: [(line: Range<Int>, item: Range<Int>, piece: Int)] = []
        take(.requestLine)
        while i < end, !source.isBlank(line) {
            let content = source.trimmed(line.content)
            if let comment = source.comment(line), source.directive(line) == nil {
                guard let mark = comment.first.map({ source.bytes[$0] }),
                    mark == UInt8(ascii: "?") || mark == UInt8(ascii: "&")
                else { break }
                let item = (comment.lowerBound + 1)..<comment.upperBound
                disabled.append((line.start..<line.next, item, layout.urlPieces.count))
                take(.disabledQueryLine)
                continue
            }
            let isMarked = source.starts(content, with: "?") || source.starts(content, with: "&")
            guard
                isMarked && !source.starts(content, with: "??")
                    || Byte.isBlank(source.bytes[line.start])
            else { break }
            layout.urlPieces.append(content)
            take(.queryLine)
        }
        layout.target = start..<source.lines[i - 1].next
        layout.headEnd = layout.target.upperBound
        cutVersion()
        request.url =
            layout.urlPieces.count == 1
            ? source.text(layout.urlPieces[0]) : layout.urlPieces.map(source.text).joined()
        for piece in layout.urlPieces { checkBraces(piece) }
        if layout.urlPieces.contains(where: { !source.isText($0) }) {
            report(layout.requestLine, "the URL is not UTF-8 text")
        }
        readQueryItems(disabled)
    }

    /// Takes ` HTTP/1.1` off the end of the URL.
    private mutating func cutVersion() {
        guard let last = layout.urlPieces.last,
            let blank = source.lastBlank(in: last)
        else { return }
        let word = (blank + 1)..<last.upperBound
        let text = source.text(word)
        guard text.hasPrefix("HTTP/"), text.dropFirst(5).allSatisfy({ $0.isNumber || $0 == "." })
        else { return }
        layout.version = word
        layout.urlPieces[layout.urlPieces.count - 1] = source.trimmed(last.lowerBound..<blank)
        switch text {
        case "HTTP/2", "HTTP/2.0": request.settings.version = .http2
        case "HTTP/1.1", "HTTP/1.0", "HTTP/1": request.settings.version = .http1_1
        default: break
        }
    }

    private mutating func readQueryItems(
        _ disabled: [(line: Range<Int>, item: Range<Int>, piece: Int)]
    ) {
        let question = UInt8(ascii: "?")
        let holdsQuery = layout.urlPieces.contains {
            source.bytes.place(of: question, in: $0) != nil
        }
        guard holdsQuery || !disabled.isEmpty else { return }
        var rest = disabled[...]
        var pieceEnds: [Int] = []
        var length = 0
        for piece in layout.urlPieces {
            length += piece.count
            pieceEnds.append(length)
        }
        for range in URLText.queryItems(in: request.url) {
            while let next = rest.first, pieceEnds[next.piece - 1] <= range.lowerBound {
                addDisabledQueryItem(next.line, next.item)
                rest.removeFirst()
            }
            layout.queryItems.append(.inURL(range))
            addQueryItem(
                URLText.text(request.url, range),
                isEnabled: true,
                offset: fileOffset(ofURL: range.lowerBound)
            )
        }
        for item in rest { addDisabledQueryItem(item.line, item.item) }
    }

    private mutating func addDisabledQueryItem(_ line: Range<Int>, _ item: Range<Int>) {
        layout.queryItems.append(.onComment(line: line, item: item))
        addQueryItem(source.text(item), isEnabled: false, offset: item.lowerBound)
    }

    private mutating func addQueryItem(_ text: String, isEnabled: Bool, offset: Int) {
        let (name, value) = URLText.nameAndValue(text)
        request.queryItems.append(
            SavedQueryItem(
                name: name,
                value: value,
                isEnabled: isEnabled,
                location: source.location(offset)
            )
        )
    }

    /// Where byte `offset` of the joined URL is in the file.
    func fileOffset(ofURL offset: Int) -> Int { layout.fileOffset(ofURL: offset) }

    // MARK: Fields

    /// Reads the lines up to the empty one.
    mutating func readFields() {
        while i < end {
            if source.isBlank(line) {
                layout.endOfFields = line.start..<line.next
                return take(.endOfFields)
            }
            if source.endsContent(line) || beginsContent() || beginsNextRequest() { return }
            readFieldLine()
        }
    }

    /// Whether the line is another request line, which httpYac allows without a `###` before it.
    func beginsNextRequest() -> Bool {
        // All known methods are capitals, so most lines need no closer look.
        let word = source.bytes[line.content].prefix { (0x41...0x5A).contains($0) }
        guard !word.isEmpty, word.endIndex < line.end, Byte.isBlank(source.bytes[word.endIndex])
        else { return false }
        let content = source.trimmed(line.content)
        guard case .success(let parts) = RequestLineReader(source, content).read(),
            let method = parts.method
        else { return false }
        let name = source.text(method)
        return RequestLineReader.isKnownMethod(name) && name == name.uppercased()
    }

    /// Whether the line can only be content, though no empty line was left before it.
    private func beginsContent() -> Bool {
        let content = source.trimmed(line.content)
        if source.fileReference(line) != nil { return true }
        if source.starts(content, with: "{{") { return false }
        return source.starts(content, with: "{") || source.starts(content, with: "[")
    }

    private mutating func readFieldLine() {
        if source.directive(line) != nil {
            readDirective()
            return layout.headEnd = source.lines[i - 1].next
        }
        let isContinuation = Byte.isBlank(source.bytes[line.start])
        if let comment = source.comment(line) {
            if !isContinuation, let field = field(in: comment) {
                addField(field, isEnabled: false)
                return take(.disabledField)
            }
            return take(.comment)
        }
        if isContinuation, let last = layout.fields.last, lastKind == .field {
            let content = source.trimmed(line.content)
            layout.fields[layout.fields.count - 1].lines = last.lines.lowerBound..<line.next
            layout.fields[layout.fields.count - 1].value =
                last.value.lowerBound..<content.upperBound
            request.fields[request.fields.count - 1].value += " " + source.text(content)
            extendNode(from: last.lines.lowerBound, upTo: line.next)
            layout.headEnd = line.next
            checkBraces(content)
            i += 1
            return
        }
        if let field = field(in: source.trimmed(line.content)) {
            addField(field, isEnabled: true)
            return take(.field)
        }
        reportField()
    }

    private mutating func reportField() {
        let content = source.trimmed(line.content)
        if isBracesScript(content, at: i) { return readBracesScript() }
        let isBraces = source.starts(content, with: "{{")
        if source.starts(content, with: "...") || isBraces && source.endsInBraces(content) {
            // httpYac spreads an object of fields here.
            request.notRun.append(source.text(content))
            return take(.script)
        }
        if lastKind != .unknown {
            report(
                content.lowerBound,
                "\(TextQuote.quoted(source.text(content))) is no field; write Name: value, "
                    + "and leave an empty line before the content"
            )
        }
        take(.unknown)
    }

    /// The name and value of a field in `range`.
    private func field(in range: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
        var start = range.lowerBound
        // A colon inside braces belongs to the expression.
        while let open = source.firstIndex(of: "{{", in: start..<range.upperBound) {
            guard source.bytes[start..<open].firstIndex(of: Byte.colon) == nil,
                let close = source.firstIndex(of: "}}", in: open..<range.upperBound)
            else { break }
            start = close + 2
        }
        guard let colon = source.bytes[start..<range.upperBound].firstIndex(of: Byte.colon)
        else { return nil }
        let name = source.trimmed(range.lowerBound..<colon)
        guard FieldText.isName(source.text(name)) else { return nil }
        return (name, source.trimmed((colon + 1)..<range.upperBound))
    }

    private mutating func addField(
        _ field: (name: Range<Int>, value: Range<Int>),
        isEnabled: Bool
    ) {
        layout.fields.append(
            FieldLayout(lines: line.start..<line.next, name: field.name, value: field.value)
        )
        layout.headEnd = line.next
        request.fields.append(
            SavedField(
                name: source.text(field.name),
                value: source.text(field.value),
                isEnabled: isEnabled,
                location: source.location(field.name.lowerBound)
            )
        )
        guard isEnabled else { return }
        checkBraces(field.name)
        checkBraces(field.value)
        if !source.isText(field.value) {
            report(field.value.lowerBound, "the value is not UTF-8 text")
        }
    }
}

extension RequestLayout {
    /// Where byte `offset` of the joined URL is in the file; its end for an offset behind.
    func fileOffset(ofURL offset: Int) -> Int {
        var rest = offset
        for piece in urlPieces {
            if rest < piece.count { return piece.lowerBound + rest }
            rest -= piece.count
        }
        return urlPieces.last?.upperBound ?? requestLine
    }
}

/// Rules for field names in templates.
enum FieldText {
    /// Whether `text` is a token, apart from expressions in braces.
    static func isName(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        return Template(text).pieces.allSatisfy { piece in
            if case .literal(let literal) = piece { HTTPToken.isToken(literal) } else { true }
        }
    }
}
