import HTTPModel

extension BlockReader {
    /// Reads what follows the empty line: content, then handlers, conditions and references.
    mutating func readContent() {
        guard i < end else { return }
        if layout.endOfFields == nil, beginsNextRequest() { return }
        let contentEnd = endOfContent()
        let body = body(in: i..<contentEnd)
        while i < body.lowerBound { readCommentOrBlank() }
        if !body.isEmpty { takeBody(body) }
        while i < contentEnd { readCommentOrBlank() }
        while i < end, !beginsNextRequest() { readAfterContent() }
    }

    /// The first line from here on that is not content any more.
    private func endOfContent() -> Int {
        for candidate in i..<end {
            let line = source.lines[candidate]
            if source.endsContent(line) { return candidate }
            if source.isStatusLine(line),
                candidate == i || source.isBlank(source.lines[candidate - 1])
            {
                return candidate
            }
            guard source.starts(line.content, with: "{{") else { continue }
            let content = source.trimmed(line.content)
            if source.firstIndex(of: "}}", in: content) == nil,
                isBracesScript(content, at: candidate)
            {
                return candidate
            }
        }
        return end
    }

    /// The lines of the content: blank lines around it are not part of it.
    ///
    /// Nor are comments, where they cannot be meant as content: when nothing else is there, or around
    /// content that begins as JSON, XML or a file reference does.
    private func body(in lines: Range<Int>) -> Range<Int> {
        func isBlank(_ i: Int) -> Bool { source.isBlank(source.lines[i]) }
        func isComment(_ i: Int) -> Bool { source.comment(source.lines[i]) != nil }
        let nothing = lines.upperBound..<lines.upperBound
        guard let first = lines.first(where: { !isBlank($0) && !isComment($0) }) else {
            return nothing
        }
        guard let last = lines.last(where: { !isBlank($0) }),
            let firstInk = lines.first(where: { !isBlank($0) })
        else { return nothing }
        let opening = source.trimmed(source.lines[first].content)
        let isStructured =
            source.starts(opening, with: "{") || source.starts(opening, with: "[")
            || source.starts(opening, with: "<")
        guard isStructured else { return firstInk..<(last + 1) }
        var bodyEnd = last + 1
        var candidate = bodyEnd
        let isReference = source.fileReference(source.lines[first]) != nil
        while candidate > first + 1, isBlank(candidate - 1) || isComment(candidate - 1) {
            candidate -= 1
            if isBlank(candidate) || (isReference && candidate == first + 1) {
                bodyEnd = candidate
            }
        }
        while bodyEnd > first + 1, isBlank(bodyEnd - 1) { bodyEnd -= 1 }
        return first..<bodyEnd
    }

    private mutating func takeBody(_ lines: Range<Int>) {
        let range = source.lines[lines.lowerBound].start..<source.lines[lines.upperBound - 1].end
        layout.body = range
        request.bodyLocation = source.location(range.lowerBound, inLine: lines.lowerBound)
        // One with an encoding stays text, so that nothing of it is lost.
        if lines.count == 1, let reference = source.fileReference(line), reference.encoding == nil {
            request.body = .file(
                path: source.text(reference.path),
                isTemplated: reference.isTemplated
            )
            checkBraces(reference.path)
        } else {
            request.body = .text(source.text(range))
            checkBraces(range)
            if !source.isText(range) {
                report(range.lowerBound, "the content is not UTF-8 text; put it in a file: < path")
            }
        }
        take(.body, upTo: lines.upperBound)
    }

    private mutating func readCommentOrBlank() {
        if source.isBlank(line) { return take(.blank) }
        if source.directive(line) != nil { return readDirective() }
        take(.comment)
    }

    private mutating func readAfterContent() {
        let content = source.trimmed(line.content)
        if source.isStatusLine(line) { return take(.recordedResponse, upTo: end) }
        if content.isEmpty || source.comment(line) != nil { return readCommentOrBlank() }
        if source.starts(content, with: "??") { return readCondition() }
        if source.starts(content, with: "<> ") { return take(.responseReference) }
        if source.starts(content, with: ">> ") || source.starts(content, with: ">>! ") {
            request.notRun.append(source.text(content))
            return take(.responseReference)
        }
        if source.starts(content, with: ">") { return readScript() }
        if isBracesScript(content, at: i) { return readBracesScript() }
        report(
            content.lowerBound,
            "this line stands after the content and is not sent; begin a request with ###"
        )
        take(.unknown, upTo: nextKnownLine())
    }

    /// The next line that can be understood after the content.
    private func nextKnownLine() -> Int {
        (i + 1..<end).first { candidate in
            let line = source.lines[candidate]
            return source.isBlank(line) || source.endsContent(line) || source.isStatusLine(line)
        } ?? end
    }
}
