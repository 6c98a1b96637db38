package import HTTPModel

/// Edits of a request's block as text.
extension HTTPFile {
    /// A copy with other text in place of one request's block, which may then hold several requests.
    ///
    /// The text may have problems, which the copy lists; the other requests stay as they are.
    ///
    /// - Throws: `CollectionError` when the text holds no request, or would change another one.
    package func replacingText(
        of index: Int,
        with text: String
    ) throws(CollectionError) -> HTTPFile {
        let block = try place(of: index).block
        try checkText()
        guard SourceText(bytes).isText(block.range) else {
            let detail = "the request holds bytes that are not UTF-8 text, which would be lost"
            throw refusal(index, detail)
        }
        let file = HTTPFile(try self.bytes(replacingTextOf: index, with: text), path: path)
        let added = file.requests.count - requests.count
        guard added >= 0 else {
            throw refusal(
                index,
                added == -1 ? "no request would be left here" : "another request would change"
            )
        }
        let before = zip(requests.prefix(index), file.requests)
        let after = zip(requests.dropFirst(index + 1), file.requests.dropFirst(index + 1 + added))
        for (old, new) in Array(before) + Array(after)
        where RequestEssence(old) != RequestEssence(new) {
            throw refusal(index, "another request would change")
        }
        return file
    }

    /// The file's bytes with other text in place of one request's block, whether it can be read or not.
    package func bytes(
        replacingTextOf index: Int,
        with text: String
    ) throws(CollectionError) -> Octets {
        let block = try place(of: index).block
        let isLast = block.range.upperBound == bytes.count
        let needsEnd = !isLast && !text.hasSuffix("\n") && !text.hasSuffix("\r\n")
        let lineEnd = SourceText(bytes).lineEnd
        let splice = Splice(block.range, text + (needsEnd ? lineEnd : ""))
        return Self.spliced(bytes.array, [splice])
    }

    /// A copy with the block of one request, as text, put in after another one or at the end.
    ///
    /// - Returns: The file and the index of the new request.
    package func addingText(
        _ text: String,
        after index: Int? = nil
    ) throws(CollectionError) -> (file: HTTPFile, index: Int) {
        let lineEnd = SourceText(bytes).lineEnd
        var text = text
        if !text.hasPrefix("###") { text = "###" + lineEnd + text }
        if !text.hasSuffix("\n") { text += lineEnd }
        return try inserting(Array(EditPlan.withLineEnds(text, lineEnd).utf8), after: index)
    }
}
