import Glibc

/// What a file looked like at one moment, to notice that someone else changed it.
package struct FileStamp: Hashable, Sendable {
    /// The time of the last change of its content, in nanoseconds since 1970.
    package var modificationNanoseconds: Int64
    /// The length in bytes.
    package var byteCount: Int
    /// The number of the file within its file system; another one means it was replaced.
    package var inode: UInt64

    /// Creates a stamp.
    package init(modificationNanoseconds: Int64, byteCount: Int, inode: UInt64) {
        self.modificationNanoseconds = modificationNanoseconds
        self.byteCount = byteCount
        self.inode = inode
    }

    init(_ status: stat) {
        self.init(
            modificationNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000
                + Int64(status.st_mtim.tv_nsec),
            byteCount: Int(status.st_size),
            inode: UInt64(status.st_ino)
        )
    }
}

/// One name in a folder.
package struct DirectoryEntry: Hashable, Sendable {
    /// The name, without the folder.
    package var name: String
    /// Whether it is a folder, or a link to one.
    package var isDirectory: Bool

    /// Creates an entry.
    package init(name: String, isDirectory: Bool) {
        self.name = name
        self.isDirectory = isDirectory
    }
}

/// The file system of this machine.
///
/// Calls block; none keeps a file open after it returns.
package enum FileSystem {
    /// Files of at least this length are mapped instead of copied.
    static let mappingThreshold = 1 << 20

    /// What the file at `path` is now, links followed; `nil` when there is none.
    package static func stamp(_ path: String) -> FileStamp? {
        status(of: path).map(FileStamp.init)
    }

    /// Whether something is at `path`, links followed.
    package static func exists(_ path: String) -> Bool { status(of: path) != nil }

    /// Whether a folder, or a link to one, is at `path`.
    package static func isDirectory(_ path: String) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Whether what is at `path` itself is a symbolic link.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Creates the folder at `path` and those above it; what exists is left alone.
    ///
    /// Each folder made has `mode`, less what the user's file mask takes from it.
    package static func createDirectories(
        _ path: String,
        mode: UInt32 = 0o777
    ) throws(FileError) {
        if isDirectory(path) { return }
        let parent = FilePath.directory(of: path)
        if parent != path && !isDirectory(parent) { try createDirectories(parent, mode: mode) }
        guard unsafe mkdir(path, mode) != 0 else { return }
        let code = errno
        if code == EEXIST && isDirectory(path) { return }
        throw FileError(path: path, operation: "create folder", errorNumber: code)
    }

    /// Removes the file or the empty folder at `path`; a link is removed, not what it leads to.
    package static func remove(_ path: String) throws(FileError) {
        guard unsafe Glibc.remove(path) != 0 else { return }
        throw FileError(path: path, operation: "remove", errorNumber: errno)
    }

    /// The names in the folder at `path`, sorted by their bytes, without `.` and `..`.
    package static func list(_ path: String) throws(FileError) -> [DirectoryEntry] {
        guard let folder = unsafe opendir(path) else {
            throw FileError(path: path, operation: "list", errorNumber: errno)
        }
        defer { unsafe closedir(folder) }
        var entries: [DirectoryEntry] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            let kind = unsafe Int(entry.pointee.d_type)
            let isPlain = kind == Int(DT_REG)
            let isFolder =
                kind == Int(DT_DIR) || (!isPlain && isDirectory(FilePath.join(path, name)))
            entries.append(DirectoryEntry(name: name, isDirectory: isFolder))
        }
        if errno != 0 { throw FileError(path: path, operation: "list", errorNumber: errno) }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The permission bits of what is at `path`, links followed; `nil` when nothing is.
    package static func mode(of path: String) -> UInt32? {
        status(of: path).map { $0.st_mode & 0o7777 }
    }

    static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}
