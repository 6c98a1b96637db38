package import Collections
import Files
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

    /// The last change outside about which the person was asked.
    var seenChange: OutsideChange?

    /// A file on disk as it was when a change was noticed.
    struct OutsideChange: Equatable, Sendable {
        /// What was there; `nil` when nothing was.
        var stamp: FileStamp?
    }

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
        filePosition(path).flatMap { collection?.files[$0] }
    }

    /// Where the file with this path is among the files of the collection.
    func filePosition(_ path: String) -> Int? {
        guard let collection else { return nil }
        return collectionMemo.position(of: path) { collection.files.map(\.path) }
    }

    /// Whether the file's bytes differ from those on disk.
    package func isUnsaved(_ path: String) -> Bool {
        guard let history = histories[path], let file = file(at: path) else { return false }
        return file.source.bytes != history.savedBytes
    }

    /// The files with unsaved edits, in tree order.
    package var unsavedFiles: [RequestFile] {
        guard !histories.isEmpty, let collection else { return [] }
        return histories.keys.filter(isUnsaved).compactMap(filePosition).sorted().map {
            collection.files[$0]
        }
    }

    /// The request with this key, edits included.
    package func savedRequest(_ key: RequestKey) -> SavedRequest? {
        guard let file = file(at: key.file), file.source.outlines.indices.contains(key.index) else {
            return nil
        }
        return file.source.requests[key.index]
    }

    /// What lists show of the request with this key.
    func outline(_ key: RequestKey) -> RequestOutline? {
        let outlines = file(at: key.file)?.source.outlines ?? []
        return outlines.indices.contains(key.index) ? outlines[key.index] : nil
    }

    /// The request that is open in the request pane.
    package var openRequest: SavedRequest? {
        request.key.flatMap { savedRequest($0) }
    }

    /// Puts other content in place of a file's.
    mutating func setSource(_ source: HTTPFile, of path: String) {
        changeFile(path) { $0.source = source }
    }

    /// Changes a file in place; its path must stay.
    mutating func changeFile(_ path: String, _ change: (inout RequestFile) -> Void) {
        guard let position = filePosition(path) else { return }
        var memo = collectionMemo
        let old = collection?.files[position].source.outlines
        collection?.change(position, change)
        let new = collection?.files[position].source.outlines
        if new?.elementsEqual(old ?? [], by: { $0.isListed(as: $1) }) != true {
            memo.forgetRequests()
        }
        collectionMemo = memo
    }
}

extension RequestCollection {
    /// Changes the file of a position in place.
    fileprivate mutating func change(_ position: Int, _ change: (inout RequestFile) -> Void) {
        change(&files[position])
    }
}
