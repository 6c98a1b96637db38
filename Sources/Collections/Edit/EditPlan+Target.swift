import HTTPModel

/// Edits of the URL and its query.
extension EditPlan {
    func setURL(_ url: String) throws(Refusal) -> [[Splice]] {
        try checkLine(url, "a URL")
        guard !url.isEmpty else { throw Refusal(detail: "a URL cannot be empty") }
        if url == request.url { return [[]] }
        guard layout.urlPieces.allSatisfy({ source.isText($0) }) else {
            throw Refusal(
                detail: "the URL holds bytes that are not UTF-8 text, which would be lost"
            )
        }
        let rewritten = rewrittenURL(url)
        guard let least = changedBytes(url) else { return [rewritten] }
        return [least, rewritten]
    }

    /// Only the bytes in which the URLs differ; `nil` when a line would be left with the version alone.
    private func changedBytes(_ url: String) -> [Splice]? {
        let old = Array(request.url.utf8)
        let new = Array(url.utf8)
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - start,
            old[old.count - 1 - tail] == new[new.count - 1 - tail]
        {
            tail += 1
        }
        let changed = start..<(old.count - tail)
        var inserted = Array(new[start..<(new.count - tail)])
        var splices: [Splice] = []
        var offset = 0
        for (i, piece) in layout.urlPieces.enumerated() {
            defer { offset += piece.count }
            let lower = max(changed.lowerBound, offset)
            let upper = min(changed.upperBound, offset + piece.count)
            let isPlace = lower == upper && changed.isEmpty && lower <= offset + piece.count
            guard lower < upper || (isPlace && (!inserted.isEmpty)) else { continue }
            let isWhole = lower == offset && upper == offset + piece.count
            if isWhole && i > 0 && inserted.isEmpty {
                guard
                    let line = source.lines.first(where: { $0.content.contains(piece.lowerBound) }),
                    layout.version.map({ !line.content.contains($0.lowerBound) }) ?? true
                else { return nil }
                splices.append(Splice(line.start..<line.next, ""))
                continue
            }
            let range = (piece.lowerBound + lower - offset)..<(piece.lowerBound + upper - offset)
            splices.append(Splice(range, bytes: inserted))
            inserted = []
        }
        return splices
    }

    /// The whole URL on the request line; the lines that continued it go, disabled items stay.
    private func rewrittenURL(_ url: String) -> [Splice] {
        guard let first = layout.urlPieces.first else { return [] }
        var text = url
        var splices: [Splice] = []
        for piece in layout.urlPieces.dropFirst() {
            guard let line = source.lines.first(where: { $0.content.contains(piece.lowerBound) })
            else { continue }
            if let version = layout.version, line.content.contains(version.lowerBound) {
                text += " " + source.text(version)
            }
            splices.append(Splice(line.start..<line.next, ""))
        }
        return [Splice(first, text)] + splices
    }

    // MARK: Query items

    /// A query item on its way into the file.
    private struct Item {
        var text: String
        var isEnabled: Bool
    }

    private func item(_ name: String, _ value: String?, _ isEnabled: Bool) -> Item {
        Item(text: Self.itemText(name, value), isEnabled: isEnabled)
    }

    /// Name and value as they stand in a query.
    static func itemText(_ name: String, _ value: String?) -> String {
        let name = URLText.encodedPart(name, isName: true)
        return value.map { name + "=" + URLText.encodedPart($0, isName: false) } ?? name
    }

    private var items: [Item] {
        zip(request.queryItems, layout.queryItems).map { item, place in
            switch place {
            case .inURL(let range):
                Item(text: URLText.text(request.url, range), isEnabled: true)
            case .onComment(_, let range):
                Item(text: source.text(range), isEnabled: item.isEnabled)
            }
        }
    }

    func setQueryItem(
        _ index: Int,
        _ name: String,
        _ value: String?,
        _ isEnabled: Bool
    ) throws(Refusal) -> [[Splice]] {
        try check(index, in: layout.queryItems.indices, "query item")
        let new = item(name, value, isEnabled)
        let old = items[index]
        if new.text == old.text, new.isEnabled == old.isEnabled { return [[]] }
        if isEnabled == old.isEnabled {
            switch layout.queryItems[index] {
            case .inURL(let range): return try setURL(url(replacing: range, new.text))
            case .onComment(_, let range): return [[Splice(range, new.text)]]
            }
        }
        var all = items
        all[index] = new
        return [laidOut(all)]
    }

    func addQueryItem(_ name: String, _ value: String?) throws(Refusal) -> [[Splice]] {
        let new = item(name, value, true)
        if case .onComment? = layout.queryItems.last { return [laidOut(items + [new])] }
        let bytes = Array(request.url.utf8)
        let fragment = bytes.indices.first {
            $0 >= (URLText.query(in: bytes)?.upperBound ?? bytes.count)
        }
        let end = fragment ?? fragmentStart(bytes)
        var mark = "?"
        if let query = URLText.query(in: bytes) {
            mark = query.isEmpty || bytes[query.upperBound - 1] == UInt8(ascii: "&") ? "" : "&"
        }
        return try setURL(url(replacing: end..<end, mark + new.text))
    }

    private func fragmentStart(_ bytes: [UInt8]) -> Int {
        bytes.firstIndex(of: Byte.hash) ?? bytes.count
    }

    func removeQueryItem(_ index: Int) throws(Refusal) -> [[Splice]] {
        try check(index, in: layout.queryItems.indices, "query item")
        switch layout.queryItems[index] {
        case .onComment(let line, _): return [[Splice(line, "")]]
        case .inURL(let range):
            let bytes = Array(request.url.utf8)
            let query = URLText.query(in: bytes) ?? range
            var removed = range
            if range == query {
                removed = (range.lowerBound - 1)..<range.upperBound
            } else if range.lowerBound == query.lowerBound {
                removed = range.lowerBound..<(range.upperBound + 1)
            } else {
                removed = (range.lowerBound - 1)..<range.upperBound
            }
            return try setURL(url(replacing: removed, ""))
        }
    }

    /// Puts a query item where another is.
    func moveQueryItem(_ from: Int, _ to: Int) throws(Refusal) -> [[Splice]] {
        try check(from, in: layout.queryItems.indices, "query item")
        try check(to, in: layout.queryItems.indices, "query item")
        if from == to { return [[]] }
        var all = items
        all.insert(all.remove(at: from), at: to)
        let ranges = layout.queryItems.compactMap { place in
            if case .inURL(let range) = place { range } else { nil }
        }
        guard ranges.count == all.count else { return [laidOut(all)] }
        // Each place in the URL gets the text that now belongs there.
        var bytes = Array(request.url.utf8)
        for (range, item) in zip(ranges, all).reversed() {
            bytes.replaceSubrange(range, with: item.text.utf8)
        }
        return try setURL(String(decoding: bytes, as: UTF8.self)) + [laidOut(all)]
    }

    private func url(replacing range: Range<Int>, _ text: String) -> String {
        var bytes = Array(request.url.utf8)
        bytes.replaceSubrange(range, with: text.utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The target written anew: enabled items run on, each disabled one gets a line of its own.
    private func laidOut(_ items: [Item]) -> [Splice] {
        guard let first = layout.urlPieces.first else { return [] }
        let bytes = Array(request.url.utf8)
        let query = URLText.query(in: bytes)
        let fragmentStart = query?.upperBound ?? fragmentStart(bytes)
        let base = String(
            decoding: bytes[..<(query.map { $0.lowerBound - 1 } ?? fragmentStart)],
            as: UTF8.self
        )
        let fragment = String(decoding: bytes[fragmentStart...], as: UTF8.self)
        var lines = [(text: base, isEnabled: true)]
        var hasQuery = false
        for item in items {
            let text = (hasQuery ? "&" : "?") + item.text
            if !item.isEnabled {
                lines.append((indent + "# " + text, false))
            } else if lines[lines.count - 1].isEnabled {
                lines[lines.count - 1].text += text
            } else {
                lines.append((indent + text, true))
            }
            if item.isEnabled { hasQuery = true }
        }
        let last = lines.lastIndex { $0.isEnabled } ?? 0
        lines[last].text += fragment
        if let version = layout.version { lines[last].text += " " + source.text(version) }
        let end = source.lines.last { $0.start < layout.target.upperBound }?.end
        let range = first.lowerBound..<(end ?? layout.target.upperBound)
        return [Splice(range, lines.map(\.text).joined(separator: lineEnd))]
    }

    /// The blanks in front of the lines that continue the URL.
    private var indent: String {
        guard layout.urlPieces.count > 1,
            let line = source.lines.first(where: {
                $0.content.contains(layout.urlPieces[1].lowerBound)
            })
        else { return "    " }
        return source.text(line.start..<layout.urlPieces[1].lowerBound)
    }
}
