package import Files

extension RequestCollection {
    /// Reads a folder with all below it, or one file.
    ///
    /// Names that begin with a dot, `node_modules`, and `Fixtures` folders are skipped. A file
    /// that cannot be read or understood is listed in `problems`. For one file, the collection's
    /// folder is the nearest one above it with an `apus.json`, else the file's own.
    ///
    /// - Throws: `FileError` when `path` itself cannot be read.
    package static func load(_ path: String) throws(FileError) -> RequestCollection {
        RequestCollection(root: path, name: path)
    }
}
