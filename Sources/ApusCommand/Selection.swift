import CollectionRun
package import Collections
import Files
import HTTPModel

/// The requests that selectors on the command line name, collection by collection.
package struct Selection: Sendable {
    /// A collection and the requests chosen from it.
    package struct Part: Sendable {
        /// The collection.
        package var collection: RequestCollection
        /// The requests as lists show them, in the order of the selectors, each once.
        package var entries: [OutlinedRequest]

        /// The requests whole.
        package var requests: [SelectedRequest] { entries.map(\.selected) }
    }

    /// The collections concerned, in the order in which the selectors name them.
    package var parts: [Part]

    /// All requests as lists show them, in order.
    package var entries: [OutlinedRequest] { parts.flatMap(\.entries) }

    /// All requests whole, in order.
    package var requests: [SelectedRequest] { parts.flatMap(\.requests) }

    /// Reads the collections and finds the requests.
    ///
    /// - Parameters:
    ///   - selectors: Paths, ids, names or globs.
    ///   - tags: Only requests with one of these; empty for all.
    ///   - allowsNothing: Whether a selector may name no request.
    /// - Throws: `CommandFailure` when a collection cannot be read or a selector names nothing.
    package init(
        _ selectors: [String],
        tags: [String] = [],
        allowsNothing: Bool = false
    ) throws(CommandFailure) {
        parts = []
        for selector in selectors {
            let path = CollectionLocator.path(in: selector)
            let collection = try CollectionLocator.load(path ?? CommandContext.defaultPath)
            let found: [OutlinedRequest]
            do {
                found = try Self.find(selector, path, in: collection)
            } catch {
                if allowsNothing {
                    found = []
                } else if let path, !Self.problems(of: collection, below: path).isEmpty {
                    found = []
                } else {
                    throw CommandFailure(.invalidInput, "\(error)")
                }
            }
            let tagged = tags.isEmpty ? found : found.filter { !tags.allSatisfy($0.lacks) }
            add(tagged, of: collection)
        }
    }

    /// What is wrong in the files and folders that the selectors name, in the requests they name, and in
    /// the settings and environments of the collections.
    ///
    /// A fault in another request of the same file is none of a selector that names one request.
    ///
    /// - Parameters:
    ///   - selectors: The selectors the selection was made of.
    ///   - isRelativeToCollection: Whether paths are relative to the collection's folder, and not as
    ///     seen from the working folder.
    /// - Returns: The problems, each once.
    package func problems(
        selectors: [String],
        isRelativeToCollection: Bool = false
    ) -> [CollectionProblem] {
        var problems: [CollectionProblem] = []
        var known: Set<CollectionProblem> = []
        for part in parts where !part.collection.problems.isEmpty {
            let concern = Concern(part, selectors)
            for problem in part.collection.problems where concern.covers(problem) {
                var problem = problem
                if !isRelativeToCollection {
                    problem.file = part.collection.displayPath(of: problem.file)
                }
                if known.insert(problem).inserted { problems.append(problem) }
            }
        }
        return problems
    }

    /// Which problems matter to whoever gave selectors.
    private struct Concern {
        private static let sharedFiles: Set<String> = [
            "apus.json", "http-client.env.json", "http-client.private.env.json", ".env",
        ]

        private let root: String
        /// Files and folders that were named whole.
        private let paths: [String]
        /// Files of which a request was named that cannot be read.
        private let unread: Set<String>
        /// The lines of the requests chosen, by file.
        private let lines: [String: [Range<Int>]]

        init(_ part: Part, _ selectors: [String]) {
            root = part.collection.root
            var paths: [String] = []
            var named: Set<String> = []
            for selector in selectors {
                guard let path = CollectionLocator.path(in: selector) else { continue }
                let absolute = FilePath.absolute(path)
                if path == selector { paths.append(absolute) } else { named.insert(absolute) }
            }
            self.paths = paths
            let faulty = Set(part.collection.problems.map(\.file))
            var lines: [String: [Range<Int>]] = [:]
            for entry in part.entries where faulty.contains(entry.file.path) {
                lines[entry.file.path, default: []].append(entry.selected.request.lines)
            }
            self.lines = lines
            let read = Set(part.entries.map { FilePath.join(part.collection.root, $0.file.path) })
            unread = named.subtracting(read)
        }

        func covers(_ problem: CollectionProblem) -> Bool {
            let path = FilePath.join(root, problem.file)
            if paths.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { return true }
            if unread.contains(path) || Self.sharedFiles.contains(FilePath.name(of: path)) {
                return true
            }
            return lines[problem.file]?.contains { $0.contains(problem.location.line) } ?? false
        }
    }

    private static func find(
        _ selector: String,
        _ path: String?,
        in collection: RequestCollection
    ) throws(CollectionError) -> [OutlinedRequest] {
        guard let path else { return try collection.outlines(matching: selector) }
        let absolute = FilePath.absolute(path)
        let inside =
            absolute == collection.root ? "" : FilePath.relative(absolute, to: collection.root)
        let rest = path == selector ? "" : String(selector.dropFirst(path.count))
        return try collection.outlines(matching: inside + rest)
    }

    private static func problems(
        of collection: RequestCollection,
        below path: String
    ) -> [CollectionProblem] {
        let absolute = FilePath.absolute(path)
        return collection.problems.filter { problem in
            let file = FilePath.join(collection.root, problem.file)
            return file == absolute || file.hasPrefix(absolute + "/")
        }
    }

    private mutating func add(_ found: [OutlinedRequest], of collection: RequestCollection) {
        guard let index = parts.firstIndex(where: { $0.collection.root == collection.root })
        else {
            parts.append(Part(collection: collection, entries: found))
            return
        }
        let known = Set(parts[index].entries.map(\.outline.id))
        parts[index].entries += found.filter { !known.contains($0.outline.id) }
    }
}

extension OutlinedRequest {
    /// Whether the request does not have the tag.
    fileprivate func lacks(_ tag: String) -> Bool { !outline.tags.contains(tag) }
}

extension RequestCollection {
    /// A file of the collection as a path that can be opened from the working folder.
    package func displayPath(of file: String) -> String {
        let absolute = FilePath.join(root, file)
        let folder = FilePath.absolute(".")
        return absolute.hasPrefix(folder + "/") ? FilePath.relative(absolute, to: folder) : absolute
    }
}
