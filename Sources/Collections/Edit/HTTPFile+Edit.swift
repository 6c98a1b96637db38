import HTTPModel

extension HTTPFile {
    /// A copy in which one request is changed.
    ///
    /// Only the bytes meant are rewritten; new lines end as the file's lines do. The result is
    /// read again, and the edit counts only when the new value reads back equal, and all else of this
    /// request and every byte of the others is as it was.
    ///
    /// - Throws: `CollectionError` with code `.noSuchPart` or `.notRepresentable`.
    package func applying(
        _ edit: RequestEdit,
        to index: Int
    ) throws(CollectionError) -> HTTPFile {
        let (block, layout) = try place(of: index)
        try checkText()
        let request = requests[index]
        let source = SourceText(bytes)
        let plan = EditPlan(
            source: source,
            request: request,
            block: block,
            layout: layout,
            lineEnd: source.lineEnd
        )
        let ways: [[Splice]]
        do {
            ways = try plan.ways(edit)
        } catch {
            throw CollectionError(
                error.code,
                file: path,
                location: request.requestLine,
                detail: error.detail
            )
        }
        var reason = ""
        for splices in ways {
            if splices.isEmpty { return self }
            let file = HTTPFile(Self.spliced(source.bytes, splices), path: path)
            guard let fault = fault(of: file, edit, index, plan.lineEnd) else { return file }
            if reason.isEmpty { reason = fault }
        }
        throw CollectionError(
            .notRepresentable,
            file: path,
            location: request.requestLine,
            detail: reason
        )
    }

    /// A copy with a new request after the one at `index`, or at the end when `nil`.
    ///
    /// - Returns: The file and the index of the new request.
    package func addingRequest(
        named name: String,
        method: String = "GET",
        url: String,
        after index: Int? = nil
    ) throws(CollectionError) -> (file: HTTPFile, index: Int) {
        let lineEnd = SourceText(bytes).lineEnd
        let isSimple = [name, method, url].allSatisfy { text in
            !text.utf8.contains { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
        }
        guard isSimple else {
            throw refusal(index, "name, method and URL cannot hold a line break")
        }
        let text = "### \(name)\(lineEnd)\(method) \(url)\(lineEnd)"
        let (file, new) = try inserting(Array(text.utf8), after: index)
        let request = file.requests[new]
        guard request.method == method, request.url == url, request.title == name else {
            throw refusal(index, "the request would read back differently")
        }
        return (file, new)
    }

    /// A copy without one request; variables defined in its block stay.
    package func removing(_ index: Int) throws(CollectionError) -> HTTPFile {
        let (block, layout) = try place(of: index)
        let lastVariable = nodes.last {
            $0.kind == .variable && block.range.contains($0.range.lowerBound)
                && $0.range.upperBound <= layout.target.lowerBound
        }
        let start = lastVariable?.range.upperBound ?? block.range.lowerBound
        let splice = Splice(start..<block.range.upperBound, "")
        let file = HTTPFile(Self.spliced(bytes.array, [splice]), path: path)
        guard file.requests.count == requests.count - 1 else {
            throw refusal(index, "the other requests would change")
        }
        return file
    }

    /// The text of one request's block, from its `###` line to the next; empty for a wrong index.
    package func text(of index: Int) -> String {
        guard let block = blocks.first(where: { $0.requestIndex == index }) else { return "" }
        return bytes.slice(block.range).text
    }

    // MARK: Making sure

    func place(
        of index: Int
    ) throws(CollectionError) -> (block: RequestBlock, layout: RequestLayout) {
        guard let block = blocks.first(where: { $0.requestIndex == index }),
            let layout = block.layout
        else {
            throw CollectionError(
                .noSuchPart,
                file: path,
                detail: "there is no request \(index + 1)"
            )
        }
        return (block, layout)
    }

    func refusal(_ index: Int?, _ detail: String) -> CollectionError {
        let location = index.flatMap { requests.indices.contains($0) ? requests[$0] : nil }
        return CollectionError(
            .notRepresentable,
            file: path,
            location: location?.requestLine ?? TextLocation(line: 1, column: 1),
            detail: detail
        )
    }

    /// Why `file` is not what `edit` was meant to make of this one, or `nil` when it is.
    private func fault(
        of file: HTTPFile,
        _ edit: RequestEdit,
        _ index: Int,
        _ lineEnd: String
    ) -> String? {
        guard file.blocks.count == blocks.count, file.requests.count == requests.count else {
            return file.requests.count < requests.count
                ? "no request would be left here" : "this would become several requests"
        }
        for (old, new) in zip(blocks, file.blocks) where old.requestIndex != index {
            guard bytes.slice(old.range) == file.bytes.slice(new.range) else {
                return "another request would change"
            }
        }
        return RequestEssence.difference(
            after: edit,
            from: requests[index],
            to: file.requests[index],
            lineEnd: lineEnd
        )
    }

    static func spliced(_ bytes: [UInt8], _ splices: [Splice]) -> Octets {
        var result: [UInt8] = []
        var position = 0
        let ordered = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
        for splice in ordered {
            result += bytes[position..<splice.range.lowerBound]
            result += splice.bytes
            position = splice.range.upperBound
        }
        return Octets(result + bytes[position...])
    }
}
