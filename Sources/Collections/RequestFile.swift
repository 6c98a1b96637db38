package import Files

/// One `.http` or `.rest` file of a collection, or a file of another tool read as one.
///
/// Copies share their memory.
package struct RequestFile: Sendable {
    private struct Parts: Equatable {
        var path: String
        var absolutePath: String
        var source: HTTPFile
        var stamp: FileStamp?
        var format: String?
    }

    /// `@unchecked Sendable` because memory that is shared is not changed any more.
    private final class Memory: @unchecked Sendable {
        var parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private var memory: Memory

    /// Creates a file.
    package init(
        path: String,
        absolutePath: String,
        source: HTTPFile,
        stamp: FileStamp? = nil,
        format: String? = nil
    ) {
        memory = Memory(
            Parts(
                path: path,
                absolutePath: absolutePath,
                source: source,
                stamp: stamp,
                format: format
            )
        )
    }

    private mutating func own() -> Memory {
        if !isKnownUniquelyReferenced(&memory) { memory = Memory(memory.parts) }
        return memory
    }
}

extension RequestFile {
    /// The path relative to the collection's folder.
    package var path: String {
        get { memory.parts.path }
        set { own().parts.path = newValue }
    }

    /// Where it is saved, from the root of the file system: for a file of another tool, which is never
    /// written, an `.http` file beside it.
    package var absolutePath: String {
        get { memory.parts.absolutePath }
        set { own().parts.absolutePath = newValue }
    }

    /// The content.
    package var source: HTTPFile {
        get { memory.parts.source }
        set { own().parts.source = newValue }
    }

    /// What the file was like when it was read; `nil` for one that is not on the disk.
    package var stamp: FileStamp? {
        get { memory.parts.stamp }
        set { own().parts.stamp = newValue }
    }

    /// The format of a file of another tool; `nil` for a request file.
    package var format: String? {
        get { memory.parts.format }
        set { own().parts.format = newValue }
    }
}

extension RequestFile: Equatable {
    package static func == (left: RequestFile, right: RequestFile) -> Bool {
        left.memory === right.memory || left.memory.parts == right.memory.parts
    }
}

/// One request and the file it is in.
package struct SelectedRequest: Sendable, Equatable {
    /// The file.
    package var file: RequestFile
    /// The request.
    package var request: SavedRequest

    /// Creates a selection.
    package init(file: RequestFile, request: SavedRequest) {
        self.file = file
        self.request = request
    }
}
