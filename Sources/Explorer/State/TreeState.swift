import Collections
package import HTTPModel

/// The tree pane: what is selected, folded and filtered.
package struct TreeState: Equatable, Sendable {
    /// The selected row and the row at the top.
    package var scroll = Scroll()
    /// Folders and files that are folded, by path.
    package var folded: Set<String> = []
    /// What names, methods, URLs or tags must hold; empty shows all.
    package var filter = ""
    /// The filter while it is typed.
    package var filterInput: TextBuffer?

    /// Creates an unfolded, unfiltered tree.
    package init() {}
}

/// One row of the tree.
package struct TreeRow: Equatable, Sendable {
    /// What the row stands for.
    package enum Kind: Equatable, Sendable {
        /// A folder, by path.
        case folder(String)
        /// A file, by path.
        case file(String)
        /// A request: its method and name.
        case request(RequestKey, method: String)
        /// What is wrong with the file above.
        case problem(file: String, TextLocation)
    }

    /// What the row stands for.
    package var kind: Kind
    /// The text of the row.
    package var title: String
    /// The nesting level, from 0.
    package var indent: Int
    /// Whether its rows are hidden; `nil` when it has none.
    package var isFolded: Bool?
    /// Whether the file has a problem.
    package var hasProblem = false
}

extension ExplorerState {
    /// The rows of the tree from top to bottom: folders and files by path, requests in file order.
    ///
    /// With a filter, only requests that match are there, with their files and folders, unfolded.
    package var treeRows: [TreeRow] {
        guard let collection else { return [] }
        let filter = (tree.filterInput?.text ?? tree.filter).lowercased()
        return collectionMemo.rows(filter: filter, folded: tree.folded) {
            let problems = Dictionary(grouping: collection.problems, by: \.file)
            var builder = TreeBuilder(state: self, filter: filter)
            // A row for each file and one for its request, at least.
            if filter.isEmpty { builder.rows.reserveCapacity(collection.files.count * 17 / 8) }
            for file in collection.files { builder.add(file, problems: problems[file.path] ?? []) }
            builder.addRemaining(collection.problems, knownFiles: Set(collection.files.map(\.path)))
            return builder.rows
        }
    }

    /// The selected row.
    package var selectedTreeRow: TreeRow? {
        let rows = treeRows
        return rows.indices.contains(tree.scroll.row) ? rows[tree.scroll.row] : nil
    }
}

/// Puts the rows of the tree together.
private struct TreeBuilder {
    let state: ExplorerState
    /// What rows must hold, in lower case.
    let filter: String
    var rows: [TreeRow] = []
    /// The folders the last row stands in, outermost first.
    private var folders: [String] = []

    init(state: ExplorerState, filter: String) {
        self.state = state
        self.filter = filter
    }

    /// Adds a file with its requests and with what is wrong in it.
    mutating func add(_ file: RequestFile, problems own: [CollectionProblem]) {
        let outlines = file.source.outlines
        let wanted = filter.isEmpty ? outlines : outlines.filter { matches($0, in: file) }
        if !filter.isEmpty, wanted.isEmpty { return }
        guard enterFolders(of: file.path) else { return }
        let isFolded = filter.isEmpty && state.tree.folded.contains(file.path)
        let level = folders.count
        let isEmpty = outlines.isEmpty && own.isEmpty
        rows.append(
            TreeRow(
                kind: .file(file.path),
                title: Self.name(of: file.path),
                indent: level,
                isFolded: isEmpty ? nil : isFolded,
                hasProblem: !own.isEmpty
            )
        )
        guard !isFolded else { return }
        for problem in own { add(problem, indent: level + 1) }
        for outline in wanted {
            rows.append(
                TreeRow(
                    kind: .request(
                        RequestKey(file: file.path, index: outline.index),
                        method: outline.method
                    ),
                    title: outline.name,
                    indent: level + 1
                )
            )
        }
    }

    /// Lists problems of files that are not part of the collection, such as its settings.
    mutating func addRemaining(_ problems: [CollectionProblem], knownFiles: Set<String>) {
        guard filter.isEmpty else { return }
        var last: String?
        for problem in problems where !knownFiles.contains(problem.file) {
            if problem.file != last {
                rows.append(
                    TreeRow(
                        kind: .file(problem.file),
                        title: problem.file,
                        indent: 0,
                        isFolded: state.tree.folded.contains(problem.file),
                        hasProblem: true
                    )
                )
                last = problem.file
            }
            if !state.tree.folded.contains(problem.file) { add(problem, indent: 1) }
        }
    }

    private mutating func add(_ problem: CollectionProblem, indent: Int) {
        rows.append(
            TreeRow(
                kind: .problem(file: problem.file, problem.location),
                title: "\(problem.location): \(problem.message)",
                indent: indent
            )
        )
    }

    /// Adds rows for folders not yet open; `false` when one of them is folded.
    private mutating func enterFolders(of path: String) -> Bool {
        let names = path.split(separator: "/").dropLast().map(String.init)
        var wanted: [String] = []
        for name in names { wanted.append(wanted.last.map { "\($0)/\(name)" } ?? name) }
        var common = 0
        while common < min(wanted.count, folders.count), wanted[common] == folders[common] {
            common += 1
        }
        folders = Array(folders.prefix(common))
        for folder in wanted.dropFirst(common) {
            if folders.contains(where: isFolded) { break }
            rows.append(
                TreeRow(
                    kind: .folder(folder),
                    title: Self.name(of: folder),
                    indent: folders.count,
                    isFolded: isFolded(folder)
                )
            )
            folders.append(folder)
        }
        return !wanted.contains(where: isFolded)
    }

    private func isFolded(_ path: String) -> Bool {
        filter.isEmpty && state.tree.folded.contains(path)
    }

    private func matches(_ outline: RequestOutline, in file: RequestFile) -> Bool {
        let texts = [outline.name, outline.method, outline.url, file.path] + outline.tags
        return texts.contains { $0.lowercased().contains(filter) }
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
