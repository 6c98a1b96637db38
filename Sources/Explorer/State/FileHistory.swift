package import Collections
package import HTTPModel

/// An edit that can be taken back: the file before it, and what it did.
package struct FileEdit: Equatable, Sendable {
    /// The file as it was.
    package var source: HTTPFile
    /// What was done, as a fragment such as "method of list".
    package var title: String
}

/// What is known about an edited file beyond its present bytes.
package struct FileHistory: Equatable, Sendable {
    /// The bytes on disk as far as known.
    package var savedBytes: Octets
    /// Edits that can be taken back, oldest first.
    package var past: [FileEdit] = []
    /// Edits that can be done again, next one last.
    package var future: [FileEdit] = []
    /// The bytes being written just now, if any.
    package var savingBytes: Octets?

    /// The most edits that are kept.
    private static let limit = 200

    /// Creates the history of a file that has not been edited.
    package init(savedBytes: Octets) {
        self.savedBytes = savedBytes
    }

    /// Notes an edit.
    mutating func record(_ edit: FileEdit) {
        past.append(edit)
        if past.count > Self.limit { past.removeFirst() }
        future = []
    }
}

extension ExplorerState {
    /// The file with this path, edits included.
    package func file(at path: String) -> RequestFile? {
        collection?.files.first { $0.path == path }
    }

    /// Whether the file's bytes differ from those on disk.
    package func isUnsaved(_ path: String) -> Bool {
        guard let history = histories[path], let file = file(at: path) else { return false }
        return file.source.bytes != history.savedBytes
    }

    /// The files with unsaved edits, in tree order.
    package var unsavedFiles: [RequestFile] {
        collection?.files.filter { isUnsaved($0.path) } ?? []
    }

    /// The request with this key, edits included.
    package func savedRequest(_ key: RequestKey) -> SavedRequest? {
        guard let file = file(at: key.file), file.source.requests.indices.contains(key.index) else {
            return nil
        }
        return file.source.requests[key.index]
    }

    /// The request that is open in the request pane.
    package var openRequest: SavedRequest? {
        request.key.flatMap { savedRequest($0) }
    }

    /// Puts other content in place of a file's.
    mutating func setSource(_ source: HTTPFile, of path: String) {
        guard let index = collection?.files.firstIndex(where: { $0.path == path }) else { return }
        collection?.files[index].source = source
    }
}
