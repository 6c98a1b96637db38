import HTTPModel

/// Edits of whole requests: copies and moves.
extension HTTPFile {
    /// A copy with a second copy of one request, named `name`, after it.
    ///
    /// - Returns: The file and the index of the copy.
    package func duplicating(
        _ index: Int,
        as name: String
    ) throws(CollectionError) -> (file: HTTPFile, index: Int) {
        let (file, new) = try inserting(try wholeBlock(index), after: index)
        return (try file.applying(.rename(name), to: new), new)
    }

    /// A copy in which one request stands where another stood; those between move up or down.
    ///
    /// Comments, scripts and variables of its block go along. The bytes of the other requests stay, apart
    /// from an empty line or a `###` between two of them.
    ///
    /// - Throws: `CollectionError`, also when a variable that is defined several times would change.
    package func moving(_ index: Int, to newIndex: Int) throws(CollectionError) -> HTTPFile {
        let block = try place(of: index).block
        let (target, targetLayout) = try place(of: newIndex)
        try checkText()
        if index == newIndex { return self }
        let source = SourceText(bytes)
        let lineEnd = Array(source.lineEnd.utf8)
        var text = try wholeBlock(index)
        let isUpward = newIndex < index
        let offset = isUpward ? target.range.lowerBound : target.range.upperBound
        if offset == bytes.count {
            // At the end, the empty line goes in front.
            while let last = SourceText(Octets(text)).lines.last, last.start > 0,
                SourceText(Octets(text)).isBlank(last)
            {
                text.removeLast(last.next - last.start)
            }
            if let last = source.lines.last {
                let gap = last.end == last.next ? lineEnd + lineEnd : lineEnd
                text = (source.isBlank(last) ? [] : gap) + text
            }
        } else {
            let copy = SourceText(Octets(text))
            if let last = copy.lines.last, last.end == last.next { text += lineEnd }
            if let last = copy.lines.last, !copy.isBlank(last) { text += lineEnd }
            if isUpward, targetLayout.separator == nil { text += Array("###".utf8) + lineEnd }
        }
        let splices = [Splice(offset..<offset, bytes: text), Splice(block.range, "")]
        let file = HTTPFile(Self.spliced(bytes.array, splices), path: path)
        var expected = requests.map(RequestEssence.init)
        expected.insert(expected.remove(at: index), at: newIndex)
        guard file.requests.map(RequestEssence.init) == expected else {
            throw refusal(index, "the requests would read back differently")
        }
        let isRepeated = Set(variables.map(\.name)).count != variables.count
        guard !isRepeated || variables.map(\.value) == file.variables.map(\.value) else {
            throw refusal(index, "a variable that is defined several times would change its value")
        }
        return file
    }

    /// The bytes of a request's block, with a `###` line even if it has none.
    private func wholeBlock(_ index: Int) throws(CollectionError) -> [UInt8] {
        let (block, layout) = try place(of: index)
        let text = Array(bytes.slice(block.range))
        guard layout.separator == nil else { return text }
        return Array(("###" + SourceText(bytes).lineEnd).utf8) + text
    }

    /// Refuses to change a file that was not understood because of its encoding.
    func checkText() throws(CollectionError) {
        guard let fault = SourceText.encodingFault(of: bytes) else { return }
        throw CollectionError(.notRepresentable, file: path, detail: fault)
    }

    /// A copy with a block put in after the one of a request, or at the end.
    func inserting(
        _ text: [UInt8],
        after index: Int?
    ) throws(CollectionError) -> (file: HTTPFile, index: Int) {
        try checkText()
        let source = SourceText(bytes)
        let lineEnd = Array(source.lineEnd.utf8)
        var offset = bytes.count
        if let index { offset = try place(of: index).block.range.upperBound }
        let new = blocks.count { $0.requestIndex != nil && $0.range.upperBound <= offset }
        let last = source.lines.last { $0.next <= offset }
        var before: [UInt8] = []
        if let last {
            if last.end == last.next { before += lineEnd }
            if !source.isBlank(last) { before += lineEnd }
        }
        var text = text
        if offset < bytes.count {
            // One empty line before the next request.
            if text.last != Byte.lineFeed { text += lineEnd }
            if !text.suffix(2 * lineEnd.count).elementsEqual(lineEnd + lineEnd) { text += lineEnd }
        }
        let splice = Splice(offset..<offset, bytes: before + text)
        let file = HTTPFile(Self.spliced(bytes.array, [splice]), path: path)
        guard file.requests.count == requests.count + 1 else {
            throw refusal(index, "this would not become one request")
        }
        return (file, new)
    }
}
