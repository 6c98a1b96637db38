import Files

extension RequestCollection {
    /// All requests in the collection's order.
    package var allRequests: [SelectedRequest] { allOutlines.map(\.selected) }

    /// All requests in the collection's order, as lists show them.
    package var allOutlines: [OutlinedRequest] {
        var all: [OutlinedRequest] = []
        all.reserveCapacity(files.reduce(0) { $0 + $1.source.outlines.count })
        for file in files {
            for outline in file.source.outlines {
                all.append(OutlinedRequest(file: file, outline: outline))
            }
        }
        return all
    }

    /// The first request of a name.
    package func firstRequest(named name: String) -> SelectedRequest? {
        for file in files {
            if let outline = file.source.outlines.first(where: { $0.name == name }) {
                return OutlinedRequest(file: file, outline: outline).selected
            }
        }
        return nil
    }

    /// The names of all requests.
    package var requestNames: [String] { files.flatMap { $0.source.outlines.map(\.name) } }

    /// The requests a selector names, in the collection's order.
    ///
    /// A selector is, in this order of trying: empty or `.` (all), `file#name` or `file#number`, a file or
    /// a folder (relative to the collection's folder, or to the working folder), the name or id of a
    /// request, or a glob over ids, paths and names, where `*` stays within a part, `**` does not, and
    /// `?` is one character.
    ///
    /// - Throws: `CollectionError` with code `.nothingSelected`, which names what is near.
    package func requests(
        matching selector: String
    ) throws(CollectionError) -> [SelectedRequest] {
        try outlines(matching: selector).map(\.selected)
    }

    /// The requests a selector names, as lists show them; see `requests(matching:)`.
    package func outlines(
        matching selector: String
    ) throws(CollectionError) -> [OutlinedRequest] {
        if selector.isEmpty || selector == "." { return allOutlines }
        if let found = inFile(selector) ?? inFiles(selector) { return found }
        let all = allOutlines
        let found = below(selector, all) ?? named(selector, all) ?? matchingGlob(selector, all)
        if let found, !found.isEmpty { return found }
        let names = all.map(\.outline.name) + all.map(\.outline.id) + files.map(\.path)
        let near = Spelling.nearest(to: selector, in: names)
        throw CollectionError(
            .nothingSelected,
            detail: "no request matches \(TextQuote.quoted(selector))"
                + (near.map { "; did you mean \($0)?" } ?? "; apus list shows all")
        )
    }

    /// `file#name`: `nil` when there is no `#`, or it belongs to a name.
    private func inFile(_ selector: String) -> [OutlinedRequest]? {
        guard let hash = selector.firstIndex(of: "#") else { return nil }
        let path = String(selector[..<hash])
        let name = String(selector[selector.index(after: hash)...])
        let inFile = requests(inFile: path)
        guard !inFile.isEmpty else { return nil }
        if let exact = inFile.first(where: { $0.outline.id == "\($0.file.path)#\(name)" }) {
            return [exact]
        }
        let named = inFile.filter { $0.outline.name == name || $0.outline.title == name }
        if !named.isEmpty { return named }
        // Files of other tools have folders, which stand before the name.
        let inFolders = inFile.filter { $0.outline.name.hasSuffix(" / \(name)") }
        if !inFolders.isEmpty { return inFolders }
        guard let number = Int(name), inFile.indices.contains(number - 1) else { return nil }
        return [inFile[number - 1]]
    }

    private func inFiles(_ path: String) -> [OutlinedRequest]? {
        let found = requests(inFile: path)
        return found.isEmpty ? nil : found
    }

    private func below(_ selector: String, _ all: [OutlinedRequest]) -> [OutlinedRequest]? {
        let folders = [
            FilePath.normalized(selector),
            FilePath.relative(FilePath.absolute(selector), to: root),
        ]
        for folder in folders where !folder.hasPrefix("..") {
            if folder == "." { return all }
            let found = all.filter { $0.file.path.hasPrefix(folder + "/") }
            if !found.isEmpty { return found }
        }
        return nil
    }

    private func requests(inFile path: String) -> [OutlinedRequest] {
        let normalized = FilePath.normalized(path)
        let absolute = FilePath.absolute(path)
        var found: [OutlinedRequest] = []
        for file in files
        where file.path == normalized || FilePath.join(root, file.path) == absolute {
            found.reserveCapacity(found.count + file.source.outlines.count)
            for outline in file.source.outlines {
                found.append(OutlinedRequest(file: file, outline: outline))
            }
        }
        return found
    }

    private func named(_ selector: String, _ all: [OutlinedRequest]) -> [OutlinedRequest]? {
        let found = all.filter {
            $0.outline.name == selector || $0.outline.id == selector || $0.outline.title == selector
        }
        return found.isEmpty ? nil : found
    }

    private func matchingGlob(_ selector: String, _ all: [OutlinedRequest]) -> [OutlinedRequest]? {
        guard selector.contains(where: { "*?[".contains($0) }) else { return nil }
        let glob = Glob(selector)
        return all.filter { entry in
            glob.matches(entry.outline.id) || glob.matches(entry.file.path)
                || glob.matches(entry.outline.name)
        }
    }
}

/// A pattern over paths: `*`, `**`, `?` and `[abc]`.
struct Glob {
    private let pattern: [Character]

    init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// Whether the pattern covers the whole of `text`.
    func matches(_ text: String) -> Bool { matches(pattern[...], Array(text)[...]) }

    private func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" {
            let isDeep = rest.first == "*"
            let tail = isDeep ? rest.dropFirst() : rest
            // `**/` also stands for no folder at all.
            if isDeep, tail.first == "/", matches(tail.dropFirst(), text) { return true }
            var remaining = text
            while true {
                if matches(tail, remaining) { return true }
                guard let next = remaining.popFirst(), isDeep || next != "/" else { return false }
            }
        }
        guard let letter = text.first else { return false }
        if first == "[", let close = rest.firstIndex(of: "]"), close > rest.startIndex {
            guard rest[..<close].contains(letter) else { return false }
            return matches(rest[(close + 1)...], text.dropFirst())
        }
        guard first == letter || (first == "?" && letter != "/") else { return false }
        return matches(rest, text.dropFirst())
    }
}
