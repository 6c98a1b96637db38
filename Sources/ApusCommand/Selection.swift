import CollectionRun
package import Collections
import Files

/// The requests that selectors on the command line name, collection by collection.
package struct Selection: Sendable {
    /// A collection and the requests chosen from it.
    package struct Part: Sendable {
        /// The collection.
        package var collection: RequestCollection
        /// The requests, in the order of the selectors, each once.
        package var requests: [SelectedRequest]
    }

    /// The collections concerned, in the order in which the selectors name them.
    package var parts: [Part]

    /// All requests, in order.
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
            let found: [SelectedRequest]
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

    /// What is wrong in the files that the selectors name, and in the settings of the collections.
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
        for part in parts where !part.collection.problems.isEmpty {
            let files = Set(part.requests.map(\.file.path))
            let requestFiles = Set(part.collection.files.map(\.path))
            let paths = selectors.compactMap(CollectionLocator.path).map(FilePath.absolute)
            for problem in part.collection.problems {
                let path = FilePath.join(part.collection.root, problem.file)
                let isNamed = paths.contains { path == $0 || path.hasPrefix($0 + "/") }
                guard
                    isNamed || files.contains(problem.file) || !requestFiles.contains(problem.file)
                else { continue }
                var problem = problem
                if !isRelativeToCollection {
                    problem.file = part.collection.displayPath(of: problem.file)
                }
                if !problems.contains(problem) { problems.append(problem) }
            }
        }
        return problems
    }

    private static func find(
        _ selector: String,
        _ path: String?,
        in collection: RequestCollection
    ) throws(CollectionError) -> [SelectedRequest] {
        guard let path else { return try collection.requests(matching: selector) }
        let absolute = FilePath.absolute(path)
        let inside =
            absolute == collection.root ? "" : FilePath.relative(absolute, to: collection.root)
        return try collection.requests(matching: inside + selector.dropFirst(path.count))
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

    private mutating func add(_ found: [SelectedRequest], of collection: RequestCollection) {
        guard let index = parts.firstIndex(where: { $0.collection.root == collection.root })
        else {
            parts.append(Part(collection: collection, requests: found))
            return
        }
        let known = Set(parts[index].requests.map(\.request.id))
        parts[index].requests += found.filter { !known.contains($0.request.id) }
    }
}

extension SelectedRequest {
    /// Whether the request does not have the tag.
    fileprivate func lacks(_ tag: String) -> Bool { !request.tags.contains(tag) }
}

extension RequestCollection {
    /// A file of the collection as a path that can be opened from the working folder.
    package func displayPath(of file: String) -> String {
        let absolute = FilePath.join(root, file)
        let folder = FilePath.absolute(".")
        return absolute.hasPrefix(folder + "/") ? FilePath.relative(absolute, to: folder) : absolute
    }
}
